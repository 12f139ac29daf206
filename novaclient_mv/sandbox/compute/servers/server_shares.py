"""Shared file systems that a server has mounted, from 2.97 on."""

from __future__ import annotations

import uuid
from typing import Any

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.compute.controller import Field
from novaclient_mv.sandbox.compute.schemas import proxies
from novaclient_mv.sandbox.compute.servers import server_states
from novaclient_mv.sandbox.http import schema_parts
from novaclient_mv.sandbox.http.declarations import query_schema, schema, success
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state import clocks
from novaclient_mv.sandbox.state.rows import Row

ATTACH_SECONDS = 1.0

FIELDS = (
    Field('share_id', 'share_id'),
    Field('status', 'status'),
    Field('tag', 'tag'),
    Field('uuid', 'uuid', admin='2.97..', views=('show',)),
    Field('export_location', 'export_location', admin='2.97..', views=('show',)),
)


class ServerShares(controller.ComputeController):
    """``/servers/{server_id}/shares``"""

    @query_schema(schema_parts.NO_QUERY)
    def index(self, server_id: str) -> Response:
        server = self.find_any_server(server_id, controller.UNMAPPED)
        make = self.maker(FIELDS, 'list')
        rows = self.db.find('server_share', parent=server.id)
        return self.answer({'shares': [make(self, self._settled(row)) for row in rows]})

    @query_schema(schema_parts.NO_QUERY)
    def show(self, server_id: str, id: str) -> Response:
        server = self.find_any_server(server_id, controller.UNMAPPED)
        row = self._share(server, id)
        return self.answer({'share': self.maker(FIELDS)(self, row)})

    @success(201)
    @schema(proxies.share)
    def create(self, server_id: str, body: dict[str, Any]) -> Response:
        server = self.find_any_server(server_id, controller.UNMAPPED)
        self._require_state(server, 'create', 'stopped')
        id = body['share']['share_id']
        key = f'{server.id}/{id}'
        if self.db.get('server_share', key) is not None:
            raise Fault(409, f'Share {id} is already attached to instance {server_id}.')
        facts: dict[str, Any] = {
            'share_id': id,
            'status': 'attaching',
            'tag': body['share'].get('tag', id),
            'uuid': str(uuid.uuid4()),
            'export_location': f'192.0.2.250:/shares/{id}',
        }
        clocks.plan(facts, self.now, (ATTACH_SECONDS, {'status': 'inactive'}))
        self.db.insert('server_share', key, facts, parent=server.id)
        row = self._share(server, id)
        return self.answer({'share': self.maker(FIELDS)(self, row)})

    def delete(self, server_id: str, id: str) -> Response:
        server = self.find_any_server(server_id, controller.UNMAPPED)
        self._require_state(server, 'delete', 'stopped', 'error')
        self.db.remove(self._share(server, id))
        return self.answer()

    def _require_state(self, server: Row, action: str, *states: str) -> None:
        # A lock does not hold it back, and it need not have been launched.
        server_states.require(server.document, server.id, f'{action} share', states, launched=False)

    def _share(self, server: Row, id: str) -> Row:
        row = self.db.get('server_share', f'{server.id}/{id}')
        if row is None:
            raise self.not_found('Share', id)
        return self._settled(row)

    def _settled(self, row: Row) -> Row:
        clocks.settle(row.document, self.now)
        return row
