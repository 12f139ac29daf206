"""Values that sessions of Compute draw: of path variables, of bodies and of queries by key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from functional_tests.drawn_requests.drawing import MISSING_UUID, Draw
from functional_tests.drawn_requests.schema_values import OMITTED

Version = tuple[int, int]
Make = Callable[[Draw], Any]

PROJECT = '6f70656e737461636b20342065766572'
"""The one project of the running Nova."""
IMAGES = ('155d900f-4e14-4e4c-a73d-069cbf4541e6', 'a2459075-d96c-40d5-893e-577ff92e721c')
VOLUMES = tuple(f'b0000000-0000-4000-8000-00000000000{number}' for number in range(3))
SHARE = 'c0000000-0000-4000-8000-000000000000'
HOSTS = ('host1', 'host2')
ZONES = ('az1', 'nova')
# The hypervisor of Nova's own tests has few NUMA nodes, which the last one takes.
FLAVORS = (*('1', '2') * 10, '6')
OWN_FLAVORS = ('f1', 'f2')
KEYS = ('k1', 'k2')
TAGS = ('t1', 't2', 't3')
_DEVICE = {'source_type': 'image', 'destination_type': 'local', 'boot_index': 0, 'uuid': IMAGES[0]}
_VOLUME = {
    'source_type': 'volume', 'destination_type': 'volume', 'boot_index': -1, 'uuid': VOLUMES[0],
}  # fmt: skip
PUBLIC_KEY = (
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl user@host'
)


def one_of(*values: Any) -> Make:
    """A maker of one of some values."""
    return lambda draw: draw.one_of(values)


def refers(kind: str) -> Make:
    """A maker of references."""
    return lambda draw: draw.ref(kind)


NAMED: dict[str, Make] = {
    'flavorRef': one_of(*FLAVORS),
    'imageRef': one_of(IMAGES[0]),
    'rescue_image_ref': one_of(IMAGES[0]),
    'host': one_of(*HOSTS),
    'hypervisor_hostname': one_of(*HOSTS),
    'availability_zone': one_of('nova', 'nova', 'az1'),
    'pinned_availability_zone': one_of('nova', None),
    'networks': one_of('none', 'none', 'none', 'auto', [{'uuid': '{network:0}'}]),
    'key_name': one_of(*KEYS),
    'personality': one_of([], [{'path': '/a', 'contents': 'eA=='}]),
    'block_device_mapping': one_of(OMITTED),
    'block_device_mapping_v2': one_of(OMITTED, OMITTED, [_DEVICE], [_DEVICE, _VOLUME]),
    'os:scheduler_hints': one_of(OMITTED, {'group': '{group:0}'}, {}),
    'OS-SCH-HNT:scheduler_hints': one_of(OMITTED, {}),
    'security_groups': one_of([{'name': 'default'}], OMITTED),
    'min_count': one_of(1, '1'),
    'max_count': one_of(1, 2),
    'return_reservation_id': one_of(True, False, False, 'false'),
    'user_data': one_of('eA=='),
    'tags': lambda draw: draw.some_of(TAGS, 0, 2),
    'trusted_image_certificates': one_of(None, OMITTED),
    'hostname': one_of('web-1', 'db-2'),
    'adminPass': one_of('secret'),
    'accessIPv4': one_of('1.2.3.4'),
    'accessIPv6': one_of('::1'),
    'public_key': one_of(PUBLIC_KEY),
    'binary': one_of('nova-compute', 'nova-compute', 'nova-scheduler'),
    'server_uuid': refers('server'),
    'volume_id': one_of(*VOLUMES),
    'volumeId': one_of(*VOLUMES),
    'net_id': one_of('{network:0}'),
    'port_id': one_of(OMITTED),
    'fixed_ips': one_of(OMITTED, [{'ip_address': '192.168.1.3'}]),
    'project_id': one_of(PROJECT),
    'tenant_id': one_of(PROJECT),
    'tenant': one_of(PROJECT),
    'user_id': one_of('admin', 'member'),
    'instance_uuid': refers('server'),
    'flavor_id': one_of('1', 'f1'),
    'flavorid': one_of('f1', 'f2'),
    'policies': one_of(['affinity'], ['anti-affinity'], ['soft-affinity']),
    'rules': one_of({}, {'max_server_per_host': 2}),
    'state': one_of('active', 'error'),
    'type': one_of('SOFT', 'HARD'),
    'address': one_of('192.168.1.3'),
    'networkId': one_of('{network:0}'),
}
"""Makers by key."""

QUERY: dict[str, Make] = {
    'limit': one_of('1', '2', '0', '1000'),
    'offset': one_of('0', '1'),
    'marker': refers('server'),
    'sort_key': one_of('uuid', 'display_name', 'created_at', 'vm_state', 'host'),
    'sort_dir': one_of('asc', 'desc'),
    'status': one_of('ACTIVE', 'active', 'SHUTOFF', 'ERROR', 'nope'),
    'vm_state': one_of('active', 'stopped'),
    'task_state': one_of('x'),
    'power_state': one_of('1', '4', 'x'),
    'all_tenants': one_of('1', '0', 'true', ''),
    'deleted': one_of('true', '1', '0', 'False'),
    'soft_deleted': one_of('1', '0'),
    'changes-since': one_of('2020-01-01T00:00:00Z', '2040-01-01T00:00:00Z'),
    'changes-before': one_of('2040-01-01T00:00:00Z', '2020-01-01T00:00:00Z'),
    'name': one_of('s', 's1', '^s', 'x'),
    'image': one_of(IMAGES[0]),
    'flavor': one_of('1', '2', 'nope'),
    'host': one_of(*HOSTS),
    'node': one_of(*HOSTS),
    'hostname': one_of('s1', 'x'),
    'uuid': refers('server'),
    'reservation_id': one_of('r-', 'nope'),
    'project_id': one_of(PROJECT),
    'tenant_id': one_of(PROJECT, 'nope'),
    'user_id': one_of('admin', 'nope'),
    'locked': one_of('true', 'false'),
    'tags': one_of('t1', 't1,t2'),
    'tags-any': one_of('t1,t3'),
    'not-tags': one_of('t1'),
    'not-tags-any': one_of('t1,t2'),
    'ip': one_of('192', '10.0'),
    'ip6': one_of('::'),
    'config_drive': one_of('true', 'false', '1'),
    'is_public': one_of('true', 'None', 'false', '1'),
    'minRam': one_of('512', '1'),
    'minDisk': one_of('1', '20'),
    'binary': one_of('nova-compute', 'x'),
    'migration_type': one_of('migration', 'resize', 'live-migration'),
    'instance_uuid': refers('server'),
    'source_compute': one_of(*HOSTS),
    'detailed': one_of('0', '1'),
    'start': one_of('2020-01-01T00:00:00', '2026-01-01'),
    'end': one_of('2040-01-01T00:00:00', '2030-01-01'),
    'hypervisor_hostname_pattern': one_of('host', 'host1', 'x'),
    'with_servers': one_of('true', 'false', '1'),
    'reserved': one_of('1', '0'),
    'usage_type': one_of('x'),
    'type': one_of('x'),
    'delete_info': one_of('{"volume_id": "x"}', '{"volume_id": "x", "type": "qcow2"}', '{}', 'x'),
}
"""Makers of parameters; other ones are texts."""


def variable(draw: Draw, path: str, name: str, version: Version) -> str:
    """The value of a path's variable."""
    if path.startswith(('/servers/', '/os-volumes_boot/')) and path.split('/')[2] == f'{{{name}}}':
        return draw.ref('server')
    for beginning, make in _VARIABLES:
        if path.startswith(beginning):
            return str(make(draw, version))
    return draw.one_of(('x', '1'))


