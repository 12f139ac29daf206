"""Metadata of images, until clients were sent to the image service with 2.39."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import controller, quotas
from novaclient_mv.sandbox.compute.images import find_image, image_to_change
from novaclient_mv.sandbox.compute.schemas import proxies
from novaclient_mv.sandbox.http import schema_parts
from novaclient_mv.sandbox.http.declarations import query_schema, schema, success
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state.rows import Row


class ImageMetadata(controller.ComputeController):
    """``/images/{image_id}/metadata``"""

    @query_schema(schema_parts.UNREADABLE)
    def index(self, image_id: str) -> Response:
        return self.answer({'metadata': _properties(find_image(self, image_id))})

    @query_schema(schema_parts.UNREADABLE)
    def show(self, image_id: str, id: str) -> Response:
        properties = _properties(find_image(self, image_id))
        _require_key(properties, id)
        return self.answer({'meta': {id: properties[id]}})

    @schema(proxies.image_metadata)
    def create(self, image_id: str, body: dict[str, Any]) -> Response:
        """``POST /images/{image_id}/metadata``: these besides the others"""
        row = image_to_change(self, image_id)
        return self._save(row, {**_properties(row), **body['metadata']})

    @schema(proxies.image_metadata)
    def update_all(self, image_id: str, body: dict[str, Any]) -> Response:
        """``PUT /images/{image_id}/metadata``: these and no others"""
        return self._save(image_to_change(self, image_id), body['metadata'])

    @schema(proxies.image_meta)
    def update(self, image_id: str, id: str, body: dict[str, Any]) -> Response:
        if id not in body['meta']:
            raise Fault(400, 'Request body and URI mismatch')
        row = image_to_change(self, image_id)
        self._save(row, {**_properties(row), **body['meta']})
        return self.answer({'meta': body['meta']})

    @success(204)
    def delete(self, image_id: str, id: str) -> Response:
        row = image_to_change(self, image_id)
        properties = dict(_properties(row))
        _require_key(properties, id)
        del properties[id]
        self._save(row, properties)
        return self.answer()

    def _save(self, row: Row, properties: dict[str, Any]) -> Response:
        project = self.context.project_id or ''
        message = 'Image metadata limit exceeded'
        count = len(properties) - 1
        quotas.require_fewer(self.db, project, 'metadata_items', count, message)
        row.document['properties'] = properties
        self.db.save(row)
        return self.answer({'metadata': properties})


def _properties(row: Row) -> dict[str, Any]:
    properties: dict[str, Any] = row.document.get('properties', {})
    return properties


def _require_key(properties: dict[str, Any], key: str) -> None:
    if key not in properties:
        raise Fault(404, 'Metadata item was not found')
