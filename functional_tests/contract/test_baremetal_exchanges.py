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


EXCHANGES = [(name, number) for name in RECORDS for number in range(len(records(name)))]


@pytest.fixture(scope='module')
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, int], list[str]]:
    found = {}
    for name, maximum in RECORDS.items():
        path = tmp_path_factory.mktemp('baremetal') / 'state.db'
        cloud = baremetal_cloud.BaremetalCloud(path, baremetal_maximum=maximum)
        for number, record in enumerate(records(name)):
            found[name, number] = cloud.outcome(record)
    return found


@pytest.mark.parametrize(
    ('name', 'number'),
    EXCHANGES,
    ids=lambda value: str(value),
)
def test_exchange_comes_out_as_recorded(
    outcomes: dict[tuple[str, int], list[str]], name: str, number: int
) -> None:
    assert outcomes[name, number] == [], records(name)[number]['label']


def test_a_spoiled_record_is_found(tmp_path: Path) -> None:
    cloud = baremetal_cloud.BaremetalCloud(tmp_path / 'state.db')
    (record,) = (each for each in records('observed.json') if each['label'] == 'v1, 1.31')
    assert cloud.outcome(record) == []
    spoils: tuple[Callable[[Record], object], ...] = (
        lambda answer: answer.update(status=201),
        lambda answer: answer['body_json'].update(id='v2'),
        lambda answer: answer['body_json'].pop('nodes'),
        lambda answer: answer['headers'].remove(['X-OpenStack-Ironic-API-Version', '1.31']),
    )
    for spoil in spoils:
        spoiled = copy.deepcopy(record)
        spoil(spoiled['response'])
        assert cloud.outcome(spoiled) != []
