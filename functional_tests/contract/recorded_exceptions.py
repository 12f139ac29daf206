"""Recorded exchanges that do not come out, or not in all, with the reasons."""

from __future__ import annotations

from typing import Any

from functional_tests import refusals
from functional_tests.contract import shapes

# Records that cannot come out at all: beginnings of their tests, and a part of their operation and
# path.
EXCEPTED: dict[tuple[str, str], str] = {
    ('test_quota_sets.Noop', 'PUT'): 'this record was made with quotas switched off',
    ('test_security_groups', 'POST /os-security-groups'): (
        'its network service let a second group be called default'
    ),
}
_REBUILT = ('status', 'OS-EXT-STS:task_state')
_RESCUED = shapes.Leniency(
    'rescued servers of its hypervisor do not run', frozenset(('OS-EXT-STS:power_state',))
)
# Records that come out but for something.
LENIENCY: dict[tuple[str, str], shapes.Leniency] = {
    ('test_aggregates.AggregatesV2_41_SampleJsonTest.test_aggregate_get', 'GET'): shapes.Leniency(
        'it got what another run of its test had made', frozenset(('uuid',))
    ),
    ('test_flavors.FlavorsSampleJsonTest2', 'sort_key=ephemeral_gb'): shapes.Leniency(
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
        frozenset(('attachments', 'createdAt', 'status', 'volumeType')),
    ),
}


def of_record(record: dict[str, Any], table: dict[tuple[str, str], Any]) -> Any:
    """The entry of a table that is for a record."""
    for (test, part), found in table.items():
        if record['test'].startswith(test) and part in f'{record["operation"]} {record["path"]}':
            return found
    return None


def reason_of(record: dict[str, Any]) -> str | None:
    """Why an exchange cannot come out as recorded."""
    found: str | None = of_record(record, EXCEPTED)
    return found


def leniency_for(record: dict[str, Any]) -> shapes.Leniency:
    """Return the leniency in comparing an answer."""
    found: shapes.Leniency = of_record(record, LENIENCY) or shapes.STRICT
    return _MALFORMED if found is shapes.STRICT and _is_of_malformed(record) else found


_MALFORMED = shapes.Leniency('words for malformed input are not compared', frozenset(('message',)))


def _is_of_malformed(record: dict[str, Any]) -> bool:
    error = next(iter((record['response'] or {}).values()), None) if record['status'] >= 400 else {}
    words = error.get('message', '') if isinstance(error, dict) else ''
    return refusals.is_of_malformed(record['status'], words, '')
