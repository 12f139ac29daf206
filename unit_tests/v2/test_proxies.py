"""Proxies of other services in the Compute API: requests, versions, names, pages, waiting."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv import exceptions
from unit_tests import cases
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import Request, ScriptedCloud, StartCloud, fault
from unit_tests.v2 import exchange
from unit_tests.v2.conftest import Connect

ID = 'aaaaaaaa-0000-4000-8000-000000000001'
OTHER = 'aaaaaaaa-0000-4000-8000-000000000002'

IMAGE = {
    'id': ID,
    'name': 'tiny',
    'status': 'ACTIVE',
    'progress': 100,
    'server': {'id': OTHER, 'links': []},
    'minDisk': 1,
    'minRam': 64,
    'OS-EXT-IMG-SIZE:size': 9216,
    'OS-DCF:diskConfig': 'AUTO',
    'metadata': {'architecture': 'x86_64'},
    'created': '2011-01-01T01:02:03Z',
    'updated': '2011-01-01T01:02:03Z',
    'links': [],
}
ADDRESS = {'id': ID, 'ip': '172.24.4.17', 'pool': 'public', 'fixed_ip': None, 'instance_id': None}
RULE = {
    'id': OTHER,
    'parent_group_id': ID,
    'ip_protocol': 'tcp',
    'from_port': 22,
    'to_port': 22,
    'ip_range': {'cidr': '10.0.0.0/24'},
    'group': {},
}
GROUP = {'id': ID, 'name': 'web', 'description': 'd', 'rules': [RULE], 'tenant_id': 'p'}
NETWORK = {'id': ID, 'label': 'private', 'cidr': None, 'mtu': None, 'vpn_public_port': None}
NODE = {
    'id': ID,
    'host': 'IRONIC MANAGED',
    'task_state': 'active',
    'cpus': '2',
    'memory_mb': '1024',
    'disk_gb': '10',
    'interfaces': [{'address': '52:54:00:00:00:01'}],
    'instance_uuid': OTHER,
}
VOLUME = {
    'id': ID,
    'displayName': 'data',
    'displayDescription': None,
    'status': 'available',
    'size': 1,
    'volumeType': 'fast',
    'availabilityZone': 'nova',
    'attachments': [{}],
    'snapshotId': None,
    'metadata': {},
    'createdAt': '2013-02-18T14:51:18.528085',
}
SNAPSHOT = {
    'id': ID,
    'displayName': 'monday',
    'displayDescription': None,
    'status': 'available',
    'size': 1,
    'volumeId': OTHER,
    'createdAt': '2013-02-18T14:51:18.528085',
}


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud with one resource of each kind."""
    made = start_cloud(maximum=NEWEST)
    for path, key, row in (
        ('/images', 'image', IMAGE),
        ('/os-floating-ips', 'floating_ip', ADDRESS),
        ('/os-security-groups', 'security_group', GROUP),
        ('/os-networks', 'network', NETWORK),
        ('/os-tenant-networks', 'network', {'id': ID, 'label': 'private', 'cidr': 'None'}),
        ('/os-baremetal-nodes', 'node', NODE),
        ('/os-volumes', 'volume', VOLUME),
        ('/os-snapshots', 'snapshot', SNAPSHOT),
    ):
        made.on('GET', path, {f'{key}s': [row]})
        made.on('GET', f'{path}/detail', {f'{key}s': [row]})
        made.on('GET', f'{path}/{ID}', {key: row})
        made.on('POST', path, {key: row})
        made.on('PUT', f'{path}/{ID}', {key: row})
        made.on('DELETE', f'{path}/{ID}', status=202)
    made.on('GET', '/os-floating-ip-pools', {'floating_ip_pools': [{'name': 'public'}]})
    made.on('POST', '/os-security-group-rules', {'security_group_rule': RULE})
    made.on('DELETE', f'/os-security-group-rules/{ID}', status=202)
    return made


