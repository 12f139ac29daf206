"""Metadata of volumes and snapshots."""

from __future__ import annotations

from novaclient_mv.sandbox.http.declarations import schema
from novaclient_mv.sandbox.http.wsgi import Document, Fault, Response
from novaclient_mv.sandbox.state.rows import Row
from novaclient_mv.sandbox.volume import schemas, volume_handlers


class VolumeMetadata(volume_handlers.VolumeHandlers):
    """``/volumes/{id}/metadata`` and ``/snapshots/{id}/metadata``"""

    def _find(self, id: str) -> Row:
        is_volume = self.call.route.segments[0] == 'volumes'
        return self.find_volume(id) if is_volume else self.find_snapshot(id)

    def index(self, id: str) -> Response:
        """``GET .../metadata``"""
        return self.answer({'metadata': self._of(self._find(id))})

    @schema(schemas.metadata)
    def create(self, id: str, attributes: Document) -> Response:
        """``POST .../metadata``"""
        row = self._find(id)
        return self._save(row, {**self._of(row), **attributes})

    @schema(schemas.metadata)
    def update_all(self, id: str, attributes: Document) -> Response:
        """``PUT .../metadata``"""
        return self._save(self._find(id), attributes)

    def show(self, id: str, key: str) -> Response:
        """``GET .../metadata/{key}``"""
        metadata = self._of(self._find(id))
        self._require(metadata, id, key)
        return self.answer({'meta': {key: metadata[key]}})

    @schema(schemas.meta)
    def update(self, id: str, key: str, attributes: Document) -> Response:
        """``PUT .../metadata/{key}``"""
        if set(attributes) != {key}:
            raise Fault(400, 'Request body and URI mismatch')
        row = self._find(id)
        self._save(row, {**self._of(row), **attributes})
        return self.answer({'meta': attributes})

    def delete(self, id: str, key: str) -> Response:
        """``DELETE .../metadata/{key}``"""
        row = self._find(id)
        metadata = self._of(row)
        self._require(metadata, id, key)
        self._save(row, {name: value for name, value in metadata.items() if name != key})
        return self.plain_answer()

    def _of(self, row: Row) -> Document:
        return dict(row.document.get('metadata') or {})

    def _save(self, row: Row, metadata: Document) -> Response:
        self.require_member('volume:update_volume_metadata')
        row.document['metadata'] = metadata
        self.db.save(row)
        return self.answer({'metadata': metadata})

    def _require(self, metadata: Document, id: str, key: str) -> None:
        if key not in metadata:
            raise Fault(404, f'{id} has no metadata with key {key}.')
