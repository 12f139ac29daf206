"""The encrypted password that a server left for its owner."""

from __future__ import annotations

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.compute.schemas import parts
from novaclient_mv.sandbox.wsgi import Response, expected_errors, query_schema, success

RULE = 'os_compute_api:os-server-password'


class ServerPassword(controller.ComputeController):
    """``/servers/{server_id}/os-server-password``"""

    @expected_errors(404)
    @query_schema(parts.ANY_QUERY, '2.1', '2.101')
    @query_schema(parts.NO_QUERY, '2.102')
    def index(self, server_id: str) -> Response:
        """``GET /servers/{server_id}/os-server-password``"""
        row = self.find_server(server_id)
        # Servers of the sandbox leave none by themselves.
        return self.answer({'password': row.document.get('left_password', '')})

    @success(204)
    @expected_errors(404)
    def clear(self, server_id: str) -> Response:
        """``DELETE /servers/{server_id}/os-server-password``"""
        row = self.find_server(server_id)
        self.require_member(f'{RULE}:clear')
        row.document['left_password'] = ''
        self.db.save(row)
        return self.answer()
