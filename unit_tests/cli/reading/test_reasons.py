"""Why a version does not take a command line, in words and for programs."""

from __future__ import annotations

import contextlib
import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novaclient_mv import errors, exceptions, services
from novaclient_mv.cli.arguments import arg
from novaclient_mv.cli.reading import line_refusals, tree, types, window
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.tokenizer import tokenize
from novaclient_mv.clouds import options
from novaclient_mv.versions import APIVersion
from unit_tests import refusals
from unit_tests.cli.reading.test_window import line_of
from unit_tests.newest import BEFORE, NEWEST


@pytest.mark.parametrize(
    ('words', 'version', 'reason'),
    [
        (
            'x --old 1 --middle 1',
            '2.30',
            ': --old needs 2.10 (Liberty) or earlier; --middle needs 2.5 (Liberty) to 2.20 '
            '(Mitaka)',
        ),
        ('x --size 0', NEWEST, ", where --size: '0' is not a number from 1"),
        ('x', NEWEST, ''),
    ],
)
def test_reason_of_a_version_is_told_in_a_few_words(words: str, version: str, reason: str) -> None:
    assert line_refusals.reason(line_of(*words.split()), APIVersion(version)) == reason


@arg('--thing-a')
@arg('--thing-b')
@arg('--thing-c')
@arg('-t')
def do_many_do(client: Any, args: Any) -> Any:
    """Do it in many ways."""


@pytest.mark.parametrize(
    ('typed', 'said'),
    [
        ('--thing-x', 'many-do has no option --thing-x. Did you mean --thing-a or --thing-b?'),
        ('---', 'many-do has no option ---.'),
        ('--_', 'many-do has no option --_.'),
        ('-u=1', 'many-do has no option -u.'),
    ],
)
def test_option_that_no_version_has_is_refused_with_the_two_closest(typed: str, said: str) -> None:
    many = Command('many-do', do_many_do, services.COMPUTE)
    with pytest.raises(exceptions.UnknownName) as raised:
        line_of(typed, command=many)
    assert str(raised.value) == said


@arg('--late', start_version=NEWEST)
def do_late_do(client: Any, args: Any) -> Any:
    """Do it late."""


def test_breakpoint_at_the_newest_version_begins_an_epoch() -> None:
    late = Command('late-do', do_late_do, services.COMPUTE)
    assert [str(span) for span in window.epochs(late)] == [f'2.0 to {BEFORE}', NEWEST]
    assert line_of('--late', '1', command=late).accepts(APIVersion(NEWEST))
    assert not line_of('--late', '1', command=late).accepts(APIVersion(BEFORE))


# -- windows of any line --


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
def test_windows_are_what_each_version_takes(command: Command, groups: list[list[str]]) -> None:
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
