"""Actions on volumes; the one key of the body names it."""

from __future__ import annotations

import uuid
from typing import Any

from novaclient_mv.sandbox.http import schema_parts
from novaclient_mv.sandbox.http.wsgi import Document, Fault, Response
from novaclient_mv.sandbox.state import clocks, image_store, volume_types
from novaclient_mv.sandbox.state.rows import Row
from novaclient_mv.sandbox.volume import volume_handlers, volume_quotas

STATUSES = (
    'creating', 'available', 'deleting', 'error', 'error_deleting', 'error_managing',
    'managing', 'attaching', 'in-use', 'detaching', 'maintenance', 'restoring-backup',
    'error_restoring', 'reserved', 'awaiting-transfer', 'backing-up', 'error_backing-up',
    'error_extending', 'downloading', 'uploading', 'retyping', 'extending',
)  # fmt: skip
MIGRATION_STATUSES = ('completing', 'error', 'migrating', 'none', 'starting', 'success')
_ADMIN = 'volume_extension:volume_admin_actions'


class VolumeActions(volume_handlers.VolumeHandlers):
    """``/volumes/{id}/action``"""

    def extend(self, id: str, body: Any) -> Response:
        """``os-extend``"""
        row, arguments = self._volume_and_arguments(id, body)
        size = arguments.get('new_size')
        if isinstance(size, bool) or not str(size).isdecimal():
            raise Fault(400, f'Invalid input for field/attribute new_size. Value: {size}.')
        self._require_status(row, 'available', 'in-use')
        old, new = row.document['size'], int(str(size))
        if new <= old:
            raise Fault(400, f'Invalid input received: A volume of {old} cannot become {new}.')
        volume_quotas.require_room(self.db, row.project, gigabytes=new - old)
        return self._changed(row, size=new)

    def set_bootable(self, id: str, body: Any) -> Response:
        """``os-set_bootable``"""
        row, arguments = self._volume_and_arguments(id, body)
        self._changed(row, bootable=schema_parts.is_true(arguments.get('bootable', False)))
        return self.answer()

    def update_readonly_flag(self, id: str, body: Any) -> Response:
        """``os-update_readonly_flag``"""
        row, arguments = self._volume_and_arguments(id, body)
        metadata = {**row.document['metadata'], 'readonly': str(bool(arguments.get('readonly')))}
        return self._changed(row, metadata=metadata)

    def reset_status(self, id: str, body: Any) -> Response:
        """``os-reset_status``"""
        row, arguments = self._volume_and_arguments(id, body)
        self.require_admin(f'{_ADMIN}:reset_status')
        status = arguments.get('status')
        if status is not None and status not in STATUSES:
            raise Fault(400, f'Volume status: {status} is invalid.')
        changes = {'status': status} if status else {}
        if arguments.get('migration_status') in MIGRATION_STATUSES:
            changes['migration_status'] = arguments['migration_status']
        return self._changed(row, **changes)

    def reserve(self, id: str, body: Any) -> Response:
        """``os-reserve``"""
        row, _ = self._volume_and_arguments(id, body)
        self._require_status(row, 'available')
        return self._changed(row, status='attaching')

    def unreserve(self, id: str, body: Any) -> Response:
        """``os-unreserve``"""
        row, _ = self._volume_and_arguments(id, body)
        is_reserved = row.document['status'] == 'attaching'
        return self._changed(row, **({'status': 'available'} if is_reserved else {}))

    def attach(self, id: str, body: Any) -> Response:
        """``os-attach``"""
        row, arguments = self._volume_and_arguments(id, body)
        if not arguments.get('mountpoint'):
            raise Fault(400, 'Invalid request to attach a volume: it needs a mount point.')
        self._require_status(row, 'available', 'attaching')
        if row.document['metadata'].get('readonly') == 'True' and arguments.get('mode') != 'ro':
            raise Fault(400, f"Invalid attaching mode 'rw' for volume {row.id}.")
        attached = {
            'id': row.id,
            'volume_id': row.id,
            'attachment_id': str(uuid.uuid4()),
            'server_id': arguments.get('instance_uuid'),
            'device': arguments['mountpoint'],
            'attached_at': clocks.iso_micro(self.now),
        }
        return self._changed(row, status='in-use', attachments=[attached])

    def detach(self, id: str, body: Any) -> Response:
        """``os-detach``"""
        row, arguments = self._volume_and_arguments(id, body)
        attachment_id = arguments.get('attachment_id')
        left = [
            attachment
            for attachment in row.document['attachments']
            if attachment_id not in (None, attachment['attachment_id'])
        ]
        return self._changed(row, status='in-use' if left else 'available', attachments=left)

    def retype(self, id: str, body: Any) -> Response:
        """``os-retype``"""
        row, arguments = self._volume_and_arguments(id, body)
        kind = self.volume_type(arguments.get('new_type'))
        self._require_status(row, 'available', 'in-use')
        if kind.name == row.document['volume_type']:
            raise Fault(400, 'Invalid volume: The volume is of this type already.')
        is_multiattach = volume_types.is_multiattach(kind)
        return self._changed(row, volume_type=kind.name, multiattach=is_multiattach)

    def force_delete(self, id: str, body: Any) -> Response:
        """``os-force_delete``"""
        row, _ = self._volume_and_arguments(id, body)
        self.require_admin(f'{_ADMIN}:force_delete')
        self.db.remove(row)
        return self.answer(status=202)

    def set_image_metadata(self, id: str, body: Any) -> Response:
        """``os-set_image_metadata``"""
        row, arguments = self._volume_and_arguments(id, body)
        metadata = arguments.get('metadata')
        if not isinstance(metadata, dict):
            raise Fault(400, 'Malformed request body')
        metadata_before = row.document.get('volume_image_metadata') or {}
        self._changed(row, volume_image_metadata={**metadata_before, **metadata})
        return self.answer({'metadata': row.document['volume_image_metadata']})

    def show_image_metadata(self, id: str, body: Any) -> Response:
        """``os-show_image_metadata``"""
        row, _ = self._volume_and_arguments(id, body)
        return self.answer({'metadata': row.document.get('volume_image_metadata') or {}})

    def unset_image_metadata(self, id: str, body: Any) -> Response:
        """``os-unset_image_metadata``"""
        row, arguments = self._volume_and_arguments(id, body)
        metadata_left = dict(row.document.get('volume_image_metadata') or {})
        if metadata_left.pop(arguments.get('key'), None) is None:
            raise Fault(404, f'Metadata of the image {arguments.get("key")} could not be found.')
        self._changed(row, volume_image_metadata=metadata_left)
        return self.plain_answer()

    def volume_upload_image(self, id: str, body: Any) -> Response:
        """``os-volume_upload_image``"""
        row, arguments = self._volume_and_arguments(id, body)
        name = arguments.get('image_name')
        if not isinstance(name, str) or not name:
            raise Fault(400, 'Invalid input for field/attribute image_name.')
        is_forced = schema_parts.is_true(arguments.get('force', False))
        self._require_status(row, 'available', *(('in-use',) if is_forced else ()))
        id = str(uuid.uuid4())
        size = row.document['size'] * 2**30
        image = {
            **image_store.DEFAULTS,
            'status': 'active',
            'size': size,
            'virtual_size': size,
            'disk_format': arguments.get('disk_format', 'raw'),
            'container_format': arguments.get('container_format', 'bare'),
            'properties': {},
        }
        self.db.insert(image_store.KIND, id, image, project=self.context.project_id, name=name)
        view = {
            'id': row.id,
            'updated_at': clocks.iso_micro(row.updated),
            'status': 'uploading',
            'display_description': row.document['description'],
            'size': row.document['size'],
            'volume_type': self._type(row),
            'image_id': id,
            'container_format': image['container_format'],
            'disk_format': image['disk_format'],
            'image_name': name,
            'visibility': image['visibility'],
            'protected': False,
        }
        return self.answer({'os-volume_upload_image': view}, status=202)

    def _volume_and_arguments(self, id: str, body: Document) -> tuple[Row, Document]:
        row = self.find_volume(id)
        self.require_member('volume:update')
        (arguments,) = body.values()
        return row, arguments if isinstance(arguments, dict) else {}

    def _type(self, row: Row) -> Document | None:
        kind = volume_types.find(self.db, row.document['volume_type'])
        return volume_types.facts(kind) if kind is not None else None

    def _changed(self, row: Row, **changes: Any) -> Response:
        row.document.update(changes)
        self.db.save(row)
        return self.answer(status=202)

    def _require_status(self, row: Row, *allowed: str) -> None:
        status = row.document['status']
        if status not in allowed:
            words = ' or '.join(allowed)
            raise Fault(400, f'Invalid volume: Volume {row.id} is {status}; it must be {words}.')