# A command line, its requests, and the body of those that have one.
LINES: list[tuple[str, str, dict[str, Any] | None]] = [
    ('image-list', 'GET /images/detail', None),
    (
        'image-list --name a --status ACTIVE --server s --type snapshot --min-disk 1 --min-ram 0',
        'GET /images/detail?minDisk=1&minRam=0&name=a&server=s&status=ACTIVE&type=snapshot',
        None,
    ),
    ('image-list --marker m --limit 1', 'GET /images/detail?limit=1&marker=m', None),
    ('image-show tiny', f'GET /images?name=tiny | GET /images/{ID}', None),
    (f'image-show {ID}', f'GET /images/{ID}', None),
    (f'image-delete {ID}', f'GET /images/{ID} | DELETE /images/{ID}', None),
    ('network-list', 'GET /os-networks', None),
    ('network-show private', 'GET /os-networks', None),
    (f'network-show {ID}', f'GET /os-networks/{ID}', None),
    ('tenant-network-list', 'GET /os-tenant-networks', None),
    (f'tenant-network-show {ID}', f'GET /os-tenant-networks/{ID}', None),
    ('floating-ip-list', 'GET /os-floating-ips', None),
    ('floating-ip-show 172.24.4.17', 'GET /os-floating-ips', None),
    ('floating-ip-create', 'POST /os-floating-ips', {'pool': None}),
    ('floating-ip-create public', 'POST /os-floating-ips', {'pool': 'public'}),
    (
        'floating-ip-delete 172.24.4.17',
        f'GET /os-floating-ips | DELETE /os-floating-ips/{ID}',
        None,
    ),
    ('floating-ip-pool-list', 'GET /os-floating-ip-pools', None),
    ('secgroup-list', 'GET /os-security-groups', None),
    (
        'secgroup-list --all-projects --limit 2 --offset 3',
        'GET /os-security-groups?all_tenants=1&limit=2&offset=3',
        None,
    ),
    (f'secgroup-show {ID}', f'GET /os-security-groups/{ID}', None),
    (
        'secgroup-create web',
        'POST /os-security-groups',
        {'security_group': {'name': 'web', 'description': ''}},
    ),
    (
        'secgroup-update web --name www',
        f'GET /os-security-groups | PUT /os-security-groups/{ID}',
        {'security_group': {'name': 'www', 'description': 'd'}},
    ),
    ('secgroup-delete web', f'GET /os-security-groups | DELETE /os-security-groups/{ID}', None),
    (
        f'secgroup-rule-create {ID} --ip-protocol tcp --from-port 22 --to-port 23 '
        '--cidr 10.0.0.0/8',
        f'GET /os-security-groups/{ID} | POST /os-security-group-rules',
        {
            'security_group_rule': {
                'parent_group_id': ID,
                'ip_protocol': 'tcp',
                'from_port': 22,
                'to_port': 23,
                'cidr': '10.0.0.0/8',
            }
        },
    ),
    (
        f'secgroup-rule-create {ID} --ip-protocol icmp --from-port -1 --source-group web',
        f'GET /os-security-groups/{ID} | GET /os-security-groups | POST /os-security-group-rules',
        {
            'security_group_rule': {
                'parent_group_id': ID,
                'ip_protocol': 'icmp',
                'from_port': -1,
                'group_id': ID,
            }
        },
    ),
    (f'secgroup-rule-delete {ID}', f'DELETE /os-security-group-rules/{ID}', None),
    ('volume-list', 'GET /os-volumes/detail', None),
    ('volume-list --limit 1 --offset 2', 'GET /os-volumes/detail?limit=1&offset=2', None),
    ('volume-show data', 'GET /os-volumes', None),
    (
        'volume-create 2 --name n --description d --volume-type t --availability-zone z --meta a=b',
        'POST /os-volumes',
        {
            'volume': {
                'size': 2,
                'display_name': 'n',
                'display_description': 'd',
                'volume_type': 't',
                'availability_zone': 'z',
                'metadata': {'a': 'b'},
            }
        },
    ),
    (
        'volume-create 2 --snapshot monday',
        'GET /os-snapshots | POST /os-volumes',
        {'volume': {'size': 2, 'snapshot_id': ID}},
    ),
    ('volume-delete data', f'GET /os-volumes | DELETE /os-volumes/{ID}', None),
    ('volume-snapshot-list', 'GET /os-snapshots/detail', None),
    ('volume-snapshot-show monday', 'GET /os-snapshots', None),
    (
        'volume-snapshot-create data --name n --description d --force',
        'GET /os-volumes | POST /os-snapshots',
        {
            'snapshot': {
                'volume_id': ID,
                'force': True,
                'display_name': 'n',
                'display_description': 'd',
            }
        },
    ),
    (f'volume-snapshot-delete {ID}', f'GET /os-snapshots/{ID} | DELETE /os-snapshots/{ID}', None),
    ('compute-baremetal-node-list', 'GET /os-baremetal-nodes', None),
    (f'compute-baremetal-node-show {ID}', f'GET /os-baremetal-nodes/{ID}', None),
]


