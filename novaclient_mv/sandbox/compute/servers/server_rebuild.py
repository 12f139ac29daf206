"""Rebuild: a server gets a new disk of an image, and keeps its place and addresses."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import quotas
from novaclient_mv.sandbox.compute.schemas import server_life as schemas
from novaclient_mv.sandbox.compute.servers import server_builder, server_view, server_work
from novaclient_mv.sandbox.compute.servers import server_states as states
from novaclient_mv.sandbox.http.declarations import schema
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]


# Key of the request to key of the document.
_FACTS = {
    'accessIPv4': 'access_ip_v4',
    'accessIPv6': 'access_ip_v6',
    'OS-DCF:diskConfig': 'disk_config',
    'metadata': 'metadata',
    'description': 'description',
    'key_name': 'key_name',
    'user_data': 'user_data',
    'trusted_image_certificates': 'trusted_image_certificates',
    'hostname': 'hostname',
}


class ServerRebuild(server_work.ServerWork):
    """The action ``rebuild``."""

    usual_status = 202

    @schema(schemas.rebuild.schema)
    def rebuild(self, id: str, attributes: Document) -> Response:
        row, password = self._rebuild(id, attributes)
        server = {**server_view.show(self, row, 'rebuild'), 'adminPass': password}
        if self.matches('2.54', '2.74'):
            server['key_name'] = row.document['key_name']
        if self.matches('2.57'):
            server['user_data'] = row.document['user_data']
        links = self.links(f'/servers/{row.id}')
        return self.answer({'server': server}, (('Location', links[0]['href']),))

    def _rebuild(self, id: str, attributes: Document) -> tuple[Row, str]:
        row = self.server_to_change(id)
        facts = row.document
        states.require(facts, id, 'rebuild', ('active', 'stopped', 'error'))
        image = self._image(str(attributes['imageRef']), facts)
        quotas.require_metadata(self.db, row.project or '', attributes.get('metadata') or {})
        self._require_key(attributes.get('key_name'))
        if 'name' in attributes:
            row.name = attributes['name'].strip()
        for key, fact in _FACTS.items():
            if key in attributes:
                facts[fact] = attributes[key]
        if 'OS-DCF:diskConfig' not in attributes:
            facts['disk_config'] = server_builder.disk_config_of(image)
        facts['image'] = server_builder.image_snapshot(image, facts['flavor'])
        stays_stopped = facts['vm_state'] == 'stopped'
        changes = {
            'vm_state': 'stopped' if stays_stopped else 'active',
            'power_state': states.SHUTDOWN if stays_stopped else states.RUNNING,
            'launched': self.now + states.BUILD_SECONDS,
        }
        steps = (
            (states.BUILD_SECONDS / 2, {'task_state': 'rebuild_spawning'}),
            (states.BUILD_SECONDS, changes),
        )
        self.work(row, 'rebuild', 'rebuilding', *steps)
        return row, attributes.get('adminPass') or server_work.new_password()

    def _image(self, id: str, facts: Document) -> Row:
        row = self.find_image(id)
        if row is None:
            raise Fault(400, 'Cannot find image for rebuild')
        if row.document['status'] != 'active':
            raise Fault(400, f'Image {id} is not active.')
        flavor = facts['flavor']
        if row.document['min_ram'] > flavor['ram']:
            raise Fault(400, "Flavor's memory is too small for requested image.")
        if flavor['disk'] and row.document['min_disk'] > flavor['disk']:
            raise Fault(400, "Flavor's disk is too small for requested image.")
        return row

    def _require_key(self, name: str | None) -> None:
        if name is None:
            return
        if self.db.get('keypair', f'{self.context.user_id}/{name}') is None:
            raise Fault(400, 'Invalid key_name provided.')
