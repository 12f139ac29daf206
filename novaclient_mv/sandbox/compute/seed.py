"""Flavors, hosts and servers of a new sandbox."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.compute import quotas, service_states
from novaclient_mv.sandbox.compute.servers import server_builder
from novaclient_mv.sandbox.state import seed

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.contents import Contents
    from novaclient_mv.sandbox.state.rows import Session


def flavors(session: Session, contents: Contents) -> None:
    """The flavors, of which the first is the usual one."""
    for number, flavor in enumerate(contents.flavors):
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
        id = flavor.id or seed.fixed_id(f'flavor {flavor.name}')
        created = session.now - 30 * seed.DAY + number
        session.insert('flavor', id, facts, name=flavor.name, created=created)


def hosts(session: Session, contents: Contents) -> None:
    """The services of Nova on the controller and on the compute hosts."""

    created = session.now - 30 * seed.DAY
    services = [('controller', 'nova-scheduler'), ('controller', 'nova-conductor')]
    services += [(host, 'nova-compute') for host in contents.hosts]
    for host, binary in services:
        zone = 'nova' if binary == 'nova-compute' else 'internal'
        facts = service_states.facts(host, binary, zone)
        id = seed.fixed_id(f'service {host} {binary}')
        session.insert('service', id, facts, parent=host, name=binary, created=created)


def servers(session: Session, contents: Contents) -> None:
    """Servers that have long been built."""

    image = session.one('image')
    for number, server in enumerate(contents.servers):
        flavor = session.one('flavor', name=server.flavor or contents.flavors[0].name)
        assert image is not None
        assert flavor is not None
        server_builder.insert_settled(
            session,
            id=seed.fixed_id(f'server {server.name}'),
            name=server.name,
            state='active' if server.status == 'ACTIVE' else 'stopped',
            project=seed.fixed_hex(f'project {server.project}'),
            user=seed.fixed_hex(f'user {server.project}'),
            flavor=flavor,
            image=image,
            host=server.host or contents.hosts[number % len(contents.hosts)],
            created=session.now - (len(contents.servers) - number) * seed.DAY,
            metadata=dict(server.metadata),
            tags=sorted(server.tags),
        )


def add_servers(session: Session, count: int) -> None:
    """Add servers to the project ``admin`` until there are this many of them, gone ones counted."""
    from novaclient_mv.sandbox.compute.servers import server_builder

    image, flavor = session.one('image'), session.one('flavor')
    assert image is not None
    assert flavor is not None
    project = seed.fixed_hex('project admin')
    # As many more as usual still fit beside them.
    room = {'instances': count, 'cores': count, 'ram': count * flavor.document['ram']}
    most = {name: quotas.DEFAULTS[name] + more for name, more in room.items()}
    quotas.set_limits(session, quotas.KIND, project, most)
    hosts = sorted(row.document['host'] for row in session.find('service', name='nova-compute'))
    ids = {row.id for row in session.find('server', deleted=None)}
    for number in range(1, count + 1):
        name = f'server-{number:05}'
        if (id := seed.fixed_id(f'server {name}')) in ids:
            continue
        server_builder.insert_settled(
            session,
            id=id,
            name=name,
            state='active',
            project=project,
            user=seed.fixed_hex('user admin'),
            flavor=flavor,
            image=image,
            host=hosts[number % len(hosts)],
            created=session.now - 10 * seed.DAY - count + number,
        )
