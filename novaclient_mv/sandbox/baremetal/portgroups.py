"""``/portgroups``: ports of a node that are bonded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.sandbox.baremetal import bodies, collection, kinds, views
from novaclient_mv.sandbox.baremetal.filters import contains, narrows
from novaclient_mv.sandbox.baremetal.refusals import Refused

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]


class Portgroups(collection.Collection):
    """Port groups."""

    kind = 'baremetal_portgroup'
    noun = 'Portgroup'
    path = 'portgroups'
    fields = views.PORTGROUP
    ungated = ('physical_network', 'category', 'dynamic_portgroup')
    short = ('uuid', 'address', 'name', 'links')
    unsorted = ()
    patchable = (
        'address', 'extra', 'mode', 'name', 'node_uuid', 'properties',
        'standalone_ports_supported', 'physical_network', 'category',
    )  # fmt: skip
    gates: ClassVar = {'mode': 26, 'properties': 26}
    filters = (
        narrows('node', kinds.ident, field='node_uuid'),
        narrows('address', kinds.mac),
        narrows('shard', kinds.words, contains, since=106),
        narrows('conductor_groups', kinds.words, contains, 'conductor_group'),
    )
    schema = bodies.schema_of(
        ('node_uuid',),
        uuid=bodies.UUID,
        address={**bodies.NAME, 'format': 'mac-address'},
        extra=bodies.OBJECT,
        mode=bodies.NAME,
        name=bodies.SAFE_NAME,
        node_uuid=bodies.NODE,
        properties=bodies.OBJECT,
        standalone_ports_supported={'type': ['string', 'boolean'], 'format': 'flag'},
        physical_network=bodies.short(64),
        category=bodies.short(80),
    )
    defaults: ClassVar[Document] = {
        'extra': {}, 'internal_info': {}, 'mode': 'active-backup', 'properties': {},
        'standalone_ports_supported': True, 'dynamic_portgroup': False,
    }  # fmt: skip
    mandatory = ('mode', 'standalone_ports_supported', 'physical_network')
    locks_node = True

    def facts(self, row: Row) -> Document:
        """Every field of a port group."""
        facts = super().facts(row)
        facts['ports'] = views.links(self.req, f'portgroups/{row.id}/ports')
        return facts

    def check_filters(self) -> None:
        """Refuse arguments that are too new, to narrow a list twice, and what is not there."""
        super().check_filters()
        ways = ('node', 'address', 'shard', 'conductor_groups')
        if sum(bool(self.arguments.get(name)) for name in ways) > 1:
            words = 'Filtering by node, address, or shard simultaneously is not supported.'
            raise Refused(400, words)

    def prepare(self, document: Document, body: Document) -> None:
        """Complete and check a new port group."""
        document['mode'] = document['mode'] or self.defaults['mode']
        self._check(document)

    def changed(self, row: Row, document: Document) -> None:
        """Check a change."""
        self._check(document)

    def _check(self, document: Document) -> None:
        for key, default in self.defaults.items():
            if document.get(key) is None and key != 'mode':
                document[key] = default
        flag = 'standalone_ports_supported'
        document[flag] = kinds.flag(document[flag])
        document['node_uuid'] = self.owner_node(document['node_uuid']).id
        if document.get('address') is not None:
            document['address'] = document['address'].lower()

    def check_removal(self, row: Row) -> None:
        """Refuse to remove a group that has ports."""
        ports = self.db.find('baremetal_port')
        if any(port.document.get('portgroup_uuid') == row.id for port in ports):
            raise Refused(400, f'Portgroup {row.document["ordinal"]} contains ports.')
