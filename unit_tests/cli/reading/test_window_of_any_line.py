"""Windows of command lines, against trying every version one by one."""

from __future__ import annotations

import contextlib
import itertools
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from novaclient_mv import errors, services
from novaclient_mv.cli.arguments import arg
from novaclient_mv.cli.reading import tree, types, window
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.tokenizer import tokenize
from novaclient_mv.clouds import options
from novaclient_mv.versions import APIVersion
from unit_tests import refusals

TRIED = [APIVersion(f'2.{minor}') for minor in range(26)] + [services.COMPUTE.range.end]
MINORS = st.integers(1, 24)
BOUNDS = st.tuples(st.none() | MINORS, st.none() | MINORS)
KINDS: list[dict[str, Any]] = [
    {},
    {'action': 'store_true'},
    {'type': types.positive},
    {'type': types.Nic()},
    {'choices': ('a', 'b')},
    {'action': 'append'},
    {'required': True},
]
WORDS = st.sampled_from(
    [
        *(['--one', 'a'], ['--one', '7'], ['--one'], ['--two', 'a'], ['--two', 'net-id=n']),
        *(['--two'], ['--on=b'], ['--three=a'], ['x'], ['--']),
    ]
)
TABLE = options.OptionTable()


@st.composite
def commands(draw: st.DrawFn) -> Command:
    """Draw a command whose options come and go, and may have several spellings of values."""

    def do_thing_do(client: Any, args: Any) -> None:
        """Do it."""

    function = arg('thing', nargs=draw(st.sampled_from([None, '?'])))(do_thing_do)
    for flag in draw(
        st.lists(st.sampled_from(['--one', '--two', '--one', '--three']), min_size=1, max_size=4)
    ):
        low, high = draw(BOUNDS)
        start, end = (None if minor is None else f'2.{minor}' for minor in (low, high))
        kind = draw(st.sampled_from(KINDS))
        # An option is declared once for each version.
        with contextlib.suppress(TypeError):
            function = arg(flag, start_version=start, end_version=end, **kind)(function)
    return Command('thing-do', function, services.COMPUTE)


@settings(max_examples=50, deadline=None)
@given(commands(), st.lists(WORDS, max_size=3))
def test_windows_are_what_trying_each_version_finds(
    command: Command, groups: list[list[str]]
) -> None:
    around = tokenize([command.name, 'x', *itertools.chain(*groups)], TABLE).around
    line, _ = refusals.value_or_words(
        lambda: window.CommandLine(command, around, TABLE), errors.Error
    )
    if line is None:
        return
    words = [word.text for word in line.tokens]

    def takes(version: APIVersion) -> bool:
        _, refusal = refusals.value_or_words(
            lambda: tree.parse(command, version, words, TABLE), tree.UsageError
        )
        return refusal is None

    accepted = [version for version in TRIED if takes(version)]
    windows = line.windows()
    assert [each for each in TRIED if any(each in span for span in windows)] == accepted
    newest, _ = refusals.value_or_words(line.newest, errors.CommandError)
    assert newest == (accepted[-1] if accepted else None)
