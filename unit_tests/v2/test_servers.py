"""Tests of servers: finding, showing, changing and acting on them."""

from __future__ import annotations

import csv
import json
from typing import Any

import pytest

from unit_tests import records
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud, fault

# The first version that pins a server to a zone.
PINNED_SINCE = '2.104'

ONE = records.server_id(1)
ACTION = f'/servers/{ONE}/action'


# -- finding -----------------------------------------------------------------


def test_id_is_asked_for_directly(nova: Nova, new_cloud: ScriptedCloud) -> None:
    assert nova('server-lock', ONE, cloud=new_cloud).status == 0
    assert new_cloud.wire()[-2:] == [f'GET /v2.1/servers/{ONE}', f'POST /v2.1{ACTION}']


def test_name_is_looked_for_with_one_request(nova: Nova, new_cloud: ScriptedCloud) -> None:
    nova('server-lock', 'web', cloud=new_cloud)
    assert new_cloud.wire(query=True)[-2:] == [
        'GET /v2.1/servers?name=web',
        f'POST /v2.1{ACTION}',
    ]


def test_name_that_looks_like_an_id_is_looked_for_too(nova: Nova, new_cloud: ScriptedCloud) -> None:
    name = records.server_id(7)
    records.add_server(new_cloud, records.server(1, name))
    assert nova('server-lock', name, cloud=new_cloud).status == 0
    assert new_cloud.wire()[-3:] == [
        f'GET /v2.1/servers/{name}',
        'GET /v2.1/servers',
        f'POST /v2.1{ACTION}',
    ]


@pytest.mark.parametrize(
    ('name', 'sent'),
    [('a.b', 'a.b'), ('a+b(c)', r'a\+b\(c\)'), ('a*', r'a\*'), ('$x^', r'\$x\^'), ('a|', 'a.')],
)
def test_name_is_no_regular_expression(
    nova: Nova, new_cloud: ScriptedCloud, name: str, sent: str
) -> None:
    records.add_server(new_cloud, records.server(1, name))
    assert nova('server-lock', name, cloud=new_cloud).status == 0
    assert new_cloud.requests[-2].query == [('name', sent)]


def test_only_the_exact_name_counts(nova: Nova, new_cloud: ScriptedCloud) -> None:
    rows = [records.server(2, 'web2'), records.server(1, 'web'), records.server(3, 'Web')]
    new_cloud.on('GET', '/servers', {'servers': rows})
    assert nova('server-lock', 'web', cloud=new_cloud).status == 0
    assert new_cloud.wire()[-1] == f'POST /v2.1{ACTION}'


def test_name_in_all_projects(nova: Nova, new_cloud: ScriptedCloud) -> None:
    new_cloud.on('DELETE', f'/servers/{ONE}', None, 204)
    nova('server-delete', 'web', '--all-tenants', cloud=new_cloud)
    queries = [each.query for each in new_cloud.requests if each.path == '/v2.1/servers']
    assert queries == [[('all_tenants', '1'), ('name', 'web')]]


# -- showing -----------------------------------------------------------------


def test_server_is_shown_with_names_of_flavor_and_image(
    nova: Nova, new_cloud: ScriptedCloud
) -> None:
    old = records.server(1, 'web', flavor={'id': '1', 'links': []})
    new_cloud.on('GET', f'/servers/{ONE}', {'server': old})
    result = nova('server-show', ONE, version='2.46', cloud=new_cloud)
    assert '| flavor                 | m1.tiny (1) ' in result.out
    assert f'| cirros ({records.IMAGE}) |' in result.out
    assert '| private network        | 10.0.0.3 ' in result.out


def test_flavor_is_part_of_the_server_from_2_47(nova: Nova, new_cloud: ScriptedCloud) -> None:
    result = nova('server-show', ONE, version='2.47', cloud=new_cloud)
    assert '| flavor:original_name   | m1.tiny ' in result.out
    assert 'GET /v2.1/flavors/1' not in new_cloud.wire()


def test_minimal_asks_for_the_server_only(nova: Nova, new_cloud: ScriptedCloud) -> None:
    result = nova('server-show', ONE, '--minimal', version='2.47', cloud=new_cloud)
    assert f'| {records.IMAGE} ' in result.out
    assert [each for each in new_cloud.wire() if 'image' in each] == []
    flavor = [line.split('|')[1:3] for line in result.lines if line.startswith('| flavor')]
    assert [[cell.strip() for cell in row] for row in flavor] == [['flavor', 'm1.tiny']]


