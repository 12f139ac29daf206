"""Puts into the recorded cloud what the exchanges and samples of one operation take for granted."""

from __future__ import annotations

import re
import uuid
from typing import Any

from functional_tests.contract import recorded_cloud, recorded_state
from novaclient_mv.sandbox.state import volume_states

PORT, VOLUMES, SUBNET = recorded_state.PORT, recorded_state.VOLUMES, recorded_state.SUBNET_ID
TENANT = 'fake_tenant'
SECURITY_GROUP = 'dd94c5ec-5e13-4be9-b288-ba7a577a1896'
PROJECT = recorded_cloud.PROJECT

_UUID = re.compile(r'[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}')


def prepare(cloud: recorded_cloud.RecordedCloud, method: str, path: str, request: Any) -> None:
    """Create the resources that a request is about.

    :param request: the body.
    """
    cloud.add('project', TENANT, {}, name=TENANT)
    named = re.search(f'/servers/({_UUID.pattern})', path)
    server = named[1] if named else ''
    path = path.partition('?')[0]
    for part, make in _MAKERS:
        if part in path:
            make(cloud, method, path, request, server)


def _flavor(cloud: Any, method: str, path: str, request: Any, server: str) -> None:
    if method == 'POST' and path.endswith('/flavors'):
        cloud.remove('flavor', '10')
        return
    if '/flavors/10' not in path and '/flavors/{' not in path:
        return
    cloud.remove('flavor', '10')
    facts = {
        'ram': 1024, 'disk': 10, 'vcpus': 2, 'ephemeral': 0, 'swap': 0, 'rxtx_factor': 1.0,
        'is_public': False, 'disabled': False, 'description': None, 'extra_specs': {},
        'access': [PROJECT] if method == 'GET' else [],
    }  # fmt: skip
    if isinstance(request, dict) and 'removeTenantAccess' in request:
        facts['access'] = [request['removeTenantAccess']['tenant']]
    cloud.add('flavor', '10', facts, name='test_flavor')


def _aggregate(cloud: Any, method: str, path: str, request: Any, server: str) -> None:
    """The aggregate that a request is about: the one that was made, if it fits, or a new one."""
    if method == 'POST' and path.endswith('/os-aggregates'):
        for id in ('1', '2', '3'):
            cloud.remove('aggregate', id)
        return
    rows = [row for row in cloud.rows('aggregate') if row.id == '1']
    hosts = rows[0].document['hosts'] if rows else []
    if isinstance(request, dict) and 'add_host' in request:
        host = request['add_host']['host']
        cloud.add_host(host)
        if host in hosts:
            rows, hosts = [], []
    elif isinstance(request, dict) and 'remove_host' in request:
        hosts = [request['remove_host']['host']]
    elif method == 'GET' and path.endswith('/os-aggregates'):
        hosts = ['compute']
    facts: dict[str, Any] = {
        'uuid': str(uuid.uuid4()),
        'updated': None,
        'metadata': {'availability_zone': 'london'},
        **(rows[0].document if rows else {}),
        'hosts': hosts,
    }
    columns = {'name': rows[0].name, 'created': rows[0].created} if rows else {'name': 'name'}
    cloud.replace('aggregate', '1', facts, **columns)


def _service(cloud: Any, method: str, path: str, request: Any, server: str) -> None:
    facts = {
        'binary': 'nova-compute', 'zone': 'nova', 'disabled': False, 'disabled_reason': None,
        'forced_down': False,
    }  # fmt: skip
    if isinstance(request, dict) and 'status' not in request:
        facts.update(disabled=True, disabled_reason='test2')
    for id in _UUID.findall(path):
        cloud.add('service', id, {**facts, 'host': 'host1'}, name='nova-compute', created=0.0)
    if method == 'DELETE' and path.rpartition('/')[2].isdecimal():
        with cloud.application.database.session() as session:
            numbers = [row.number for row in session.find('service')]
        if int(path.rpartition('/')[2]) not in numbers:
            _numbered(cloud, int(path.rpartition('/')[2]), facts)


def _numbered(cloud: Any, number: int, facts: dict[str, Any]) -> None:
    with cloud.application.database.session() as session:
        session.begin()
        session.insert('service', f'numbered-{number}', {**facts, 'host': 'x'}, name='x')
        terms = (number, f'numbered-{number}')
        session.connection.execute('DELETE FROM thing WHERE number = ?', (number,))
        session.connection.execute('UPDATE thing SET number = ? WHERE id = ?', terms)
        session.commit()


