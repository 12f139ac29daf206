"""``/portgroups``: ports of a node that are bonded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.sandbox.baremetal import bodies, collection, json_patches, kinds, refusals, views
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
    }
    values: ClassVar[Mapping[str, kinds.Kind]] = {
        'address': kinds.mac, 'node_uuid': kinds.uuid,
        'standalone_ports_supported': kinds.boolean, 'uuid': kinds.uuid,
    }  # fmt: skip
    undefaulted = ('standalone_ports_supported',)
    idents: ClassVar[Mapping[str, kinds.Kind]] = {'': kinds.anything}
    filters: ClassVar[Mapping[str, kinds.Kind]] = {
        'node': kinds.uuid_or_name, 'address': kinds.mac, 'shard': kinds.strings,
        'conductor_groups': kinds.strings,
    }  # fmt: skip
    refuses_fields = True
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
        physical_network={'type': ['string', 'null'], 'maxLength': 64},
        category={'type': ['string', 'null'], 'maxLength': 80},
    )
    defaults: ClassVar[Document] = {
        'extra': {}, 'internal_info': {}, 'mode': 'active-backup', 'properties': {},
        'standalone_ports_supported': True, 'dynamic_portgroup': False,
    }  # fmt: skip
    has_names = True
    unique: ClassVar[tuple[tuple[str, ...], ...]] = (('name',), ('address',), ('uuid',))
    locks_node = True
    ungated = ('physical_network', 'category', 'dynamic_portgroup')
    sorts_by_node = True

    def facts(self, row: Row) -> Document:
        """Every field of a port group."""
        facts = super().facts(row)
        facts['ports'] = views.links(self.req, f'portgroups/{row.id}/ports')
        return facts

    def check_filters(self) -> None:
        """Refuse a shard that the version lacks, and a node that is not there."""
        if self.arguments.get('shard') is not None and self.minor < 106:
            raise refusals.too_new(106)

    def is_paged(self) -> bool:
        """Whether the service orders what a list is narrowed to; it does not by address."""
        return self.arguments.get('address') is None

    def check_owners(self) -> None:
        """Refuse to narrow a list twice, and a node that is not there."""
        argument = self.arguments.get
        node = argument('id') or argument('node')
        ways = (node, argument('address'), argument('shard'), argument('conductor_groups'))
        if sum(map(bool, ways)) > 1:
            words = 'Filtering by node, address, or shard simultaneously is not supported.'
            raise Refused(400, words)
        if self.arguments.get('node') is not None:
            self.node(self.arguments['node'])

    def is_listed(self, row: Row) -> bool:
        """Whether a port group is what the query asks for."""
        argument = self.arguments.get
        node = baremetal_nodes.find(self.db, row.document['node_uuid'])
        assert node is not None
        if argument('node') is not None and self.node(str(argument('node'))).id != node.id:
            return False
        address, groups, shards = (
            argument('address'),
            argument('conductor_groups'),
            argument('shard'),
        )
        return (
            (address is None or address.lower() == row.document.get('address'))
            and (not shards or node.document.get('shard') in shards)
            and (not groups or node.document['conductor_group'] in groups)
        )

    def prepare(self, document: Document, body: Document) -> None:
        """Complete and check a new port group."""
        document['mode'] = document['mode'] or self.defaults['mode']
        self._check(document)

    def check_patch(self, patch: json_patches.Patch) -> None:
        """Refuse fields that nobody may change; the service looks at the first one's version."""
        super().check_patch(patch)
        self.check_gates(json_patches.roots(patch[:1]), self.gates)

    def check_values(self, row: Row, patch: json_patches.Patch) -> None:
        """Refuse a new node that is not there, and what cannot be a name."""
        super().check_values(row, patch)
        if json_patches.is_removed(patch, 'mode'):
            raise Refused(400, "'mode' is a mandatory attribute and can not be removed")
        for name in json_patches.values(patch, 'name'):
            if name and not bodies.is_name(name):
                words = f"Cannot change name to invalid name '{name}'"
                raise Refused(400, f'Portgroup {self.arguments["id"]}: {words}')

    def changed(self, row: Row, document: Document) -> None:
        """Check a change."""
        self._check(document)
        if json_patches.is_removed(self.arguments['patch'], 'physical_network'):
            raise Refused(400, 'physical_network cannot be removed')

    def _check(self, document: Document) -> None:
        flag = 'standalone_ports_supported'
        if document[flag] is None:
            raise Refused(400, f'{flag} cannot be null')
        name = document.get('name')
        if name and not bodies.is_name(name):
            raise Refused(400, f"Cannot create portgroup with invalid name '{name}'")
        for key, default in self.defaults.items():
            if document.get(key) is None and key != 'mode':
                document[key] = default
        document[flag] = bodies.flag(document[flag], flag)
        document['node_uuid'] = self.owner_node(document['node_uuid']).id
        if document.get('address') is not None:
            document['address'] = bodies.mac(document['address'])

    def of_node(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/portgroups``: by its UUID, as the service has it"""
        return self._of_node(id, False)

    def detail_of_node(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/portgroups/detail``"""
        return self._of_node(id, True)

    def _of_node(self, ident: str, is_detailed: bool) -> Response:
        node = baremetal_nodes.find(self.db, ident) if bodies.is_uuid(ident) else None
        if node is None:
            raise refusals.not_found('Portgroup', 'None')
        return self.listed(self.db.find(self.kind, parent=node.id), is_detailed)

    def check_removal(self, row: Row) -> None:
        """Refuse to remove a group that has ports."""
        for port in self.db.find('baremetal_port'):
            if port.document.get('portgroup_uuid') == row.id:
                words = 'Cannot complete the requested action because portgroup'
                raise Refused(400, f'{words} {row.document["ordinal"]} contains ports.')
