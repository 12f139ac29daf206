"""Replays the recorded command lines: the same requests, exit statuses and tables."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from functional_tests.contract import deviations, facts, replay
from unit_tests import cases

NOT_YET = sorted(
    name
    for name in (facts.read('commands.json')['commands'] if facts.is_present() else ())
    if not replay.is_there(name)
)
"""Recorded commands that this client lacks."""


def test_every_command_exists() -> None:
    assert not NOT_YET


@cases.one_test_of('trace', replay.traces(), ids=lambda each: each.id)
def test_command_line_does_what_was_recorded(
    played: Callable[[replay.Trace], replay.Outcome], trace: replay.Trace
) -> None:
    if trace.command in NOT_YET:
        pytest.skip(f'there is no command {trace.command} yet')
    outcome = played(trace)
    found = [
        difference
        for difference in replay.differences(trace, outcome)
        if not deviations.is_meant(trace.command, difference)
    ]
    if deviation := deviations.DEVIATIONS.get(trace.key):
        assert found, f'It does what was recorded; drop the deviation: {deviation.reason}'
        deviation.instead(outcome)
        return
    assert not found, '\n'.join([' '.join(trace.row['argv']), *found, outcome.err])


def test_every_deviation_belongs_to_a_recorded_command_line() -> None:
    assert set(deviations.DEVIATIONS) <= {each.key for each in replay.traces()}
