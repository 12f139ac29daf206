"""Volumes."""

from __future__ import annotations

import ast
import uuid
from typing import Any

from novaclient_mv.sandbox.http import listing
from novaclient_mv.sandbox.http.declarations import schema
from novaclient_mv.sandbox.http.listing import Listing, Parameter
from novaclient_mv.sandbox.http.wsgi import Document, Fault, Response
from novaclient_mv.sandbox.state import clocks, image_store, volume_states, volume_types
from novaclient_mv.sandbox.state.rows import Row
from novaclient_mv.sandbox.volume import schemas, volume_handlers, volume_quotas

HOST = 'controller@sandbox#sandbox'
SERVICE = '2b0f6a7e-53a5-4f0e-9c1e-5f6f7a0b3c11'


def _python_literal(text: str) -> Any:
    """Parse a text as a Python literal; ``None`` if it is malformed."""
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return None


def _has_pairs(value: Document, values: list[Any]) -> bool:
    pairs = values[-1]
    return isinstance(pairs, dict) and pairs.items() <= value.items()


_LISTING = Listing(
    *map(Parameter, (
        'name', 'status', 'bootable', 'availability_zone', 'size', 'volume_type', 'snapshot_id',
        'description', 'user_id',
    )),
    Parameter('metadata', _python_literal, _has_pairs),
    sort_keys=(
        'name', 'display_name', 'id', 'status', 'size', 'created_at', 'updated_at',
        'availability_zone', 'bootable', 'volume_type',
    ),
    marker=(404, 'Volume {} could not be found.'),
)  # fmt: skip
_DELETABLE = ('available', 'error', 'error_restoring', 'error_extending', 'error_managing')


