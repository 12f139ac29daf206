"""Help and docstrings say what is done to what, in words that operators use."""

from __future__ import annotations

import pathlib
import re
from collections.abc import Iterator

from novaclient_mv.cli.reading import commands, tree
from novaclient_mv.clouds import options
from novaclient_mv.services import SERVICES

PACKAGE = pathlib.Path(__file__).parents[1] / 'novaclient_mv'

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


def test_help_names_what_it_is_about() -> None:
    odd = re.compile('|'.join(IN_HELP))
    assert [text for text in helps() if odd.search(text[1])] == []
