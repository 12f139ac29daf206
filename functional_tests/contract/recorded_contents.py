"""Puts into the recorded cloud what a recorded answer shows of it, and no API brings about."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from functional_tests.contract import recorded_cloud
from novaclient_mv.sandbox import clocks
from novaclient_mv.sandbox.compute import volume_states

Record = dict[str, Any]

_UUID = r'[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

# The machine of the recorded hosts, which knows no free disk of its own.
MACHINE: dict[str, Any] = {
    'type': 'fake',
    'vcpus': 2,
    'memory_mb': 8192,
    'disk_gb': 1028,
    'disk_available_least': 0,
    'topology': {'cores': 1, 'threads': 1, 'sockets': 4},
    'ip': '192.0.2.2',
}
HYPERVISOR = 'fda328ec-cbac-4152-a18e-f0600cad4173'

# How much a volume of the recorded volume service was attached, and where.
DEVICE = '/'


def _query(record: Record) -> dict[str, str]:
    pairs = parse_qs(urlsplit(record['path']).query)
    return {name: values[-1] for name, values in pairs.items()}


# -- hosts


def _hypervisors(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    """The host ``compute``, whose machine has another name, and the others that are shown."""
    answer = record['response']
    shown = answer.get('hypervisors') or [answer.get('hypervisor', {})]
    cloud.clear('service')
    booted = None if 'uptime' not in str(answer) or shown[0]['uptime'] is None else 0.0
    machine = {**MACHINE, 'booted': booted}
    ids = [each['id'] for each in shown if each.get('hypervisor_hostname') == 'fake-mini']
    id = ids[0] if ids and isinstance(ids[0], str) else HYPERVISOR
    first = {**machine, 'id': id, 'name': 'fake-mini', 'number': 1}
    service_id = recorded_cloud.service_id('compute')
    cloud.add_service(service_id, 'compute', 'nova-compute', recorded_cloud.ZONE, machine=first)
    for each in shown:
        name = each.get('hypervisor_hostname', 'fake-mini')
        if name == 'fake-mini':
            _small_servers(cloud, each.get('servers', []))
            continue
        known_as = 'id' if isinstance(each['id'], str) else 'number'
        facts = {**machine, known_as: each['id'], 'name': name}
        service_id = recorded_cloud.service_id(name)
        cloud.add_service(service_id, name, 'nova-compute', recorded_cloud.ZONE, machine=facts)


def _small_servers(cloud: recorded_cloud.RecordedCloud, servers: list[dict[str, str]]) -> None:
    """Servers that take nothing of their host: the recorded ones did not."""
    size = {'ram': 0, 'disk': 0, 'ephemeral': 0, 'vcpus': 0, 'swap': 0}
    flavor = {**size, 'original_name': 'nothing', 'extra_specs': {}}
    for each in servers:
        cloud.add_server(each['uuid'], 'admin', name=each['name'], flavor=flavor)


def _services(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    cloud.clear('service')
    for number, each in enumerate(record['response']['services']):
        facts: dict[str, Any] = {
            'disabled': each.get('status') == 'disabled',
            'disabled_reason': each.get('disabled_reason'),
        }
        if each.get('state') == 'down':
            facts['silent_since'] = clocks.moment(each['updated_at'])
        id = each['id'] if isinstance(each.get('id'), str) else f'service-{number}'
        zone = each.get('zone', recorded_cloud.ZONE)
        cloud.add_service(id, each['host'], each['binary'], zone, **facts)


def _zones(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    cloud.clear('service')
    for zone in record['response']['availabilityZoneInfo']:
        for host, binaries in zone['hosts'].items():
            for binary, shown in binaries.items():
                # One that is new has not reported yet.
                created = cloud.now if shown['updated_at'] is None else 0.0
                id = recorded_cloud.service_id(f'{host} {binary}')
                cloud.add_service(id, host, binary, zone['zoneName'], created)


def _audits(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    """Hosts of which some have reported and others run no more."""
    (log,) = record['response'].values()
    cloud.clear('service')
    cloud.now = clocks.moment(log['period_ending']) + 86400
    for host in [*log['log'], *log['hosts_not_run']]:
        audit = log['log'].get(host)
        facts = {'audit': audit} if audit else {'forced_down': True}
        id = recorded_cloud.service_id(host)
        cloud.add_service(id, host, 'nova-compute', recorded_cloud.ZONE, **facts)


# -- servers

# Keys of an answer, with what they are called in the document of a server.
_GIVEN = {
    'user_id': 'user_id',
    'OS-EXT-SRV-ATTR:user_data': 'user_data',
    'OS-EXT-SRV-ATTR:hostname': 'hostname',
    'OS-EXT-AZ:availability_zone': 'availability_zone',
}


def _usage(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    """The servers whose usage is shown, and those that the query and the next link name."""
    answer, query = record['response'], _query(record)
    usages = answer.get('tenant_usages') or [answer['tenant_usage']]
    shown = [each for usage in usages for each in usage.get('server_usages', [])]
    named = re.findall(f'marker=({_UUID})', f'{record["path"]} {json.dumps(answer)}')
    names = {each['instance_id']: (each['name'], each['tenant_id']) for each in shown}
    start = clocks.moment(query['start'])
    cloud.clear('server')
    cloud.now = clocks.moment(query['end'])
    for id in dict.fromkeys([*named[:1], *names, *named]):
        name, project = names.get(id, ('instance', recorded_cloud.PROJECT))
        cloud.add_server(id, 'admin', name=name, project=project, launched=start)
    if not names and not named:
        cloud.add_server('1f1deceb-17b5-4c04-84c7-e0d4499c8f06', 'admin', launched=start)


# Keys of a server's answer, and what of its document they show.
_SHOWN = {
    'description': 'description',
    'metadata': 'metadata',
    'tags': 'tags',
    'key_name': 'key_name',
    'locked_reason': 'locked_reason',
    'trusted_image_certificates': 'trusted_image_certificates',
    'scheduler_hints': 'scheduler_hints',
    'OS-DCF:diskConfig': 'disk_config',
    'OS-EXT-STS:vm_state': 'vm_state',
    'OS-EXT-STS:task_state': 'task_state',
    'OS-EXT-STS:power_state': 'power_state',
}


def taken_for_granted(record: Record) -> dict[str, Any]:
    """What an answer shows of a server that no recorded exchange has made."""
    answer = record['response'] if isinstance(record['response'], dict) else {}
    shown = [answer['server']] if 'server' in answer else answer.get('servers', [])
    if not shown:
        return {}
    # Of what a request may change only the hints are as they were.
    keys = _SHOWN if record['method'] == 'GET' else {'scheduler_hints': 'scheduler_hints'}
    facts = {fact: shown[0][key] for key, fact in keys.items() if key in shown[0]}
    if shown[0].get('locked'):
        facts['locked_by'] = 'owner'
    return facts


def _servers(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    """What the recorded servers were given when they were made, which is not recorded."""
    answer = record['response']
    for each in answer.get('servers') or [answer['server']]:
        changes = {fact: each[key] for key, fact in _GIVEN.items() if key in each}
        changes['volumes'] = [
            {'delete_on_termination': False, **one}
            for one in each.get('os-extended-volumes:volumes_attached', ())
        ]
        cloud.change_servers(**changes)


def _topology(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    """What only administrators see of a node is made up where a record lacks it."""
    answer = record['response']
    nodes = [{'host_node': 0, 'cpu_pinning': {}, **each} for each in answer['nodes']]
    cloud.change_servers(topology={**answer, 'nodes': nodes})


def _password(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    cloud.change_servers(left_password=record['response']['password'])


def _shares(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    """Shares of the server that the path names, which does not run."""
    server = re.findall(f'/servers/({_UUID})', record['path'])[0]
    cloud.change_servers(vm_state='stopped', plan=[])
    if record['method'] == 'POST':
        return
    answer = record['response']
    for each in answer['shares'] if 'shares' in answer else [answer['share']]:
        facts = {'uuid': server, 'export_location': '10.0.0.50:/mnt/foo', **each}
        cloud.replace('server_share', f'{server}/{each["share_id"]}', facts, parent=server)


# -- what belongs to users and projects


def _server_groups(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    cloud.clear('server_group')
    for each in record['response']['server_groups']:
        facts = {
            'policy': each['policy'] if 'policy' in each else each['policies'][0],
            'rules': each.get('rules', {}),
            'user_id': each.get('user_id', 'fake'),
        }
        project = each.get('project_id', recorded_cloud.PROJECT)
        cloud.add('server_group', each['id'], facts, project=project, name=each['name'])


def _keypairs(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    owner = _query(record).get('user_id', cloud.user)
    cloud.clear('keypair')
    for each in record['response']['keypairs']:
        shown = each['keypair']
        facts = {'type': 'ssh', **shown}
        cloud.add('keypair', f'{owner}/{shown["name"]}', facts, parent=owner, name=shown['name'])


# -- what other services hold


def _networks(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    with cloud.application.database.session() as session:
        own = session.get('network', recorded_cloud.NETWORK)
    assert own is not None
    cloud.clear('network')
    answer = record['response']
    for each in answer['networks'] if 'networks' in answer else [answer['network']]:
        columns = {'project': recorded_cloud.PROJECT, 'name': each['label']}
        cloud.add('network', each['id'], own.document, **columns)


def _pools(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    with cloud.application.database.session() as session:
        public = session.one('network', name='public')
    assert public is not None
    cloud.clear('network')
    for each in record['response']['floating_ip_pools']:
        cloud.add('network', each['name'], public.document, name=each['name'])


def _floating_ips(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    with cloud.application.database.session() as session:
        public = session.one('network', name='public')
    assert public is not None
    cloud.clear('floating_ip')
    for each in record['response']['floating_ips']:
        facts = {'floating_network_id': public.id, 'floating_ip_address': each['ip']}
        cloud.add('floating_ip', each['id'], facts, project=recorded_cloud.PROJECT, name='')


def _images(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    """The images of a list, in its order: the newest comes first."""
    with cloud.application.database.session() as session:
        own = session.get('image', recorded_cloud.IMAGE)
    assert own is not None
    shown = record['response'].get('images') or [record['response']['image']]
    cloud.clear('image')
    for number, each in enumerate(reversed(shown)):
        facts = {
            **own.document,
            'properties': each.get('metadata', own.document['properties']),
            'size': each.get('OS-EXT-IMG-SIZE:size', 0),
        }
        created = clocks.moment(each['created']) if 'created' in each else float(number)
        columns = {'project': recorded_cloud.PROJECT, 'name': each['name'], 'created': created}
        cloud.add('image', each['id'], facts, **columns)


def _volumes(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    shown = record['response'].get('volumes') or [record['response']['volume']]
    cloud.clear('volume')
    for each in shown:
        attachments = [
            {'server_id': one['serverId'], 'device': one['device']} for one in each['attachments']
        ]
        facts = volume_states.document(
            'fake',
            each['size'],
            status=each['status'],
            description=each['displayDescription'],
            availability_zone=each['availabilityZone'],
            volume_type=each['volumeType'],
            attachments=attachments,
        )
        columns = {'project': recorded_cloud.PROJECT, 'name': each['displayName']}
        created = clocks.moment(each['createdAt'])
        cloud.add('volume', each['id'], facts, created=created, **columns)


def _snapshots(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    shown = record['response'].get('snapshots') or [record['response']['snapshot']]
    cloud.clear('snapshot')
    for each in shown:
        facts = {
            'volume_id': each['volumeId'],
            'size': each['size'],
            'description': each['displayDescription'],
        }
        columns = {'project': recorded_cloud.PROJECT, 'name': each['displayName']}
        cloud.add('snapshot', each['id'], facts, **columns)


MAKERS: dict[str, Callable[[recorded_cloud.RecordedCloud, Record], None]] = {
    'GET /os-hypervisors': _hypervisors,
    'GET /os-hypervisors/detail': _hypervisors,
    'GET /os-hypervisors/statistics': _hypervisors,
    'GET /os-hypervisors/{id}': _hypervisors,
    'GET /os-hypervisors/{id}/search': _hypervisors,
    'GET /os-hypervisors/{id}/servers': _hypervisors,
    'GET /os-hypervisors/{id}/uptime': _hypervisors,
    'GET /os-services': _services,
    'GET /os-availability-zone/detail': _zones,
    'GET /os-instance_usage_audit_log': _audits,
    'GET /os-instance_usage_audit_log/{id}': _audits,
    'GET /os-simple-tenant-usage': _usage,
    'GET /os-simple-tenant-usage/{id}': _usage,
    'GET /servers/{server_id}/shares': _shares,
    'GET /servers/{server_id}/shares/{id}': _shares,
    'POST /servers/{server_id}/shares': _shares,
    'GET /servers/{server_id}/topology': _topology,
    'GET /servers/{server_id}/os-server-password': _password,
    'GET /servers/detail': _servers,
    'GET /servers/{id}': _servers,
    'PUT /servers/{id}': _servers,
    'POST /servers/{id}/action rebuild': _servers,
    'GET /os-server-groups': _server_groups,
    'GET /os-keypairs': _keypairs,
    'GET /os-networks': _networks,
    'GET /os-networks/{id}': _networks,
    'GET /os-floating-ip-pools': _pools,
    'GET /os-floating-ips': _floating_ips,
    'GET /images': _images,
    'GET /images/detail': _images,
    'GET /images/{id}': _images,
    'GET /os-volumes': _volumes,
    'GET /os-volumes/detail': _volumes,
    'GET /os-volumes/{id}': _volumes,
    'GET /os-snapshots': _snapshots,
    'GET /os-snapshots/detail': _snapshots,
    'GET /os-snapshots/{id}': _snapshots,
}
"""By the operation of a record that tells of a success."""