@pytest.mark.parametrize('status', [403, 404, 500])
def test_image_that_cannot_be_read_does_not_hide_the_server(
    nova: Nova, new_cloud: ScriptedCloud, status: int
) -> None:
    new_cloud.on('GET', '/image/v2/images/*', lambda request: fault(status, 'No.'))
    result = nova('server-show', ONE, version='2.47', cloud=new_cloud)
    assert result.status == 0
    assert f'Image not found ({records.IMAGE})' in result.out


def test_cloud_without_an_image_service_shows_servers(nova: Nova, cloud: ScriptedCloud) -> None:
    records.add_server(cloud, records.server(1))
    result = nova('server-show', ONE, cloud=cloud)
    assert result.status == 0
    assert 'Image not found' in result.out


def test_server_from_a_volume_says_so(nova: Nova, new_cloud: ScriptedCloud) -> None:
    new_cloud.on('GET', f'/servers/{ONE}', {'server': records.server(1, image='')})
    assert 'no image supplied' in nova('server-show', ONE, cloud=new_cloud).out


def test_record_asks_for_no_names_as_json(nova: Nova, new_cloud: ScriptedCloud) -> None:
    result = nova('server-show', ONE, '-f', 'json', version='2.47', cloud=new_cloud)
    shown = json.loads(result.out)
    assert shown['networks'] == {'private': ['10.0.0.3']}
    assert shown['image'] == {'id': records.IMAGE, 'properties': None}


# -- changing ----------------------------------------------------------------


@pytest.mark.parametrize(
    ('words', 'version', 'body'),
    [
        (('--name', 'db'), '2.1', {'name': 'db'}),
        (('--description', 'd'), '2.19', {'description': 'd'}),
        (('--description', ''), '2.19', {'description': None}),
        (('--hostname', 'h', '--name', 'db'), '2.90', {'hostname': 'h', 'name': 'db'}),
        (('--pinned-availability-zone', 'z'), PINNED_SINCE, {'pinned_availability_zone': 'z'}),
        (('--unpin-availability-zone',), PINNED_SINCE, {'pinned_availability_zone': None}),
    ],
)
def test_update_sends_what_was_given(
    nova: Nova, new_cloud: ScriptedCloud, words: tuple[str, ...], version: str, body: dict[str, Any]
) -> None:
    new_cloud.on('PUT', f'/servers/{ONE}', {'server': records.server(1)})
    assert nova('server-update', ONE, *words, version=version, cloud=new_cloud).status == 0
    assert new_cloud.requests[-1].body == {'server': body}


def test_update_of_nothing_sends_nothing(nova: Nova, new_cloud: ScriptedCloud) -> None:
    assert nova('server-update', ONE, cloud=new_cloud).status == 0
    assert not [each for each in new_cloud.requests if each.method == 'PUT']


def test_pinning_and_unpinning_exclude_each_other(nova: Nova, new_cloud: ScriptedCloud) -> None:
    words = ('--pinned-availability-zone', 'z', '--unpin-availability-zone')
    assert nova('server-update', ONE, *words, cloud=new_cloud).status == 2
    assert not new_cloud.requests


@pytest.mark.parametrize(
    ('words', 'body'),
    [
        (('server-start',), {'os-start': None}),
        (('server-stop',), {'os-stop': None}),
        (('server-reboot',), {'reboot': {'type': 'SOFT'}}),
        (('server-reboot', '--hard'), {'reboot': {'type': 'HARD'}}),
        (('server-pause',), {'pause': None}),
        (('server-unpause',), {'unpause': None}),
        (('server-suspend',), {'suspend': None}),
        (('server-resume',), {'resume': None}),
        (('server-lock',), {'lock': None}),
        (('server-lock', '--reason', 'mine'), {'lock': {'locked_reason': 'mine'}}),
        (('server-unlock',), {'unlock': None}),
    ],
)
def test_action_on_the_wire(
    nova: Nova, new_cloud: ScriptedCloud, words: tuple[str, ...], body: dict[str, Any]
) -> None:
    result = nova(*words, ONE, cloud=new_cloud)
    assert (result.status, result.err) == (0, '')
    assert new_cloud.requests[-1].body == body
    assert new_cloud.wire()[-1] == f'POST /v2.1{ACTION}'


# -- filters -----------------------------------------------------------------


