"""``/volume/connectors``: the identities by which nodes reach volumes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.sandbox.baremetal import bodies, collection, kinds, node_states, views
from novaclient_mv.sandbox.baremetal.filters import narrows
from novaclient_mv.sandbox.baremetal.refusals import Refused

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Response
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]


class VolumeConnectors(collection.Collection):
    """Volume connectors."""

    kind = 'baremetal_volume_connector'
    noun = 'Volume connector'
    path = 'volume/connectors'
    fields = views.VOLUME_CONNECTOR
    short: ClassVar[tuple[str, ...]] = ('uuid', 'node_uuid', 'type', 'connector_id', 'links')
    patchable: ClassVar[tuple[str, ...]] = ('connector_id', 'extra', 'node_uuid', 'type')
    filters = (narrows('node', kinds.ident, field='node_uuid'),)
    details_since = 1
    schema = bodies.schema_of(
        ('connector_id', 'node_uuid', 'type'),
        uuid=bodies.UUID,
        connector_id=bodies.STRING,
        extra=bodies.OBJECT,
        node_uuid=bodies.NODE,
        type=bodies.STRING,
    )
    locks_node = True
    unique: ClassVar[tuple[tuple[str, ...], ...]] = (('uuid',), ('type', 'connector_id'))

    def root(self) -> Response:
        """``GET /v1/volume``"""
        return self.answer(views.volume_links(self.req, 'volume'))

    def prepare(self, document: Document, body: Document) -> None:
        """Complete and check a new one."""
        document['node_uuid'] = self.owner_node(document['node_uuid']).id
        self.check(document)

    def changed(self, row: Row, document: Document) -> None:
        """Check a change."""
        self._require_no_power(document['node_uuid'], 'update')
        self.check(document)

    def check_removal(self, row: Row) -> None:
        """Refuse to remove what may be in use."""
        node = self.owner_node(row.document['node_uuid'])
        if node.document['provision_state'] not in ('enroll', 'manageable'):
            self._require_no_power(node.id, 'deletion')

    def _require_no_power(self, node: str, verb: str) -> None:
        power = self.owner_node(node).document.get('power_state')
        if power != 'power off':
            raise Refused(400, node_states.not_now(f'{self.noun.lower()} {verb}', node, power))

    def check(self, document: Document) -> None:
        """Complete a document."""
        document['extra'] = document.get('extra') or {}
