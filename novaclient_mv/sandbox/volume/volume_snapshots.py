"""Snapshots of volumes."""

from __future__ import annotations

import uuid

from novaclient_mv.sandbox.http import schema_parts
from novaclient_mv.sandbox.http.declarations import schema
from novaclient_mv.sandbox.http.listing import Listing, Parameter
from novaclient_mv.sandbox.http.wsgi import Document, Fault, Response
from novaclient_mv.sandbox.state import clocks
from novaclient_mv.sandbox.state.rows import Row
from novaclient_mv.sandbox.volume import schemas, volume_handlers, volume_quotas

_LISTING = Listing(
    *map(Parameter, ('name', 'status', 'volume_id')),
    sort_keys=('name', 'id', 'status', 'size', 'created_at', 'updated_at', 'volume_id'),
    marker=(404, 'Snapshot {} could not be found.'),
)
_BRIEF = (
    'id', 'created_at', 'updated_at', 'name', 'description', 'volume_id', 'status', 'size',
    'metadata',
)  # fmt: skip
_STATUSES = ('available', 'error', 'creating', 'deleting', 'error_deleting')


class VolumeSnapshots(volume_handlers.VolumeHandlers):
    """``/snapshots``"""

    def index(self) -> Response:
        """``GET /snapshots``"""
        return self._listed(is_detailed=False)

    def detail(self) -> Response:
        """``GET /snapshots/detail``"""
        return self._listed(is_detailed=True)

    def show(self, id: str) -> Response:
        """``GET /snapshots/{id}``"""
        return self.answer({'snapshot': self._snapshot_view(self.find_snapshot(id))})

    @schema(schemas.snapshot)
    def create(self, attributes: Document) -> Response:
        """``POST /snapshots``"""
        volume = self.find_volume(attributes['volume_id'])
        self.require_member('volume:create_snapshot')
        # Since 3.66 a volume need not be free, and clients need not insist.
        is_forced = schema_parts.is_true(attributes.get('force', False)) or self.matches('3.66')
        allowed = ('available', 'in-use') if is_forced else ('available',)
        if volume.document['status'] not in allowed:
            raise Fault(400, f'Invalid volume: Volume {volume.id} is not available.')
        size = volume.document['size']
        volume_quotas.require_room(self.db, self.context.project_id, snapshots=1, gigabytes=size)
        id, names = str(uuid.uuid4()), self.names(attributes)
        facts = {
            'volume_id': volume.id,
            'size': size,
            'status': 'available',
            'description': names.get('description'),
            'metadata': dict(attributes.get('metadata') or {}),
            'user_id': self.context.user_id,
        }
        name, project = names.get('name'), self.context.project_id
        self.db.insert(volume_handlers.SNAPSHOT, id, facts, project=project, name=name)
        view = self._snapshot_view(self.find_snapshot(id), is_full=False)
        return self.answer({'snapshot': {**view, 'status': 'creating'}}, status=202)

    @schema(schemas.snapshot_update)
    def update(self, id: str, attributes: Document) -> Response:
        """``PUT /snapshots/{id}``"""
        row = self.find_snapshot(id)
        self.require_member('volume:update_snapshot')
        self.rename(row, attributes)
        self.db.save(row)
        return self.answer({'snapshot': self._snapshot_view(row, is_full=False)})

    def delete(self, id: str) -> Response:
        """``DELETE /snapshots/{id}``"""
        row = self.find_snapshot(id)
        self.require_member('volume:delete_snapshot')
        self.db.remove(row)
        return self.plain_answer(status=202)

    def reset_status(self, id: str) -> Response:
        """``POST /snapshots/{id}/action``"""
        attributes, row = self.json('os-reset_status'), self.find_snapshot(id)
        self.require_admin('volume_extension:snapshot_admin_actions:reset_status')
        if attributes.get('status') not in _STATUSES:
            raise Fault(400, f'Snapshot status: {attributes.get("status")} is invalid.')
        row.document['status'] = attributes['status']
        self.db.save(row)
        return self.answer(status=202)

    def _listed(self, is_detailed: bool) -> Response:
        rows = self.db.find(volume_handlers.SNAPSHOT, project=self.listed_project())
        page, links = self.page(_LISTING, rows, 'snapshots')
        views = [self._snapshot_view(item['row']) for item in page.items]
        if not is_detailed:
            views = [{key: view[key] for key in _BRIEF} for view in views]
        return self.answer({'snapshots': views, **links})

    def _snapshot_view(self, row: Row, is_full: bool = True) -> Document:
        facts = row.document
        view = {
            'id': row.id,
            'created_at': clocks.iso_micro(row.created),
            'updated_at': clocks.iso_micro(row.updated or (row.created if is_full else None)),
            'name': row.name,
            'description': facts['description'],
            'volume_id': facts['volume_id'],
            'status': facts.get('status', 'available'),
            'size': facts['size'],
            'metadata': facts.get('metadata') or {},
        }
        if self.matches('3.14'):
            view['group_snapshot_id'] = None
        if self.matches('3.41'):
            view['user_id'] = facts.get('user_id')
        if self.matches('3.65'):
            view['consumes_quota'] = True
        if is_full:
            view['os-extended-snapshot-attributes:project_id'] = row.project
            view['os-extended-snapshot-attributes:progress'] = '100%'
        return view
