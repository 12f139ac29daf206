"""Commands about the cloud and about the program: zones, versions, help, completion, cache."""

from __future__ import annotations

import pytest

import novaclient_mv
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


def test_help_lists_the_commands_without_a_cloud(user: Nova, version: str) -> None:
    page = user('help', version=version, env=UNREACHABLE).checked().out
    assert 'server-list (list)' in page
    assert ' server-tag-add ' in page
    only = user('help', '--only', version=version).checked().out
    assert 'server-list (list)' in only
    assert (' server-tag-add ' in only) is (version == '2.latest')


@pytest.mark.parametrize('words', [('help', 'server-create'), ('server-create', '--help')])
def test_help_of_a_command_groups_options_by_version(nova: Nova, words: tuple[str, ...]) -> None:
    page = nova(*words, env=UNREACHABLE).checked()
    assert page.err == ''
    assert page.lines[0].startswith('server-create, also called boot')
    assert page.out.index('What: from 2.19') < page.out.index('--description <description>')
    assert page.out.index('What: from 2.90') < page.out.index('--hostname <hostname>')


def test_completion_has_all_commands_and_options(user: Nova, version: str) -> None:
    words = user('bash-completion', version=version).checked().out.split()
    assert {'server-list', 'list', 'boot', '--hostname', '--os-cloud', '--reason'} <= set(words)
    assert words == sorted(words)


def test_cache_is_emptied(user: Nova, server: object, version: str) -> None:
    user('server-list', '--limit', '1', version=version).checked()
    first, again = user.json('cache-clear', version=version), user.json('cache-clear')
    # Nothing is kept of the sandbox.
    assert (first['removed'] > 0) is not user.is_sandbox
    assert again == {'removed': 0}
    user('server-list', '--limit', '1', version=version).checked()


def test_program_tells_its_version(nova: Nova) -> None:
    shown = nova('--version').checked().out
    assert shown == f'nova-mv {novaclient_mv.__version__}\n'
