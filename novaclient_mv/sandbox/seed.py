"""Fills a new sandbox: users, flavors, images, networks, hosts and servers."""

from __future__ import annotations

import functools
import hashlib
import uuid
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox import contents, tokens

if TYPE_CHECKING:
    from novaclient_mv.sandbox.database import Session

PASSWORD = 'sandbox'
APPLICATION_CREDENTIAL = 'sandbox-app'

PROJECTS = ('admin', 'demo')
"""The projects of every sandbox; each has a user of its name."""
READER = 'reader'
"""Who may read what the projects have, and change nothing."""

DAY = 86400.0


def fixed_id(name: str) -> str:
    """The id of a seeded thing: a UUID that is the same in every sandbox."""
    return str(
        uuid.UUID(hashlib.sha256(f'nova-mv sandbox {name}'.encode()).hexdigest()[:32], version=4)
    )


def fixed_hex(name: str) -> str:
    """The id of a seeded user or project: 32 hex digits, as Keystone has them."""
    return fixed_id(name).replace('-', '')


def filler(document: Mapping[str, Any] | None) -> Callable[[Session], None]:
    """What fills an empty state with what a document describes.

    :param document: as of :func:`contents.read`; the usual few things without it.
    :raises SandboxError: the document does not describe a cloud.
    """
    if document is None:
        return fill
    return functools.partial(fill, holding=contents.read(document))


def fill(session: Session, holding: contents.Contents = contents.USUAL) -> None:
    """Put the first things into an empty state.

    :param holding: what they are.
    """
    _people(session, holding.projects)
    _flavors(session, holding.flavors)
    _images(session, holding.images)
    _networks(session, holding)
    _router(session)
    _hosts(session, holding.hosts)
    _servers(session, holding)


def _people(session: Session, further: tuple[str, ...]) -> None:
    password = tokens.digest(PASSWORD)
    projects = {name: fixed_hex(f'project {name}') for name in (*PROJECTS, *further)}
    for name, id in projects.items():
        session.insert('project', id, {}, name=name)
    roles: dict[str, dict[str, list[str]]] = {
        name: {id: ['member', 'reader']} for name, id in projects.items()
    }
    roles['admin'] = {id: ['admin', 'member', 'reader'] for id in projects.values()}
    roles.setdefault(READER, {id: ['reader'] for id in projects.values()})
    for name, mine in roles.items():
        facts = {'password': password, 'roles': mine}
        session.insert('user', fixed_hex(f'user {name}'), facts, name=name)
    session.insert(
        'application_credential',
        APPLICATION_CREDENTIAL,
        {'secret': password},
        project=projects['demo'],
        parent=fixed_hex('user demo'),
        name=APPLICATION_CREDENTIAL,
    )


def _flavors(session: Session, flavors: tuple[contents.Flavor, ...]) -> None:
    for number, flavor in enumerate(flavors):
        facts: dict[str, Any] = {
            'ram': flavor.ram,
            'disk': flavor.disk,
            'vcpus': flavor.vcpus,
            'ephemeral': flavor.ephemeral,
            'swap': flavor.swap,
            'rxtx_factor': 1.0,
            'is_public': flavor.is_public,
            'disabled': False,
            'description': None,
            'extra_specs': dict(flavor.extra_specs),
            'access': [],
        }
        id = flavor.id or fixed_id(f'flavor {flavor.name}')
        created = session.now - 30 * DAY + number
        session.insert('flavor', id, facts, name=flavor.name, created=created)


def _images(session: Session, images: tuple[contents.Image, ...]) -> None:
    for image in images:
        facts = {
            'status': 'active',
            'visibility': 'public',
            'protected': False,
            'os_hidden': False,
            'container_format': 'bare',
            'disk_format': 'qcow2',
            'size': 21233664,
            'virtual_size': 117440512,
            'min_disk': image.min_disk,
            'min_ram': image.min_ram,
            'checksum': hashlib.md5(image.name.encode(), usedforsecurity=False).hexdigest(),
            'tags': [],
            'properties': dict(image.properties),
        }
        session.insert(
            'image',
            fixed_id(f'image {image.name}'),
            facts,
            project=fixed_hex('project admin'),
            name=image.name,
            created=session.now - 30 * DAY,
        )


def _networks(session: Session, holding: contents.Contents) -> None:
    import ipaddress

    admin = fixed_hex('project admin')
    created = session.now - 30 * DAY
    for name, cidr, external in holding.networks:
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
        addresses = ipaddress.ip_network(cidr)
        facts = {
            'network_id': network,
            'cidr': cidr,
            'ip_version': addresses.version,
            'gateway_ip': str(addresses[1]),
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
    for name in (*PROJECTS, *holding.projects):
        facts = {'description': 'Default security group', 'security_group_rules': [], 'tags': []}
        project = fixed_hex(f'project {name}')
        id = fixed_id(f'security group {name}')
        session.insert(
            'security_group', id, facts, project=project, name='default', created=created
        )


def _router(session: Session) -> None:
    """Connect the shared networks with the outside, so that floating addresses reach servers."""
    from novaclient_mv.sandbox.network import routers

    networks = list(session.find('network'))
    external = next((each for each in networks if each.document['router:external']), None)
    if external is None:
        return
    created, project = session.now - 30 * DAY, fixed_hex('project admin')
    id = fixed_id('router')
    gateway = routers.plug(session, id, routers.GATEWAY, external, [], project='')
    facts = {
        'external_gateway_info': {
            'network_id': external.id,
            'external_fixed_ips': gateway.document['fixed_ips'],
            'enable_snat': True,
        }
    }
    session.insert('router', id, facts, project=project, name='router', created=created)
    for network in networks:
        subnet = session.get('subnet', network.document['subnets'][0])
        if network.id != external.id and subnet is not None:
            fixed = {'subnet_id': subnet.id, 'ip_address': subnet.document['gateway_ip']}
            routers.plug(session, id, routers.INTERFACE, network, [fixed], project=project)


def _hosts(session: Session, hosts: tuple[str, ...]) -> None:
    from novaclient_mv.sandbox.compute import service_states

    created = session.now - 30 * DAY
    services = [('controller', 'nova-scheduler'), ('controller', 'nova-conductor')]
    services += [(host, 'nova-compute') for host in hosts]
    for host, binary in services:
        zone = 'nova' if binary == 'nova-compute' else 'internal'
        facts = service_states.facts(host, binary, zone)
        id = fixed_id(f'service {host} {binary}')
        session.insert('service', id, facts, parent=host, name=binary, created=created)


def _servers(session: Session, holding: contents.Contents) -> None:
    from novaclient_mv.sandbox.compute import server_builder

    image = session.one('image')
    for number, server in enumerate(holding.servers):
        flavor = session.one('flavor', name=server.flavor or holding.flavors[0].name)
        assert image is not None
        assert flavor is not None
        server_builder.insert_settled(
            session,
            id=fixed_id(f'server {server.name}'),
            name=server.name,
            state='active' if server.status == 'ACTIVE' else 'stopped',
            project=fixed_hex(f'project {server.project}'),
            user=fixed_hex(f'user {server.project}'),
            flavor=flavor,
            image=image,
            host=server.host or holding.hosts[number % len(holding.hosts)],
            created=session.now - (len(holding.servers) - number) * DAY,
            metadata=dict(server.metadata),
            tags=sorted(server.tags),
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
    hosts = sorted(row.document['host'] for row in session.find('service', name='nova-compute'))
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
            host=hosts[number % len(hosts)],
            created=session.now - 10 * DAY - count + number,
        )