@pytest.mark.parametrize('version', ['2.0', '2.1', '2.35'])
@cases.one_test_of('line, requests, body', LINES)
def test_command_makes_its_requests(
    nova: Nova,
    cloud: ScriptedCloud,
    line: str,
    requests: str,
    body: dict[str, Any] | None,
    version: str,
) -> None:
    cloud.requests.clear()
    result = nova(*line.split(), version=version, cloud=cloud)
    assert result.status == 0, result.err
    assert exchange.sent(cloud) == requests.split(' | ')
    writes = [request for request in exchange.sent(cloud) if not request.startswith('GET')]
    assert exchange.bodies(cloud) == [
        None if request.startswith('DELETE') else body for request in writes
    ]


def test_version_steps_down_where_none_was_named(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('network-list', cloud=cloud)
    assert result.status == 0
    assert f'using API version 2.35 instead of {NEWEST}' in result.err
    assert cloud.versions_sent()[-1] == ('compute 2.35', '2.35')


def test_group_is_shown_above_its_rules(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('secgroup-show', ID, version='2.35', cloud=cloud)
    group, rules = exchange.tables(result)
    assert ['name', 'web'] in group
    assert rules[1][:6] == [OTHER, ID, 'tcp', '22', '22', '10.0.0.0/24']


@pytest.mark.parametrize('line', ['volume-show', 'network-show', 'secgroup-show', 'image-show'])
def test_name_that_nothing_has_is_not_found(nova: Nova, cloud: ScriptedCloud, line: str) -> None:
    result = nova(line, 'nosuch', version='2.35', cloud=cloud)
    assert result.status == 5
    assert "'nosuch'" in result.err


def test_name_that_several_have_is_refused(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('GET', '/os-volumes', {'volumes': [VOLUME, {**VOLUME, 'id': OTHER}]})
    result = nova('volume-delete', 'data', version='2.35', cloud=cloud)
    assert result.status == 5
    assert ID in result.err
    assert OTHER in result.err
    assert exchange.writes(cloud) == []


def test_others_are_deleted_when_one_is_not_there(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('volume-delete', 'nosuch', 'data', version='2.35', cloud=cloud)
    assert result.status == 8
    assert result.lines == [f'{ID}: delete accepted']
    assert exchange.writes(cloud) == [f'DELETE /os-volumes/{ID}']


@pytest.mark.parametrize(
    ('command', 'path', 'key', 'name_key', 'template'),
    [
        ('volume-delete', '/os-volumes', 'volumes', 'displayName', VOLUME),
        ('volume-snapshot-delete', '/os-snapshots', 'snapshots', 'displayName', SNAPSHOT),
        ('secgroup-delete', '/os-security-groups', 'security_groups', 'name', GROUP),
        ('floating-ip-delete', '/os-floating-ips', 'floating_ips', 'ip', ADDRESS),
        ('image-delete', '/images', 'images', 'name', IMAGE),
    ],
)
def test_several_names_share_one_list(
    nova: Nova,
    cloud: ScriptedCloud,
    command: str,
    path: str,
    key: str,
    name_key: str,
    template: dict[str, Any],
) -> None:
    names = ['a', 'b', 'twice', 'twice', 'c']
    rows = [
        {**template, 'id': f'id-{place}', name_key: name} for place, name in enumerate(names, 1)
    ]

    def answer(request: Request) -> Any:
        # Images alone can be asked for by name.
        wanted = dict(request.query).get('name')
        return {key: [row for row in rows if wanted in (None, row[name_key])]}

    cloud.on('GET', path, answer)
    cloud.on('DELETE', f'{path}/*', status=202)
    result = nova(command, 'c', ID, 'a', version='2.35', cloud=cloud)
    assert (result.err, result.status) == ('', 0)
    assert len(result.lines) == 3
    assert exchange.sent(cloud).count(f'GET {path}') == 1
    assert sorted(exchange.writes(cloud)) == [f'DELETE {path}/{id}' for id in (ID, 'id-1', 'id-5')]
    assert len(exchange.sent(cloud)) == 5
    result = nova(command, 'b', 'twice', 'nosuch', version='2.35', cloud=cloud)
    assert result.status == 8
    assert exchange.writes(cloud)[3:] == [f'DELETE {path}/id-2']
    assert 'give one of the ids: id-3, id-4' in result.err
    assert "with the name or id 'nosuch'" in result.err


@pytest.mark.parametrize(
    ('line', 'path', 'key', 'row'),
    [
        ('volume-create 1', '/os-volumes', 'volume', VOLUME),
        ('volume-snapshot-create data', '/os-snapshots', 'snapshot', SNAPSHOT),
    ],
)
def test_new_volume_is_waited_for(
    nova: Nova, cloud: ScriptedCloud, line: str, path: str, key: str, row: dict[str, Any]
) -> None:
    states = iter(['creating', 'available'])
    cloud.on('GET', f'{path}/{ID}', lambda request: {key: {**row, 'status': next(states)}})
    result = nova(*line.split(), '--wait', version='2.35', cloud=cloud)
    assert result.status == 0, result.err
    assert len(nova.clock.sleeps) == 1


def test_volume_that_cannot_be_deleted_is_an_error(nova: Nova, cloud: ScriptedCloud) -> None:
    stuck = {'volume': {**VOLUME, 'status': 'error_deleting'}}
    cloud.on('GET', f'/os-volumes/{ID}', stuck)
    result = nova('volume-delete', 'data', '--wait', version='2.35', cloud=cloud)
    assert result.status == 1


@pytest.mark.parametrize(
    ('command', 'path', 'key', 'row'),
    [
        ('volume-delete', '/os-volumes', 'volume', VOLUME),
        ('volume-snapshot-delete', '/os-snapshots', 'snapshot', SNAPSHOT),
    ],
)
def test_delete_is_waited_for_though_another_one_failed(
    nova: Nova, cloud: ScriptedCloud, command: str, path: str, key: str, row: dict[str, Any]
) -> None:
    answers: list[Any] = [{key: {**row, 'status': 'deleting'}}] * 3 + [fault(404, 'Gone.')]
    cloud.on('GET', f'{path}/{ID}', lambda request: answers.pop(0))
    result = nova(command, ID, 'nope', '--wait', version='2.35', cloud=cloud)
    assert result.status == 8
    assert result.lines[-1].endswith(': DELETED')
    assert 'nope' in result.err
    assert len(nova.clock.sleeps) == 2


@pytest.mark.parametrize(
    ('attribute', 'method', 'arguments'),
    [
        ('image_proxies', 'list', ()),
        ('image_proxies', 'get', (ID,)),
        ('network_proxies', 'list', ()),
        ('tenant_networks', 'get', (ID,)),
        ('floating_ips', 'create', ()),
        ('floating_ip_pools', 'list', ()),
        ('security_groups', 'update', (ID, 'a', 'b')),
        ('security_group_rules', 'delete', (ID,)),
        ('volume_proxies', 'list', ()),
        ('volume_snapshots', 'list', ()),
        ('baremetal_nodes', 'list', ()),
    ],
)
def test_method_ends_with_2_35(
    connect: Connect, cloud: ScriptedCloud, attribute: str, method: str, arguments: tuple[Any, ...]
) -> None:
    last = getattr(connect(cloud, '2.35'), attribute)
    getattr(last, method)(*arguments)
    after = getattr(connect(cloud, '2.36'), attribute)
    with pytest.raises(exceptions.VersionNotFoundForAPIMethod):
        getattr(after, method)(*arguments)


def test_resources_delete_themselves(connect: Connect, cloud: ScriptedCloud) -> None:
    library = connect(cloud, '2.35')
    for manager in ('image_proxies', 'floating_ips', 'volume_proxies', 'volume_snapshots'):
        getattr(library, manager).get(ID).delete()
    library.security_group_rules.create(ID).manager.delete(ID)
    assert [each for each in exchange.sent(cloud) if each.startswith('DELETE')] == [
        f'DELETE /images/{ID}',
        f'DELETE /os-floating-ips/{ID}',
        f'DELETE /os-volumes/{ID}',
        f'DELETE /os-snapshots/{ID}',
        f'DELETE /os-security-group-rules/{ID}',
    ]
