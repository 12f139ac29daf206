"""Puts into the recorded cloud what a recorded answer shows of it, and no API brings about."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from functional_tests.contract import recorded_cloud
from functional_tests.contract.recorded_answers import plain
from novaclient_mv.sandbox.state import clocks, volume_states

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

# Id, binary and host of each service, why it is disabled, and since when nothing was heard of it.
SERVICES = (
    ('526b7f77-4d70-43c9-813c-7c1ff7398dac', 'nova-scheduler', 'host1', 'test1', None),
    ('e81d66a4-ddd3-4aba-8a84-171d1cb4d339', 'nova-compute', 'host1', 'test2', None),
    (
        '1a913fae-1c0e-4c4a-9fe4-1576b498b36c', 'nova-scheduler', 'host2', None,
        '2012-09-19T06:55:34Z',
    ),
    (
        'd3535e75-6aec-4adf-bba7-328d3b499216', 'nova-compute', 'host2', 'test4',
        '2012-09-18T08:03:38Z',
    ),
)  # fmt: skip

# How much a volume of the recorded volume service was attached, and where.
DEVICE = '/'


def _query(record: Record) -> dict[str, str]:
    pairs = parse_qs(urlsplit(record['path']).query)
    return {name: values[-1] for name, values in pairs.items()}


# -- hosts


def _hypervisors(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    """The host ``compute``, whose machine has another name, and the others that are shown."""
    shown = record['response'].things('hypervisors', 'hypervisor')
    cloud.clear('service')
    is_up = any(each.get('uptime') is not None for each in shown[:1])
    booted = 0.0 if is_up else None
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
    """The four services that every list of the records was made of."""
    cloud.clear('service')
    if record['response'].tells('UNKNOWN'):
        for each in record['response'].things('services'):
            id = recorded_cloud.service_id(f'{each["host"]} {each["binary"]}')
            cloud.add_service(id, each['host'], each['binary'], recorded_cloud.ZONE)
        return
    for id, binary, host, reason, silent_since in SERVICES:
        zone = 'nova' if binary == 'nova-compute' else 'internal'
        facts: dict[str, Any] = {'disabled': reason is not None, 'disabled_reason': reason}
        if silent_since is not None:
            facts['silent_since'] = clocks.moment(silent_since)
        cloud.add_service(id, host, binary, zone, **facts)


def _zones(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    cloud.clear('service')
    for zone in record['response'].things('availabilityZoneInfo'):
        # Somebody who is no administrator is shown no hosts.
        for host, binaries in (zone.get('hosts') or {}).items():
            for binary, shown in binaries.items():
                # One that is new has not reported yet.
                created = cloud.now if shown['updated_at'] is None else 0.0
                id = recorded_cloud.service_id(f'{host} {binary}')
                cloud.add_service(id, host, binary, zone['zoneName'], created)


def _audits(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    """Add hosts of which some have reported and others run no longer."""
    (log,) = record['response'].map.values()
    cloud.clear('service')
    cloud.now = clocks.moment(log['period_ending']) + 86400
    logs = plain(log['log'])
    for host in [*logs, *log['hosts_not_run']]:
        audit = logs.get(host)
        facts = {'audit': audit} if audit else {'forced_down': True}
        id = recorded_cloud.service_id(host)
        cloud.add_service(id, host, 'nova-compute', recorded_cloud.ZONE, **facts)


# -- servers


def _usage(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    """The servers whose usage is shown, and those that the query and the next link name."""
    answer, query = record['response'], _query(record)
    usages = answer.things('tenant_usages', 'tenant_usage')
    cloud.clear('server')
    if 'end' in query:
        cloud.now = clocks.moment(query['end'])
    start = clocks.moment(query['start']) if 'start' in query else cloud.now - 3600
    shown = [each for usage in usages for each in usage.get('server_usages', ())]
    links = [
        link['href']
        for key in ('tenant_usages_links', 'tenant_usage_links')
        for link in answer.things(key)
    ]
    named = [query['marker']] if 'marker' in query else []
    named += re.findall(f'marker=({_UUID})', ' '.join(links))
    names = {each['instance_id']: (each['name'], each['tenant_id']) for each in shown}
    for id in dict.fromkeys([*named[:1], *names, *named]):
        name, project = names.get(id, ('instance', recorded_cloud.PROJECT))
        cloud.add_server(id, 'admin', name=name, project=project, launched=start)
    if usages and not names and not named:
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
# What a server was given when it was made.
_GIVEN = {
    'OS-EXT-SRV-ATTR:hostname': 'hostname',
    'user_id': 'user_id',
    'OS-EXT-SRV-ATTR:user_data': 'user_data',
    'OS-EXT-AZ:availability_zone': 'availability_zone',
}
_HINTS = {'scheduler_hints': 'scheduler_hints'}


def taken_for_granted(record: Record) -> dict[str, Any]:
    """Return the fields of a server that no recorded exchange has created."""
    shown = record['response'].things('servers', 'server')
    if not shown:
        return {}
    # Of what a request may change only the hints are as they were.
    keys = _SHOWN if record['method'] == 'GET' else _HINTS
    facts = {fact: plain(shown[0][key]) for key, fact in keys.items() if key in shown[0]}
    if shown[0].get('locked'):
        facts['locked_by'] = 'owner'
    return facts


def _servers(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    """Give the recorded servers fields from exchanges that are not recorded."""
    for each in record['response'].things('servers', 'server'):
        cloud.change_servers(**{fact: each[key] for key, fact in _GIVEN.items() if key in each})
        shown = plain(each.get('os-extended-volumes:volumes_attached'))
        if shown:
            cloud.change_servers(volumes=[{'delete_on_termination': False, **one} for one in shown])


def _topology(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    """Add the fields of nodes for administrators where a record lacks them."""
    answer = plain(record['response'].map)
    nodes = [{'host_node': 0, 'cpu_pinning': {}, **each} for each in answer['nodes']]
    cloud.change_servers(topology={**answer, 'nodes': nodes})


def _password(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    cloud.change_servers(left_password=record['response'].map['password'])


def _shares(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    """Shares of the server that the path names, which does not run."""
    server = re.findall(f'/servers/({_UUID})', record['path'])[0]
    cloud.change_servers(vm_state='stopped', plan=[])
    if record['method'] == 'POST':
        return
    for each in record['response'].things('shares', 'share'):
        facts = {'uuid': server, 'export_location': '10.0.0.50:/mnt/foo', **plain(each)}
        cloud.replace('server_share', f'{server}/{each["share_id"]}', facts, parent=server)


# -- what belongs to users and projects


def _server_groups(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    cloud.clear('server_group')
    for each in record['response'].things('server_groups'):
        facts = {
            'policy': each['policy'] if 'policy' in each else each['policies'][0],
            'rules': plain(each.get('rules', {})),
            'user_id': each.get('user_id', 'fake'),
        }
        project = each.get('project_id', recorded_cloud.PROJECT)
        cloud.add('server_group', each['id'], facts, project=project, name=each['name'])


def _keypairs(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    owner = _query(record).get('user_id', cloud.user)
    cloud.clear('keypair')
    for each in record['response'].things('keypairs'):
        shown = each['keypair']
        facts = {'type': 'ssh', **shown}
        cloud.add('keypair', f'{owner}/{shown["name"]}', facts, parent=owner, name=shown['name'])


# -- what other services hold


def _networks(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    with cloud.application.database.session() as session:
        own = session.get('network', recorded_cloud.NETWORK)
    assert own is not None
    cloud.clear('network')
    for each in record['response'].things('networks', 'network'):
        columns = {'project': recorded_cloud.PROJECT, 'name': each['label']}
        cloud.add('network', each['id'], own.document, **columns)


def _pools(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    with cloud.application.database.session() as session:
        public = session.one('network', name='public')
    assert public is not None
    cloud.clear('network')
    for each in record['response'].things('floating_ip_pools'):
        cloud.add('network', each['name'], public.document, name=each['name'])


def _floating_ips(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    with cloud.application.database.session() as session:
        public = session.one('network', name='public')
    assert public is not None
    cloud.clear('floating_ip')
    for each in record['response'].things('floating_ips'):
        facts = {'floating_network_id': public.id, 'floating_ip_address': each['ip']}
        cloud.add('floating_ip', each['id'], facts, project=recorded_cloud.PROJECT, name='')


def _images(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    """The images of a list, in its order: the newest comes first."""
    with cloud.application.database.session() as session:
        own = session.get('image', recorded_cloud.IMAGE)
    assert own is not None
    shown = record['response'].things('images', 'image')
    cloud.clear('image')
    for number, each in enumerate(reversed(shown)):
        facts = {
            **own.document,
            'properties': plain(each.get('metadata', own.document['properties'])),
            'size': each.get('OS-EXT-IMG-SIZE:size', 0),
        }
        created = clocks.moment(each['created']) if 'created' in each else float(number)
        columns = {'project': recorded_cloud.PROJECT, 'name': each['name'], 'created': created}
        cloud.add('image', each['id'], facts, **columns)


def _volumes(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    shown = record['response'].things('volumes', 'volume')
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
    shown = record['response'].things('snapshots', 'snapshot')
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