class Volumes(volume_handlers.VolumeHandlers):
    """``/volumes``"""

    def index(self) -> Response:
        """``GET /volumes``"""
        return self._listed(is_detailed=False)

    def detail(self) -> Response:
        """``GET /volumes/detail``"""
        return self._listed(is_detailed=True)

    def summary(self) -> Response:
        """``GET /volumes/summary``"""
        rows = list(volume_states.find_all(self.db, self.listed_project()))
        facts: Document = {
            'total_count': len(rows),
            'total_size': sum(row.document['size'] for row in rows),
        }
        if self.matches('3.36'):
            metadata: dict[str, list[str]] = {}
            for row in rows:
                for key, value in row.document['metadata'].items():
                    if value not in metadata.setdefault(key, []):
                        metadata[key].append(value)
            facts['metadata'] = metadata
        return self.answer({'volume-summary': facts})

    def show(self, id: str) -> Response:
        """``GET /volumes/{id}``"""
        return self.answer({'volume': self.view(self.find_volume(id))})

    @schema(schemas.volume)
    def create(self, attributes: Document) -> Response:
        """``POST /volumes``"""
        self.require_member('volume:create')
        if attributes.get('multiattach') is not None:
            raise Fault(400, 'A volume is for several servers when its type says so.')
        kind = self.volume_type(attributes.get('volume_type'))
        zone = attributes.get('availability_zone') or volume_states.ZONE
        if zone != volume_states.ZONE:
            raise Fault(400, f"Availability zone '{zone}' is invalid.")
        image = self._image(attributes.get('imageRef') or attributes.get('image_id'))
        size = self._size(attributes)
        volume_quotas.require_room(self.db, self.context.project_id, volumes=1, gigabytes=size)
        id, names = str(uuid.uuid4()), self.names(attributes)
        facts = volume_states.document(
            self.context.user_id,
            size,
            description=names.get('description'),
            volume_type=kind.name,
            multiattach=volume_types.is_multiattach(kind),
            snapshot_id=attributes.get('snapshot_id'),
            source_volid=attributes.get('source_volid'),
            metadata=dict(attributes.get('metadata') or {}),
            bootable=image is not None or self._is_copy_bootable(attributes),
            volume_image_metadata=image,
        )
        name, project = names.get('name'), self.context.project_id
        self.db.insert(volume_states.KIND, id, facts, project=project, name=name)
        view = self.view(self.find_volume(id), is_new=True)
        return self.answer({'volume': {**view, 'status': 'creating'}}, status=202)

    @schema(schemas.volume_update)
    def update(self, id: str, attributes: Document) -> Response:
        """``PUT /volumes/{id}``"""
        row = self.find_volume(id)
        self.require_member('volume:update')
        self.rename(row, attributes)
        if attributes.get('metadata') is not None:
            row.document['metadata'] = attributes['metadata']
        self.db.save(row)
        return self.answer({'volume': self.view(row, is_new=True)})

    def delete(self, id: str) -> Response:
        """``DELETE /volumes/{id}``"""
        row = self.find_volume(id)
        self.require_member('volume:delete')
        if row.document['status'] not in _DELETABLE:
            status = row.document['status']
            raise Fault(400, f'Invalid volume: Volume {id} is {status}, and cannot be deleted.')
        for snapshot in self.db.find(volume_handlers.SNAPSHOT):
            if snapshot.document['volume_id'] == id:
                raise Fault(400, f'Invalid volume: Volume {id} still has snapshots.')
        self.db.remove(row)
        return self.plain_answer(status=202)

    # -- what a request says

    def _size(self, attributes: Document) -> int:
        """Return the size of a new volume: at least that of its source."""
        minimum = 0
        if attributes.get('snapshot_id'):
            minimum = self.find_snapshot(attributes['snapshot_id']).document['size']
        elif attributes.get('source_volid'):
            minimum = self.find_volume(attributes['source_volid']).document['size']
        if attributes.get('size') is None:
            if not minimum:
                raise Fault(400)
            return minimum
        size = int(attributes['size'])
        if size < minimum:
            raise Fault(
                400, f"Invalid input received: Volume size '{size}'GB must be at least {minimum}GB."
            )
        return size

    def _image(self, id: str | None) -> Document | None:
        """Return a volume's copy of its image's fields."""
        if not id:
            return None
        row = self.db.get(image_store.KIND, id)
        if row is None or not image_store.is_visible(row, self.context):
            raise Fault(400, 'Invalid image identifier or unable to access requested image.')
        image = image_store.view(row)
        if image['status'] != 'active':
            raise Fault(400, f'Invalid input received: Image {id} is not active.')
        names = ('checksum', 'container_format', 'disk_format', 'min_disk', 'min_ram', 'size')
        return {
            **row.document.get('properties', {}),
            'image_id': id,
            'image_name': image['name'] or '',
            **{key: str(image[key]) for key in names},
        }

    def _is_copy_bootable(self, attributes: Document) -> bool:
        id = attributes.get('source_volid')
        if attributes.get('snapshot_id'):
            id = self.find_snapshot(attributes['snapshot_id']).document['volume_id']
        row = volume_states.find(self.db, id) if id else None
        return bool(row and row.document['bootable'])

    # -- lists

    def _listed(self, is_detailed: bool) -> Response:
        rows = volume_states.find_all(self.db, self.listed_project())
        page, links = self.page(_LISTING, rows, 'volumes')
        body: Document = {
            'volumes': [
                self.view(item['row'])
                if is_detailed
                else {key: item[key] for key in ('id', 'name')}
                | {'links': self.links(f'/volumes/{item["id"]}')}
                for item in page.items
            ],
            **links,
        }
        if self.matches('3.45') and listing.is_true(self.req.parameter('with_count') or ''):
            body['count'] = page.total
        return self.answer(body)

    # -- what an answer says

    def view(self, row: Row, is_new: bool = False) -> Document:
        """A volume in full."""
        facts = row.document
        keys = (
            'status', 'size', 'availability_zone', 'description', 'volume_type', 'snapshot_id',
            'metadata', 'user_id',
        )  # fmt: skip
        view = {
            'id': row.id,
            'name': row.name,
            'created_at': clocks.iso_micro(row.created),
            'updated_at': clocks.iso_micro(row.updated or (None if is_new else row.created)),
            **{key: facts[key] for key in keys},
            'source_volid': facts.get('source_volid'),
            'links': self.links(f'/volumes/{row.id}'),
            'bootable': str(facts['bootable']).lower(),
            'encrypted': False,
            'replication_status': None,
            'consistencygroup_id': None,
            'multiattach': facts.get('multiattach', False),
            'attachments': [self._attachment(attachment) for attachment in facts['attachments']],
            **self._later(facts.get('volume_type')),
        }
        if self.context.is_admin:
            view |= self._of_administrators(row, is_new)
        if not is_new:
            view['os-vol-tenant-attr:tenant_id'] = row.project
            if facts.get('volume_image_metadata'):
                view['volume_image_metadata'] = facts['volume_image_metadata']
        return view

    def _attachment(self, attachment: Document) -> Document:
        server = self.db.get('server', attachment['server_id'])
        host = server.document['host'] if server is not None and self.context.is_admin else None
        return {**attachment, 'host_name': host}

    def _later(self, kind: str | None) -> Document:
        """Return the fields added after 3.0."""
        facts: Document = {}
        if self.matches('3.13'):
            facts['group_id'] = None
        if self.matches('3.48'):
            facts |= {'shared_targets': False, 'service_uuid': SERVICE}
        if self.matches('3.63'):
            facts['volume_type_id'] = volume_types.id_of(self.db, kind)
        if self.matches('3.65'):
            facts['consumes_quota'] = True
        return facts

    def _of_administrators(self, row: Row, is_new: bool) -> Document:
        status = row.document.get('migration_status')
        facts: Document = {'migration_status': status}
        if self.matches('3.21'):
            facts['provider_id'] = None
        if self.matches('3.61'):
            facts['cluster_name'] = None
        if not is_new:
            facts |= {
                'os-vol-mig-status-attr:migstat': status,
                'os-vol-mig-status-attr:name_id': None,
                'os-vol-host-attr:host': HOST,
            }
        return facts
