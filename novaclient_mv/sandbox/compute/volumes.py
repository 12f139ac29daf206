"""Volumes, until clients were sent to the volume service with 2.36."""

from __future__ import annotations

import uuid
from typing import Any

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.compute.lists import OFFSETS
from novaclient_mv.sandbox.compute.schemas import proxies
from novaclient_mv.sandbox.http.declarations import query_schema, schema, success
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state import clocks, volume_states
from novaclient_mv.sandbox.state.rows import Row


class Volumes(controller.ComputeController):
    """``/os-volumes``, whose plain list is as long as the detailed one"""

    @query_schema(OFFSETS.schema)
    def index(self) -> Response:
        """``GET /os-volumes``, and its detail"""
        page = OFFSETS.page(self, volume_states.find_all(self.db, self.context.project_id))
        return self.answer({'volumes': [view(row) for row in page.items]})

    def show(self, id: str) -> Response:
        return self.answer({'volume': view(self._find(id))})

    @schema(proxies.volume)
    def create(self, attributes: dict[str, Any]) -> Response:
        if (
            attributes.get('snapshot_id')
            and self.db.get('snapshot', attributes['snapshot_id']) is None
        ):
            raise Fault(404, f'Snapshot {attributes["snapshot_id"]} could not be found.')
        id = str(uuid.uuid4())
        facts = volume_states.document(
            self.context.user_id,
            int(attributes['size']),
            description=attributes.get('display_description'),
            volume_type=attributes.get('volume_type') or volume_states.TYPE,
            availability_zone=attributes.get('availability_zone') or volume_states.ZONE,
            snapshot_id=attributes.get('snapshot_id'),
            metadata=dict(attributes.get('metadata') or {}),
        )
        self.db.insert(
            volume_states.KIND,
            id,
            facts,
            project=self.context.project_id,
            name=attributes.get('display_name', ''),
        )
        location = self.links(f'/os-volumes/{id}')[0]['href']
        return self.answer({'volume': view(self._find(id))}, (('Location', location),))

    @success(202)
    def delete(self, id: str) -> Response:
        row = self._find(id)
        if row.document['status'] != 'available':
            raise Fault(400, f'Invalid volume: Volume {id} is {row.document["status"]}.')
        self.db.remove(row)
        return self.answer()

    def _find(self, id: str) -> Row:
        project = self.own_project
        row = volume_states.find(self.db, id, project)
        if row is None:
            raise Fault(404, f'Volume {id} could not be found.')
        return row


def view(row: Row) -> dict[str, Any]:
    """A volume; one that is nowhere attached has a list with an empty entry."""
    facts = row.document
    attachments = [
        {
            'id': row.id,
            'volumeId': row.id,
            'serverId': attachment['server_id'],
            'device': attachment['device'],
        }
        for attachment in facts['attachments']
    ]
    return {
        'id': row.id,
        'status': facts['status'],
        'size': facts['size'],
        'availabilityZone': facts['availability_zone'],
        'createdAt': clocks.iso_micro(row.created),
        # A volume without a name has none here, whatever the volume service says.
        'displayName': row.name or None,
        'displayDescription': facts['description'],
        'snapshotId': facts['snapshot_id'],
        'volumeType': facts['volume_type'],
        'metadata': facts['metadata'],
        'attachments': attachments or [{}],
    }
