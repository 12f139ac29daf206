"""Routers: they connect the networks of a project with each other and with the outside."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from novaclient_mv.sandbox.http.wsgi import Document, Fault, Response
from novaclient_mv.sandbox.network import allocation
from novaclient_mv.sandbox.network.attributes import Attribute, constant, once
from novaclient_mv.sandbox.network.collection import Collection
from novaclient_mv.sandbox.network.networks import Networks
from novaclient_mv.sandbox.network.ports import Ports
from novaclient_mv.sandbox.network.subnets import Subnets
from novaclient_mv.sandbox.state import addresses
from novaclient_mv.sandbox.state.rows import Row, Session

INTERFACE = 'network:router_interface'
GATEWAY = 'network:router_gateway'


class Routers(Collection):
    """``/v2.0/routers``"""

    kind = key = 'router'
    plural = 'routers'
    title = 'Router'
    limit = 10
    revision = 1
    attributes: ClassVar[Mapping[str, Attribute]] = {
        'admin_state_up': Attribute(True),
        'status': constant('ACTIVE'),
        'external_gateway_info': Attribute(None),
        'description': Attribute(''),
        'routes': Attribute([]),
        'distributed': Attribute(False, is_for_admins=True, is_hidden=True),
        'ha': Attribute(False, is_for_admins=True, is_hidden=True),
        'availability_zones': constant([]),
        'availability_zone_hints': once([]),
        'flavor_id': once(None),
    }

    def before_create(self, row: Row, attributes: Document) -> None:
        if attributes.get('external_gateway_info'):
            row.document['external_gateway_info'] = self._gateway(row, attributes)

    def before_update(self, row: Row, attributes: Document) -> None:
        if 'external_gateway_info' in attributes:
            facts = attributes['external_gateway_info']
            for port in self.db.find('port', parent=row.id):
                if port.document['device_owner'] == GATEWAY:
                    self.db.remove(port)
            attributes['external_gateway_info'] = self._gateway(row, attributes) if facts else None

    def _gateway(self, row: Row, attributes: Document) -> Document:
        """Plug a router into an external network."""
        gateway = attributes['external_gateway_info']
        networks = Networks(self.call)
        network = networks.resource(str(gateway.get('network_id')))
        if not network.document.get('router:external'):
            words = f'Bad router request: Network {network.id} is not an external network.'
            raise Fault(400, words, code='BadRequest')
        fixed = gateway.get('external_fixed_ips') or []
        # The port of a gateway belongs to no project.
        port = plug(self.db, row.id, GATEWAY, network, fixed, project='')
        return {
            'network_id': network.id,
            'external_fixed_ips': port.document['fixed_ips'],
            'enable_snat': gateway.get('enable_snat', True),
        }

    def before_delete(self, row: Row) -> None:
        ports = [
            port.id
            for port in self.db.find('port', parent=row.id)
            if port.document['device_owner'] == INTERFACE
        ]
        if ports:
            words = f'Router {row.id} has ports still attached: {", ".join(ports)}'
            raise Fault(409, words, code='RouterInUse')

    def after_delete(self, row: Row) -> None:
        for port in self.db.find('port', parent=row.id):
            self.db.remove(port)

    def add_router_interface(self, id: str) -> Response:
        """``PUT /v2.0/routers/{id}/add_router_interface``"""
        return self._interface(id, 'add_router_interface', self._add_interface)

    def remove_router_interface(self, id: str) -> Response:
        """``PUT /v2.0/routers/{id}/remove_router_interface``"""
        return self._interface(id, 'remove_router_interface', self._remove_interface)

    def _interface(self, id: str, rule: str, change: Callable[[Row, Document], Row]) -> Response:
        row, arguments = self.resource(id), self.json()
        self.require_member(rule)
        references = [arguments[name] for name in ('subnet_id', 'port_id') if arguments.get(name)]
        if not references or not all(isinstance(name, str) for name in references):
            words = 'Bad router request: Either subnet_id or port_id is needed.'
            raise Fault(400, words, code='BadRequest')
        port = change(row, arguments)
        subnets = [fixed_ip['subnet_id'] for fixed_ip in port.document['fixed_ips']]
        return self.answer(
            {
                'id': row.id,
                'project_id': row.project,
                'tenant_id': row.project,
                'port_id': port.id,
                'network_id': port.document['network_id'],
                'subnet_id': subnets[0],
                'subnet_ids': subnets,
            }
        )

    def _add_interface(self, row: Row, attributes: Document) -> Row:
        if attributes.get('port_id'):
            port = Ports(self.call).resource(attributes['port_id'])
            if port.document.get('device_id'):
                words = f'Unable to complete operation on port {port.id}: it is in use.'
                raise Fault(409, words, code='PortInUse')
            port.parent = row.id
            port.document.update(device_id=row.id, device_owner=INTERFACE, status='ACTIVE')
            self.db.save(port)
            return port
        subnet = Subnets(self.call).resource(attributes['subnet_id'])
        if not self.context.is_admin and subnet.project != self.context.project_id:
            words = f'Bad router request: subnet {subnet.id} is not owned by the project.'
            raise Fault(400, words, code='BadRequest')
        if _port_in(self.db, row, subnet.id) is not None:
            words = f'Bad router request: Router already has a port on subnet {subnet.id}.'
            raise Fault(400, words, code='BadRequest')
        network = self.db.get('network', subnet.document['network_id'])
        assert network is not None
        fixed: Document = {'subnet_id': subnet.id}
        gateway = subnet.document.get('gateway_ip')
        if gateway is None:
            raise Fault(400, 'Bad router request: Subnet for router interface must have a '
                'gateway IP.', code='BadRequest')  # fmt: skip
        fixed['ip_address'] = gateway
        return plug(self.db, row.id, INTERFACE, network, [fixed], project=row.project or '')

    def _remove_interface(self, row: Row, attributes: Document) -> Row:
        if attributes.get('port_id'):
            port = self.db.get('port', attributes['port_id'])
        else:
            port = _port_in(self.db, row, attributes['subnet_id'])
        if port is None or port.parent != row.id:
            words = f'Router {row.id} does not have an interface like this'
            raise Fault(404, words, code='RouterInterfaceNotFound')
        self.db.remove(port)
        return port


def plug(
    session: Session, router: str, owner: str, network: Row, fixed: list[Any], project: str
) -> Row:
    """Give a router a port."""
    id = str(uuid.uuid4())
    facts: Document = {
        'network_id': network.id,
        'device_id': router,
        'device_owner': owner,
        'status': 'ACTIVE',
        'fixed_ips': [],
        'port_security_enabled': False,
    }
    number = session.insert('port', id, facts, project=project, parent=router, name='')
    row = session.get('port', id)
    assert row is not None
    row.document['mac_address'] = addresses.mac(number)
    row.document['fixed_ips'] = allocation.allocate(session, network, number, fixed)
    session.save(row)
    return row


def between(session: Session, external: str, subnet: str) -> Row | None:
    """The router that connects a subnet with an external network."""
    for router in session.find('router'):
        gateway = router.document.get('external_gateway_info') or {}
        if gateway.get('network_id') != external:
            continue
        if _port_in(session, router, subnet) is not None:
            return router
    return None


def _port_in(session: Session, router: Row, subnet: str) -> Row | None:
    for port in session.find('port', parent=router.id):
        if any(fixed_ip['subnet_id'] == subnet for fixed_ip in port.document['fixed_ips']):
            return port
    return None
