"""Hosts of the cloud up to 2.42: lists, what they have, and switching them on and off."""

from __future__ import annotations

import json
from typing import Any

import pytest

from unit_tests import cases
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud, StartCloud
from unit_tests.v2 import exchange

USE = {'cpu': 2, 'disk_gb': 1028, 'host': 'h', 'memory_mb': 8192, 'project': '(total)'}


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud with one compute host."""
    made = start_cloud(maximum=NEWEST)
    row = {'host_name': 'h', 'service': 'compute', 'zone': 'nova'}
    made.on('GET', '/os-hosts', {'hosts': [row]})
    made.on('GET', '/os-hosts/h', {'host': [{'resource': USE}]})
    made.on(
        'PUT',
        '/os-hosts/h',
        {'host': 'h', 'status': 'enabled', 'maintenance_mode': 'off_maintenance'},
    )
    for action in ('startup', 'shutdown', 'reboot'):
        made.on('GET', f'/os-hosts/h/{action}', {'host': 'h', 'power_action': action})
    return made


LINES: list[tuple[str, list[str], list[Any], list[str]]] = [
    ('host-list', ['GET /os-hosts'], [], ['h', 'compute', 'nova']),
    ('host-list --zone nova', ['GET /os-hosts?zone=nova'], [], ['h', 'compute', 'nova']),
    ('host-show h', ['GET /os-hosts/h'], [], ['h', '(total)', '2', '8192', '1028']),
    (
        'host-update h --status enable',
        ['PUT /os-hosts/h'],
        [{'status': 'enable'}],
        ['h', 'enabled', 'off_maintenance'],
    ),
    (
        'host-update h --status enable --maintenance disable',
        ['PUT /os-hosts/h'],
        [{'status': 'enable', 'maintenance_mode': 'disable'}],
        ['h', 'enabled', 'off_maintenance'],
    ),
    ('host-startup h', ['GET /os-hosts/h/startup'], [], ['h', 'startup']),
    ('host-shutdown h', ['GET /os-hosts/h/shutdown'], [], ['h', 'shutdown']),
    ('host-reboot h', ['GET /os-hosts/h/reboot'], [], ['h', 'reboot']),
]


@pytest.mark.parametrize('version', ['2.0', '2.1', '2.42'])
@cases.one_test_of('line, requests, bodies, cells', LINES)
def test_command_makes_its_request_and_shows_a_row(
    nova: Nova,
    cloud: ScriptedCloud,
    line: str,
    requests: list[str],
    bodies: list[Any],
    cells: list[str],
    version: str,
) -> None:
    cloud.requests.clear()
    result = nova(*line.split(), version=version, cloud=cloud)
    assert result.status == 0, result.err
    assert exchange.sent(cloud) == requests
    assert exchange.bodies(cloud) == bodies
    assert exchange.table(result)[1] == cells


def test_update_without_a_change_is_refused_before_login(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('host-update', 'h', version='2.42', cloud=cloud)
    assert result.status == 2
    assert '--maintenance' in result.err
    assert cloud.requests == []


def test_use_of_a_host_has_keys_for_machines(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('host-show', 'h', '-f', 'json', version='2.42', cloud=cloud)
    assert json.loads(result.out) == [USE]


@pytest.mark.parametrize('action', ['startup', 'shutdown', 'reboot'])
def test_host_is_not_switched_twice_when_the_answer_is_lost(
    nova: Nova, cloud: ScriptedCloud, action: str
) -> None:
    for _ in range(3):
        cloud.answer_next('GET', f'/os-hosts/h/{action}', 'status:503')
    result = nova(f'host-{action}', 'h', version='2.42', cloud=cloud)
    assert result.status == 7
    assert exchange.sent(cloud) == [f'GET /os-hosts/h/{action}']
    assert 'Look with GET /os-hosts/h before you try again' in result.err
