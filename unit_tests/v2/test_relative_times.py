"""Options that take a time, given as people say it, on the wire and on the terminal."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud, StartCloud
from unit_tests.v2 import exchange, one_server

LINES = [
    (('server-list', '--changes-since', '2h'), 'changes-since', '2026-01-01T10:00:00Z'),
    (('server-list', '--changes-before', 'today'), 'changes-before', '2025-12-31T23:00:00Z'),
    (('migration-list', '--changes-since', '30m'), 'changes-since', '2026-01-01T11:30:00Z'),
    (('migration-list', '--changes-before', '3d'), 'changes-before', '2025-12-29T12:00:00Z'),
    (
        ('server-action-list', one_server.ID, '--changes-since', 'yesterday'),
        *('changes-since', '2025-12-30T23:00:00Z'),
    ),
    (('usage-list', '--start', 'yesterday'), 'start', '2025-12-30T23:00:00'),
    (('usage-list', '--start=-2'), 'start', '2025-12-30T12:00:00'),
    (('usage-list', '--end', '1h'), 'end', '2026-01-01T11:00:00'),
]


@pytest.fixture(autouse=True)
def berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Local time is an hour before UTC."""
    monkeypatch.setenv('TZ', 'Europe/Berlin')
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud of today with one server."""
    made = start_cloud(maximum=NEWEST)
    one_server.add(made)
    made.on('GET', '/os-migrations', {'migrations': []})
    made.on('GET', '/servers/*/os-instance-actions', {'instanceActions': []})
    made.on('GET', '/os-simple-tenant-usage', {'tenant_usages': []})
    made.on('GET', '/servers/detail', {'servers': []})
    made.on('GET', '/os-instance_usage_audit_log/*', {'instance_usage_audit_log': {}})
    return made


@pytest.mark.parametrize(('words', 'name', 'value'), LINES)
def test_time_is_sent_in_utc_and_only_a_terminal_is_told(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...], name: str, value: str
) -> None:
    result = nova(*words, cloud=cloud)
    assert (result.status, result.err) == (0, '')
    assert dict(cloud.requests[-1].query)[name] == value
    told = nova(*words, cloud=cloud, is_terminal=True).err
    assert f'--{name} ' in told
    assert f' is {value.removesuffix("Z")}Z (UTC)' in told


@pytest.mark.parametrize(
    'words',
    [
        ('server-list', '--changes-since', '2026-01-01'),
        ('usage-list', '--start', '2026-01-01'),
        ('usage-list',),
    ],
)
def test_terminal_is_told_nothing_of_times_that_were_typed_or_are_defaults(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...]
) -> None:
    assert '(UTC)' not in nova(*words, cloud=cloud, is_terminal=True).err


def test_heading_of_usage_tells_the_time(nova: Nova, cloud: ScriptedCloud) -> None:
    lines = nova('usage-list', '--start', '2h', cloud=cloud).lines
    assert lines[0] == 'From 2026-01-01T10:00:00Z to 2026-01-02:'


def test_audit_log_gets_the_form_that_it_reads(nova: Nova, cloud: ScriptedCloud) -> None:
    nova('instance-usage-audit-log', '--before', 'yesterday', cloud=cloud)
    path = '/os-instance_usage_audit_log/2025-12-30 23:00:00'
    assert exchange.sent(cloud)[-1:] == [f'GET {path}']


def test_sandbox_lists_what_changed(nova: Nova) -> None:
    def names(*words: str) -> list[Any]:
        found = nova('server-list', *words, '-f', 'value', '-c', 'name', cloud='sandbox')
        assert found.status == 0, found.err
        return found.lines

    every = names()
    assert every
    assert names('--changes-since', '9999w') == every
    nova.clock.advance(7200)
    assert names('--changes-since', '1h') == []
    assert names('--changes-before', '1h') == every
