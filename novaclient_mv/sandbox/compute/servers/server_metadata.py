"""Metadata of a server: keys and values that its owner chooses."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import controller, quotas
from novaclient_mv.sandbox.compute.schemas import server_metadata as schemas
from novaclient_mv.sandbox.compute.servers import server_states
from novaclient_mv.sandbox.http.declarations import schema, success
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state.rows import Row

_STATES = ('active', 'paused', 'suspended', 'stopped')


class ServerMetadata(controller.ComputeController):
    """``/servers/{server_id}/metadata``"""

    def index(self, server_id: str) -> Response:
        return self.answer({'metadata': self.find_server(server_id).document['metadata']})

    def show(self, server_id: str, id: str) -> Response:
        metadata = self.find_server(server_id).document['metadata']
        _require_key(metadata, id)
        return self.answer({'meta': {id: metadata[id]}})

    @schema(schemas.many)
    def create(self, server_id: str, body: dict[str, Any]) -> Response:
        """``POST /servers/{server_id}/metadata``: these besides the others"""
        row = self._server('create', server_id)
        metadata = {**row.document['metadata'], **body['metadata']}
        return self.answer({'metadata': self._save(row, metadata)})

    @schema(schemas.many)
    def update_all(self, server_id: str, body: dict[str, Any]) -> Response:
        """``PUT /servers/{server_id}/metadata``: these and no others"""
        row = self._server('update_all', server_id)
        return self.answer({'metadata': self._save(row, body['metadata'])})

    @schema(schemas.one)
    def update(self, server_id: str, id: str, body: dict[str, Any]) -> Response:
        if id not in body['meta']:
            raise Fault(400, 'Request body and URI mismatch')
        row = self._server('update', server_id)
        self._save(row, {**row.document['metadata'], **body['meta']})
        return self.answer({'meta': body['meta']})

    @success(204)
    def delete(self, server_id: str, id: str) -> Response:
        # A key that is not there is missed before it matters whether the server is locked.
        server = self.find_server(server_id)
        _require_key(server.document['metadata'], id)
        row = self._server('delete', server_id)
        metadata = dict(row.document['metadata'])
        del metadata[id]
        self._save(row, metadata)
        return self.answer()

    def _server(self, action: str, id: str) -> Row:
        row = self.server_to_change(id)
        verb = 'delete metadata' if action == 'delete' else 'update metadata'
        server_states.require(row.document, id, verb, _STATES, None)
        return row

    def _save(self, row: Row, metadata: dict[str, str]) -> dict[str, str]:
        quotas.require_metadata(self.db, row.project or '', metadata)
        row.document['metadata'] = metadata
        row.document['updated'] = self.now
        self.db.save(row)
        return metadata


def _require_key(metadata: dict[str, str], key: str) -> None:
    if key not in metadata:
        raise Fault(404, 'Metadata item was not found')
