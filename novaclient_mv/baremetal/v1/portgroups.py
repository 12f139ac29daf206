"""Port groups: ports of a node that are bonded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from novaclient_mv import resources, versions
from novaclient_mv.baremetal.v1 import collections
from novaclient_mv.resources import UNWRAPPED, Id, Time, Value, field
from novaclient_mv.services.filters import Filters, comma_separated, for_everybody

FILTERS = Filters(
    for_everybody('address', 'The port group with this MAC address.', metavar='<mac-address>'),
    for_everybody('node', 'Port groups of this node, by name or UUID.', encode=resources.getid),
    for_everybody(
        'shard',
        'Port groups of nodes in these shards.',
        '1.106',
        parameter='shards',
        values='several',
        metavar='<shard>',
        encode=comma_separated,
    ),
    for_everybody(
        'conductor_groups',
        'Port groups of nodes in these conductor groups.',
        '1.99',
        values='several',
        metavar='<conductor-group>',
        encode=comma_separated,
    ),
    sends_false=True,
)


class PortGroup(resources.Resource, since='1.23'):
    """Ports of a node that are bonded."""

    id_keys = ('uuid',)
    link_keys = ('links', 'ports')
    uuid: str = field('UUID')
    name: str | None = field()
    address: str = field()
    node_uuid: str | None = field('Node UUID')
    mode: str = field(start_version='1.26')
    properties: dict[str, Any] = field(start_version='1.26')
    standalone_ports_supported: bool = field()
    physical_network: str | None = field(start_version='1.102')
    category: str | None = field(start_version='1.103')
    dynamic_portgroup: bool = field(start_version='1.111')
    internal_info: dict[str, Any] = field()
    extra: dict[str, Any] = field()
    created_at: Time = field()
    updated_at: Time | None = field()


class PortGroupManager(collections.ChangeableCollection[PortGroup]):
    """Port groups of nodes (from 1.23), by name or UUID.

    One that has ports is not deleted (``Conflict``).
    """

    resource_class = PortGroup
    declaration = collections.Declaration(
        '/portgroups', 'port group', reference='name or UUID', detail='/detail'
    )

    @resources.by_page
    @versions.wraps('1.23')
    @FILTERS.parameters()
    def list(
        self,
        *,
        address: str | None = None,
        node: Id | None = None,
        shards: Iterable[str] | None = None,
        conductor_groups: Iterable[str] | None = None,
        detail: bool = False,
        fields: Iterable[str] | None = None,
        marker: str | None = None,
        limit: int | None = None,
        sort_key: str | None = None,
        sort_dir: str | None = None,
    ) -> resources.Listing[PortGroup]:
        """Port groups, one page as the cloud cuts it.

        :param address: with this MAC address.
        :param node: of this node, by name or UUID.
        :param shards: of nodes in these shards (from 1.106).
        :param conductor_groups: of nodes in these conductor groups (from 1.99).
        :param detail: with all fields.
        :param fields: with these fields only; not beside ``detail``.
        :param marker: UUID of the port group after which to start.
        :param limit: number of port groups.
        :param sort_key: field to sort by; ``sort_dir`` is ``asc`` or ``desc``.

        ``GET /portgroups``, ``GET /portgroups/detail``
        """
        filters = FILTERS.query(locals())
        return self._page(filters, fields, marker, limit, sort_key, sort_dir, detail)

    iterate = resources.every_page(list)

    @versions.wraps('1.23')
    def get_by_address(self, address: str, fields: Iterable[str] | None = None) -> PortGroup:
        """The port group with a MAC address.

        :param fields: these fields only.
        :raises ResourceNotFound: the resource does not exist.

        ``GET /portgroups``, ``GET /portgroups/detail``
        """
        portgroups = [*self.iterate(address=address, detail=not fields, fields=fields)]
        if not portgroups:
            raise self.missing(address)
        return portgroups[0]

    @versions.wraps('1.23')
    @versions.parameters(
        mode='1.26..', properties='1.26..', physical_network='1.102..', category='1.103..'
    )
    def create(
        self,
        node_uuid: Id,
        *,
        address: str | None = None,
        name: str | None = None,
        uuid: str | None = None,
        mode: str | None = None,
        properties: Mapping[str, Value] | None = None,
        standalone_ports_supported: bool | None = None,
        physical_network: str | None = None,
        category: str | None = None,
        extra: Mapping[str, Value] | None = None,
    ) -> PortGroup:
        """Create a port group of a node: ``POST /portgroups``.

        :param node_uuid: the node, or its UUID.
        :param mode: how the ports are bonded, as in ``802.3ad`` (from 1.26).
        :param properties: settings of the bond (from 1.26).
        :param standalone_ports_supported: its ports may also be used alone.
        :param physical_network: physical network of its ports (from 1.102).
        :param category: any word to tell port groups apart by (from 1.103).
        :raises Conflict: there is one with this name or address.
        """
        return self._create_one(
            'POST /portgroups',
            UNWRAPPED,
            node_uuid=resources.getid(node_uuid),
            address=address,
            name=name,
            uuid=uuid,
            mode=mode,
            properties=properties,
            standalone_ports_supported=standalone_ports_supported,
            physical_network=physical_network,
            category=category,
            extra=extra,
        )
