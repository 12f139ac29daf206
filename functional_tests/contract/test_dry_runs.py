"""Replays the recorded command lines that write with ``--dry-run``: nothing is written, and what is
shown is what a real run writes first.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from functional_tests.contract import facts, replay, traced_cloud
from novaclient_mv.cli.reading import commands, declarations
from novaclient_mv.wire import masking, secret_values
from unit_tests import cases


def is_writing(trace: replay.Trace) -> bool:
    """Whether a line is of a command that may write, and went well."""
    if not trace.command or not replay.is_there(trace.command) or trace.row['exit_code']:
        return False
    return bool(declarations.declared(commands.find(trace.command).function, 'writes'))


TRACES = [trace for trace in replay.traces() if is_writing(trace)]


def test_there_are_lines_to_replay() -> None:
    if not facts.is_present():
        pytest.skip(facts.ABSENT)
    assert len(TRACES) > 100


@cases.one_test_of('trace', TRACES, ids=lambda each: each.id)
def test_nothing_is_written_and_the_first_write_is_shown(
    played: Callable[[replay.Trace], replay.Outcome], trace: replay.Trace
) -> None:
    argv = [*trace.row['argv'], '--dry-run', '-f', 'json']
    dry = played(replay.Trace({**trace.row, 'argv': argv}))
    real = played(trace)
    assert dry.writes == []
    if real.status or not real.writes:
        return
    assert dry.status == 0, dry.err
    rows = [json.loads(line) for line in dry.out.splitlines()]
    written = [comparable(write.method, write.path, write.body) for write in real.writes]
    listed = [
        comparable(row['method'], traced_cloud.asked_path(row['url']), row['body']) for row in rows
    ]
    assert listed, dry.err
    assert all(request in written for request in listed), (listed, written)


def comparable(method: str, path: str, body: Any) -> tuple[str, str, str]:
    """A request with its secrets masked."""
    hidden = secret_values.replaced(body, lambda name, value: masking.MASK)
    text = traced_cloud.with_numbers(json.dumps(hidden, sort_keys=True))
    return method, path, text
