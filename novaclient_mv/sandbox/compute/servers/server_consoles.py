"""Consoles of a server: what it printed, and addresses to reach its screen at."""

from __future__ import annotations

import uuid
from typing import Any

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.compute.schemas import server_upkeep as schemas
from novaclient_mv.sandbox.http.declarations import api_version, schema
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state import clocks
from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]


KIND = 'console_token'
TOKEN_SECONDS = 600.0

# Type of a console to its protocol, port and address.
CONSOLES = {
    'novnc': ('vnc', 6080, 'http://127.0.0.1:6080/vnc_auto.html?path=%3Ftoken%3D{}'),
    'spice-html5': ('spice', 6082, 'http://127.0.0.1:6082/spice_auto.html?token={}'),
    'spice-direct': ('spice', 13002, 'http://127.0.0.1:13002/nova?token={}'),
    'serial': ('serial', 6083, 'ws://127.0.0.1:6083/?token={}'),
    'webmks': ('mks', 6090, 'http://127.0.0.1:6090/?token={}'),
}


def open_console(handler: controller.ComputeController, row: Row, kind: str) -> str:
    """The address of a console; its token is good for ten minutes.

    :raises Fault: 400 for a type that is not there, 409 for a server that is nowhere yet.
    """
    if kind not in CONSOLES:
        raise Fault(400, f'Invalid console type {kind}')
    host = row.document['host']
    if host is None:
        raise Fault(409, f'Instance {row.id} is not ready')
    _, port, url = CONSOLES[kind]
    token = str(uuid.uuid4())
    facts = {'host': host, 'port': port, 'kind': kind}
    end = handler.now + TOKEN_SECONDS
    handler.db.insert(KIND, token, facts, parent=row.id, deleted=end)
    return url.format(token)


class ServerConsoles(controller.ComputeController):
    """The actions about consoles; addresses are given by them up to 2.5."""

    @schema(schemas.get_console_output)
    def get_console_output(self, id: str, body: Document) -> Response:
        row = self.find_server(id)
        if row.document['host'] is None or row.document['launched'] is None:
            raise Fault(409, f'Instance {id} is not ready')
        lines = _printed(row)
        length = body['os-getConsoleOutput'].get('length')
        if length is not None and int(length) >= 0:
            lines = lines[len(lines) - min(int(length), len(lines)) :]
        return self.answer({'output': '\n'.join(lines)})

    @api_version('2.1', '2.5')
    @schema(schemas.get_vnc_console, '2.0', '2.5')
    def get_vnc_console(self, id: str, body: Document) -> Response:
        return self._opened(id, body['os-getVNCConsole']['type'])

    @api_version('2.1', '2.5')
    @schema(schemas.get_spice_console, '2.0', '2.5')
    def get_spice_console(self, id: str, body: Document) -> Response:
        return self._opened(id, body['os-getSPICEConsole']['type'])

    @api_version('2.1', '2.5')
    @schema(schemas.get_serial_console, '2.0', '2.5')
    def get_serial_console(self, id: str, body: Document) -> Response:
        return self._opened(id, body['os-getSerialConsole']['type'])

    @api_version('2.1', '2.5')
    def get_rdp_console(self, id: str, body: Document) -> Response:
        # No hypervisor has it any more.
        raise Fault(400)

    def _opened(self, id: str, kind: str) -> Response:
        self.ask()
        row = self.find_server(id)
        return self.answer({'console': {'type': kind, 'url': open_console(self, row, kind)}})


def _printed(row: Row) -> list[str]:
    """Return the console output of a server since its launch."""
    facts = row.document
    return [
        f'[    0.000000] Linux version 6.1.0-sandbox ({facts["hostname"]})',
        '[    0.000000] Command line: root=/dev/vda1 console=ttyS0',
        f'[    0.004000] Memory: {facts["flavor"]["ram"]}M, {facts["flavor"]["vcpus"]} processors',
        f'cloud-init: instance-id {row.id}',
        f'cloud-init: booted {clocks.iso(facts["launched"])}',
        '',
        f'{facts["hostname"]} login: ',
    ]
