"""``/volume/connectors``: the identities by which nodes reach volumes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.sandbox.baremetal import (
    bodies,
    collection,
    kinds,
    listing,
    node_states,
    refusals,
    views,
)
from novaclient_mv.sandbox.baremetal.arguments import takes
from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.state import baremetal_nodes

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Response
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]


class VolumeConnectors(collection.Collection):
    """Volume connectors."""

    kind = 'baremetal_volume_connector'
    noun = 'Volume connector'
    key = 'connectors'
    path = 'volume/connectors'
    fields = views.VOLUME_CONNECTOR
    short: ClassVar[tuple[str, ...]] = ('uuid', 'node_uuid', 'type', 'connector_id', 'links')
    patchable: ClassVar[tuple[str, ...]] = ('connector_id', 'extra', 'node_uuid', 'type')
    idents: ClassVar[Mapping[str, kinds.Kind]] = {
        '': kinds.uuid,
        'of_node': kinds.anything,
    }
    filters: ClassVar[Mapping[str, kinds.Kind]] = {'node': kinds.uuid_or_name}
    refuses_fields = True
    values: ClassVar[Mapping[str, kinds.Kind]] = {'node_uuid': kinds.uuid, 'uuid': kinds.uuid}
    details_since = 1
    view: ClassVar[Mapping[str, kinds.Kind]] = {
        **listing.VIEW,
        'detail': lambda name, value: kinds.boolean(name, value) or None,
    }
    schema = bodies.schema_of(
        ('connector_id', 'node_uuid', 'type'),
        uuid=bodies.NAME,
        connector_id={'type': 'string'},
        extra=bodies.OBJECT,
        node_uuid={'type': 'string'},
        type={'type': 'string'},
    )
    defaults: ClassVar[Document] = {'extra': {}}
    locks_node = True
    unique: ClassVar[tuple[tuple[str, ...], ...]] = (('type', 'connector_id'), ('uuid',))

    @takes()
    def root(self) -> Response:
        """``GET /v1/volume``"""
        body = {'links': views.links(self.req, 'volume/')}
        for name in ('connectors', 'targets'):
            body[name] = views.links(self.req, f'volume/{name}')
        return self.answer(body)

    def is_listed(self, row: Row) -> bool:
        """Whether it belongs to the node that the query names."""
        node = self.arguments.get('node')
        return node is None or self.node(node).id == row.document['node_uuid']

    def check_owners(self) -> None:
        """Refuse a node that is not there."""
        if self.arguments.get('node') is not None:
            self.node(self.arguments['node'])

    def of_node(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/volume/...``: by its UUID, as the service has it"""
        if not bodies.is_uuid(id):
            raise refusals.not_found('Node', id)
        node = self.node(id)
        return self.listed(self.db.find(self.kind, parent=node.id))

    def prepare(self, document: Document, body: Document) -> None:
        """Complete and check a new one."""
        node = document['node_uuid']
        if baremetal_nodes.find(self.db, node) is None:
            words = f"Invalid input for field/attribute node_uuid. Value: '{node}'. "
            raise Refused(400, words)
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
            action = f'{self.noun.lower()} {verb}'
            raise Refused(400, node_states.not_now(action, node, power))

    def check(self, document: Document) -> None:
        """Complete a document."""
        document['extra'] = document.get('extra') or {}
        document['node_uuid'] = self.owner_node(document['node_uuid']).id

    def duplicate(self, names: Sequence[str], document: Document) -> str:
        """Return the refusal of a duplicate."""
        if names == ('uuid',):
            return super().duplicate(names, document)
        return (
            f'A volume connector with type {document["type"]} and connector ID '
            f'{document["connector_id"]} already exists.'
        )
