"""The networks of a new sandbox."""

from __future__ import annotations

import ipaddress

from novaclient_mv.sandbox.network import routers
from novaclient_mv.sandbox.state import seed
from novaclient_mv.sandbox.state.contents import Contents
from novaclient_mv.sandbox.state.rows import Session


def networks(session: Session, contents: Contents) -> None:
    """Networks with their subnets, a security group for each project, and a router."""
    admin = seed.fixed_hex('project admin')
    created = session.now - 30 * seed.DAY
    for name, cidr, external in contents.networks:
        network, subnet = seed.fixed_id(f'network {name}'), seed.fixed_id(f'subnet {name}')
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
    for name in (*seed.PROJECTS, *contents.projects):
        facts = {'description': 'Default security group', 'security_group_rules': [], 'tags': []}
        project = seed.fixed_hex(f'project {name}')
        id = seed.fixed_id(f'security group {name}')
        session.insert(
            'security_group', id, facts, project=project, name='default', created=created
        )
    _connect(session)


def _connect(session: Session) -> None:
    """Connect the shared networks with the outside, so that floating addresses reach servers."""

    networks = list(session.find('network'))
    external = next(
        (candidate for candidate in networks if candidate.document['router:external']), None
    )
    if external is None:
        return
    created, project = session.now - 30 * seed.DAY, seed.fixed_hex('project admin')
    id = seed.fixed_id('router')
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
