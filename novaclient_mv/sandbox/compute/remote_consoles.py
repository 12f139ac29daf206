"""Remote consoles from 2.6 on: one call for every protocol."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.compute.schemas import server_upkeep as schemas
from novaclient_mv.sandbox.compute.servers import server_consoles
from novaclient_mv.sandbox.http.declarations import schema
from novaclient_mv.sandbox.http.wsgi import Fault, Response


class RemoteConsoles(controller.ComputeController):
    """``/servers/{server_id}/remote-consoles``"""

    @schema(schemas.remote_console_2_6, '2.6', '2.7')
    @schema(schemas.remote_console_2_8, '2.8', '2.98')
    @schema(schemas.remote_console_2_99, '2.99')
    def create(self, server_id: str, body: dict[str, Any]) -> Response:
        row = self.find_server(server_id)
        protocol, kind = body['remote_console']['protocol'], body['remote_console']['type']
        if protocol == 'rdp':
            # No hypervisor has it any more.
            raise Fault(400)
        if server_consoles.CONSOLES.get(kind, ('',))[0] != protocol:
            raise Fault(400, f'Invalid console type {kind}')
        url = server_consoles.open_console(self, row, kind)
        return self.answer({'remote_console': {'protocol': protocol, 'type': kind, 'url': url}})