def _service(draw: Draw, version: Version) -> str:
    if version[1] >= 53:
        return draw.ref('service')
    return draw.one_of(('enable', 'disable', 'disable-log-reason', 'force-down', '3', '4'))


def _hypervisor(draw: Draw, version: Version) -> str:
    if version[1] >= 53:
        return draw.ref('hypervisor')
    return draw.one_of(('1', '2', 'host1', 'host'))


_S = '/servers/{server_id}'
_VARIABLES: tuple[tuple[str, Callable[[Draw, Version], Any]], ...] = (
    (f'{_S}/metadata', lambda draw, version: draw.one_of(('a', 'b', 'nope'))),
    (f'{_S}/tags', lambda draw, version: draw.one_of((*TAGS, 'nope'))),
    (f'{_S}/ips', lambda draw, version: draw.one_of(('private', 'nope'))),
    (f'{_S}/os-interface', lambda draw, version: draw.ref('port')),
    (f'{_S}/os-volume_attachments', lambda draw, version: draw.one_of(VOLUMES)),
    (f'{_S}/shares', lambda draw, version: draw.one_of((MISSING_UUID, SHARE, 'x'))),
    (f'{_S}/migrations', lambda draw, version: draw.one_of(('1', '2', '99'))),
    ('/flavors/{flavor_id}/os-extra_specs/{id}', lambda draw, version: 'hw:cpu_policy'),
    ('/flavors', lambda draw, version: draw.one_of(('1', 'f1', 'f2', '6'))),
    ('/os-keypairs', lambda draw, version: draw.one_of(KEYS)),
    ('/os-aggregates', lambda draw, version: draw.ref('aggregate')),
    ('/os-services', _service),
    ('/os-hypervisors', _hypervisor),
    ('/os-server-groups', lambda draw, version: draw.ref('group')),
    ('/os-quota', lambda draw, version: draw.one_of((PROJECT, 'default'))),
    ('/os-simple-tenant-usage', lambda draw, version: PROJECT),
    ('/os-hosts', lambda draw, version: draw.one_of((*HOSTS, 'nohost'))),
    ('/extensions', lambda draw, version: draw.one_of(('os-keypairs', 'servers', 'nope'))),
    ('/images', lambda draw, version: draw.one_of(IMAGES)),
    ('/os-networks', lambda draw, version: '{network:0}'),
    ('/os-instance_usage_audit_log', lambda draw, version: '2020-01-01'),
)
