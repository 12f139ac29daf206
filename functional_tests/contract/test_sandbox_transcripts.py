"""Replays recorded exchanges of the Compute API, in the order in which they took place."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from functional_tests.contract import facts, recorded_cloud, recorded_replay, shapes
from novaclient_mv.sandbox import clocks

# Just before the records were made: their queries name moments.
START = clocks.moment('2026-11-21T04:00:00Z')

# How many records there were when the exceptions below were made, and of a thousand, how many may
# not come out, or not in all.
RECORDS = 1000
MOST_EXCEPTED = 4
MOST_LENIENT = 31
# Asked of the root: for version documents.
_OF_THE_ROOT = (None, 'GET /v2/', 'GET /v2.1/')

# Records that cannot come out at all: beginnings of their tests, and a part of their operation and
# path.
EXCEPTED: dict[tuple[str, str], str] = {
    ('test_quota_sets.Noop', 'PUT'): 'this record was made with quotas switched off',
    ('test_security_groups', 'POST /os-security-groups'): (
        'its network service let a second group be called default'
    ),
}
_REBUILT = ('status', 'progress', 'OS-EXT-STS:task_state')
_RESCUED = shapes.Leniency(
    'rescued servers of its hypervisor do not run', frozenset(('OS-EXT-STS:power_state',))
)
# Records that come out but for something.
LENIENCY: dict[tuple[str, str], shapes.Leniency] = {
    ('test_flavors', 'sort_key=ephemeral_gb'): shapes.Leniency(
        'which of equals comes first is left to its database',
        is_ordered=False,
    ),
    (
        'test_hypervisors.HypervisorsSampleJson253Tests',
        '/os-hypervisors/detail?with_servers',
    ): shapes.Leniency('its servers were made up and do not count', frozenset(('running_vms',))),
    ('test_keypairs.KeyPairsV22SampleJsonTest.test_keypairs_import_key_post_invalid', ''): (
        shapes.Leniency('the words of a library that reads certificates', frozenset(('message',)))
    ),
    ('test_preserve_ephemeral_rebuild', 'action rebuild'): shapes.Leniency(
        'its test kept the rebuild from taking place', frozenset(('metadata', 'name', *_REBUILT))
    ),
    ('', 'action rebuild'): shapes.Leniency(
        'its cloud had rebuilt the server before it answered', frozenset(_REBUILT)
    ),
    ('test_rescue.RescueJsonTest.test_server_rescue', 'GET /servers/{id}'): _RESCUED,
    ('test_rescue.Rescuev287JsonTest.test_server_rescue', 'GET /servers/{id}'): _RESCUED,
    ('test_simple_tenant_usage', 'GET /os-simple-tenant-usage/{id}'): shapes.Leniency(
        'other clouds name the project a second time in this link', frozenset(('href',))
    ),
    ('test_volumes', 'POST /os-volumes'): shapes.Leniency(
        'its volume service answered every creation with one volume that was in use',
        frozenset(('attachments', 'status', 'volumeType')),
    ),
}


def _of_record(record: dict[str, Any], table: dict[tuple[str, str], Any]) -> Any:
    for (test, part), found in table.items():
        if record['test'].startswith(test) and part in f'{record["operation"]} {record["path"]}':
            return found
    return None


def reason_of(record: dict[str, Any]) -> str | None:
    """Why an exchange cannot come out as recorded."""
    found: str | None = _of_record(record, EXCEPTED)
    return found


def leniency_for(record: dict[str, Any]) -> shapes.Leniency:
    """What of an answer is not compared."""
    found: shapes.Leniency = _of_record(record, LENIENCY) or shapes.STRICT
    return found


class Exchange(NamedTuple):
    """One recorded exchange, with its place in the file."""

    number: int
    record: dict[str, Any]

    def __str__(self) -> str:
        return f'{self.record["operation"]} {self.record["microversion"]} #{self.number}'


def _exchanges() -> list[Exchange]:
    if not facts.is_present():
        return []
    known = recorded_replay.served()
    return [
        Exchange(number, record)
        for number, record in enumerate(facts.lines('nova-api/transcripts.jsonl'))
        if record['operation'] in known
    ]


class Copies:
    """The recorded cloud, as new as often as it is wanted.

    :param folder: where its states lie.
    """

    def __init__(self, folder: Path) -> None:
        self.made, self.path = folder / 'made.db', folder / 'state.db'
        self.cloud = recorded_cloud.RecordedCloud(self.made)

    def fresh(self) -> recorded_cloud.RecordedCloud:
        """The cloud, with nothing in it of what was replayed on it."""
        for suffix in ('', '-wal', '-shm'):
            Path(f'{self.path}{suffix}').unlink(missing_ok=True)
        # The log of a closed database is empty, so the file alone is all of it.
        sqlite3.connect(self.made).close()
        shutil.copy(self.made, self.path)
        self.cloud.application.database.path = str(self.path)
        self.cloud.now = START
        return self.cloud


@pytest.fixture(scope='module')
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[int, list[str]]:
    """Replays every recorded test on a cloud of its own; exchange number to what is different."""
    copies = Copies(tmp_path_factory.mktemp('transcripts'))
    groups: dict[str, list[Exchange]] = {}
    for each in _exchanges():
        groups.setdefault(each.record['test'], []).append(each)
    found: dict[int, list[str]] = {}
    for exchanges in groups.values():
        replay = recorded_replay.Replay(copies.fresh())
        for number, record in exchanges:
            found[number] = list(replay.differences(record, leniency_for(record)))
    return found


@pytest.mark.parametrize('exchange', _exchanges(), ids=str)
def test_exchange_comes_out_as_recorded(outcomes: dict[int, list[str]], exchange: Exchange) -> None:
    reason = reason_of(exchange.record)
    if reason is None:
        assert outcomes[exchange.number] == []
        return
    assert outcomes[exchange.number], f'It comes out; drop the exception: {reason}'
    pytest.xfail(reason)


def test_every_exchange_is_replayed_and_few_are_excepted() -> None:
    replayed = [each.record for each in _exchanges()]
    recorded = facts.lines('nova-api/transcripts.jsonl')
    left = [each['operation'] for each in recorded if each not in replayed]
    assert set(left) <= set(_OF_THE_ROOT)
    excepted = [each for each in replayed if reason_of(each) is not None]
    lenient = [each for each in replayed if leniency_for(each) is not shapes.STRICT]
    thousands = max(1, len(recorded) / RECORDS)
    assert len(excepted) <= MOST_EXCEPTED * thousands
    assert len(lenient) <= MOST_LENIENT * thousands


@pytest.mark.parametrize('table', [EXCEPTED, LENIENCY], ids=['exceptions', 'leniency'])
def test_every_exception_is_for_a_record(table: dict[tuple[str, str], Any]) -> None:
    if len(facts.lines('nova-api/transcripts.jsonl')) < RECORDS:
        pytest.skip('these are not all of the records that the exceptions are for')
    used = {_of_record(each.record, table) for each in _exchanges()}
    assert set(table.values()) <= used
