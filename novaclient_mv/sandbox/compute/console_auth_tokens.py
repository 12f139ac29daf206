"""Requests of a console's proxy: the address of a token's console."""

from __future__ import annotations

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.compute.controller import Field
from novaclient_mv.sandbox.compute.servers import server_consoles
from novaclient_mv.sandbox.http import schema_parts
from novaclient_mv.sandbox.http.declarations import api_version, query_schema
from novaclient_mv.sandbox.http.wsgi import Fault, Response

FIELDS = (
    Field('instance_uuid', lambda view, row: row.parent),
    Field('host', 'host'),
    Field('port', 'port'),
    Field('internal_access_path', lambda view, row: row.document.get('internal_access_path')),
    Field('tls_port', lambda view, row: row.document.get('tls_port'), '2.99..'),
)


class ConsoleAuthTokens(controller.ComputeController):
    """``/os-console-auth-tokens/{id}``"""

    asks_itself = True

    # Up to 2.30 the answer was for RDP consoles alone, and there are none any more.

    @api_version('2.1', '2.30')
    def show(self, id: str) -> Response:
        raise Fault(400)

    @api_version('2.31')
    @query_schema(schema_parts.ANY_QUERY, '2.31', '2.98')
    @query_schema(schema_parts.NO_QUERY, '2.99')
    def show(self, id: str) -> Response:
        self.ask()
        row = self.db.get(server_consoles.KIND, id)
        if row is None:
            raise Fault(404, 'Token not found')
        return self.answer({'console': self.maker(FIELDS)(self, row)})
