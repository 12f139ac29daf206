"""Tags of a server: short texts that lists can be filtered by."""

from __future__ import annotations

import re
from typing import Any

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.compute.schemas import server_tags as schemas
from novaclient_mv.sandbox.compute.servers import server_states
from novaclient_mv.sandbox.http import schema_parts
from novaclient_mv.sandbox.http.declarations import query_schema, schema, success
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state.rows import Row

MOST = 50
_STATES = ('active', 'paused', 'suspended', 'stopped')
LONGEST = 60


class ServerTags(controller.ComputeController):
    """``/servers/{server_id}/tags``"""

    @query_schema(schema_parts.ANY_QUERY)
    def index(self, server_id: str) -> Response:
        row = self.find_any_server(server_id, controller.UNMAPPED)
        return self.answer({'tags': row.document['tags']})

    @success(204)
    @query_schema(schema_parts.ANY_QUERY)
    def show(self, server_id: str, id: str) -> Response:
        row = self.find_any_server(server_id, controller.UNMAPPED)
        self._require_tag(row, id, 'Server')
        return self.answer()

    @success(201, 204)
    @schema(schemas.update)
    def update(self, server_id: str, id: str, body: None) -> Response:
        row = self._server(server_id, 'update tag')
        tags = row.document['tags']
        if len(id) > LONGEST or re.search('[,/]', id):
            raise Fault(400, f"Tag '{id}' is invalid: at most {LONGEST} characters, none a / or ,.")
        if id in tags:
            return self.plain_answer(status=204)
        if len(tags) >= MOST:
            raise Fault(400, f'The number of tags exceeded the per-server limit {MOST}')
        row.document['tags'] = sorted([*tags, id])
        self._save(row)
        location = self.links(f'/servers/{server_id}/tags/{id}')[0]['href']
        return self.plain_answer((('Location', location),))

    @schema(schemas.update_all)
    def update_all(self, server_id: str, body: dict[str, Any]) -> Response:
        row = self._server(server_id, 'update tags')
        row.document['tags'] = sorted(set(body['tags']))
        self._save(row)
        return self.answer({'tags': row.document['tags']})

    @success(204)
    def delete(self, server_id: str, id: str) -> Response:
        row = self._server(server_id, 'delete tag')
        self._require_tag(row, id, 'Instance')
        row.document['tags'].remove(id)
        self._save(row)
        return self.answer()

    @success(204)
    def delete_all(self, server_id: str) -> Response:
        row = self._server(server_id, 'delete tags')
        row.document['tags'] = []
        self._save(row)
        return self.answer()

    def _server(self, id: str, words: str) -> Row:
        row = self.find_any_server(id, controller.UNMAPPED)
        server_states.require(row.document, id, words, _STATES, None, False)
        return row

    def _save(self, row: Row) -> None:
        row.document['updated'] = self.now
        self.db.save(row)

    def _require_tag(self, row: Row, tag: str, word: str) -> None:
        if tag not in row.document['tags']:
            raise Fault(404, f"{word} {row.id} has no tag '{tag}'")
