"""Requests of the replayed command lines conform to the API's schemas at their versions."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest

from functional_tests.contract import recorded_schemas, replay
from unit_tests import cases


class Excuse(NamedTuple):
    """The API's refusal of a recorded command line with names that no cloud has."""

    reason: str
    problem: str

    def covers(self, problem: str) -> bool:
        """Whether it is for a problem."""
        return re.search(self.problem, problem) is not None


_SORT_KEY = Excuse('the sort keys are no fields of a server', r"sort_key.*'\w+' is not one of")
_VOLUME = Excuse('the id of the volume is no UUID', r"olume_?[iI]d: '\w+' is not a 'uuid'")
_PORT = Excuse('the id of the port is no UUID', r"port_id: '\w+' is not a 'uuid'")
_SERVER = Excuse('the id of the server is no UUID', r"server_uuid: '1234' is not a 'uuid'")
_RULES = Excuse('the policy has no such rules', r'rules: Additional properties')

EXCEPTIONS = {
    **dict.fromkeys(
        (
            *('2a8b52be708a', '6e51291efbdb', '174e361c68b5', '84c221c208c7'),
            *('7bf5be704c6f', 'f3d21472db4c', 'c3f64eb5b257', 'd83697e21ac3'),
        ),
        _SORT_KEY,
    ),
    **dict.fromkeys(
        (
            *('aeacbab95cd7', '83d06f8972f1', 'a6beaa198e22', '319b1a4fc7f1', '7f85640a431b'),
            *('e52b9d4c4a60', '40b3366f6c4b', '60b4f8bbae93', '722378e46f68', '2eb9007052ad'),
            '78ac6d3958c9',
        ),
        _VOLUME,
    ),
    **dict.fromkeys(('02e9ddf122e4', 'b92be6093593', '035eaf39a535'), _PORT),
    '128c598858b6': _SERVER,
    '8b6c176d27e0': _RULES,
}
"""Command lines, by their keys, that send what the API refuses: as recorded, so must we."""


@cases.one_test_of('trace', replay.traces(), ids=lambda each: each.id)
def test_requests_are_what_the_api_takes(
    played: Callable[[replay.Trace], replay.Outcome], trace: replay.Trace
) -> None:
    if trace.command and not replay.is_there(trace.command):
        pytest.skip(f'there is no command {trace.command} yet')
    outcome = played(trace)
    found = [
        problem
        for request in outcome.requests
        if request.service == 'compute'
        for problem in recorded_schemas.problems(request)
    ]
    if excuse := EXCEPTIONS.get(trace.key):
        assert found, f'The API takes it; drop the exception: {excuse.reason}'
        found = [each for each in found if not excuse.covers(each)]
    assert not found, '\n'.join(found)


def test_every_exception_belongs_to_a_recorded_command_line() -> None:
    assert set(EXCEPTIONS) <= {each.key for each in replay.traces()}
