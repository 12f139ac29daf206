"""Functions, parameters and variables of the package are named after what they are."""

from __future__ import annotations

import ast
import pathlib
from collections.abc import Iterable, Iterator

import pytest

from unit_tests.source import PACKAGE, nodes_of, paths

NO_NAMES = frozenset(
    {
        *('found', 'shown', 'given', 'kept', 'each', 'acted', 'said', 'told', 'lasting', 'absent'),
        *('_view', 'mgr', 'obj', 'stuff', 'tmp', 'ret', 'res', 'foo', 'bar', 'var', 'val', 'elem'),
        *('made', 'got', 'twin', 'stand_in', 'front', 'thing', 'things', 'senseless', 'anew'),
        *('chosen', 'wanted', 'taken', 'how'),
    }
)
"""They say what was done with an object, and not what it is: a row, a URL, a variant."""

PUBLIC = frozenset(
    {
        # What a command passes on of what the user gave.
        # Keywords of the results that commands of other packages return.
        ('cli/running/results.py', 'shown'),
        # Names that programs for python-novaclient use, or that other packages import.
        ('base.py', 'given'),
        ('compat/written_values.py', 'val'),
        ('errors/tree.py', 'obj'),
        ('resources/ids.py', 'obj'),
        ('compat/manager_names.py', 'val'),
        ('resources/resource.py', 'val'),
    }
)
"""Names that other packages use."""


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


def no_names_of(nodes: Iterable[ast.AST]) -> set[str]:
    return {name for name in names_of(nodes) if name in NO_NAMES or name.strip('_') in NO_NAMES}


def no_names_in(path: str) -> set[str]:
    names = no_names_of(nodes_of(PACKAGE / path))
    names |= {pathlib.PurePath(path).stem} & NO_NAMES
    return {name for name in names if (path, name) not in PUBLIC}


def test_names_of_the_package_say_what_is_named() -> None:
    modules = [file.relative_to(PACKAGE).as_posix() for file in paths(PACKAGE)]
    nameless = {path: names for path in modules if (names := no_names_in(path))}
    assert nameless == {}


def test_exceptions_are_no_wider_than_needed() -> None:
    for path, name in PUBLIC:
        assert name in no_names_of(nodes_of(PACKAGE / path))


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
    ],
)
def test_a_name_that_says_nothing_is_seen(source: str) -> None:
    assert len(no_names_of(ast.walk(ast.parse(source)))) == 1


def test_what_is_named_elsewhere_is_no_concern() -> None:
    elsewhere = 'given(args, "found"); result.shown; call(found=1)'
    assert no_names_of(ast.walk(ast.parse(elsewhere))) == set()
