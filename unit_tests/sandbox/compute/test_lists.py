"""Lists of Compute: a row is all that a filter is, in its versions."""

from __future__ import annotations

import pytest

from novaclient_mv.sandbox.compute import flavors, hypervisors, keypairs, migrations
from novaclient_mv.sandbox.compute.lists import Lists, pages, parameter
from novaclient_mv.sandbox.compute.servers import server_filters
from novaclient_mv.versions import APIVersion
from unit_tests.sandbox.caller import Caller

LISTS = Lists(
    parameter('host'), parameter('zone', '2.6'), *pages('2.4'), private=True, closed='2.8'
)


@pytest.mark.parametrize(
    ('version', 'names', 'is_open'),
    [
        ('2.3', {'host'}, True),
        ('2.4', {'host', 'limit', 'marker'}, True),
        ('2.6', {'host', 'limit', 'marker', 'zone'}, True),
        ('2.8', {'host', 'limit', 'marker', 'zone'}, False),
    ],
)
def test_query_of_a_version_has_its_rows(version: str, names: set[str], is_open: bool) -> None:
    schema = LISTS.schema(APIVersion(version))
    assert {*schema['properties']} == names
    assert schema['additionalProperties'] is is_open
    assert '^_' in schema['patternProperties']


@pytest.mark.parametrize(
    ('lists', 'since', 'name'),
    [
        (server_filters.LISTS, '2.26', 'tags'),
        (server_filters.LISTS, '2.66', 'changes-before'),
        (server_filters.LISTS, '2.73', 'locked'),
        (migrations.LISTS, '2.80', 'user_id'),
        (hypervisors.LISTS, '2.53', 'with_servers'),
        (keypairs.LISTS, '2.10', 'user_id'),
        (flavors.LISTS, '2.102', 'name'),
    ],
)
def test_filter_is_in_queries_from_its_version_on(lists: Lists, since: str, name: str) -> None:
    version = APIVersion(since)
    before = APIVersion(f'2.{version.ver_minor - 1}')
    assert name in lists.schema(version)['properties']
    assert name not in lists.schema(before)['properties']


@pytest.mark.parametrize(
    ('version', 'user', 'is_heeded'),
    [('2.82', 'demo', False), ('2.83', 'demo', True), ('2.82', 'admin', True)],
)
def test_filter_is_open_to_all_from_its_version_on(
    cloud: Caller, version: str, user: str, is_heeded: bool
) -> None:
    caller = cloud.other(user)
    everything = len(caller('GET', '/v2.1/servers', version).body['servers'])
    found = caller('GET', '/v2.1/servers?key_name=none', version).body['servers']
    assert len(found) == (0 if is_heeded else everything)
    assert everything
