"""Tags of resources of all collections."""

from __future__ import annotations

from collections.abc import Iterable

from novaclient_mv.sandbox.http.controller import Controller
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.network import attributes, service
from novaclient_mv.sandbox.network.collection import Collection
from novaclient_mv.sandbox.state.rows import Row


class Tags(Controller):
    """``/v2.0/networks/{id}/tags`` and the like"""

    @property
    def _collection(self) -> Collection:
        controller = service.COLLECTIONS[self.call.route.segments[1]]
        collection: Collection = self.call.service.router.load(controller)(self.call)
        return collection

    def index(self, id: str) -> Response:
        """``GET /v2.0/networks/{id}/tags``"""
        return self.answer({'tags': self._collection.resource(id).document.get('tags', [])})

    def replace(self, id: str) -> Response:
        """``PUT /v2.0/networks/{id}/tags``"""
        tags = self.json().get('tags') or []
        if not attributes.is_kind('tags', tags, []):
            raise Fault(400, f"Invalid input for tags. Reason: '{tags}' is not a list of texts.")
        self._save(self._collection.resource(id), tags)
        return self.answer({'tags': sorted({*tags})})

    def add(self, id: str, tag: str) -> Response:
        """``PUT /v2.0/networks/{id}/tags/{tag}``"""
        row = self._collection.resource(id)
        self._save(row, [*row.document.get('tags', []), tag])
        return Response.of(201, None)

    def delete(self, id: str, tag: str) -> Response:
        """``DELETE /v2.0/networks/{id}/tags/{tag}``"""
        row = self._collection.resource(id)
        tags = row.document.get('tags', [])
        if tag not in tags:
            raise Fault(404, f'Tag {tag} could not be found.', code='TagNotFound')
        self._save(row, {*tags} - {tag})
        return self.answer(status=204)

    def _save(self, row: Row, tags: Iterable[str]) -> None:
        self.require_member('update_tags')
        row.document['tags'] = sorted({*tags})
        self._collection.touch(row)
