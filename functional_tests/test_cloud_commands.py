"""Commands about the cloud and about the program: zones, versions, help, completion, cache."""

from __future__ import annotations

import pytest

from functional_tests.nova import Inside, Nova

UNREACHABLE = {'OS_CLOUD': '', 'OS_AUTH_URL': 'http://127.0.0.1:9/v3'}


def test_availability_zones_are_listed(user: Nova, version: str) -> None:
    titles, *rows = user('availability-zone-list', version=version).table
    assert titles == ['Name', 'Status']
    zones = user.json('availability-zone-list', version=version)
    assert all(set(zone) == {'name', 'available', 'hosts'} for zone in zones)
    shown = [row for row in rows if not row[0].startswith('|') and row[0]]
    assert [row[0] for row in shown if not row[0].startswith('-')] == sorted(
        zone['name'] for zone in zones
    )
    assert any(zone['available'] for zone in zones)


@pytest.mark.parametrize('asked', ['2.latest', '2.1', 'None', None])
def test_versions_of_the_cloud_are_listed_whatever_is_asked_for(
    nova: Nova, asked: str | None
) -> None:
    titles, *rows = nova('version-list', version=asked).table
    assert titles == [
        *('Id', 'Status', 'Updated', 'Min Version', 'Version'),
        *('Shared with this client', 'Service Type', 'Endpoint'),
    ]
    assert rows
    for found in nova.json('version-list', version=asked):
        if found['status'] == 'CURRENT':
            assert found['shared'].endswith(f'to {found["max_version"]}')
        if found['id'] == 'v2.0':
            assert found['shared'] == '2.0'


def test_versions_name_their_place(inside: Inside) -> None:
    for found in inside.json('version-list'):
        assert found['url'].startswith('http')
        assert found['service_type']
    places = [
        found['service_type'] for found in inside.json('version-list', '--service', 'compute')
    ]
    assert all(place.startswith('compute') for place in places)
    assert set(places) <= {found['service_type'] for found in inside.json('version-list')}


def test_cache_is_emptied(user: Nova, server: object, version: str) -> None:
    user('server-list', '--limit', '1', version=version).checked()
    first, again = user.json('cache-clear', version=version), user.json('cache-clear')
    # Nothing is kept of the sandbox.
    assert (first['removed'] > 0) is not user.is_sandbox
    assert again == {'removed': 0}
    user('server-list', '--limit', '1', version=version).checked()
