"""Lines that need no parser are read as a parser reads them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from novaclient_mv.cli.reading import commands, parser, plain_lines, tree, window
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.declarations import Args, Argument
from novaclient_mv.clouds.options import OptionTable

COMMANDS = tuple(commands.our_commands())
PIECES = (
    *(['a'], ['b c'], [''], ['--os-cloud', 'x'], ['--os-cloud=y'], ['--os-cloud='], ['-f', 'json']),
    *(['-f=json'], ['-fjson'], ['-f', 'nope'], ['--format=csv'], ['--insecure'], ['--insecure=1']),
    *(
        ['-c', 'id'],
        ['-c'],
        ['--timeout', '5'],
        ['--timeout=x'],
        ['--debug'],
        ['--'],
        ['-'],
        ['-5'],
    ),
    *(
        ['--os-compute-api-version', '2.5'],
        ['--nope'],
        ['--os-region-name', '-x'],
        ['--query', '[]'],
    ),
)
"""What lines are put together of: words, and global options well and badly."""


def by_parser(
    command: Command, declared: list[Argument], tokens: list[str], table: OptionTable
) -> tuple[Args, dict[str, Any]] | None:
    """What a parser takes a line for; ``None`` where it refuses it."""
    built = parser.build(command.name, declared, table)
    try:
        namespace, unknown = built.parse_known_args(tokens, Args())
    except tree.UsageError:
        return None
    return None if unknown else tuple(tree._split(namespace))  # type: ignore[return-value]


@pytest.mark.parametrize('command', COMMANDS, ids=lambda command: command.name)
def test_line_is_what_a_parser_takes_it_for(command: Command) -> None:
    table = OptionTable()
    randomness = random.Random(command.name)
    for epoch in window.epochs(command):
        declared = tree.arguments_at(command, epoch.start)
        if declared is None or plain_lines.parse(declared, [], table) is None:
            continue
        for count in (0, 1, 1, 2, 2, 3):
            tokens = [word for _ in range(count) for word in randomness.choice(PIECES)]
            plain = plain_lines.parse(declared, tokens, table)
            if plain is not None:
                assert by_parser(command, declared, tokens, table) == plain, tokens


@pytest.mark.parametrize('seed', range(60))
def test_any_line_of_help_is_what_a_parser_takes_it_for(seed: int) -> None:
    command, table, randomness = commands.find('help'), OptionTable(), random.Random(seed)
    declared = tree.arguments_at(command, command.service.range.end) or []
    read_plainly = 0
    for _ in range(20):
        pieces = [randomness.choice(PIECES) for _ in range(randomness.randrange(5))]
        tokens = [word for piece in pieces for word in piece]
        plain = plain_lines.parse(declared, tokens, table)
        if plain is not None:
            read_plainly += 1
            assert by_parser(command, declared, tokens, table) == plain, tokens
    assert read_plainly


@pytest.mark.parametrize(
    ('words', 'is_plain'),
    [
        (['help'], True),
        (['help', 'server-create'], True),
        (['help', 'server', 'create'], True),
        (['help', '--only'], False),
        (['server-list'], True),
        (['server-list', '--limit', '1'], False),
        (['server-list', 'web'], False),
        (['server-list', '--os-cloud', 'sandbox', '-f', 'json'], True),
        (['server-show'], False),
    ],
)
def test_common_lines_need_no_parser(words: list[str], is_plain: bool) -> None:
    command = commands.find(words[0])
    declared = tree.arguments_at(command, command.service.range.end) or []
    assert (plain_lines.parse(declared, words[1:], OptionTable()) is not None) is is_plain
