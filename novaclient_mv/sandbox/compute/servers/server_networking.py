"""Addresses and security groups that a server gets and loses while it lives."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.compute.schemas import server_upkeep as schemas
from novaclient_mv.sandbox.compute.servers import server_builder
from novaclient_mv.sandbox.http.declarations import api_version, schema
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]


class ServerNetworking(controller.ComputeController):
    """Actions on what connects a server."""

    usual_status = 202

    # -- security groups

    @schema(schemas.add_security_group)
    def add_security_group(self, id: str, body: Document) -> Response:
        # A lock holds no group back.
        row = self.find_server(id)
        group = self._group(row, body['addSecurityGroup']['name'])
        groups = row.document['security_groups']
        if {'name': group.name} in groups:
            raise Fault(400, f'The server has the security group {group.name} already.')
        row.document['security_groups'] = [*groups, {'name': group.name}]
        self.db.save(row)
        return self.answer()

    @schema(schemas.remove_security_group)
    def remove_security_group(self, id: str, body: Document) -> Response:
        # A lock holds no group back.
        row = self.find_server(id)
        group = self._group(row, body['removeSecurityGroup']['name'])
        groups = row.document['security_groups']
        if {'name': group.name} not in groups:
            raise Fault(404, f'Security group {group.name} is not associated with instance {id}')
        row.document['security_groups'] = [other for other in groups if other['name'] != group.name]
        self.db.save(row)
        return self.answer()

    def _group(self, server: Row, named: str) -> Row:
        """The security group of a name or an id, among those of the server's project."""
        if not named.strip():
            raise Fault(400, 'Security group name cannot be empty')
        groups = list(self.db.find('security_group', project=server.project))
        matches = [group for group in groups if named == group.id]
        matches = matches or [group for group in groups if named == group.name]
        if not matches:
            raise Fault(404, f'Security group {named} not found.')
        if len(matches) > 1:
            raise Fault(409, f'Several security groups have the name {named}. Use an id.')
        return matches[0]

    # -- fixed addresses, up to 2.43

    @api_version('2.1', '2.43')
    @schema(schemas.add_fixed_ip, '2.0', '2.43')
    def add_fixed_ip(self, id: str, body: Document) -> Response:
        row = self._server_to_plug(id)
        uuid = str(body['addFixedIp']['networkId'])
        network = self.db.get('network', uuid)
        if network is None or not any(
            port.document['network_id'] == uuid for port in self.db.find('port', parent=id)
        ):
            # The host finds out after the answer that it has no port there.
            return self.answer()
        if not network.document['subnets']:
            raise Fault(400, f'Network {uuid} requires a subnet in order to boot instances on.')
        project = row.project or ''
        address = server_builder.add_port(self.db, id, project, network, self.now)
        row.document['addresses'].setdefault(network.name, []).append(address)
        self.db.save(row)
        return self.answer()

    @api_version('2.1', '2.43')
    @schema(schemas.remove_fixed_ip, '2.0', '2.43')
    def remove_fixed_ip(self, id: str, body: Document) -> Response:
        row = self._server_to_plug(id)
        address = body['removeFixedIp']['address']
        if self._entry(row, address, 'fixed') is None:
            return self.answer()
        for port in self.db.find('port', parent=id):
            if port.document['fixed_ips'][0]['ip_address'] == address:
                self.db.remove(port)
        self._forget(row, address)
        self.db.save(row)
        return self.answer()

    def _server_to_plug(self, id: str) -> Row:
        """The server whose fixed addresses change."""
        row = self.find_server(id)
        if row.document['locked_by'] is not None and not self.context.is_admin:
            raise Fault(400, f'Instance {row.id} is locked')
        if row.document['host'] is None:
            raise Fault(400, f'Instance {row.id} is not ready')
        return row

    # -- floating addresses, up to 2.43

    @api_version('2.1', '2.43')
    @schema(schemas.add_floating_ip, '2.0', '2.43')
    def add_floating_ip(self, id: str, attributes: Document) -> Response:
        row = self.find_server(id)
        address = attributes['address']
        network, fixed = self._fixed(row, attributes.get('fixed_address'))
        floating = self._floating(address)
        if floating is None:
            raise Fault(404, 'floating IP not found')
        self._detach(floating)
        ports = self.db.find('port', parent=id)
        floating.document['fixed_ip_address'] = fixed['addr']
        floating.document['port_id'] = next(
            (
                port.id
                for port in ports
                if port.document['fixed_ips'][0]['ip_address'] == fixed['addr']
            ),
            None,
        )
        self.db.save(floating)
        row = self.find_server(id)
        entry = {**fixed, 'addr': address, 'OS-EXT-IPS:type': 'floating'}
        row.document['addresses'][network].append(entry)
        self.db.save(row)
        return self.plain_answer()

    @api_version('2.1', '2.43')
    @schema(schemas.remove_floating_ip, '2.0', '2.43')
    def remove_floating_ip(self, id: str, body: Document) -> Response:
        address = body['removeFloatingIp']['address']
        floating = self._floating(address)
        if floating is None:
            raise Fault(404, f'Floating IP not found for address {address}.')
        row = self.find_server(id)
        if self._entry(row, address, 'floating') is None:
            raise Fault(409, f'Floating IP {address} is not associated with instance {id}.')
        self._detach(floating)
        return self.plain_answer()

    def _floating(self, address: str) -> Row | None:
        """The floating address of that text, among those that the caller may use."""
        project = self.own_project
        for row in self.db.find('floating_ip', project=project):
            if row.document['floating_ip_address'] == address:
                return row
        return None

    def _fixed(self, server: Row, requested: str | None) -> tuple[str, Document]:
        """The network and entry of a server's fixed address: the one asked for, or the first."""
        fixed = [
            (network, entry)
            for network, entries in server.document['addresses'].items()
            for entry in entries
            if entry['OS-EXT-IPS:type'] == 'fixed'
        ]
        if not fixed:
            raise Fault(400, 'Instance network is not ready yet')
        for network, entry in fixed:
            if requested in (None, entry['addr']):
                return network, entry
        raise Fault(400, 'Specified fixed address not assigned to instance')

    def _detach(self, floating: Row) -> None:
        """Disassociate a floating address from whichever server has it."""
        port = self.db.get('port', floating.document.get('port_id') or '')
        if port is not None and port.parent is not None:
            server = self.find_server(port.parent)
            self._forget(server, floating.document['floating_ip_address'])
            self.db.save(server)
        floating.document.update(port_id=None, fixed_ip_address=None)
        self.db.save(floating)

    def _entry(self, server: Row, address: str, kind: str) -> Document | None:
        for entries in server.document['addresses'].values():
            for entry in entries:
                if entry['addr'] == address and entry['OS-EXT-IPS:type'] == kind:
                    return dict(entry)
        return None

    def _forget(self, server: Row, address: str) -> None:
        left = {
            network: [entry for entry in entries if entry['addr'] != address]
            for network, entries in server.document['addresses'].items()
        }
        server.document['addresses'] = {key: entries for key, entries in left.items() if entries}
