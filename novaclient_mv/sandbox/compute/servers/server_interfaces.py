"""Interfaces of a server: the ports by which it is plugged into networks."""

from __future__ import annotations

import ipaddress
from typing import Any

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.compute.controller import Field
from novaclient_mv.sandbox.compute.schemas import server_interfaces as schemas
from novaclient_mv.sandbox.compute.servers import (
    server_builder,
    server_history,
    server_ports,
    server_states,
)
from novaclient_mv.sandbox.http import schema_parts
from novaclient_mv.sandbox.http.declarations import query_schema, schema, success
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state import addresses, clocks
from novaclient_mv.sandbox.state.rows import Row

_STATES = ('active', 'paused', 'stopped')

FIELDS = (
    Field('port_id', lambda view, row: row.id),
    Field('net_id', 'network_id'),
    Field('mac_addr', 'mac_address'),
    Field('port_state', lambda view, row: _state(view, row)),
    Field('fixed_ips', 'fixed_ips'),
    Field('tag', lambda view, row: row.document.get('tag'), '2.70..'),
)


def _state(view: controller.ComputeController, port: Row) -> str:
    """A port of a server that is on no host is down."""
    server = view.db.get('server', port.parent or '')
    if server is None or clocks.settle(server.document, view.now)['host'] is None:
        return 'DOWN'
    return str(port.document['status'])


class ServerInterfaces(controller.ComputeController):
    """``/servers/{server_id}/os-interface``"""

    def index(self, server_id: str) -> Response:
        server = self.find_server(server_id)
        make = self.maker(FIELDS)
        views = [make(self, row) for row in self.db.find('port', parent=server.id)]
        return self.answer({'interfaceAttachments': views})

    def show(self, server_id: str, id: str) -> Response:
        return self._answer_with(self._port(self.find_server(server_id), id))

    @query_schema(schema_parts.NO_QUERY, '2.102')
    @schema(schemas.create, '2.0', '2.48')
    @schema(schemas.create_2_49, '2.49')
    def create(self, server_id: str, body: dict[str, Any]) -> Response:
        attributes = body.get('interfaceAttachment', {})
        server = self.server_to_change(server_id)
        if 'net_id' in attributes and 'port_id' in attributes:
            raise Fault(400, 'Must not input both network_id and port_id')
        if 'fixed_ips' in attributes and 'net_id' not in attributes:
            raise Fault(400, 'Must input network_id when request IP address')
        server_states.require(server.document, server_id, 'attach_interface', _STATES)
        if 'port_id' in attributes:
            port = self._bound(server, attributes['port_id'])
        else:
            server_states.require_host(server)
            port = self._create_port(server, attributes)
        port.document['tag'] = attributes.get('tag')
        self.db.save(port)
        network = self.db.get('network', port.document['network_id'])
        assert network is not None
        if new := addresses.fixed_of(port):
            server.document['addresses'].setdefault(network.name, []).extend(new)
        self._note(server, 'attach_interface')
        return self._answer_with(port)

    @success(202)
    def delete(self, server_id: str, id: str) -> Response:
        server = self.server_to_change(server_id)
        server_states.require(server.document, server_id, 'detach_interface', _STATES)
        server_states.require_host(server)
        port = self.db.get('port', id)
        if port is None or port.parent != server.id:
            # The host finds out after the answer that there is nothing to unplug.
            words = f'Port {id} is not attached'
            server.document['fault'] = server_states.fault(words, self.now, 404)
            server_history.record(self, server, 'detach_interface', failure=words)
            self.db.save(server)
            return self.answer()
        mac = port.document['mac_address']
        server.document['addresses'] = {
            network: left
            for network, addresses in server.document['addresses'].items()
            if (
                left := [
                    address for address in addresses if address['OS-EXT-IPS-MAC:mac_addr'] != mac
                ]
            )
        }
        server_ports.release(self.db, port)
        self._note(server, 'detach_interface')
        return self.answer()

    def _port(self, server: Row, id: str) -> Row:
        row = self.find('port', id, called='Port id')
        if row.parent != server.id:
            raise Fault(404, f'Instance {server.id} does not have a port with id {id}')
        return row

    def _bound(self, server: Row, id: str) -> Row:
        """A port that was there, plugged into the server."""
        port = self.db.get('port', id)
        if port is None or (port.project != server.project and not self.context.is_admin):
            raise Fault(404, f'Port id {id} could not be found.')
        if port.document.get('device_id'):
            raise Fault(409, f'Port {id} is still in use.')
        server_ports.bind(self.db, port, server.id)
        return port

    def _create_port(self, server: Row, attributes: dict[str, Any]) -> Row:
        """A new port in a network."""
        id = attributes.get('net_id')
        network = self.db.get('network', id) if id else server_builder.private_network(self.db)
        if network is None or not self._is_visible(network):
            raise Fault(404, f'Network {id} could not be found.')
        is_open = network.document['shared'] or not network.document['router:external']
        if not (is_open or self.may('network:attach_external_network')):
            raise Fault(403, f'It is not allowed to create an interface on external network {id}')
        if not network.document['subnets']:
            raise Fault(
                400, f'Network {network.id} requires a subnet in order to boot instances on.'
            )
        address = attributes['fixed_ips'][0]['ip_address'] if 'fixed_ips' in attributes else None
        if address is not None:
            self._require_own(network)
            self._require_free(network, address)
        plugged = server_builder.add_port(
            self.db, server.id, server.project or '', network, self.now, address=address
        )
        mac = plugged['OS-EXT-IPS-MAC:mac_addr']
        return next(
            row
            for row in self.db.find('port', parent=server.id)
            if row.document['mac_address'] == mac
        )

    def _is_visible(self, network: Row) -> bool:
        facts = network.document
        is_open = facts['shared'] or facts['router:external']
        return bool(is_open or self.context.is_admin or network.project == self.context.project_id)

    def _require_own(self, network: Row) -> None:
        """Refuse to choose an address in a network of somebody else."""
        if not self.context.is_admin and network.project != self.context.project_id:
            raise Fault(403, 'rule:create_port:fixed_ips is disallowed by policy')

    def _require_free(self, network: Row, address: str) -> None:
        subnet = self.db.get('subnet', network.document['subnets'][0])
        assert subnet is not None
        if ipaddress.ip_address(address) not in ipaddress.ip_network(subnet.document['cidr']):
            raise Fault(400, f'Fixed IP address {address} is not in network {network.id}.')
        for port in self.db.find('port'):
            for fixed_ip in port.document['fixed_ips']:
                if fixed_ip['ip_address'] == address and fixed_ip['subnet_id'] == subnet.id:
                    raise Fault(400, f'Fixed IP address {address} is already in use.')

    def _note(self, server: Row, action: str) -> None:
        server_history.record(self, server, action)
        self.db.save(server)

    def _answer_with(self, port: Row) -> Response:
        return self.answer({'interfaceAttachment': self.maker(FIELDS)(self, port)})
