"""Metadata of volumes."""

from __future__ import annotations

from typing import Any, ClassVar

from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state.rows import Row
from novaclient_mv.sandbox.volume import schemas, volume_handlers


class VolumeMetadata(volume_handlers.VolumeHandlers):
    """``/volumes/{id}/metadata``"""

    word: ClassVar[str] = 'Volume'

    def find(self, id: str) -> Row:
        """The resource that the metadata is of."""
        return self.find_volume(id)

    def index(self, id: str) -> Response:
        """``GET .../metadata``"""
        return self.answer({'metadata': self._of(self.find(id))})

    def create(self, id: str) -> Response:
        """``POST .../metadata``"""
        attributes = self.body(schemas.metadata)['metadata']
        row = self.find(id)
        return self._save(row, {**self._of(row), **attributes})

    def update_all(self, id: str) -> Response:
        """``PUT .../metadata``"""
        attributes = self.body(schemas.metadata)['metadata']
        return self._save(self.find(id), attributes)

    def show(self, id: str, key: str) -> Response:
        """``GET .../metadata/{key}``"""
        metadata = self._of(self.find(id))
        self._require(metadata, id, key)
        return self.answer({'meta': {key: metadata[key]}})

    def update(self, id: str, key: str) -> Response:
        """``PUT .../metadata/{key}``"""
        attributes = self.body(schemas.meta)['meta']
        if set(attributes) != {key}:
            raise Fault(400, 'Request body and URI mismatch')
        row = self.find(id)
        self._save(row, {**self._of(row), **attributes})
        return self.answer({'meta': attributes})

    def delete(self, id: str, key: str) -> Response:
        """``DELETE .../metadata/{key}``"""
        row = self.find(id)
        metadata = self._of(row)
        self._require(metadata, id, key)
        self._save(row, {name: value for name, value in metadata.items() if name != key})
        return self.plain_answer()

    def _of(self, row: Row) -> dict[str, Any]:
        return dict(row.document.get('metadata') or {})

    def _save(self, row: Row, metadata: dict[str, Any]) -> Response:
        self.require_member('volume:update_volume_metadata')
        row.document['metadata'] = metadata
        self.db.save(row)
        return self.answer({'metadata': metadata})

    def _require(self, metadata: dict[str, Any], id: str, key: str) -> None:
        if key not in metadata:
            raise Fault(404, f'{self.word} {id} has no metadata with key {key}.')
