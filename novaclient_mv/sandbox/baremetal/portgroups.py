"""``/portgroups``: ports of a node that are bonded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.sandbox.baremetal import bodies, collection, refusals, views
from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.state import baremetal_nodes

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Response
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]


class Portgroups(collection.Collection):
    """Port groups."""

    kind = 'baremetal_portgroup'
    noun = 'Portgroup'
    key = 'portgroups'
    path = 'portgroups'
    fields = views.PORTGROUP
    short = ('uuid', 'address', 'name', 'links')
    patchable = (
        'address', 'extra', 'mode', 'name', 'node_uuid', 'properties',
        'standalone_ports_supported', 'physical_network', 'category',
    )  # fmt: skip
    gates: ClassVar[Mapping[str, int]] = {
        'mode': 26,
        'properties': 26,
        'physical_network': 102,
        'category': 103,
    }
    filters = ('node', 'address', 'shard', 'conductor_groups', 'detail')
    schema = bodies.schema_of(
        ('node_uuid',),
        uuid=bodies.NAME,
        address=bodies.NAME,
        extra=bodies.OBJECT,
        mode=bodies.NAME,
        name=bodies.NAME,
        node_uuid={'type': 'string'},
        properties=bodies.OBJECT,
        standalone_ports_supported=bodies.FLAG,
        physical_network=bodies.TEXT,
        category=bodies.TEXT,
        dynamic_portgroup=bodies.FLAG,
    )
    defaults: ClassVar[Document] = {
        'extra': {}, 'internal_info': {}, 'mode': 'active-backup', 'properties': {},
        'standalone_ports_supported': True, 'dynamic_portgroup': False,
    }  # fmt: skip
    has_names = True
    locks_node = True

    def facts(self, row: Row) -> Document:
        """Every field of a port group."""
        facts = super().facts(row)
        facts['ports'] = views.links(self.req, f'portgroups/{row.id}/ports')
        return facts

    def is_listed(self, row: Row) -> bool:
        """Whether a port group is what the query asks for."""
        node, address = self.req.parameter('node'), self.req.parameter('address')
        if node is not None and self.owner_node(node).id != row.document['node_uuid']:
            return False
        return address is None or address.lower() == row.document.get('address')

    def prepare(self, document: Document, body: Document) -> None:
        """Complete and check a new port group."""
        self._check(document)

    def changed(self, row: Row, document: Document) -> None:
        """Check a change."""
        self._check(document, row)

    def _check(self, document: Document, row: Row | None = None) -> None:
        name = document.get('name')
        if name is not None and not bodies.is_name(name):
            raise Refused(400, f"Cannot create portgroup with invalid name '{name}'")
        for key, default in self.defaults.items():
            if document.get(key) is None:
                document[key] = default
        flag = 'standalone_ports_supported'
        document[flag] = bodies.flag(document[flag], flag)
        document['node_uuid'] = self.owner_node(document['node_uuid']).id
        if document.get('address') is None:
            return
        document['address'] = bodies.mac(document['address'])
        for other in self.db.find(self.kind):
            is_other = row is None or other.id != row.id
            if is_other and other.document.get('address') == document['address']:
                words = f'A portgroup with MAC address {document["address"]} already exists.'
                raise Refused(409, words)

    def of_node(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/portgroups``: by its UUID, as the service has it"""
        if not baremetal_nodes.UUID.fullmatch(id):
            raise refusals.not_found('Portgroup', 'None')
        node = self.node(id)
        return self.listed(self.db.find(self.kind, parent=node.id))

    def check_removal(self, row: Row) -> None:
        """Refuse to remove a group that has ports."""
        for port in self.db.find('baremetal_port'):
            if port.document.get('portgroup_uuid') == row.id:
                words = f'Portgroup {row.id} is not empty; it has ports.'
                raise Refused(400, words)