def _group(cloud: Any, method: str, path: str, request: Any, server: str) -> None:
    facts = {'policy': 'anti-affinity', 'rules': {'max_server_per_host': 3}, 'user_id': 'fake'}
    for id in _UUID.findall(path):
        cloud.add('server_group', id, facts, project=PROJECT, name='test')


def _metadata(cloud: Any, method: str, path: str, request: Any, server: str) -> None:
    cloud.change_servers(metadata={} if method == 'POST' else {'foo': 'Foo Value'})


def _interface(cloud: Any, method: str, path: str, request: Any, server: str) -> None:
    cloud.remove('port', PORT)
    wanted = request.get('interfaceAttachment', {}) if isinstance(request, dict) else {}
    is_there = method != 'POST'
    with cloud.application.database.session() as session:
        session.begin()
        for row in list(session.find('port', parent=server)):
            session.remove(row)
        network = session.get('network', recorded_cloud.NETWORK)
        private = session.get('subnet', network.document['subnets'][0]).document
        if session.get('subnet', SUBNET) is None:
            facts = {**private, 'cidr': '192.168.1.0/24', 'network_id': network.id}
            session.insert('subnet', SUBNET, facts, project=PROJECT, name='')
            network.document['subnets'] = [SUBNET]
            session.save(network)
        facts = {
            'network_id': recorded_cloud.NETWORK,
            'device_id': server if is_there else '',
            'mac_address': 'fa:16:3e:4c:2c:30',
            'status': 'ACTIVE',
            'tag': 'public',
            'fixed_ips': [{'subnet_id': SUBNET, 'ip_address': '192.168.1.3'}],
        }
        if 'net_id' in wanted:
            facts['fixed_ips'][0]['ip_address'] = '192.168.1.77'
        parent = server if is_there else None
        session.insert('port', PORT, facts, project=PROJECT, parent=parent, name='')
        session.commit()


def _volume(cloud: Any, method: str, path: str, request: Any, server: str) -> None:
    is_there = method in ('GET', 'PUT', 'DELETE')
    swapped = ''
    if isinstance(request, dict):
        swapped = request.get('volumeAttachment', {}).get('volumeId', '')
        if 'serverId' in request.get('volumeAttachment', {}):
            request['volumeAttachment']['serverId'] = server
    entries, kept = [], {}
    for id, device in zip(VOLUMES, ('/dev/sdb', '/dev/sdc'), strict=True):
        cloud.remove('volume', id)
        facts = volume_states.document('fake', 1)
        is_attached = is_there and not (method == 'PUT' and id == swapped and id not in path)
        if is_attached:
            facts.update(status='in-use', migration_status='migrating')
            is_first = device == '/dev/sdb'
            entries.append({'id': id, 'delete_on_termination': is_first})
            tag = 'foo' if is_first else None
            kept[id] = volume_states.new_attachment(device, tag=tag)
        cloud.add('volume', id, facts, project=PROJECT, name='')
    cloud.change_servers(volumes=entries, attachments=kept)


def _security_group(cloud: Any, method: str, path: str, request: Any, server: str) -> None:
    facts = {'description': 'default', 'security_group_rules': []}
    ids = _UUID.findall(f'{path} {request}') if '/servers/' not in path else []
    for id in ids or [SECURITY_GROUP]:
        cloud.add('security_group', id, facts, project=PROJECT, name='default')


def _floating_ip(cloud: Any, method: str, path: str, request: Any, server: str) -> None:
    with cloud.application.database.session() as session:
        public = session.one('network', name='public')
        assert public is not None
        facts = {'floating_network_id': public.id, 'floating_ip_address': '172.24.4.17'}
    for id in _UUID.findall(path):
        cloud.add('floating_ip', id, facts, project=PROJECT, name='')


def _old_volume(cloud: Any, method: str, path: str, request: Any, server: str) -> None:
    """Volumes and snapshots of the proxies."""
    facts = volume_states.document('fake', 100)
    if method == 'GET':
        return
    for id in _UUID.findall(f'{path} {request}'):
        cloud.add('volume', id, facts, project=PROJECT, name='Volume Name')
        snapshot = {'volume_id': id, 'size': 100, 'description': 'd'}
        cloud.add('snapshot', id, snapshot, project=PROJECT, name='snap')


_MAKERS = (
    ('/os-security-group', _security_group),
    ('/os-floating-ips', _floating_ip),
    ('/os-volumes', _old_volume),
    ('/os-snapshots', _old_volume),
    ('/flavors', _flavor),
    ('/os-aggregates', _aggregate),
    ('/os-services', _service),
    ('/os-server-groups', _group),
    ('/metadata', _metadata),
    ('/os-interface', _interface),
    ('/os-volume_attachments', _volume),
)
