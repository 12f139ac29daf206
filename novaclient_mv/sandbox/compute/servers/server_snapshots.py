"""Images of servers: snapshots and backups."""

from __future__ import annotations

import uuid
from typing import Any

from novaclient_mv.sandbox.compute.schemas import server_upkeep as schemas
from novaclient_mv.sandbox.compute.servers import server_states as states
from novaclient_mv.sandbox.compute.servers import server_work
from novaclient_mv.sandbox.http.declarations import api_version, schema
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state import clocks
from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]

SNAPSHOT_SECONDS = 2.0


class ServerSnapshots(server_work.ServerWork):
    """The actions ``createImage`` and ``createBackup``."""

    usual_status = 202

    # From 2.45 the answer has the image's id in its body, and no Location.

    @api_version('2.0', '2.44')
    @schema(schemas.create_image, '2.0', '2.44')
    def create_image(self, id: str, body: Document) -> Response:
        # Where the image service has it.
        return self._created(f'{self.req.host_url}/image', self._snapshot(id, body['createImage']))

    @api_version('2.45')
    @schema(schemas.create_image, '2.45')
    def create_image(self, id: str, body: Document) -> Response:
        return self.answer({'image_id': self._snapshot(id, body['createImage'])})

    @api_version('2.0', '2.44')
    @schema(schemas.create_backup_2_0, '2.0', '2.0')
    @schema(schemas.create_backup, '2.1', '2.44')
    def create_backup(self, id: str, body: Document) -> Response:
        image = self._backup(id, body['createBackup'])
        if not int(body['createBackup']['rotation']):
            # It is gone at once.
            return self.plain_answer()
        # Where this service has it, without the project.
        return self._created(f'{self.req.host_url}{self.req.prefix}', image)

    @api_version('2.45')
    @schema(schemas.create_backup, '2.45')
    def create_backup(self, id: str, body: Document) -> Response:
        return self.answer({'image_id': self._backup(id, body['createBackup'])})

    def _created(self, service: str, image: str) -> Response:
        return self.plain_answer((('Location', f'{service}/images/{image}'),))

    def _snapshot(self, id: str, attributes: Document) -> str:
        # A lock does not hold it back: the server stays as it is.
        row = self.find_server(id)
        allowed = ('active', 'stopped', 'paused', 'suspended')
        states.require(row.document, id, 'createImage', allowed)
        properties = {**(attributes.get('metadata') or {}), 'image_type': 'snapshot'}
        image = self._add_image(row, attributes['name'], properties)
        steps: tuple[server_work.Step, ...] = (
            (SNAPSHOT_SECONDS / 2, {'task_state': 'image_uploading'}),
            (SNAPSHOT_SECONDS, {}),
        )
        self.work(row, 'createImage', 'image_snapshot_pending', *steps)
        return image

    def _backup(self, id: str, attributes: Document) -> str:
        # A lock does not hold it back: the server stays as it is.
        row = self.find_server(id)
        allowed = ('active', 'stopped', 'paused', 'suspended')
        states.require(row.document, id, 'createBackup', allowed)
        if row.document['image'] is None:
            raise Fault(400, 'Backup is not supported for volume-backed instances.')
        kind, rotation = attributes['backup_type'], int(attributes['rotation'])
        properties = {
            **(attributes.get('metadata') or {}),
            'image_type': 'backup',
            'backup_type': kind,
        }
        image = self._add_image(row, attributes['name'].strip(), properties)
        self._rotate(row.id, kind, rotation)
        self.work(row, 'createBackup', 'image_backup', (SNAPSHOT_SECONDS, {}))
        return image

    def _add_image(self, server: Row, name: str, properties: Document) -> str:
        """A new image of a server; returns its id."""
        facts = server.document
        id = str(uuid.uuid4())
        base = self.db.get('image', facts['image']['id']) if facts['image'] else None
        image = {
            'status': 'queued',
            'updated': self.now,
            'visibility': 'private',
            'protected': False,
            'os_hidden': False,
            'container_format': 'bare',
            'disk_format': 'qcow2',
            'size': base.document['size'] if base else 0,
            'virtual_size': facts['flavor']['disk'] * 2**30,
            'min_disk': facts['flavor']['disk'],
            'min_ram': base.document['min_ram'] if base else 0,
            'checksum': base.document['checksum'] if base else None,
            'tags': [],
            'properties': {
                **((facts['image'] or {}).get('properties') or {}),
                'instance_uuid': server.id,
                'user_id': self.context.user_id,
                'base_image_ref': facts['image']['id'] if facts['image'] else '',
                **properties,
            },
        }
        clocks.plan(image, self.now, (SNAPSHOT_SECONDS, {'status': 'active'}))
        self.db.insert('image', id, image, project=self.context.project_id, name=name)
        return id

    def _rotate(self, server: str, kind: str, count: int) -> None:
        """Delete the oldest backups of a kind, so that so many are left."""
        backups = [
            row
            for row in self.db.find('image', descending=True)
            if row.document['properties'].get('instance_uuid') == server
            and row.document['properties'].get('backup_type') == kind
        ]
        for row in backups[count:]:
            self.db.remove(row)
