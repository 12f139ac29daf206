"""The recorded cloud as its tests found it: who sent their requests, and what was there.

Nothing here is one answer: each fact holds for a user, a module of tests or the whole cloud, and
what an exchange shows of it is worked out by the sandbox.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

PROJECT = '6f70656e737461636b20342065766572'
OTHER_PROJECT = '0000000e737461636b20342065000000'
NETWORK = '3cb9bc59-5699-4588-a4b1-b87f96708bc6'
NETWORK_LABEL = 'private'
SUBNET_ID = 'f8a6e8f8-c2ec-497c-9f23-da9616de54ef'
PORT = 'ce531f90-199f-48c0-816c-13e38010b442'
VOLUMES = ('a07f71dc-8151-4e7d-a0cc-cd24a3f11113', '227cc671-f30b-4488-96fd-7d0bf13648d8')
IMAGE = '70a599e0-31e7-49b7-b260-868f441e862b'
ZONE = 'us-west'
DEFAULT_ZONE = 'nova'
# Every server had the address 192.168.1.30.
SUBNET = '192.168.1.28/30'
# The host of every server, and one for what moves a server.
HOST, SPARE_HOST = 'compute', 'openstack-node-01'

# Tests, by a part of their names, whose requests came from the user ``fake``, who is a member; the
# others came from the administrator.
MEMBERS = (
    'NonAdmin', 'NotAdmin', 'test_keypairs.KeyPairsSampleJsonTest',
    'test_preserve_ephemeral_rebuild.',
    'test_keypairs.KeyPairsV22SampleJsonTest', 'test_rescue.', 'test_server_groups.',
    'test_server_shares.ServerSharesJsonTest', 'test_server_tags.',
    'test_servers.ServerSampleJson298Test', 'test_servers.ServersSampleJson2100Test',
    'test_servers.ServersSampleJson294Test', 'test_servers.ServersSampleJson296Test',
    'test_servers.ServersUpdateSampleJson2104Test', 'test_servers.ServersUpdateSampleJson290Test',
    'test_servers.ServersUpdateSampleJson294Test',
)  # fmt: skip
# Tests of a cloud that cannot reach its cell.
DOWN_CELLS = ('down_cell',)

# Name, id, memory, disk, processors, description and extra specs, in the order in which they were
# made.
FLAVORS: tuple[tuple[str, str, int, int, int, str | None, dict[str, str]], ...] = (
    ('m1.tiny', '1', 512, 1, 1, None, {}),
    ('m1.small', '2', 2048, 20, 1, None, {}),
    ('m1.medium', '3', 4096, 40, 2, None, {}),
    ('m1.large', '4', 8192, 80, 4, None, {}),
    ('m1.xlarge', '5', 16384, 160, 8, None, {}),
    ('m1.tiny.specs', '6', 512, 1, 1, None, {'hw:numa_nodes': '1'}),
    (
        'm1.small.description',
        '7',
        2048,
        20,
        1,
        'test description',
        {'hw:cpu_policy': 'shared', 'hw:numa_nodes': '1'},
    ),
)

_KERNEL = {'kernel_id': 'nokernel', 'ramdisk_id': 'nokernel'}
IMAGE_CREATED = '2011-01-01T01:02:03Z'
# Id, name, size and properties of the images, the newest first; the last four had other ids each
# time.
IMAGES: tuple[tuple[str, str, int, dict[str, str | None]], ...] = (
    (
        '155d900f-4e14-4e4c-a73d-069cbf4541e6', 'fakeimage123456', 25165824,
        {'architecture': 'x86_64', **_KERNEL},
    ),
    ('a2459075-d96c-40d5-893e-577ff92e721c', 'fakeimage123456', 58145823, {**_KERNEL}),
    (
        '76fa36fc-c930-4bf3-8c8a-ea2a2420deb6', 'fakeimage123456', 83594576,
        {'architecture': 'x86_64', **_KERNEL},
    ),
    ('cedef40a-ed67-4d10-800e-17455edce175', 'fakeimage123456', 84035174, {**_KERNEL}),
    (
        'c905cedb-7281-47e4-8a62-f26bc5fc4c77', 'fakeimage123456', 26360814,
        {'kernel_id': '155d900f-4e14-4e4c-a73d-069cbf4541e6', 'ramdisk_id': None},
    ),
    (
        'a440c04b-79fa-479c-bed1-0b816eaec379', 'fakeimage6', 49163826,
        {'architecture': 'x86_64', 'auto_disk_config': 'False', **_KERNEL},
    ),
    (IMAGE, 'fakeimage7', 74185822,
     {'architecture': 'x86_64', 'auto_disk_config': 'True', **_KERNEL}),
    (
        '00000000-0000-4000-8000-000000000001', 'fakeimage123456', 25165824,
        {'hw_ephemeral_encryption': 'True'},
    ),
    (
        '00000000-0000-4000-8000-000000000002', 'fakeimage123456', 25165824,
        {'hw_ephemeral_encryption': 'False'},
    ),
    (
        '00000000-0000-4000-8000-000000000003', 'fakeimage123456', 25165824,
        {'hw_ephemeral_encryption': 'True', 'hw_ephemeral_encryption_format': 'luks'},
    ),
    (
        '00000000-0000-4000-8000-000000000004', 'fakeimage123456', 25165824,
        {'hw_ephemeral_encryption': 'True', 'hw_ephemeral_encryption_format': 'plain'},
    ),
)  # fmt: skip

# The machine of the hosts, which knows no free disk of its own.
MACHINE: dict[str, Any] = {
    'type': 'fake',
    'vcpus': 2,
    'memory_mb': 8192,
    'disk_gb': 1028,
    'disk_available_least': 0,
    'topology': {'cores': 1, 'threads': 1, 'sockets': 4},
    'ip': '192.0.2.2',
}
HYPERVISOR = {'id': 'fda328ec-cbac-4152-a18e-f0600cad4173', 'name': 'fake-mini', 'number': 1}
# Where lists of hypervisors had pages, there were more.
MORE_HYPERVISORS = (
    {'number': 2, 'name': 'host1'},
    {'id': 'e41b683b-23a8-4f5e-ac93-da505e0f666b', 'name': 'host2'},
)
HYPERVISOR_SERVERS = {
    'aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa': 'test_server1',
    'bbbbbbbb-bbbb-bbbb-bbbb-bbbbbbbbbbbb': 'test_server2',
}

# Id, binary and host of each service, why it is disabled, and when it last told of itself, which
# for the first two was a moment ago.
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

# Errors and servers of the audits of usage in June 2012, by host; the last host does not run.
AUDIT_END = '2012-07-01T00:00:00Z'
AUDITS = {
    '2aa90c00-23eb-4da6-aff9-eda66bb56182': (1, 3),
    '2c8ef37b-f0cc-4a9e-92a6-32df0095cb12': (1, 1),
    '60dbe74d-0cf3-419b-83f5-407e4b78c7b4': (1, 2),
}
UNAUDITED = '329fa448-f6bb-4e72-b954-faa66c30d4fa'

# Servers whose usage was asked for: id, name and project.
USED_SERVERS = (
    ('1f1deceb-17b5-4c04-84c7-e0d4499c8f00', 'instance-1', PROJECT),
    ('1f1deceb-17b5-4c04-84c7-e0d4499c8f02', 'instance-2', PROJECT),
    ('1f1deceb-17b5-4c04-84c7-e0d4499c8f05', 'instance-3', OTHER_PROJECT),
)

_FIRST = {
    'instance_uuid': '8600d31b-d1a1-4632-b2ff-45c2be1a70ff',
    'dest_compute': 'compute2', 'dest_host': '1.2.3.4', 'dest_node': 'node2',
    'source_compute': 'compute1', 'source_node': 'node1',
}  # fmt: skip
_SECOND = {
    'instance_uuid': '9128d044-7b61-403e-b766-7547076ff6c1',
    'dest_compute': 'compute20', 'dest_host': '5.6.7.8', 'dest_node': 'node20',
    'source_compute': 'compute10', 'source_node': 'node10',
    'old_instance_type_id': 5, 'new_instance_type_id': 6,
}  # fmt: skip
_LIVE = {**_FIRST, 'migration_type': 'live-migration', 'old_instance_type_id': 1}
_RESIZE = {**_SECOND, 'migration_type': 'resize'}
_OWNERS = (
    {
        'user_id': '5c48ebaa-193f-4c5d-948a-f559cc92cd5e',
        'project_id': 'ef92ccff-00f3-46e4-b015-811110e36ee4',
    },
    {
        'user_id': '78348f0e-97ee-4d70-ad34-189692673ea2',
        'project_id': '9842f0f7-1229-4355-afe7-15ebdbb8c3d8',
    },
)
MIGRATION_UUID = '{}2341d4b-346a-40d0-83c6-5f4f6892b650'


def migrations(minor: int) -> list[tuple[dict[str, Any], str]]:
    """The migrations that the tests of a version made, with the moment, the oldest first.

    They were made up again when lists had types, from 2.23, and pages, from 2.59.
    """
    if minor < 23:
        resized = {**_FIRST, 'old_instance_type_id': 1, 'new_instance_type_id': 2}
        return [
            ({**resized, 'id': 1234, 'status': 'done'}, '2012-10-29T13:42:02Z'),
            ({**_SECOND, 'id': 5678, 'status': 'done'}, '2013-10-22T13:42:02Z'),
        ]
    if minor < 59:
        live = {**_LIVE, 'new_instance_type_id': 2}
        return [
            ({**live, 'id': 2, 'status': 'error'}, '2016-01-29T13:42:02Z'),
            ({**live, 'id': 1, 'status': 'running'}, '2016-01-29T13:42:02Z'),
            ({**_RESIZE, 'id': 3, 'status': 'error'}, '2016-01-22T13:42:02Z'),
            ({**_RESIZE, 'id': 4, 'status': 'migrating'}, '2016-01-22T13:42:02Z'),
        ]
    first, second = _OWNERS
    live, resize = {**_LIVE, **first, 'new_instance_type_id': 1}, {**_RESIZE, **second}
    return [
        ({**live, 'id': 1, 'status': 'running'}, '2016-01-29T11:42:02Z'),
        ({**live, 'id': 2, 'status': 'error'}, '2016-01-29T12:42:02Z'),
        ({**resize, 'id': 3, 'status': 'error'}, '2016-06-23T13:42:02Z'),
        ({**resize, 'id': 4, 'status': 'migrating'}, '2016-06-23T14:42:02Z'),
    ]


# The live migration that was under way where the migrations of a server were listed.
UNDER_WAY = ({**_LIVE, 'id': 1, 'status': 'running'}, '2016-01-29T13:42:02Z')

FLOATING_IPS = {
    '8baeddb4-45e2-4c36-8cb7-d79439a5f67c': '172.24.4.17',
    '05ef7490-745a-4af9-98e5-610dc97493c4': '172.24.4.78',
}
POOLS = ('pool1', 'pool2')

VOLUME = {
    'size': 100,
    'status': 'in-use',
    'description': 'Volume Description',
    'availability_zone': 'dublin',
    'volume_type': 'vol_type_name',
}
VOLUME_NAME = 'Volume Name'
VOLUME_CREATED = '2008-12-01T11:01:55Z'
# How it was attached.
DEVICE = '/'
SNAPSHOT = {'size': 100, 'description': 'Default description'}
SNAPSHOT_NAME = 'Default name'

# Of the servers whose volumes were shown.
ATTACHED_VOLUMES = ('volume_id1', 'volume_id2')
TOPOLOGY = {
    'nodes': [
        {
            'cpu_pinning': {'0': 0, '1': 5}, 'host_node': 0, 'memory_mb': 1024,
            'siblings': [[0, 1]], 'vcpu_set': [0, 1],
        },
        {
            'cpu_pinning': {'2': 1, '3': 8}, 'host_node': 1, 'memory_mb': 2048,
            'siblings': [[2, 3]], 'vcpu_set': [2, 3],
        },
    ],
    'pagesize_kb': 4,
}  # fmt: skip
PASSWORD = (
    'xlozO3wLCBRWAa2yDjCCVx8vwNPypxnypmRYDa/zErlQ+EzPe1S/Gz6nfmC52mOlOSCRuUOmG7kqqgejPof6M7bOezS387zj'
    'q4LSvvwp28zUknzy4YzfFGhnHAdai3TxUJ26pfQCYrq8UTzmKF2Bq8ioSEtVVzM0A96pDh8W2i7BOz6MdoiVyiev/I1K2Lsu'
    'ipfxSJR7Wdke4zNXJjHHP2RfYsVbZ/k9ANu+Nz4iIH8/7Cacud/pphH7EjrY6a4RZNrjQskrhKYed0YERpotyjYk1eDtRe72'
    'GrSiXteqCM4biaQ5w3ruS+AcX//PXk3uJ5kC7d67fPXaVz4WaQRYMg=='
)
CONSOLE = {
    'host': 'fakerdpconsole.com',
    'port': 6969,
    'internal_access_path': '24667887-5a29-4f52-ba7f-a13bd0f225ab',
    'kind': 'serial',
}
REFUSED_TOKEN = (
    'This server could not verify that you are authorized to access the document you requested. '
    'Either you supplied the wrong credentials (e.g., bad password), or your browser does not '
    'understand how to supply the credentials required.'
)
TAGS = ('tag1', 'tag2')
KEYPAIR = 'keypair-ca92751f-7b5b-496a-a0c1-39d53915df63'
SHARE = {
    'share_id': 'e8debdc0-447a-4376-a10a-4cd9122d7986',
    'status': 'inactive',
    'tag': 'e8debdc0-447a-4376-a10a-4cd9122d7986',
    'export_location': '10.0.0.50:/mnt/foo',
}
GROUP = {'name': 'test', 'policy': 'anti-affinity'}

# Of servers that the requests of other tests do not tell of: a part of the test, and what the
# request had in place of the usual.
UNRECORDED: dict[str, dict[str, Any]] = {
    'test_servers.ServersSampleJson294Test': {
        'availability_zone': DEFAULT_ZONE,
        'hostname': 'custom-hostname.example.com',
    },
    'test_servers.ServersUpdateSampleJson2104Test': {'availability_zone': DEFAULT_ZONE},
}


def _ids_in(content: Any) -> Iterator[str]:
    if isinstance(content, dict):
        content = (*content, *content.values())
    if isinstance(content, str):
        yield from re.findall(r'[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', content)
    elif isinstance(content, (list, tuple)):
        for each in content:
            yield from _ids_in(each)


# Of what no exchange made: these are the same in each test.
FIXED_IDS = frozenset(
    _ids_in(
        [
            NETWORK, IMAGES[:7], HYPERVISOR, MORE_HYPERVISORS, SERVICES, AUDITS, UNAUDITED, CONSOLE,
            SUBNET_ID, VOLUMES, _OWNERS, [MIGRATION_UUID.format(id) for id in range(1, 5)],
        ]
    )
)  # fmt: skip
