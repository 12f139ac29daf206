"""Puts into the recorded cloud what the exchanges of one operation take for granted.

It is the state of that cloud, from :mod:`recorded_state`, and what the request names.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from functional_tests.contract import recorded_cloud, recorded_state
from novaclient_mv.sandbox.compute import instance_usage_audit_logs
from novaclient_mv.sandbox.state import clocks, volume_states

Record = dict[str, Any]

_UUID = r'[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
# Tests that show the volumes of servers.
_WITH_VOLUMES = re.compile(
    r'test_servers\.ServersSampleJson(2(3|9|1\d|4\d|52|94|96|100))?Test|'
    r'test_servers\.ServerSampleJson298Test'
)


def query_of(record: Record) -> dict[str, str]:
    """The parameters of a request; of several values the last."""
    pairs = parse_qs(urlsplit(record['path']).query)
    return {name: values[-1] for name, values in pairs.items()}


def minor_of(record: Record) -> int:
    """The second number of a request's version."""
    return int(record['microversion'].partition('.')[2])


def _named(record: Record) -> str:
    """The last part of a path."""
    return str(urlsplit(record['path']).path.rpartition('/')[2])


# -- hosts


def _hypervisors(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    """The host ``compute``, whose machine has another name; more where there are pages."""
    cloud.clear('service')
    query = query_of(record)
    # Drivers tell how long a host has been up on request alone.
    booted = 0.0 if record['path'].endswith('/uptime') else None
    machine = {**recorded_state.MACHINE, 'booted': booted}
    named = re.search(f'/os-hypervisors/({_UUID})', record['path'])
    first = {**recorded_state.HYPERVISOR, **({'id': named[1]} if named else {})}
    rows: list[tuple[str, dict[str, Any]]] = [('compute', first)]
    if 'marker' in query:
        known_by = 'id' if minor_of(record) >= 53 else 'number'
        more = (each for each in recorded_state.MORE_HYPERVISORS if known_by in each)
        rows += [(str(each['name']), each) for each in more]
    for host, facts in rows:
        id = recorded_cloud.service_id(host)
        machine = {**machine, **facts}
        cloud.add_service(id, host, 'nova-compute', recorded_cloud.ZONE, machine=machine)
    has_servers = 'with_servers' in query or record['path'].endswith('/servers')
    if has_servers and 'without-servers' not in record['test']:
        _small_servers(cloud)


def _small_servers(cloud: recorded_cloud.RecordedCloud) -> None:
    """Servers that take nothing of their host: the recorded ones were made up."""
    size = {'ram': 0, 'disk': 0, 'ephemeral': 0, 'vcpus': 0, 'swap': 0}
    flavor = {**size, 'original_name': 'nothing', 'extra_specs': {}}
    for id, name in recorded_state.HYPERVISOR_SERVERS.items():
        cloud.add_server(id, 'admin', name=name, flavor=flavor, instance_name=name)


def _services(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    cloud.clear('service')
    for id, binary, host, reason, silent_since in recorded_state.SERVICES:
        zone = 'nova' if binary == 'nova-compute' else 'internal'
        facts: dict[str, Any] = {'disabled': reason is not None, 'disabled_reason': reason}
        if silent_since is not None:
            facts['silent_since'] = clocks.moment(silent_since)
        cloud.add_service(id, host, binary, zone, **facts)


def _zones(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    """Services of a cloud that has just begun: ``compute`` was always the last to report."""
    for host in (recorded_state.HOST, recorded_state.SPARE_HOST):
        cloud.remove('service', recorded_cloud.service_id(host))
    for host in ('conductor', 'scheduler'):
        id = recorded_cloud.service_id(f'new {host}')
        cloud.remove('service', recorded_cloud.service_id(host))
        cloud.add_service(id, host, f'nova-{host}', 'internal', cloud.now)
    id = recorded_cloud.service_id('compute')
    zone = recorded_state.DEFAULT_ZONE
    cloud.add_service(id, 'compute', 'nova-compute', zone, cloud.now)


def _audits(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    """Hosts that have reported their usage, and one that runs no longer."""
    cloud.clear('service')
    cloud.now = clocks.moment(recorded_state.AUDIT_END) + 86400
    for host, (errors, instances) in recorded_state.AUDITS.items():
        audit = {**instance_usage_audit_logs.entry(host, instances), 'errors': errors}
        id = recorded_cloud.service_id(host)
        cloud.add_service(id, host, 'nova-compute', recorded_cloud.ZONE, audit=audit)
    host = recorded_state.UNAUDITED
    id = recorded_cloud.service_id(host)
    cloud.add_service(id, host, 'nova-compute', recorded_cloud.ZONE, forced_down=True)


# -- servers


def _usage(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    """Servers that were started when the period began: one, and three where there are pages."""
    query = query_of(record)
    cloud.clear('server')
    if 'end' in query:
        cloud.now = clocks.moment(query['end'])
    start = clocks.moment(query['start']) if 'start' in query else cloud.now - 3600
    count = len(recorded_state.USED_SERVERS) if minor_of(record) >= 40 else 1
    for id, name, project in recorded_state.USED_SERVERS[:count]:
        record['names'].name(id, id)
        cloud.add_server(id, 'admin', name=name, project=project, launched=start)


def _volumes_of_servers(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    """The volumes of the servers that some tests show."""
    if _WITH_VOLUMES.match(record['test']):
        volumes = [
            {'id': id, 'delete_on_termination': False} for id in recorded_state.ATTACHED_VOLUMES
        ]
        cloud.change_servers(volumes=volumes)


def _topology(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    cloud.change_servers(topology=recorded_state.TOPOLOGY)


def _password(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    cloud.change_servers(left_password=recorded_state.PASSWORD)


def _shares(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    """Shares of the server that the path names, which does not run."""
    server = re.findall(f'/servers/({_UUID})', record['path'])[0]
    cloud.change_servers(vm_state='stopped', plan=[])
    if record['method'] == 'POST':
        return
    named = _named(record)
    share = named if named != 'shares' else recorded_state.SHARE['share_id']
    facts = {**recorded_state.SHARE, 'uuid': server, 'share_id': share}
    cloud.replace('server_share', f'{server}/{share}', facts, parent=server)


def _migrations(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    for facts, created in recorded_state.migrations(minor_of(record)):
        cloud.add_migration(facts, clocks.moment(created))


# -- what belongs to users and projects


def _server_groups(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    """The last group of a test alone: each time it began with none."""
    rows = cloud.rows('server_group')
    for row in sorted(rows, key=lambda row: row.created)[:-1]:
        cloud.remove('server_group', row.id)
    if rows and record['again']:
        (last,) = cloud.rows('server_group')
        cloud.remove('server_group', last.id)
        columns = {'project': last.project, 'name': last.name}
        cloud.add('server_group', str(uuid.uuid4()), last.document, **columns)
    if not rows:
        rules = {'max_server_per_host': 3} if minor_of(record) >= 64 else {}
        facts = {'policy': recorded_state.GROUP['policy'], 'rules': rules, 'user_id': cloud.user}
        project, name = recorded_cloud.PROJECT, recorded_state.GROUP['name']
        cloud.add('server_group', str(uuid.uuid4()), facts, project=project, name=name)


def _keypairs(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    """A key of the owner, where the exchange that made one is not recorded."""
    owner = query_of(record).get('user_id', cloud.user)
    if not any(row.parent == owner for row in cloud.rows('keypair')):
        cloud.add_keypair(owner, recorded_state.KEYPAIR)


# -- what other services hold


def _networks(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    (own,) = (row for row in cloud.rows('network') if row.id == recorded_state.NETWORK)
    cloud.clear('network')
    columns = {'project': recorded_cloud.PROJECT, 'name': recorded_state.NETWORK_LABEL}
    named = _named(record)
    id = named if re.fullmatch(_UUID, named) else recorded_state.NETWORK
    cloud.add('network', id, own.document, **columns)


def _public(cloud: recorded_cloud.RecordedCloud) -> Any:
    (public,) = (row for row in cloud.rows('network') if row.name == 'public')
    return public


def _pools(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    public = _public(cloud)
    cloud.clear('network')
    for name in recorded_state.POOLS:
        cloud.add('network', name, public.document, name=name)


def _floating_ips(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    public = _public(cloud)
    cloud.clear('floating_ip')
    if record['test'].startswith('test_floating_ips.FloatingIpsTest.test_floating_ips_list_empty'):
        return
    for id, address in recorded_state.FLOATING_IPS.items():
        id = record['names'].own.get(id, id)
        facts = {'floating_network_id': public.id, 'floating_ip_address': address}
        cloud.add('floating_ip', id, facts, project=recorded_cloud.PROJECT, name='')


def _images(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    """All images, of which lists show the newest first."""
    (own,) = (row for row in cloud.rows('image') if row.id == recorded_state.IMAGE)
    cloud.clear('image')
    created = clocks.moment(recorded_state.IMAGE_CREATED)
    for id, name, size, properties in reversed(recorded_state.IMAGES):
        facts = {**own.document, 'properties': properties, 'size': size}
        columns = {'project': recorded_cloud.PROJECT, 'name': name, 'created': created}
        cloud.add('image', id, facts, **columns)


def _volumes(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    cloud.clear('volume')
    named = re.search(f'/os-volumes/({_UUID})', record['path'])
    attachment = {
        'server_id': str(uuid.uuid4()),
        'device': recorded_state.DEVICE,
    }
    facts = volume_states.document('fake', attachments=[attachment], **recorded_state.VOLUME)
    cloud.add(
        'volume',
        named[1] if named else str(uuid.uuid4()),
        facts,
        created=clocks.moment(recorded_state.VOLUME_CREATED),
        project=recorded_cloud.PROJECT,
        name=recorded_state.VOLUME_NAME,
    )


def _snapshots(cloud: recorded_cloud.RecordedCloud, record: Record) -> None:
    cloud.clear('snapshot')
    facts = {**recorded_state.SNAPSHOT, 'volume_id': str(uuid.uuid4())}
    columns = {'project': recorded_cloud.PROJECT, 'name': recorded_state.SNAPSHOT_NAME}
    named = _named(record)
    id = named if re.fullmatch(_UUID, named) else str(uuid.uuid4())
    cloud.add('snapshot', id, facts, **columns)


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
    'GET /servers/detail': _volumes_of_servers,
    'GET /servers/{id}': _volumes_of_servers,
    'GET /os-migrations': _migrations,
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
"""by operation."""
