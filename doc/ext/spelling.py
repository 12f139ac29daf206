"""Spelling of the texts: pages with docstrings and help in them, README.rst and its like, and
release notes. A word that is neither in the dictionary nor in ``spelling.txt`` is a warning.
"""

from __future__ import annotations

import functools
import pathlib
import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import docutils.core
import yaml
from docutils import nodes

from novaclient_mv.cli.reading import commands

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROOT = pathlib.Path(__file__).parents[2]
LIST = ROOT / 'doc' / 'source' / 'spelling.txt'
NOTES = ROOT / 'releasenotes' / 'notes'
BESIDE_PAGES = ('README.rst', 'CONTRIBUTING.rst', 'SECURITY.rst', 'benchmarks/README.rst')

_CODE = frozenset(
    (
        *('comment', 'doctest_block', 'literal', 'literal_block', 'raw', 'system_message'),
        *('desc_signature', 'field_name', 'index', 'literal_emphasis', 'literal_strong', 'toctree'),
    )
)
_APOSTROPHE = '\u2019'
_DASHES = '\u2013\u2014'
_AROUND = f'.,;:!?()[]{{}}"\'`*\u2026{_DASHES}'
_BETWEEN = re.compile(f'[-/{_DASHES}]')
_WORDS = re.compile(f"[^\\W\\d_]+(?:[-'/{_APOSTROPHE}{_DASHES}][^\\W\\d_]+)*")
_ABBREVIATION = re.compile(r'.|.+[A-Z].*|[A-Z]+s')


class Text(NamedTuple):
    """A line of a text that people wrote.

    :param place: file and line, as far as they are known.
    """

    place: str
    words: str


@functools.cache
def listed() -> frozenset[str]:
    """The words that the dictionary lacks; one with a capital is always written with it."""
    lines = LIST.read_text(encoding='utf-8').splitlines()
    return frozenset(line for line in lines if line and not line.startswith('#'))


@functools.cache
def dictionary() -> Callable[[str], bool]:
    """Tell whether a word in small letters is an English one."""
    from spellchecker import SpellChecker

    knows: Callable[[str], bool] = SpellChecker(
        language='en'
    ).word_frequency.dictionary.__contains__
    return knows


@functools.cache
def _commands() -> frozenset[str]:
    return frozenset(command.name for command in commands.our_commands())


@functools.cache
def unknown(chunk: str) -> tuple[str, ...]:
    """The unknown words of what stands between two blanks.

    Code, abbreviations in capitals and names of commands have none.
    """
    chunk = chunk.strip(_AROUND)
    if not _WORDS.fullmatch(chunk) or chunk in _commands():
        return ()
    words = _BETWEEN.split(chunk.replace(_APOSTROPHE, "'"))
    return tuple(word for word in words if not _is_known(word))


def _is_known(word: str) -> bool:
    stem = re.sub("'s?$", '', word)
    return _ABBREVIATION.fullmatch(stem) is not None or any(
        form in listed() or form.lower() in listed() or dictionary()(form.lower())
        for form in (word, stem)
    )


def texts(document: nodes.Node, name: str, first: int = 1) -> Iterator[Text]:
    """The texts of a document line by line, without code.

    :param name: of the document, for texts of which no file is known.
    :param first: line of its file in which it begins.
    """
    for node in document.findall(nodes.Text):
        parents = list(_parents(node))
        if not any(each.tagname in _CODE or _is_address(each) for each in parents):
            for number, line in enumerate(node.splitlines(), first - 1):
                yield Text(_place(parents, name, number), line)


def _parents(node: nodes.Node) -> Iterator[nodes.Element]:
    while (parent := node.parent) is not None:
        yield parent
        node = parent


def _is_address(node: nodes.Element) -> bool:
    if node.tagname == 'pending_xref':
        return node['refdomain'] == 'py' or not node.get('refexplicit')
    return node.tagname == 'reference' and node.astext() == node.get('refuri')


def _place(parents: Iterable[nodes.Element], name: str, number: int) -> str:
    """The file and the line; where a directive made the text, its line."""
    for node in parents:
        if node.source and node.line:
            return f'{node.source}:{node.line + number}'
    return name


def beside_pages(settings: dict[str, object]) -> Iterator[Text]:
    """The texts of files that are no pages of the site.

    :param settings: those of the parser.
    """
    for file in (ROOT / name for name in BESIDE_PAGES):
        text = file.read_text(encoding='utf-8')
        yield from texts(_read(text, file, settings), str(file))
    for file in sorted(NOTES.glob('*.yaml')):
        yield from of_note(file.read_text(encoding='utf-8'), file, settings)


def of_note(note: str, file: pathlib.Path, settings: dict[str, object]) -> Iterator[Text]:
    """The texts of a release note."""
    for line, text in _strings(yaml.compose(note, yaml.SafeLoader)):
        yield from texts(_read(text, file, settings), str(file), line)


def _read(text: str, file: pathlib.Path, settings: dict[str, object]) -> nodes.document:
    quiet = {'report_level': 5, 'file_insertion_enabled': False, **settings}
    return docutils.core.publish_doctree(text, str(file), settings_overrides=quiet)


def _strings(node: yaml.Node) -> Iterator[tuple[int, str]]:
    """The strings of a note, and the lines in which they begin."""
    if isinstance(node, yaml.ScalarNode):
        # A block begins in the line after its sign.
        yield node.start_mark.line + (1 if node.style is None else 2), node.value
    elif isinstance(node, yaml.MappingNode):
        for _, value in node.value:
            yield from _strings(value)
    else:
        for value in node.value:
            yield from _strings(value)


def faults(found: Iterable[Text]) -> Iterator[tuple[str, str]]:
    """The place of each unknown word, and what to say of it."""
    for place, line in found:
        for chunk in line.split():
            for word in unknown(chunk):
                yield place, f'unknown word: {word} (in: {line.strip()})'


def _warn(found: Iterable[Text]) -> None:
    from sphinx.util import logging

    log = logging.getLogger(__name__)
    for place, message in faults(found):
        log.warning('%s', message, location=place)


def _check_page(app: Sphinx, document: nodes.document) -> None:
    _warn(texts(document, app.env.docname))


def _check_beside_pages(app: Sphinx) -> None:
    _warn(beside_pages({'env': app.env}))


def setup(app: Sphinx) -> dict[str, bool]:
    """Check each page that is read, and at each build the files that are no pages."""
    app.connect('builder-inited', _check_beside_pages)
    app.connect('doctree-read', _check_page)
    return {'parallel_read_safe': True, 'parallel_write_safe': True}
