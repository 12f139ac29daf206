"""Floating addresses: of an external network, for a port of another one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from novaclient_mv.sandbox.http.wsgi import Document, Fault
from novaclient_mv.sandbox.network import allocation, routers
from novaclient_mv.sandbox.network.attributes import Attribute, constant, once
from novaclient_mv.sandbox.network.collection import Collection
from novaclient_mv.sandbox.network.networks import Networks
from novaclient_mv.sandbox.network.ports import Ports
from novaclient_mv.sandbox.state import addresses
from novaclient_mv.sandbox.state.rows import Row, Session


class FloatingIps(Collection):
    """``/v2.0/floatingips``"""

    kind = 'floating_ip'
    key = 'floatingip'
    plural = 'floatingips'
    title = 'Floating IP'
    required = ('floating_network_id',)
    limit = 50
    attributes: ClassVar[Mapping[str, Attribute]] = {
        'floating_network_id': once(''),
        'floating_ip_address': once(None),
        'subnet_id': once(None),
        'port_id': Attribute(None),
        'fixed_ip_address': Attribute(None),
        'router_id': constant(None),
        'status': constant('DOWN'),
        'description': Attribute(''),
        'qos_policy_id': Attribute(None),
    }

    def view(self, row: Row) -> Document:
        view = super().view(row)
        for name in ('name', 'subnet_id'):
            del view[name]
        port = self.db.get('port', row.document.get('port_id') or '')
        view['port_details'] = port and {
            'name': port.name,
            **{
                name: Ports.attributes[name].default
                if port.document.get(name) is None
                else port.document[name]
                for name in (
                    'network_id', 'mac_address', 'admin_state_up', 'status', 'device_id',
                    'device_owner',
                )
            },
        }  # fmt: skip
        return view

    def before_create(self, row: Row, attributes: Document) -> None:
        networks = Networks(self.call)
        network = networks.resource(attributes['floating_network_id'])
        facts = row.document
        if not network.document.get('router:external'):
            words = f'Bad floatingip request: Network {network.id} is not a valid external network.'
            raise Fault(400, words, code='BadRequest')
        facts['floating_ip_address'] = _address(self.db, network, row, attributes)
        port_id, fixed = facts.get('port_id'), facts.get('fixed_ip_address')
        facts.update(port_id=None, fixed_ip_address=None)
        if port_id:
            facts.update(self._connection(row, port_id, fixed))
            self.db.save(row)
            addresses.refresh(self.db, self._server(port_id))

    def before_update(self, row: Row, attributes: Document) -> None:
        if 'port_id' not in attributes:
            return
        before = row.document.get('port_id')
        row.document.update(port_id=None, fixed_ip_address=None, router_id=None, status='DOWN')
        self.db.save(row)
        addresses.refresh(self.db, self._server(before))
        if attributes['port_id'] is None:
            attributes['fixed_ip_address'] = None
            return
        connection = self._connection(
            row, attributes['port_id'], attributes.get('fixed_ip_address')
        )
        row.document.update(connection)
        attributes['fixed_ip_address'] = connection['fixed_ip_address']

    def after_update(self, row: Row, attributes: Document) -> None:
        addresses.refresh(self.db, self._server(row.document.get('port_id')))

    def before_delete(self, row: Row) -> None:
        self.before_update(row, {'port_id': None})

    def _connection(self, row: Row, port_id: str, address: str | None) -> Document:
        """Return the fields of a floating address on a port."""
        port = Ports(self.call).resource(port_id)
        external = row.document['floating_network_id']
        fixed = [
            fixed_ip
            for fixed_ip in port.document['fixed_ips']
            if address in (None, fixed_ip['ip_address'])
        ]
        if not fixed:
            words = f'Bad floatingip request: Port {port_id} has no fixed address {address}.'
            raise Fault(400, words, code='BadRequest')
        router = routers.between(self.db, external, fixed[0]['subnet_id'])
        if router is None:
            words = f'External network {external} is not reachable from port {port_id}.'
            raise Fault(404, words, code='ExternalGatewayForFloatingIPNotFound')
        return {
            'port_id': port_id,
            'fixed_ip_address': fixed[0]['ip_address'],
            'router_id': router.id,
            'status': 'ACTIVE' if port.parent else 'DOWN',
        }

    def _server(self, port_id: str | None) -> str | None:
        port = self.db.get('port', port_id) if port_id else None
        return port.parent if port else None


def _address(session: Session, network: Row, row: Row, attributes: Document) -> str:
    """The address that was asked for, or one that is free."""
    used = {
        floating_ip.document.get('floating_ip_address')
        for floating_ip in session.find('floating_ip')
    }
    address = attributes.get('floating_ip_address')
    if address is not None:
        addresses = allocation.allocate(session, network, row.number, [{'ip_address': address}])
        if address in used:
            words = f'IP address {address} already allocated in network {network.id}'
            raise Fault(409, words, code='IpAddressAlreadyAllocated')
        return str(addresses[0]['ip_address'])
    for more in range(4096):
        fixed = allocation.allocate(session, network, row.number + more, [])
        if not fixed:
            break
        if fixed[0]['ip_address'] not in used:
            return str(fixed[0]['ip_address'])
    words = f'No more IP addresses available on network {network.id}.'
    raise Fault(409, words, code='IpAddressGenerationFailure')
