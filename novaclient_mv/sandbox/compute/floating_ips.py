"""Floating IPs, until clients were sent to the network service with 2.36."""

from __future__ import annotations

import ipaddress
import uuid
from typing import Any

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.compute.schemas import proxies
from novaclient_mv.sandbox.http import schema_parts
from novaclient_mv.sandbox.http.declarations import query_schema, schema, success
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state.rows import Row


class FloatingIps(controller.ComputeController):
    """``/os-floating-ips`` and ``/os-floating-ip-pools``"""

    def pools(self) -> Response:
        pools = [{'name': row.name} for row in self._external()]
        return self.answer({'floating_ip_pools': pools})

    @query_schema(schema_parts.UNREADABLE)
    def index(self) -> Response:
        rows = self.db.find('floating_ip', project=self.context.project_id)
        return self.answer({'floating_ips': [self._floating_ip_view(row) for row in rows]})

    @query_schema(schema_parts.UNREADABLE)
    def show(self, id: str) -> Response:
        return self.answer({'floating_ip': self._floating_ip_view(self._find(id))})

    @schema(proxies.floating_ip)
    def create(self, body: dict[str, Any] | None = None) -> Response:
        pool = (body or {}).get('pool')
        networks = [row for row in self._external() if pool in (None, row.name, row.id)]
        if not networks:
            raise Fault(404, f'Floating IP pool {pool} could not be found.')
        network = networks[0]
        id = str(uuid.uuid4())
        facts: dict[str, Any] = {
            'floating_network_id': network.id,
            'floating_ip_address': self._free_address(network),
            'fixed_ip_address': None,
            'port_id': None,
            'status': 'DOWN',
        }
        self.db.insert('floating_ip', id, facts, project=self.context.project_id, name='')
        return self.answer({'floating_ip': self._floating_ip_view(self._find(id))})

    @success(202)
    def delete(self, id: str) -> Response:
        self.db.remove(self._find(id))
        return self.answer()

    def _external(self) -> list[Row]:
        return [row for row in self.db.find('network') if row.document['router:external']]

    def _free_address(self, network: Row) -> str:
        subnet = self.db.get('subnet', network.document['subnets'][0])
        assert subnet is not None
        used = {row.document['floating_ip_address'] for row in self.db.find('floating_ip')}
        for number, address in enumerate(ipaddress.ip_network(subnet.document['cidr']).hosts()):
            # The first addresses are the gateway's and the routers'.
            if number >= 10 and str(address) not in used:
                return str(address)
        raise Fault(404, 'No more floating IPs available.')

    def _find(self, id: str) -> Row:
        row = self.db.get('floating_ip', id, self.context.project_id)
        if row is None:
            raise Fault(404, f'Floating IP not found for ID {id}')
        return row

    def _floating_ip_view(self, row: Row) -> dict[str, Any]:
        facts = row.document
        network = self.db.get('network', facts['floating_network_id'])
        port = self.db.get('port', facts['port_id']) if facts.get('port_id') else None
        return {
            'id': row.id,
            'ip': facts['floating_ip_address'],
            'pool': network.name if network else None,
            'fixed_ip': facts.get('fixed_ip_address'),
            'instance_id': port.parent if port else None,
        }
