"""The log of audits: the last one, or the last before a time."""

from __future__ import annotations

import json

import pytest

from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud, StartCloud
from unit_tests.v2 import exchange

LOG = {
    'hosts_not_run': ['h3'],
    'log': {'h1': {'state': 'DONE'}},
    'num_hosts': 2,
    'overall_status': '1 of 2 hosts done. 0 errors.',
}


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud with one log."""
    cloud = start_cloud()
    cloud.on('GET', '/os-instance_usage_audit_log', {'instance_usage_audit_logs': LOG})
    cloud.on('GET', '/os-instance_usage_audit_log/*', {'instance_usage_audit_log': LOG})
    return cloud


@pytest.mark.parametrize(
    ('words', 'path'),
    [
        ((), ''),
        (('--before', '2026-01-31 12:00:00.5'), '/2026-01-31 12:00:00.5'),
    ],
)
def test_time_is_part_of_the_path(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...], path: str
) -> None:
    result = nova('instance-usage-audit-log', *words, cloud=cloud)
    assert exchange.sent(cloud) == [f'GET /os-instance_usage_audit_log{path}']
    assert exchange.properties(result) == {
        'hosts_not_run': "['h3']",
        'log': '{"h1": {"state": "DONE"}}',
        'num_hosts': '2',
        'overall_status': '1 of 2 hosts done. 0 errors.',
    }


def test_machines_get_lists_as_lists(nova: Nova, cloud: ScriptedCloud) -> None:
    found = json.loads(nova('instance-usage-audit-log', '-f', 'json', cloud=cloud).out)
    assert found['hosts_not_run'] == ['h3']
    assert found['total_errors'] is None


def test_what_is_no_time_is_refused_before_login(nova: Nova, cloud: ScriptedCloud) -> None:
    assert nova('instance-usage-audit-log', '--before', 'noon', cloud=cloud).status == 2
    assert cloud.requests == []
