"""Names of the package are words of the glossary: one word, one meaning."""

from __future__ import annotations

import ast
import collections
import functools
import pathlib
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import pytest

from unit_tests.source import PACKAGE, ROOT, nodes_of, paths, text_of

GLOSSARY = ROOT / 'doc' / 'source' / 'contributor' / 'glossary.rst'
_ROW = re.compile(r'^   \* - (.+)\n     - (.+)\n     -(.*)$', re.MULTILINE)

API_ROOMS = frozenset({'v2', 'baremetal', 'placement', 'sandbox'})
"""Rooms that share the nouns of the APIs."""

NO_NAMES = frozenset(
    {
        *('found', 'shown', 'given', 'kept', 'each', 'acted', 'said', 'told', 'lasting', 'absent'),
        *('stuff', 'tmp', 'ret', 'res', 'foo', 'bar', 'var', 'val', 'elem', 'how'),
        *('made', 'got', 'twin', 'front', 'things', 'anew', 'chosen', 'wanted', 'taken'),
    }
)
"""Participles and pronouns say what was done with an object, and not what it is."""
_IRREGULAR = frozenset({*NO_NAMES, 'begun', 'known', 'done', 'drawn', 'written', 'left', 'sent'})
_NOUNS = ('seed', 'need', 'feed', 'speed')

PUBLIC = frozenset(
    {
        # Keywords of the results that commands of other packages return.
        ('cli/running/results.py', 'shown'),
        # Names that programs for python-novaclient use, or that other packages import.
        ('base.py', 'given'),
        ('cli/reading/read.py', 'wishes'),
        ('services/compute.py', 'APIVersion'),
        ('utils.py', 'val'),
        ('errors/tree.py', 'obj'),
        ('resources/ids.py', 'obj'),
        ('compat/manager_names.py', 'val'),
        ('resources/resource.py', 'val'),
    }
)
"""Names that programs and other packages use."""


class Term(NamedTuple):
    """A row of the glossary.

    :param words: that have the meaning.
    :param replaced: words that are not used for it.
    """

    words: frozenset[str]
    replaced: frozenset[str]


@functools.cache
def glossary() -> tuple[Term, ...]:
    rows = _ROW.findall(text_of(GLOSSARY))[1:]
    return tuple(Term(_words(words), _words(replaced)) for words, _, replaced in rows)


def _words(cell: str) -> frozenset[str]:
    return frozenset(word.strip(' `') for word in cell.split(',') if word.strip())


def names_of(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield names of functions, classes, parameters, variables, attributes, imports."""
    for node in nodes:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name
            case ast.alias(asname=str(name)) | ast.MatchAs(name=str(name)):
                yield name
            case ast.ExceptHandler(name=str(name)):
                yield name


def in_words(name: str) -> str:
    """``ListFilters`` and ``_list_filters`` as ``list_filters``."""
    return re.sub(r'(?<=[a-z])(?=[A-Z])', '_', name).lower().strip('_')


def refused_names(nodes: Iterable[ast.AST]) -> set[str]:
    replaced = frozenset().union(*(term.replaced for term in glossary()))
    return {
        name
        for name in names_of(nodes)
        if name.strip('_') in NO_NAMES or in_words(name) in replaced
    }


def refused_in(path: str) -> set[str]:
    names = refused_names(nodes_of(PACKAGE / path))
    return {name for name in names if (path, name) not in PUBLIC}


def modules() -> list[pathlib.PurePath]:
    return [pathlib.PurePath(file.relative_to(PACKAGE)) for file in paths(PACKAGE)]


def room_of(module: pathlib.PurePath) -> str:
    """The room of a module; empty for faces at the top, and for modules named after a command."""
    is_apart = len(module.parts) == 1 or module.parent.name == 'commands'
    return '' if is_apart else module.parts[0]


def in_several_rooms(names: Iterable[tuple[str, pathlib.PurePath]]) -> dict[str, set[str]]:
    """Names that several rooms have and the glossary does not, with these rooms."""
    rooms = collections.defaultdict(set)
    for name, module in names:
        if room_of(module) not in {*API_ROOMS, ''}:
            rooms[name].add(room_of(module))
    words = frozenset().union(*(term.words for term in glossary()))
    return {
        name: where
        for name, where in rooms.items()
        if len(where) > 1 and in_words(name) not in words and in_words(name)[:-1] not in words
    }


def test_glossary_has_terms() -> None:
    assert len(glossary()) > 25
    assert {'room', 'timestamp'} <= {word for term in glossary() for word in term.words}


def test_names_of_the_package_are_those_of_the_glossary() -> None:
    refused = {str(module): names for module in modules() if (names := refused_in(str(module)))}
    assert refused == {}


def test_exceptions_are_no_wider_than_needed() -> None:
    for path, name in PUBLIC:
        assert name in {*names_of(nodes_of(PACKAGE / path))}


def test_no_module_is_named_by_a_participle_or_a_pronoun() -> None:
    last = {str(module): module.stem.rpartition('_')[2] for module in modules()}
    assert [
        module
        for module, word in last.items()
        if 'commands/' not in module.removesuffix(f'{module.rpartition("/")[2]}')[-9:]
        if word in _IRREGULAR or (word.endswith('ed') and word not in _NOUNS)
    ] == []


def test_classes_of_one_name_are_in_one_room() -> None:
    classes = (
        (node.name, module)
        for module in modules()
        for node in nodes_of(PACKAGE / module)
        if isinstance(node, ast.ClassDef) and not node.name.startswith('_')
        if (str(module), node.name) not in PUBLIC
    )
    assert in_several_rooms(classes) == {}


def test_modules_of_one_name_are_in_one_room() -> None:
    assert (
        in_several_rooms((module.stem, module) for module in modules() if module.stem[0] != '_')
        == {}
    )


@pytest.mark.parametrize(
    'source',
    [
        'def shown(): ...',
        'def show(found): ...',
        'print([each.id for each in servers])',
        'self._kept = 1',
        'key = lambda each: each.id',
        'with open(path) as found: ...',
        'for name, found in servers: ...',
        'import resources as res',
        'if (found := find()): ...',
        'class Wishes: ...',
        'def send(neighbour): ...',
    ],
)
def test_a_name_that_the_glossary_replaces_is_seen(source: str) -> None:
    assert len(refused_names(ast.walk(ast.parse(source)))) == 1


def test_names_of_others_are_no_concern() -> None:
    elsewhere = 'given(args, "found"); result.shown; call(found=1)'
    assert refused_names(ast.walk(ast.parse(elsewhere))) == set()
