"""Attachments of volumes, each of its own."""

from __future__ import annotations

import uuid
from typing import Any

from novaclient_mv.sandbox.http.declarations import schema
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state import volume_states
from novaclient_mv.sandbox.state.rows import Row
from novaclient_mv.sandbox.volume import schemas, volume_handlers

Document = dict[str, Any]


class VolumeAttachments(volume_handlers.VolumeHandlers):
    """``/attachments``"""

    def index(self) -> Response:
        """``GET /attachments``"""
        views = [
            self._brief(row, attachment) for row, attachment in self._all(self.listed_project())
        ]
        return self.answer({'attachments': views})

    @schema(schemas.attachment)
    def create(self, body: Any) -> Response:
        """``POST /attachments``"""
        attributes = body['attachment']
        self.require_member('volume:attachment_create')
        row = self.find_volume(attributes['volume_uuid'])
        if row.document['status'] != 'available' and not row.document.get('multiattach'):
            raise Fault(400, f'Invalid volume: Volume {row.id} status must be available.')
        attachment = {
            'id': row.id,
            'volume_id': row.id,
            'attachment_id': str(uuid.uuid4()),
            'server_id': attributes.get('instance_uuid'),
            'device': None,
            'attached_at': None,
        }
        row.document['status'] = 'reserved'
        row.document['reservations'] = [*row.document.get('reservations', []), attachment]
        self.db.save(row)
        return self.answer({'attachment': self._attachment_view(row, attachment)})

    def delete(self, id: str) -> Response:
        """``DELETE /attachments/{id}``"""
        row, attachment = self._find(id)
        self.require_member('volume:attachment_delete')
        facts = row.document
        if attachment in facts['attachments']:
            raise Fault(409, f'A server uses the attachment {id}; detach the volume from it.')
        facts['reservations'] = [
            reservation for reservation in facts['reservations'] if reservation != attachment
        ]
        facts['status'] = 'in-use' if facts['attachments'] else 'available'
        self.db.save(row)
        left = [self._brief(row, remaining) for remaining in _attachments(row)]
        return self.answer({'attachments': left})

    def _all(self, project: str | None) -> list[tuple[Row, Document]]:
        return [
            (row, attachment)
            for row in volume_states.find_all(self.db, project)
            for attachment in _attachments(row)
        ]

    def _find(self, id: str) -> tuple[Row, Document]:
        for row, attachment in self._all(self.own_project):
            if attachment['attachment_id'] == id:
                return row, attachment
        raise Fault(404, f'Volume attachment could not be found with filter: attachment_id = {id}.')

    def _brief(self, row: Row, attachment: Document) -> Document:
        return {
            'id': attachment['attachment_id'],
            'status': 'attached' if attachment['device'] else 'reserved',
            'instance': attachment['server_id'],
            'volume_id': row.id,
        }

    def _attachment_view(self, row: Row, attachment: Document) -> Document:
        return {
            **self._brief(row, attachment),
            'attached_at': attachment['attached_at'] or '',
            'detached_at': '',
            'attach_mode': 'rw' if attachment['device'] else 'ro',
            'connection_info': {},
        }


def _attachments(row: Row) -> list[Document]:
    return [*row.document['attachments'], *row.document.get('reservations', [])]
