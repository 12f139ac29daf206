"""Rebuild: a server gets a new disk of an image, and keeps its place and addresses."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import quotas
from novaclient_mv.sandbox.compute.schemas import server_life as schemas
from novaclient_mv.sandbox.compute.servers import server_builder, server_view, server_work
from novaclient_mv.sandbox.compute.servers import server_states as states
from novaclient_mv.sandbox.http.declarations import api_version, schema
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

    # Variants differ in the view of the server that is answered.

    @api_version('2.0', '2.53')
    @schema(schemas.rebuild_2_0, '2.0', '2.0')
    @schema(schemas.rebuild, '2.1', '2.18')
    @schema(schemas.rebuild_2_19, '2.19', '2.53')
    def rebuild(self, id: str, body: Document) -> Response:
        return self._answer_with(*self._rebuild(id, body['rebuild']), {})

    @api_version('2.54', '2.56')
    @schema(schemas.rebuild_2_54, '2.54', '2.56')
    def rebuild(self, id: str, body: Document) -> Response:
        row, password = self._rebuild(id, body['rebuild'])
        return self._answer_with(row, password, {'key_name': row.document['key_name']})

    @api_version('2.57', '2.74')
    @schema(schemas.rebuild_2_57, '2.57', '2.62')
    @schema(schemas.rebuild_2_63, '2.63', '2.74')
    def rebuild(self, id: str, body: Document) -> Response:
        row, password = self._rebuild(id, body['rebuild'])
        more = {key: row.document[key] for key in ('key_name', 'user_data')}
        return self._answer_with(row, password, more)

    @api_version('2.75')
    @schema(schemas.rebuild_2_63, '2.75', '2.89')
    @schema(schemas.rebuild_2_90, '2.90', '2.93')
    @schema(schemas.rebuild_2_94, '2.94')
    def rebuild(self, id: str, body: Document) -> Response:
        row, password = self._rebuild(id, body['rebuild'])
        return self._answer_with(row, password, {'user_data': row.document['user_data']})

    def _answer_with(self, row: Row, password: str, more: Document) -> Response:
        server = {**server_view.show(self, row, 'rebuild'), 'adminPass': password, **more}
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
