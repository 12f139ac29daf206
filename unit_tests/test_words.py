"""Help, docstrings and pages name subject and object, in words that operators use."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from novaclient_mv.cli.reading import commands, tree
from novaclient_mv.clouds import options
from novaclient_mv.services import SERVICES
from unit_tests.source import ROOT, paths, text_of

ROOMS = (
    *('novaclient_mv', 'unit_tests', 'functional_tests', 'evidence'),
    *('benchmarks', 'doc/ext', 'doc/man'),
)

IN_HELP = (
    *('several (times )?for several', 'may be repeated', 'between commas', r'the default\)'),
    *('which it is', 'without it[.:]', r'too\b[.;,]', 'no more', 'not named stays', 'as far as'),
    *('that it (is|has|belongs)', r'\b(to|of|in|on|from|for) it[.;,]', 'unless it is there'),
    *('are times of', 'handed out', 'alone does', 'from now on', '(is|are) to have'),
    *('^Only (the one|those|these|what)', 'is (meant|wanted|gone to|left:)'),
    *(r'^(Let|Give|Why|Its|What|How|Where|When|Which|Who)\b', 'Take (it|over)'),
)
"""Defaults, repeats and objects that are said by pronoun or by negation."""


def helps() -> Iterator[tuple[str, str]]:
    """Yield the place of each help text, and the text."""
    for option in options.OPTIONS:
        yield option.flags[0], option.help
    for command in commands.commands_of(SERVICES):
        yield command.name, command.summary
        for argument, _ in tree.every_argument(command):
            yield f'{command.name} {argument.name}', argument.help or ''


IN_DOCSTRINGS = (
    *(r'\A(What(ever)?|How|Which|Who(se)?)\b', r'\b(a|the) things?\b', r'no more[.(]', r'\banew\b'),
    *(r'\A[^.]*\b(is|are|was|were) told\b', r', too[.;,]', "one's own[.;,]"),
    *(r'\bLet go of\b', r'^(They|It) must\b', '^Take a node', 'deployed over', "front's own"),
)
"""Beginnings and objects that a reader would have to resolve."""


def docstrings() -> Iterator[tuple[str, str]]:
    """Yield the file of each docstring of all rooms, and its text."""
    for file in paths(*(ROOT / room for room in ROOMS)):
        for match in re.finditer(r'^([^"\n]*)"""(.*?)"""', text_of(file), re.MULTILINE | re.DOTALL):
            yield str(file), match[2] if match[1].strip() in ('', 'r') else ''


IN_PAGES = (r'\banew\b', r', too[.;,:)]', r'\b(is|are|was|were) told\b', "one's own[.;,]")


def pages() -> Iterator[tuple[str, str]]:
    """Yield the place of each line of the pages, and the line."""
    for page in (ROOT / 'README.rst', *(ROOT / 'doc' / 'source').rglob('*.rst')):
        for number, line in enumerate(text_of(page).splitlines(), 1):
            yield f'{page}:{number}', line


@pytest.mark.parametrize(
    ('texts', 'phrases'), [(helps, IN_HELP), (docstrings, IN_DOCSTRINGS), (pages, IN_PAGES)]
)
def test_texts_name_what_they_are_about(
    texts: Callable[[], Iterator[tuple[str, str]]], phrases: tuple[str, ...]
) -> None:
    odd = re.compile('|'.join(phrases), re.MULTILINE)
    assert [text for text in texts() if odd.search(text[1])] == []
