"""What is in a new sandbox: users, flavors, an image, networks, hosts, a few servers."""

from __future__ import annotations

import hashlib
import uuid
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox import tokens

if TYPE_CHECKING:
    from novaclient_mv.sandbox.database import Session

PASSWORD = 'sandbox'
APPLICATION_CREDENTIAL = 'sandbox-app'

DAY = 86400.0

# Name, then id, memory in MiB, disk in GiB and processors.
FLAVORS = (
    ('m1.tiny', '1', 512, 1, 1),
    ('m1.small', '2', 2048, 20, 1),
    ('m1.medium', '3', 4096, 40, 2),
)

HOSTS = ('host1', 'host2')

# Project, name, state and flavor.
SERVERS = (
    ('admin', 'web-1', 'active', '1'),
    ('admin', 'web-2', 'active', '2'),
    ('admin', 'db-1', 'stopped', '3'),
    ('demo', 'app-1', 'active', '1'),
)


def fixed_id(name: str) -> str:
    """The id of a seeded thing: a UUID that is the same in every sandbox."""
    return str(
        uuid.UUID(hashlib.sha256(f'nova-mv sandbox {name}'.encode()).hexdigest()[:32], version=4)
    )


def fixed_hex(name: str) -> str:
    """The id of a seeded user or project: 32 hex digits, as Keystone has them."""
    return fixed_id(name).replace('-', '')


def fill(session: Session) -> None:
    """Put the first things into an empty state."""
    _people(session)
    _flavors(session)
    _images(session)
    _networks(session)
    _hosts(session)
    _servers(session)


def _people(session: Session) -> None:
    password = tokens.digest(PASSWORD)
    admin, demo = fixed_hex('project admin'), fixed_hex('project demo')
    for name in ('admin', 'demo'):
        session.insert('project', fixed_hex(f'project {name}'), {}, name=name)
    roles: dict[str, dict[str, list[str]]] = {
        'admin': {
            admin: ['admin', 'member', 'reader'],
            demo: ['admin', 'member', 'reader'],
        },
        'demo': {demo: ['member', 'reader']},
    }
    for name, mine in roles.items():
        facts = {'password': password, 'roles': mine}
        session.insert('user', fixed_hex(f'user {name}'), facts, name=name)
    session.insert(
        'application_credential',
        APPLICATION_CREDENTIAL,
        {'secret': password},
        project=demo,
        parent=fixed_hex('user demo'),
        name=APPLICATION_CREDENTIAL,
    )


def _flavors(session: Session) -> None:
    for number, (name, id, ram, disk, vcpus) in enumerate(FLAVORS):
        facts: dict[str, Any] = {
            'ram': ram,
            'disk': disk,
            'vcpus': vcpus,
            'ephemeral': 0,
            'swap': 0,
            'rxtx_factor': 1.0,
            'is_public': True,
            'disabled': False,
            'description': None,
            'extra_specs': {},
            'access': [],
        }
        created = session.now - 30 * DAY + number
        session.insert('flavor', id, facts, name=name, created=created)


def _images(session: Session) -> None:
    facts = {
        'status': 'active',
        'visibility': 'public',
        'protected': False,
        'os_hidden': False,
        'container_format': 'bare',
        'disk_format': 'qcow2',
        'size': 21233664,
        'virtual_size': 117440512,
        'min_disk': 0,
        'min_ram': 0,
        'checksum': hashlib.md5(b'cirros', usedforsecurity=False).hexdigest(),
        'tags': [],
        'properties': {'architecture': 'x86_64', 'os_distro': 'cirros'},
    }
    session.insert(
        'image',
        fixed_id('image cirros'),
        facts,
        project=fixed_hex('project admin'),
        name='cirros',
        created=session.now - 30 * DAY,
    )


def _networks(session: Session) -> None:
    admin = fixed_hex('project admin')
    created = session.now - 30 * DAY
    for name, external, cidr in (
        ('private', False, '10.0.0.0/20'),
        ('public', True, '172.24.4.0/24'),
    ):
        network, subnet = fixed_id(f'network {name}'), fixed_id(f'subnet {name}')
        facts = {
            'admin_state_up': True,
            'status': 'ACTIVE',
            'shared': not external,
            'router:external': external,
            'mtu': 1500,
            'port_security_enabled': True,
            'availability_zones': ['nova'],
            'subnets': [subnet],
            'description': '',
            'tags': [],
        }
        session.insert('network', network, facts, project=admin, name=name, created=created)
        prefix = cidr.rpartition('.')[0]
        facts = {
            'network_id': network,
            'cidr': cidr,
            'ip_version': 4,
            'gateway_ip': f'{prefix}.1',
            'enable_dhcp': not external,
            'shared': not external,
            'router:external': external,
            'allocation_pools': [],
            'dns_nameservers': [],
            'host_routes': [],
            'description': '',
            'tags': [],
        }
        session.insert('subnet', subnet, facts, project=admin, name=name, created=created)
    for name in ('admin', 'demo'):
        facts = {'description': 'Default security group', 'security_group_rules': [], 'tags': []}
        project = fixed_hex(f'project {name}')
        id = fixed_id(f'security group {name}')
        session.insert(
            'security_group', id, facts, project=project, name='default', created=created
        )


def _hosts(session: Session) -> None:
    created = session.now - 30 * DAY
    services = [('controller', 'nova-scheduler'), ('controller', 'nova-conductor')]
    services += [(host, 'nova-compute') for host in HOSTS]
    for host, binary in services:
        facts = {
            'host': host,
            'binary': binary,
            'zone': 'nova' if binary == 'nova-compute' else 'internal',
            'disabled': False,
            'disabled_reason': None,
            'forced_down': False,
        }
        id = fixed_id(f'service {host} {binary}')
        session.insert('service', id, facts, parent=host, name=binary, created=created)


def _servers(session: Session) -> None:
    from novaclient_mv.sandbox.compute import server_builder

    image = session.one('image')
    assert image is not None
    for number, (project, name, state, flavor_id) in enumerate(SERVERS):
        flavor = session.get('flavor', flavor_id)
        assert flavor is not None
        server_builder.insert_settled(
            session,
            id=fixed_id(f'server {name}'),
            name=name,
            state=state,
            project=fixed_hex(f'project {project}'),
            user=fixed_hex(f'user {project}'),
            flavor=flavor,
            image=image,
            host=HOSTS[number % len(HOSTS)],
            created=session.now - (len(SERVERS) - number) * DAY,
        )


def add_servers(session: Session, count: int) -> None:
    """Add servers to the project ``admin`` until there are this many of them, gone ones counted."""
    from novaclient_mv.sandbox.compute import quotas, server_builder

    image, flavor = session.one('image'), session.one('flavor')
    assert image is not None
    assert flavor is not None
    project = fixed_hex('project admin')
    # As many more as usual still fit beside them.
    room = {'instances': count, 'cores': count, 'ram': count * flavor.document['ram']}
    most = {name: quotas.DEFAULTS[name] + more for name, more in room.items()}
    quotas.set_limits(session, quotas.KIND, project, most)
    known = {row.id for row in session.find('server', deleted=None)}
    for number in range(1, count + 1):
        name = f'server-{number:05}'
        if (id := fixed_id(f'server {name}')) in known:
            continue
        server_builder.insert_settled(
            session,
            id=id,
            name=name,
            state='active',
            project=project,
            user=fixed_hex('user admin'),
            flavor=flavor,
            image=image,
            host=HOSTS[number % len(HOSTS)],
            created=session.now - 10 * DAY - count + number,
        )
