"""Addresses of a server, by network."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.http.wsgi import Fault, Response


class ServerIps(controller.ComputeController):
    """``/servers/{server_id}/ips``"""

    def index(self, server_id: str) -> Response:
        return self.answer({'addresses': self._addresses(server_id)})

    def show(self, server_id: str, id: str) -> Response:
        """``GET /servers/{server_id}/ips/{id}``, where the id is the name of a network"""
        addresses = self._addresses(server_id)
        if id not in addresses:
            raise Fault(404, 'Instance is not a member of specified network')
        return self.answer({id: addresses[id]})

    def _addresses(self, server_id: str) -> dict[str, list[dict[str, Any]]]:
        return {
            network: [
                {'addr': address['addr'], 'version': address['version']} for address in addresses
            ]
            for network, addresses in self.find_server(server_id).document['addresses'].items()
        }
