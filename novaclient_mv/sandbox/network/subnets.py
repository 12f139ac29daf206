"""Subnets of networks."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from typing import ClassVar

from novaclient_mv.sandbox.http.wsgi import Document, Fault
from novaclient_mv.sandbox.network.attributes import Attribute, constant, once
from novaclient_mv.sandbox.network.collection import Collection
from novaclient_mv.sandbox.network.networks import Networks
from novaclient_mv.sandbox.state.rows import Row


class Subnets(Collection):
    """``/v2.0/subnets``"""

    kind = key = 'subnet'
    plural = 'subnets'
    title = 'Subnet'
    required = ('network_id', 'ip_version', 'cidr')
    attributes: ClassVar[Mapping[str, Attribute]] = {
        'network_id': once(''),
        'ip_version': once(4),
        'cidr': once(''),
        'gateway_ip': Attribute(None),
        'enable_dhcp': Attribute(True),
        'allocation_pools': Attribute([]),
        'dns_nameservers': Attribute([]),
        'host_routes': Attribute([]),
        'description': Attribute(''),
        'subnetpool_id': once(None),
        'ipv6_ra_mode': once(None),
        'ipv6_address_mode': once(None),
        'service_types': Attribute([]),
        'router:external': constant(False),
    }

    def is_visible(self, row: Row) -> bool:
        network = self.db.get('network', row.document['network_id'])
        shared = row.document.get('shared') or row.document.get('router:external')
        is_shared = network is not None and network.document.get('shared')
        return bool(self.is_own(row) or shared or is_shared)

    def view(self, row: Row) -> Document:
        view = super().view(row)
        view['allocation_pools'] = view['allocation_pools'] or pools(row.document['cidr'])
        return view

    def before_create(self, row: Row, attributes: Document) -> None:
        networks = Networks(self.call)
        network = networks.resource(attributes['network_id'])
        self.require('create_subnet', networks.is_own(network))
        facts = row.document
        block = _block(attributes)
        facts['cidr'] = str(block)
        for id in network.document.get('subnets', []):
            other = self.db.get('subnet', id)
            if other and ipaddress.ip_network(other.document['cidr']).overlaps(block):
                words = f'{block} overlaps with another subnet of network {network.id}.'
                raise Fault(400, words, code='InvalidInput')
        if 'gateway_ip' not in attributes:
            facts['gateway_ip'] = str(block[1])
        facts['router:external'] = bool(network.document.get('router:external'))
        network.document['subnets'] = [*network.document.get('subnets', []), row.id]
        networks.touch(network)

    def before_delete(self, row: Row) -> None:
        for port in self.db.find('port'):
            if any(fixed_ip['subnet_id'] == row.id for fixed_ip in port.document['fixed_ips']):
                words = f'Subnet {row.id} is in use: ports have an IP allocation from it.'
                raise Fault(409, words, code='SubnetInUse')

    def after_delete(self, row: Row) -> None:
        network = self.db.get('network', row.document['network_id'])
        if network is not None:
            left = [id for id in network.document['subnets'] if id != row.id]
            network.document['subnets'] = left
            self.db.save(network)


def _block(attributes: Document) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    """The addresses of a new subnet."""
    try:
        block = ipaddress.ip_network(attributes['cidr'], strict=False)
    except ValueError:
        raise Fault(
            400, f"Invalid input for cidr. Reason: '{attributes['cidr']}' is not a valid IP subnet."
        ) from None
    if block.version != attributes['ip_version']:
        words = f'cidr {block} does not match the ip_version {attributes["ip_version"]}.'
        raise Fault(400, words, code='InvalidInput')
    if block.num_addresses < 4:
        words = f'Invalid input for operation: {block} leaves no address to give.'
        raise Fault(400, words, code='InvalidInput')
    return block


def pools(cidr: str) -> list[Document]:
    """Return a subnet's allocation pools, without the addresses of gateway and broadcast."""
    block = ipaddress.ip_network(cidr)
    last = block[-1] if block.version == 6 else block[-2]
    return [{'start': str(block[2]), 'end': str(last)}]
