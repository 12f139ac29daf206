"""Tests of the list of availability zones."""

from __future__ import annotations

import json

import pytest

from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud, fault

PLAIN = {'zoneName': 'nova', 'zoneState': {'available': True}, 'hosts': None}
DETAILED = {
    'zoneName': 'nova',
    'zoneState': {'available': False},
    'hosts': {
        'host1': {
            'nova-compute': {
                'active': True,
                'available': False,
                'updated_at': '2026-01-01T12:00:00.000000',
            }
        }
    },
}


@pytest.fixture
def zones(cloud: ScriptedCloud) -> ScriptedCloud:
    """A cloud with one zone."""
    cloud.on('GET', '/os-availability-zone', {'availabilityZoneInfo': [PLAIN]})
    cloud.on('GET', '/os-availability-zone/detail', {'availabilityZoneInfo': [DETAILED]})
    return cloud


def test_administrator_sees_hosts_and_services(nova: Nova, zones: ScriptedCloud) -> None:
    assert nova('availability-zone-list', cloud=zones).out == (
        '+-------------------+---------------------------------+\n'
        '| Name              | Status                          |\n'
        '+-------------------+---------------------------------+\n'
        '| nova              | not available                   |\n'
        '| |- host1          |                                 |\n'
        '| | |- nova-compute | enabled XXX 2026-01-01 12:00:00 |\n'
        '+-------------------+---------------------------------+\n'
    )


def test_a_terminal_has_a_column_for_each_thing_that_is_told(
    nova: Nova, zones: ScriptedCloud
) -> None:
    env = {'LANG': 'en_US.UTF-8', 'NO_COLOR': '1', 'COLUMNS': '80'}
    shown = nova('availability-zone-list', cloud=zones, env=env, is_terminal=True)
    assert shown.out.splitlines() == [
        'Zone  Host   Service       Status         State  Updated',
        '────  ─────  ────────────  ─────────────  ─────  ────────────────────',
        'nova  -      -             not available  -      -',
        'nova  host1  nova-compute  enabled        down   2026-01-01 12:00:00Z',
    ]
    path = '/os-availability-zone/detail'
    zones.on('GET', path, lambda request: fault(403, 'Policy forbids it.'))
    shown = nova('availability-zone-list', cloud=zones, env=env, is_terminal=True)
    assert shown.out.splitlines() == ['Zone  Status', '────  ─────────', 'nova  available']


def test_others_see_zones_after_a_refusal(nova: Nova, zones: ScriptedCloud) -> None:
    path = '/os-availability-zone/detail'
    zones.on('GET', path, lambda request: fault(403, 'Policy forbids it.'))
    result = nova('availability-zone-list', '-f', 'json', cloud=zones)
    assert json.loads(result.out) == [{'name': 'nova', 'available': True, 'hosts': None}]
    assert zones.wire()[-2:] == [f'GET /v2.1{path}', 'GET /v2.1/os-availability-zone']


def test_machines_see_everything_under_stable_keys(nova: Nova, zones: ScriptedCloud) -> None:
    (shown,) = json.loads(nova('availability-zone-list', '-f', 'json', cloud=zones).out)
    assert (shown['name'], shown['available'], shown['hosts']) == (
        'nova',
        False,
        DETAILED['hosts'],
    )
