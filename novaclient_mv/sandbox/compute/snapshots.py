"""Snapshots of volumes, until clients were sent to the volume service with 2.36."""

from __future__ import annotations

import uuid
from typing import Any

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.compute.lists import OFFSETS
from novaclient_mv.sandbox.compute.schemas import proxies
from novaclient_mv.sandbox.http import schema_parts
from novaclient_mv.sandbox.http.declarations import query_schema, schema, success
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state import clocks, volume_states
from novaclient_mv.sandbox.state.rows import Row


class Snapshots(controller.ComputeController):
    """``/os-snapshots``, whose plain list is as long as the detailed one"""

    @query_schema(OFFSETS.schema)
    def index(self) -> Response:
        """``GET /os-snapshots``, and its detail"""
        page = OFFSETS.page(self, self.db.find('snapshot', project=self.context.project_id))
        return self.answer({'snapshots': [_snapshot_view(row) for row in page.items]})

    def show(self, id: str) -> Response:
        return self.answer({'snapshot': _snapshot_view(self._find(id))})

    @schema(proxies.snapshot)
    def create(self, attributes: dict[str, Any]) -> Response:
        project = self.context.project_id
        volume = volume_states.find(self.db, attributes['volume_id'], project)
        if volume is None:
            raise Fault(404, f'Volume {attributes["volume_id"]} could not be found.')
        is_forced = schema_parts.is_true(attributes.get('force', False))
        if volume.document['status'] != 'available' and not is_forced:
            raise Fault(400, f'Invalid volume: Volume {volume.id} must be available.')
        id = str(uuid.uuid4())
        facts = {
            'volume_id': volume.id,
            'size': volume.document['size'],
            'description': attributes.get('display_description'),
        }
        name = attributes.get('display_name')
        self.db.insert('snapshot', id, facts, project=project, name=name)
        return self.answer({'snapshot': _snapshot_view(self._find(id))})

    @success(202)
    def delete(self, id: str) -> Response:
        self.db.remove(self._find(id))
        return self.answer()

    def _find(self, id: str) -> Row:
        return self.find('snapshot', id, self.context.project_id, 'Snapshot')


def _snapshot_view(row: Row) -> dict[str, Any]:
    facts = row.document
    return {
        'id': row.id,
        'status': 'available',
        'size': facts['size'],
        'createdAt': clocks.iso_micro(row.created),
        'displayName': row.name,
        'displayDescription': facts['description'],
        'volumeId': facts['volume_id'],
    }
