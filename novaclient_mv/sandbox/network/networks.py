"""Networks and their subnets."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.sandbox.network.collection import Attribute, Collection, Document, constant, once
from novaclient_mv.sandbox.network.network_faults import NetworkFault, invalid, refused

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row


class Networks(Collection):
    """``/v2.0/networks``"""

    kind = key = 'network'
    plural = 'networks'
    title = 'Network'
    revision = 1
    attributes: ClassVar[Mapping[str, Attribute]] = {
        'admin_state_up': Attribute(True),
        'mtu': Attribute(1500),
        'status': constant('ACTIVE'),
        'subnets': constant([]),
        'shared': Attribute(False, is_for_admins=True),
        'router:external': Attribute(False, is_for_admins=True),
        'is_default': Attribute(False, is_for_admins=True),
        'port_security_enabled': Attribute(True),
        'availability_zone_hints': once([]),
        'availability_zones': constant([]),
        'ipv4_address_scope': constant(None),
        'ipv6_address_scope': constant(None),
        'vlan_transparent': once(False),
        'qinq': once(False),
        'description': Attribute(''),
        'qos_policy_id': Attribute(None),
        'provider:network_type': Attribute('vxlan', is_for_admins=True, is_hidden=True),
        'provider:physical_network': Attribute(None, is_for_admins=True, is_hidden=True),
        'provider:segmentation_id': Attribute(None, is_for_admins=True, is_hidden=True),
    }

    def is_visible(self, row: Row) -> bool:
        facts = row.document
        return bool(self.is_own(row) or facts.get('shared') or facts.get('router:external'))

    def view(self, row: Row) -> Document:
        view = super().view(row)
        if 'provider:segmentation_id' in view and view['provider:segmentation_id'] is None:
            view['provider:segmentation_id'] = row.number
        # Only what leads out of the cloud can be the default way.
        if not view['router:external'] and self.request.method != 'POST':
            del view['is_default']
        return view

    def before_delete(self, row: Row) -> None:
        ports = [
            port.id for port in self.session.find('port') if port.document['network_id'] == row.id
        ]
        if ports:
            raise NetworkFault(
                409,
                'NetworkInUse',
                f'Unable to complete operation on network {row.id}. There are one or more ports '
                f'still in use on the network, id for these ports is: {",".join(ports)}.',
            )

    def after_delete(self, row: Row) -> None:
        for id in row.document.get('subnets', []):
            subnet = self.session.get('subnet', id)
            if subnet is not None:
                self.session.remove(subnet)


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
        network = self.session.get('network', row.document['network_id'])
        shared = row.document.get('shared') or row.document.get('router:external')
        is_shared = network is not None and network.document.get('shared')
        return bool(self.is_own(row) or shared or is_shared)

    def view(self, row: Row) -> Document:
        view = super().view(row)
        view['allocation_pools'] = view['allocation_pools'] or pools(row.document['cidr'])
        return view

    def before_create(self, row: Row, attributes: Document) -> None:
        networks = Networks(self.session, self.context, self.request)
        network = networks.find(attributes['network_id'])
        if not networks.is_own(network):
            raise refused('create_subnet')
        facts = row.document
        block = _block(attributes)
        facts['cidr'] = str(block)
        self._require_no_overlap(network, block)
        if 'gateway_ip' not in attributes:
            facts['gateway_ip'] = str(block[1])
        facts['router:external'] = bool(network.document.get('router:external'))
        if not facts.get('allocation_pools'):
            facts['allocation_pools'] = pools(facts['cidr'])
        network.document['subnets'] = [*network.document.get('subnets', []), row.id]
        networks.touch(network)

    def _require_no_overlap(self, network: Row, block: Any) -> None:
        for id in network.document.get('subnets', []):
            other = self.session.get('subnet', id)
            if other and ipaddress.ip_network(other.document['cidr']).overlaps(block):
                raise NetworkFault(
                    400,
                    'InvalidInput',
                    f'Invalid input for operation: Requested subnet with cidr: {block} for '
                    f'network: {network.id} overlaps with another subnet.',
                )

    def before_delete(self, row: Row) -> None:
        for port in self.session.find('port'):
            if any(fixed_ip['subnet_id'] == row.id for fixed_ip in port.document['fixed_ips']):
                raise NetworkFault(
                    409,
                    'SubnetInUse',
                    f'Unable to complete operation on subnet {row.id}: One or more ports have an '
                    'IP allocation from this subnet.',
                )

    def after_delete(self, row: Row) -> None:
        network = self.session.get('network', row.document['network_id'])
        if network is not None:
            left = [id for id in network.document['subnets'] if id != row.id]
            network.document['subnets'] = left
            self.session.save(network)


def _block(attributes: Document) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    """The addresses of a new subnet."""
    try:
        block = ipaddress.ip_network(attributes['cidr'], strict=False)
    except ValueError:
        raise invalid(
            f"Invalid input for cidr. Reason: '{attributes['cidr']}' is not a valid IP subnet."
        ) from None
    if block.version != attributes['ip_version']:
        raise NetworkFault(
            400,
            'InvalidInput',
            f"Invalid input for operation: cidr '{block}' does not match the ip_version "
            f"'{attributes['ip_version']}'.",
        )
    if block.num_addresses < 4:
        raise NetworkFault(
            400, 'InvalidInput', f'Invalid input for operation: {block} leaves no address to give.'
        )
    return block


def pools(cidr: str) -> list[Document]:
    """Return a subnet's allocation pools, without the addresses of gateway and broadcast."""
    block = ipaddress.ip_network(cidr)
    last = block[-1] if block.version == 6 else block[-2]
    return [{'start': str(block[2]), 'end': str(last)}]
