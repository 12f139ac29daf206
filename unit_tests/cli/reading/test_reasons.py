"""Why a version does not take a command line, in words and for programs."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv import exceptions, services
from novaclient_mv.api_versions import APIVersion
from novaclient_mv.cli.arguments import arg
from novaclient_mv.cli.reading import line_refusals, window
from novaclient_mv.cli.reading.commands import Command
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


def test_value_of_other_versions_is_told_to_programs_with_those() -> None:
    refusal = line_refusals.refusal(line_of('x', '--kind', 'b'), APIVersion('2.40'))
    assert isinstance(refusal, exceptions.OutsideVersion)
    assert str(refusal.needed) == '2.41 and later'
    refusal = line_refusals.refusal(line_of('x', '--old', '1'), APIVersion('2.11'))
    assert isinstance(refusal, exceptions.OutsideVersion)
    assert str(refusal.needed) == '2.0 to 2.10'


@arg('--thing-a')
@arg('--thing-b')
@arg('--thing-c')
@arg('-t')
def do_many_do(client: Any, args: Any) -> Any:
    """Do it in many ways."""


@pytest.mark.parametrize(
    ('typed', 'said'),
    [
        (
            '--thing-x',
            'many-do has no option --thing-x. Did you mean --thing-a or --thing-b?',
        ),
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
