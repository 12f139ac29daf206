"""Volumes of a server."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.compute.controller import Field
from novaclient_mv.sandbox.compute.lists import Lists, pages
from novaclient_mv.sandbox.compute.schemas import volume_attachments as schemas
from novaclient_mv.sandbox.compute.servers import server_history, server_states
from novaclient_mv.sandbox.http import listing, schema_parts
from novaclient_mv.sandbox.http.declarations import api_version, query_schema, schema, success
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state import volume_states
from novaclient_mv.sandbox.state.rows import Row

_STATES = (
    'active', 'paused', 'stopped', 'resized', 'soft-delete', 'shelved', 'shelved_offloaded',
)  # fmt: skip


class Attachment:
    """One volume on one server, as the table of fields reads it."""

    def __init__(self, server: Row, entry: dict[str, Any]) -> None:
        self.server_id = server.id
        self.volume_id: str = entry['id']
        self.document = {
            **volume_states.attachment(server, entry['id']),
            'delete_on_termination': entry['delete_on_termination'],
        }


FIELDS = (
    # The id of the attachment was that of the volume.
    Field('id', lambda view, attachment: attachment.volume_id, '..2.88'),
    Field('volumeId', lambda view, attachment: attachment.volume_id),
    Field('serverId', lambda view, attachment: attachment.server_id),
    Field('device', 'device'),
    Field('tag', 'tag', '2.70..'),
    Field('delete_on_termination', 'delete_on_termination', '2.79..'),
    Field('attachment_id', 'attachment_id', '2.89..', views=('show',)),
    Field('bdm_uuid', 'bdm_uuid', '2.89..', views=('show',)),
)
# The answer to an attachment kept the id until it had no body any more.
CREATED_FIELDS = (
    Field('id', lambda view, attachment: attachment.volume_id, '2.89..2.100'),
    *FIELDS,
)

LISTS = Lists(*pages(start='offset'), zero=listing.LONGEST, closed='2.75', name=lambda entry: '')


class VolumeAttachments(controller.ComputeController):
    """``/servers/{server_id}/os-volume_attachments``"""

    @query_schema(LISTS.schema)
    def index(self, server_id: str) -> Response:
        server = self.find_server(server_id)
        page = LISTS.page(self, server.document['volumes'])
        views = [self._attachment_view(server, entry) for entry in page.items]
        return self.answer({'volumeAttachments': views})

    @query_schema(schema_parts.ANY_QUERY)
    def show(self, server_id: str, id: str) -> Response:
        server = self.find_server(server_id)
        return self.answer({'volumeAttachment': self._attachment_view(server, _entry(server, id))})

    def _attachment_view(self, server: Row, entry: dict[str, Any]) -> dict[str, Any]:
        view = self.maker(FIELDS)(self, _attachment(server, entry))
        if view['device'] is None:
            # A disk without a name has no key for it, except in the answer that makes it.
            del view['device']
        return view

    @api_version('2.0', '2.100')
    @schema(schemas.create.schema)
    def create(self, server_id: str, body: dict[str, Any]) -> Response:
        attached: Any = self._attach(server_id, body['volumeAttachment'])
        view = self.maker(CREATED_FIELDS, 'create')(self, attached)
        return self.answer({'volumeAttachment': view})

    @api_version('2.101')
    @success(202)
    @schema(schemas.create.schema)
    def create(self, server_id: str, body: dict[str, Any]) -> Response:
        self._attach(server_id, body['volumeAttachment'])
        return self.plain_answer()

    @api_version('2.0', '2.84')
    @success(202)
    @schema(schemas.update.schema)
    def update(self, server_id: str, id: str, body: dict[str, Any]) -> Response:
        server = self.find_server(server_id)
        return self._swap(server, id, body['volumeAttachment']['volumeId'])

    @api_version('2.85')
    @success(202)
    @schema(schemas.update_2_85.schema)
    def update(self, server_id: str, id: str, attributes: dict[str, Any]) -> Response:
        server = self.find_server(server_id)
        entry = _mapping(server, id)
        if attributes['volumeId'] != id:
            if set(attributes) - {'volumeId'}:
                # Nothing but the volume changes when it is swapped.
                self._require_same(server_id, id, attributes, ('volumeId',))
            return self._swap(server, id, attributes['volumeId'])
        self._require_same(server_id, id, attributes, ('volumeId', 'delete_on_termination'))
        if 'delete_on_termination' in attributes:
            entry['delete_on_termination'] = schema_parts.is_true(
                attributes['delete_on_termination']
            )
            self.db.save(server)
        return self.answer()

    @success(202)
    def delete(self, server_id: str, id: str) -> Response:
        # What is not attached is missing, whatever the server's state is, if it is not shelved.
        server = self.find_server(server_id)
        if server.document['vm_state'] in _STATES[-2:]:
            self._require_state(server, 'detach_volume')
        entry = _entry(server, id)
        self.server_to_change(server_id)
        self._require_state(server, 'detach_volume')
        if _is_root(server, entry):
            raise Fault(403, 'Cannot detach a root device volume')
        server.document['volumes'].remove(entry)
        server.document.get('attachments', {}).pop(id, None)
        volume = volume_states.find(self.db, id)
        if volume is not None:
            volume_states.release(self.db, volume, server.id)
        server_history.record(self, server, 'detach_volume')
        self.db.save(server)
        return self.answer()

    def _attach(self, server_id: str, attributes: dict[str, Any]) -> Attachment:
        server = self.server_to_change(server_id)
        self._require_state(server, 'attach_volume')
        volume = self._free_volume(attributes['volumeId'], server)
        if attributes.get('tag') and server.document['vm_state'] == 'shelved_offloaded':
            words = 'Tagged volume attachment is not supported for shelved-offloaded instances.'
            raise Fault(400, words)
        device = self._device(server, attributes.get('device'))
        facts = volume_states.new_attachment(device, tag=attributes.get('tag'))
        server.document.setdefault('attachments', {})[volume.id] = facts
        entry = {
            'id': volume.id,
            'delete_on_termination': schema_parts.is_true(
                attributes.get('delete_on_termination', False)
            ),
        }
        server.document['volumes'].append(entry)
        volume_states.attach(self.db, server, volume, facts)
        server_history.record(self, server, 'attach_volume')
        self.db.save(server)
        return Attachment(server, entry)

    def _device(self, server: Row, path: str | None) -> str | None:
        """The name of a new disk; only a host gives one."""
        if path is None:
            is_on_host = server.document['vm_state'] != 'shelved_offloaded'
            return volume_states.free_device(server) if is_on_host else None
        used = {volume_states.letter_of(name) for name in volume_states.devices(server)}
        if volume_states.letter_of(path) in used:
            raise Fault(409, f'The supplied device path ({path}) is in use.')
        return path

    def _require_state(self, server: Row, action: str) -> None:
        """Refuse where a server's volumes cannot change; before 2.20 it must not be shelved."""
        states = _STATES if self.matches('2.20') else _STATES[:-2]
        server_states.require(server.document, server.id, action, states)

    def _free_volume(self, id: str, server: Row) -> Row:
        project = self.own_project
        volume = volume_states.find(self.db, id, project)
        if volume is None:
            raise Fault(404, f'Volume {id} could not be found.')
        status = volume.document['status']
        if any(
            attachment['server_id'] == server.id for attachment in volume.document['attachments']
        ):
            raise Fault(
                400, f'Invalid volume: volume {id} is already attached to instances: {server.id}'
            )
        if volume.document.get('multiattach') and not self.matches('2.60'):
            raise Fault(400, 'A volume for several servers needs API version 2.60 or later.')
        if not volume_states.is_free(volume):
            raise Fault(
                400,
                f"Invalid volume: volume '{id}' status must be 'available' or 'downloading'. "
                f"Currently in '{status}'",
            )
        return volume

    def _swap(self, server: Row, id: str, other: str) -> Response:
        project = self.own_project
        old = volume_states.find(self.db, id, project)
        if old is None:
            raise Fault(404, f'Volume {id} could not be found.')
        if old.document.get('migration_status') != 'migrating':
            raise Fault(
                409, f'volume {id} is not migrating; this API should only be called by Cinder'
            )
        server_states.require(server.document, server.id, 'swap_volume', ('active', 'paused'))
        entry = _entry(server, id)
        new = self._free_volume(other, server)
        if new.document['size'] < old.document['size']:
            raise Fault(
                400,
                'Invalid volume: Old volume is attached to a different instance, or the new one '
                'is smaller.',
            )
        facts = volume_states.attachment(server, id)
        server.document.get('attachments', {}).pop(id, None)
        server.document.setdefault('attachments', {})[other] = facts
        entry['id'] = other
        volume_states.attach(self.db, server, new, facts)
        volume_states.release(self.db, old, server.id)
        server_history.record(self, server, 'swap_volume')
        self.db.save(server)
        return self.answer()

    def _require_same(
        self, server_id: str, id: str, attributes: dict[str, Any], free: tuple[str, ...]
    ) -> None:
        """Refuse to change what cannot be changed by an update."""
        server = self.find_server(server_id)
        attached = Attachment(server, _entry(server, id))
        current = {'id': id, 'serverId': server_id, **attached.document}
        for key, value in attributes.items():
            if key not in free and current[key] != value:
                raise Fault(400, f'Attribute {key} cannot be updated; it is {current[key]!r}.')


def _attachment(server: Row, entry: dict[str, Any]) -> Any:
    return Attachment(server, entry)


def _entry(server: Row, id: str) -> dict[str, Any]:
    for entry in server.document['volumes']:
        if entry['id'] == id:
            attached: dict[str, Any] = entry
            return attached
    raise Fault(404, f'Instance {server.id} is not attached to volume {id}')


def _mapping(server: Row, id: str) -> dict[str, Any]:
    """As :func:`_entry`, for what updates the mapping of a disk."""
    try:
        return _entry(server, id)
    except Fault:
        raise Fault(404, f'No volume Block Device Mapping with id {id}.') from None


def _is_root(server: Row, entry: dict[str, Any]) -> bool:
    """A server without an image runs from its first volume."""
    return not server.document['image'] and server.document['volumes'][0] is entry
