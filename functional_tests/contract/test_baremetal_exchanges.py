"""Replays recorded exchanges of the Bare Metal API on the sandbox, in their order."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from functional_tests.contract import baremetal_cloud, facts

Record = dict[str, Any]

# The newest version of the records, and which requests only the recorded server's login answers.
RECORDS = {'observed.json': '1.115', 'observed-pinned-1.96.json': '1.96'}
_LOGINS = 'basic auth', 'wrong password'


def records(name: str) -> list[Record]:
    """The exchanges of a file; none where there are no facts."""
    if not facts.is_present():
        return []
    exchanges = facts.read(f'baremetal/{name}')['exchanges']
    return [each for each in exchanges if not any(word in each['label'] for word in _LOGINS)]


@pytest.mark.parametrize(('name', 'maximum'), RECORDS.items())
def test_exchanges_come_out_as_recorded(tmp_path: Path, name: str, maximum: str) -> None:
    # One test, for each exchange builds on those before it.
    cloud = baremetal_cloud.BaremetalCloud(tmp_path / 'state.db', baremetal_maximum=maximum)
    outcomes = [(record['label'], cloud.outcome(record)) for record in records(name)]
    assert [each for each in outcomes if each[1]] == []


def test_a_spoiled_record_is_found(tmp_path: Path) -> None:
    cloud = baremetal_cloud.BaremetalCloud(tmp_path / 'state.db')
    (record,) = (each for each in records('observed.json') if each['label'] == 'v1, 1.31')
    assert cloud.outcome(record) == []
    spoils: tuple[Callable[[Record], object], ...] = (
        lambda answer: answer.update(status=201),
        lambda answer: answer['body_json'].update(id='v2'),
        lambda answer: answer['body_json'].pop('nodes'),
        lambda answer: answer['headers'].remove(['X-OpenStack-Ironic-API-Version', '1.31']),
        lambda answer: answer['headers'].remove(['Content-Type', 'application/json']),
        lambda answer: answer['headers'].append(['Location', 'http://127.0.0.1:6385/v1']),
        lambda answer: answer['body_json']['nodes'].append({}),
    )
    for spoil in spoils:
        spoiled = copy.deepcopy(record)
        spoil(spoiled['response'])
        assert cloud.outcome(spoiled) != []
