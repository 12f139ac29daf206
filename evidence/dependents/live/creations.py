"""Requests to create and rebuild servers; none is created, since there is no such flavor."""

from __future__ import annotations

import functools
import io
from typing import Any

from evidence.dependents.cloud import Cloud
from evidence.dependents.recording import Calls

VERSIONS = ('2.1', '2.36', '2.52', '2.63', '2.96')
MISSING = '00000000-0000-0000-0000-000000000000'
PORT = {'port-id': MISSING}
NETWORK = {'net-id': MISSING}
DISK = {'uuid': MISSING, 'source_type': 'image', 'destination_type': 'local', 'boot_index': 0}

OPTIONS: dict[str, list[Any]] = {
    'nics': [
        *('auto', 'none', 'other', [], None, (), [PORT], [NETWORK], [PORT, NETWORK], (PORT,)),
        [{**NETWORK, 'v4-fixed-ip': '10.0.0.1'}],
        [{**NETWORK, 'v6-fixed-ip': '::1'}],
        [{**PORT, 'tag': 't'}],
        [{**NETWORK, 'tag': 't'}],
        [{**PORT, **NETWORK}],
        [{'net-id': '', 'port-id': ''}],
        [{'v4-fixed-ip': '10.0.0.1'}],
        [{}],
    ],
    'userdata': ['text', b'octets', 'ü', '', io.StringIO('file'), io.BytesIO(b'file'), None],
    'files': [{'/a': 'text'}, {'/a': b'octets'}, {'/a': io.StringIO('x')}, {}, None],
    'meta': [{'a': 'b'}, {'a': 1}, {}, None],
    'config_drive': [True, False, 'true', '', None, 'vol'],
    'security_groups': [['default'], ['a', 'b'], [], None, 'default', [{'name': 'x'}]],
    'min_count': [1, 2, 0, None, '2'],
    'max_count': [1, 2, 0, None],
    'availability_zone': ['nova', 'nova:host', '', None],
    'key_name': ['key', '', None],
    'scheduler_hints': [{'group': MISSING}, {'same_host': ['a', 'b']}, {}, None],
    'block_device_mapping': [
        {'vda': f'{MISSING}:::0'},
        {'vda': f'{MISSING}:snap::1'},
        {'vda': f'{MISSING}:volume:3:'},
        {'vda': MISSING},
        {},
        None,
    ],
    'block_device_mapping_v2': [
        [DISK],
        [{**DISK, 'tag': 't'}],
        [{**DISK, 'volume_type': 'x'}],
        [{'source_type': 'blank', 'destination_type': 'volume', 'volume_size': 1}],
        [{'uuid': MISSING}],
        [],
        None,
    ],
    'disk_config': ['AUTO', 'MANUAL', None],
    'admin_pass': ['secret', '', None],
    'access_ip_v4': ['10.0.0.1', None],
    'access_ip_v6': ['::1', None],
    'reservation_id': [True, False, None],
    'description': ['text', '', None],
    'tags': [['a'], [], None, ('a',)],
    'trusted_image_certificates': [['a'], [], None],
    'host': ['host1', '', None],
    'hypervisor_hostname': ['host1', '', None],
    'hostname': ['name', '', None],
    'nonsense': [1],
    'ram': [1],
    'image': [None],
}

OF_REBUILDS: dict[str, list[Any]] = {
    'password': ['x', '', None],
    'disk_config': ['AUTO', None],
    'preserve_ephemeral': [True, False],
    'name': ['new', '', None],
    'meta': [{'a': 'b'}, {}, None],
    'files': [{'/a': 'text'}, {}, None],
    'description': ['text', '', None],
    'key_name': ['key', '', None],
    'userdata': ['text', b'octets', io.StringIO('file'), None],
    'trusted_image_certificates': [['a'], [], None],
    'hostname': ['name', '', None],
    'nonsense': [1],
}


def calls(cloud: Cloud, call: Calls, version: str) -> None:
    """Each option alone, with its values, at a version."""
    nova = cloud.client(version)
    networks: dict[str, Any] = {'nics': 'none'} if nova.api_version.ver_minor >= 37 else {}
    create = functools.partial(nova.servers.create, 'x', flavor='no')
    for name, values in OPTIONS.items():
        for place, value in enumerate(values):
            chosen = {'image': MISSING, **networks, name: value}
            call(f'{version} create {name} {place}', functools.partial(create, **chosen))
    image = cloud.nova.glance.list()[0]
    flavor = cloud.nova.flavors.list()[0]
    call.each(
        f'{version} create',
        of_resources=lambda: nova.servers.create('x', image, flavor, nics=[PORT]),
        of_numbers=lambda: nova.servers.create('x', MISSING, 99, **networks),
        no_image=lambda: nova.servers.create('x', '', 'no', **networks),
        both=lambda: nova.servers.create(
            'x', image, 'no', block_device_mapping_v2=[DISK], **networks
        ),
        both_with_image=lambda: nova.servers.create(
            'x', '', 'no', block_device_mapping={'vda': MISSING}, **networks
        ),
    )
    rebuild = functools.partial(nova.servers.rebuild, MISSING, MISSING)
    for name, values in OF_REBUILDS.items():
        for place, value in enumerate(values):
            call(f'{version} rebuild {name} {place}', functools.partial(rebuild, **{name: value}))
