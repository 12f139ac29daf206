"""Actions on volumes; the one key of the body names it."""

from __future__ import annotations

import functools
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

    @functools.cached_property
    def row(self) -> Row:
        """The volume of the path."""
        self.require_member('volume:update')
        return self.find_volume(self.call.variables['id'])

    @functools.cached_property
    def arguments(self) -> Document:
        """The object below the name of the action in the body."""
        (arguments,) = self.call.body.values()
        return arguments if isinstance(arguments, dict) else {}

    def extend(self, id: str) -> Response:
        """``os-extend``"""
        size = self.arguments.get('new_size')
        if isinstance(size, bool) or not str(size).isdecimal():
            raise Fault(400, f'Invalid input for field/attribute new_size. Value: {size}.')
        self._require_status('available', 'in-use')
        old, new = self.row.document['size'], int(str(size))
        if new <= old:
            raise Fault(400, f'Invalid input received: A volume of {old} cannot become {new}.')
        volume_quotas.require_room(self.db, self.row.project, gigabytes=new - old)
        return self._changed(size=new)

    def set_bootable(self, id: str) -> Response:
        """``os-set_bootable``"""
        self._changed(bootable=schema_parts.is_true(self.arguments.get('bootable', False)))
        return self.answer()

    def update_readonly_flag(self, id: str) -> Response:
        """``os-update_readonly_flag``"""
        metadata = {
            **self.row.document['metadata'],
            'readonly': str(bool(self.arguments.get('readonly'))),
        }
        return self._changed(metadata=metadata)

    def reset_status(self, id: str) -> Response:
        """``os-reset_status``"""
        self.require_admin(f'{_ADMIN}:reset_status')
        status = self.arguments.get('status')
        if status is not None and status not in STATUSES:
            raise Fault(400, f'Volume status: {status} is invalid.')
        changes = {'status': status} if status else {}
        if self.arguments.get('migration_status') in MIGRATION_STATUSES:
            changes['migration_status'] = self.arguments['migration_status']
        return self._changed(**changes)

    def reserve(self, id: str) -> Response:
        """``os-reserve``"""
        self._require_status('available')
        return self._changed(status='attaching')

    def unreserve(self, id: str) -> Response:
        """``os-unreserve``"""
        is_reserved = self.row.document['status'] == 'attaching'
        return self._changed(**({'status': 'available'} if is_reserved else {}))

    def attach(self, id: str) -> Response:
        """``os-attach``"""
        if not self.arguments.get('mountpoint'):
            raise Fault(400, 'Invalid request to attach a volume: it needs a mount point.')
        self._require_status('available', 'attaching')
        if (
            self.row.document['metadata'].get('readonly') == 'True'
            and self.arguments.get('mode') != 'ro'
        ):
            raise Fault(400, f"Invalid attaching mode 'rw' for volume {self.row.id}.")
        attached = {
            'id': self.row.id,
            'volume_id': self.row.id,
            'attachment_id': str(uuid.uuid4()),
            'server_id': self.arguments.get('instance_uuid'),
            'device': self.arguments['mountpoint'],
            'attached_at': clocks.iso_micro(self.now),
        }
        return self._changed(status='in-use', attachments=[attached])

    def detach(self, id: str) -> Response:
        """``os-detach``"""
        attachment_id = self.arguments.get('attachment_id')
        left = [
            attachment
            for attachment in self.row.document['attachments']
            if attachment_id not in (None, attachment['attachment_id'])
        ]
        return self._changed(status='in-use' if left else 'available', attachments=left)

    def retype(self, id: str) -> Response:
        """``os-retype``"""
        kind = self.volume_type(self.arguments.get('new_type'))
        self._require_status('available', 'in-use')
        if kind.name == self.row.document['volume_type']:
            raise Fault(400, 'Invalid volume: The volume is of this type already.')
        is_multiattach = volume_types.is_multiattach(kind)
        return self._changed(volume_type=kind.name, multiattach=is_multiattach)

    def force_delete(self, id: str) -> Response:
        """``os-force_delete``"""
        self.require_admin(f'{_ADMIN}:force_delete')
        self.db.remove(self.row)
        return self.answer(status=202)

    def set_image_metadata(self, id: str) -> Response:
        """``os-set_image_metadata``"""
        metadata = self.arguments.get('metadata')
        if not isinstance(metadata, dict):
            raise Fault(400, 'Malformed request body')
        metadata_before = self.row.document.get('volume_image_metadata') or {}
        self._changed(volume_image_metadata={**metadata_before, **metadata})
        return self.answer({'metadata': self.row.document['volume_image_metadata']})

    def show_image_metadata(self, id: str) -> Response:
        """``os-show_image_metadata``"""
        return self.answer({'metadata': self.row.document.get('volume_image_metadata') or {}})

    def unset_image_metadata(self, id: str) -> Response:
        """``os-unset_image_metadata``"""
        metadata_left = dict(self.row.document.get('volume_image_metadata') or {})
        if metadata_left.pop(self.arguments.get('key'), None) is None:
            raise Fault(
                404, f'Metadata of the image {self.arguments.get("key")} could not be found.'
            )
        self._changed(volume_image_metadata=metadata_left)
        return self.plain_answer()

    def volume_upload_image(self, id: str) -> Response:
        """``os-volume_upload_image``"""
        name = self.arguments.get('image_name')
        if not isinstance(name, str) or not name:
            raise Fault(400, 'Invalid input for field/attribute image_name.')
        is_forced = schema_parts.is_true(self.arguments.get('force', False))
        self._require_status('available', *(('in-use',) if is_forced else ()))
        id = str(uuid.uuid4())
        size = self.row.document['size'] * 2**30
        image = {
            **image_store.DEFAULTS,
            'status': 'active',
            'size': size,
            'virtual_size': size,
            'disk_format': self.arguments.get('disk_format', 'raw'),
            'container_format': self.arguments.get('container_format', 'bare'),
            'properties': {},
        }
        self.db.insert(image_store.KIND, id, image, project=self.context.project_id, name=name)
        view = {
            'id': self.row.id,
            'updated_at': clocks.iso_micro(self.row.updated),
            'status': 'uploading',
            'display_description': self.row.document['description'],
            'size': self.row.document['size'],
            'volume_type': self._type(),
            'image_id': id,
            'container_format': image['container_format'],
            'disk_format': image['disk_format'],
            'image_name': name,
            'visibility': image['visibility'],
            'protected': False,
        }
        return self.answer({'os-volume_upload_image': view}, status=202)

    def _type(self) -> Document | None:
        kind = volume_types.find(self.db, self.row.document['volume_type'])
        return volume_types.facts(kind) if kind is not None else None

    def _changed(self, **changes: Any) -> Response:
        self.row.document.update(changes)
        self.db.save(self.row)
        return self.answer(status=202)

    def _require_status(self, *allowed: str) -> None:
        status = self.row.document['status']
        if status not in allowed:
            words = ' or '.join(allowed)
            raise Fault(
                400, f'Invalid volume: Volume {self.row.id} is {status}; it must be {words}.'
            )