@pytest.mark.parametrize(
    ('words', 'query'),
    [
        ((), []),
        (('--name', 'a'), [('name', 'a')]),
        (('--status', 'ACTIVE', '--host', 'h'), [('host', 'h'), ('status', 'ACTIVE')]),
        (('--all-tenants',), [('all_tenants', '1')]),
        (('--all-tenants', '0'), []),
        (('--tenant', 'a' * 32), [('all_tenants', '1'), ('tenant_id', 'a' * 32)]),
        (('--config-drive',), [('config_drive', 'True')]),
        (('--no-config-drive',), [('config_drive', 'False')]),
        (('--deleted',), [('deleted', 'True')]),
        (('--tags', 'a,b', '--not-tags-any', 'c'), [('not-tags-any', 'c'), ('tags', 'a,b')]),
        (('--locked', 'true'), [('locked', 'true')]),
        (('--changes-since', '2026-01-01'), [('changes-since', '2026-01-01')]),
        (('--flavor', '1'), [('flavor', '1')]),
        (
            ('--sort', 'name:asc,id'),
            [('sort_dir', 'asc'), ('sort_dir', 'desc'), ('sort_key', 'name'), ('sort_key', 'id')],
        ),
        (('--limit', '5', '--marker', 'm'), [('limit', '5'), ('marker', 'm')]),
    ],
)
def test_filters_on_the_wire(
    nova: Nova, new_cloud: ScriptedCloud, words: tuple[str, ...], query: list[tuple[str, str]]
) -> None:
    new_cloud.keystone.roles = ('admin',)
    result = nova('server-list', *words, cloud=new_cloud)
    assert (result.status, result.err) == (0, '')
    # What is told nothing of may be asked of the identity service.
    listed = [each for each in new_cloud.requests if not each.path.startswith('/v3/projects')][-1]
    assert (listed.path, listed.query) == ('/v2.1/servers/detail', query)


def test_minimal_list_asks_for_little(nova: Nova, new_cloud: ScriptedCloud) -> None:
    result = nova('server-list', '--minimal', cloud=new_cloud)
    assert result.lines[1].split('|')[1:-1] == [' ID                                   ', ' Name ']
    assert new_cloud.wire()[-1] == 'GET /v2.1/servers'


def test_fields_may_be_a_clouds_own(nova: Nova, new_cloud: ScriptedCloud) -> None:
    row = records.server(1, **{'OS-NEW:some_thing': 'x'})
    new_cloud.on('GET', '/servers/detail', {'servers': [row]})
    result = nova('server-list', '--fields', 'name,OS-NEW:some_thing', cloud=new_cloud)
    assert [each.strip() for each in result.lines[1].split('|')[1:-1]] == [
        'ID',
        'Name',
        'OS-NEW: Some Thing',
    ]


def test_fields_may_be_parts_of_the_flavor(nova: Nova, new_cloud: ScriptedCloud) -> None:
    new_cloud.on('GET', '/servers/detail', {'servers': [records.server(1)]})
    words = ('server-list', '--fields', 'flavor:disk,flavor:original_name')
    result = nova(*words, version='2.47', cloud=new_cloud)
    assert [cell.strip() for cell in result.lines[1].split('|')[2:4]] == [
        'flavor: Disk',
        'flavor: Original Name',
    ]
    assert [cell.strip() for cell in result.lines[3].split('|')[2:4]] == ['1', 'm1.tiny']
    before = nova(*words, version='2.46', cloud=new_cloud)
    assert (before.status, 'flavor:disk needs API version 2.47' in before.err) == (2, True)


@pytest.mark.parametrize(
    'name', ['flavor:bogus', 'metadata:a', 'image:id', 'Flavor:x', 'OS-EXT-BOGUS:thing', 'spam']
)
def test_field_that_no_server_has_is_refused(
    nova: Nova, new_cloud: ScriptedCloud, name: str
) -> None:
    unknown = records.server(2, status='UNKNOWN')
    rows = [unknown, records.server(1, metadata={'a': 'b'})]
    new_cloud.on('GET', '/servers/detail', {'servers': rows})
    result = nova('server-list', '--fields', f'name,{name}', cloud=new_cloud)
    assert (result.out, result.status) == ('', 2)
    assert f'There is no column {name}.' in result.err


@pytest.mark.parametrize('format', ['json', 'ndjson', 'csv'])
def test_machine_formats_have_fields_of_a_clouds_own(
    nova: Nova, new_cloud: ScriptedCloud, format: str
) -> None:
    row = records.server(1, **{'OS-NEW:some_thing': 'x'})
    new_cloud.on('GET', '/servers/detail', {'servers': [row]})
    result = nova(
        'server-list', '--fields', 'name,OS-NEW:some_thing', '-f', format, cloud=new_cloud
    )
    expected = {'id': records.server_id(1), 'name': 'web1', 'OS-NEW:some_thing': 'x'}
    if format == 'csv':
        assert list(csv.DictReader(result.lines)) == [expected]
    else:
        content = json.loads(result.out)
        assert content == ([expected] if format == 'json' else expected)
