"""Help and docstrings say what is done to what, in words that operators use."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator

import pytest

from novaclient_mv.cli.reading import commands, tree
from novaclient_mv.clouds import options
from novaclient_mv.services import SERVICES
from unit_tests.source import PACKAGE, nodes_of, paths

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
    """Where each help text is shown, and the text."""
    for option in options.OPTIONS:
        yield option.flags[0], option.help
    for command in commands.commands_of(SERVICES):
        yield command.name, command.summary
        for argument, _ in tree.every_argument(command):
            yield f'{command.name} {argument.name}', argument.help or ''


IN_DOCSTRINGS = (
    *(r'\b(a|the) things?\b', '^The same as methods', r'\bLet go of\b', r'^(They|It) must\b'),
    *('^Take a node', r'no more[.(]', 'deployed over', r'front\'s own'),
)


def docstrings() -> Iterator[tuple[str, str]]:
    """Where each docstring of the package stands, and its text."""
    for path in paths(PACKAGE):
        for node in nodes_of(path):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                yield f'{path}:{getattr(node, "lineno", 1)}', ast.get_docstring(node) or ''


@pytest.mark.parametrize(('texts', 'phrases'), [(helps, IN_HELP), (docstrings, IN_DOCSTRINGS)])
def test_texts_name_what_they_are_about(
    texts: Callable[[], Iterator[tuple[str, str]]], phrases: tuple[str, ...]
) -> None:
    odd = re.compile('|'.join(phrases), re.MULTILINE)
    assert [text for text in texts() if odd.search(text[1])] == []
