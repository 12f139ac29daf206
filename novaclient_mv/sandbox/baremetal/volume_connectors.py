"""``/volume/connectors``: the identities by which nodes reach volumes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.sandbox.baremetal import bodies, collection, views
from novaclient_mv.sandbox.baremetal.refusals import Refused

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
    short: ClassVar[tuple[str, ...]] = ('uuid', 'connector_id', 'type', 'links', 'node_uuid')
    patchable: ClassVar[tuple[str, ...]] = ('connector_id', 'extra', 'node_uuid', 'type')
    filters: ClassVar[tuple[str, ...]] = ('node', 'detail')
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
    unique: ClassVar[tuple[str, ...]] = ('type', 'connector_id')

    def root(self) -> Response:
        """``GET /v1/volume``"""
        body = {'links': views.links(self.req, 'volume/')}
        for name in ('connectors', 'targets'):
            body[name] = views.links(self.req, f'volume/{name}')
        return self.answer(body)

    def is_listed(self, row: Row) -> bool:
        """Whether it belongs to the node that the query names."""
        node = self.req.parameter('node')
        return node is None or self.owner_node(node).id == row.document['node_uuid']

    def of_node(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/volume/...``: by its UUID, as the service has it"""
        node = self.node(id)
        if node.id != id.lower():
            raise self.node_missing(id)
        return self.listed(self.db.find(self.kind, parent=node.id))

    def node_missing(self, ident: str) -> Refused:
        """The refusal of a node that is not named by its UUID."""
        return Refused(404, f'Node {ident} could not be found.')

    def prepare(self, document: Document, body: Document) -> None:
        """Complete and check a new one."""
        self.check(document)

    def changed(self, row: Row, document: Document) -> None:
        """Check a change."""
        node = document['node_uuid']
        if not bodies.is_uuid(node):
            raise Refused(400, f'Expected a UUID for node_uuid, but received {node}.')
        self.check(document, row)

    def check(self, document: Document, row: Row | None = None) -> None:
        """Refuse what another one has."""
        document['extra'] = document.get('extra') or {}
        document['node_uuid'] = self.owner_node(document['node_uuid']).id
        for other in self.db.find(self.kind):
            is_other = row is None or other.id != row.id
            same = all(other.document.get(name) == document.get(name) for name in self.unique)
            if is_other and same:
                raise Refused(409, self.duplicate(document))

    def duplicate(self, document: Document) -> str:
        """Return the refusal of a duplicate."""
        return (
            f'A volume connector with type {document["type"]} and connector ID '
            f'{document["connector_id"]} already exists.'
        )
