"""Ports: the network cards of nodes, known by their MAC addresses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from novaclient_mv import resources, versions
from novaclient_mv.baremetal.v1 import collections
from novaclient_mv.resources import UNWRAPPED, Id, Time, Value, field
from novaclient_mv.services.filters import Filters, comma_separated, for_everybody

FILTERS = Filters(
    for_everybody('address', 'The port with this MAC address.', metavar='<mac-address>'),
    for_everybody(
        'node', 'Ports of this node, by name (from 1.5) or UUID.', encode=resources.getid
    ),
    for_everybody(
        'portgroup',
        'Ports of this port group, by name or UUID.',
        '1.24',
        flag='--port-group',
        encode=resources.getid,
    ),
    for_everybody(
        'shard',
        'Ports of nodes in these shards.',
        '1.82',
        parameter='shards',
        values='several',
        metavar='<shard>',
        encode=comma_separated,
    ),
    for_everybody(
        'conductor_groups',
        'Ports of nodes in these conductor groups.',
        '1.99',
        values='several',
        metavar='<conductor-group>',
        encode=comma_separated,
    ),
    sends_false=True,
)


class Port(resources.Resource):
    """A network card of a node."""

    id_keys = ('uuid',)
    uuid: str = field('UUID')
    name: str | None = field(start_version='1.88')
    address: str = field()
    node_uuid: str | None = field('Node UUID')
    portgroup_uuid: str | None = field('Port Group UUID', start_version='1.24')
    description: str | None = field(start_version='1.97')
    vendor: str | None = field(start_version='1.100')
    category: str | None = field(start_version='1.101')
    pxe_enabled: bool = field('PXE Enabled', start_version='1.19')
    local_link_connection: dict[str, Any] = field(start_version='1.19')
    physical_network: str | None = field(start_version='1.34')
    is_smartnic: bool = field('Is Smart NIC', start_version='1.53')
    available_for_dynamic_portgroup: bool = field(start_version='1.111')
    internal_info: dict[str, Any] = field(start_version='1.18')
    extra: dict[str, Any] = field()
    created_at: Time = field()
    updated_at: Time | None = field()


class PortManager(collections.ChangeableCollection[Port]):
    """Ports of nodes, by UUID, and from 1.88 on by name; their fields can be chosen from 1.8 on.

    In some states of a node its ports are not deleted (``Conflict``).
    """

    resource_class = Port
    declaration = collections.Declaration(
        '/ports',
        'port',
        reference='UUID; from 1.88 also its name',
        detail='/detail',
        fields_since='1.8',
    )

    @resources.by_page
    @FILTERS.parameters(fields='1.8..')
    def list(
        self,
        *,
        address: str | None = None,
        node: Id | None = None,
        portgroup: Id | None = None,
        shards: Iterable[str] | None = None,
        conductor_groups: Iterable[str] | None = None,
        detail: bool = False,
        fields: Iterable[str] | None = None,
        marker: str | None = None,
        limit: int | None = None,
        sort_key: str | None = None,
        sort_dir: str | None = None,
    ) -> resources.Listing[Port]:
        """Ports, one page as the cloud cuts it.

        :param address: with this MAC address.
        :param node: of this node, by UUID or name (from 1.5).
        :param portgroup: of this port group, by name or UUID (from 1.24).
        :param shards: of nodes in these shards (from 1.82).
        :param conductor_groups: of nodes in these conductor groups (from 1.99).
        :param detail: with all fields.
        :param fields: with these fields only (from 1.8); not beside ``detail``.
        :param marker: UUID of the port after which to start.
        :param limit: number of ports.
        :param sort_key: field to sort by; ``sort_dir`` is ``asc`` or ``desc``.

        ``GET /ports``, ``GET /ports/detail``
        """
        filters = FILTERS.query(locals())
        filters[self._node_filter()] = filters.pop('node')
        return self._page(filters, fields, marker, limit, sort_key, sort_dir, detail)

    iterate = resources.every_page(list)

    @versions.wraps('1.0', '1.4')
    def _node_filter(self) -> str:
        return 'node_uuid'

    @versions.newest
    @versions.wraps('1.5')
    def _node_filter(self) -> str:
        return 'node'

    @resources.by_page
    @versions.wraps('1.24')
    def list_of_portgroup(
        self,
        portgroup: Id,
        *,
        fields: Iterable[str] | None = None,
        marker: str | None = None,
        limit: int | None = None,
    ) -> resources.Listing[Port]:
        """Ports of a port group, by the group's own list, one page as the cloud cuts it.

        :param fields: with these fields only.
        :raises NotFound: the port group does not exist.

        ``GET /portgroups/{id}/ports``
        """
        query = {'fields': self._selection(fields), 'marker': marker}
        return self._listing(
            'GET /portgroups/{id}/ports', 'ports', portgroup, query=query, limit=limit
        )

    @versions.parameters(fields='1.8..')
    def get_by_address(self, address: str, fields: Iterable[str] | None = None) -> Port:
        """The port with a MAC address: ``GET /ports``.

        :param fields: these fields only (from 1.8).
        :raises ResourceNotFound: the resource does not exist.
        """
        query = {'fields': fields} if fields else {'detail': True}
        ports = [*self.iterate(address=address, **query)]
        if not ports:
            raise self.missing(address)
        return ports[0]

    @versions.parameters(
        name='1.88..',
        local_link_connection='1.19..',
        pxe_enabled='1.19..',
        portgroup_uuid='1.24..',
        physical_network='1.34..',
        is_smartnic='1.53..',
        description='1.97..',
        vendor='1.100..',
        category='1.101..',
        available_for_dynamic_portgroup='1.111..',
    )
    def create(
        self,
        node_uuid: Id,
        address: str,
        *,
        uuid: str | None = None,
        name: str | None = None,
        description: str | None = None,
        extra: Mapping[str, Value] | None = None,
        local_link_connection: Mapping[str, Value] | None = None,
        pxe_enabled: bool | None = None,
        portgroup_uuid: Id | None = None,
        physical_network: str | None = None,
        is_smartnic: bool | None = None,
        vendor: str | None = None,
        category: str | None = None,
        available_for_dynamic_portgroup: bool | None = None,
    ) -> Port:
        """Create a port of a node: ``POST /ports``.

        :param node_uuid: the node, or its UUID.
        :param address: MAC address.
        :param local_link_connection: switch and port that it is wired to (from 1.19).
        :param pxe_enabled: the node may boot over it (from 1.19).
        :param portgroup_uuid: the port group that it is a member of (from 1.24).
        :param physical_network: physical network that it is wired to (from 1.34).
        :param is_smartnic: it is a Smart NIC (from 1.53).
        :param name: unique name (from 1.88).
        :param description: any text (from 1.97).
        :param vendor: maker of the card (from 1.100).
        :param category: any word to tell ports apart by (from 1.101).
        :param available_for_dynamic_portgroup: it may become a member of port groups that are
            made while a node is deployed (from 1.111).
        :raises Conflict: there is a port with this address.
        """
        return self._create_one(
            'POST /ports',
            UNWRAPPED,
            node_uuid=resources.getid(node_uuid),
            address=address,
            uuid=uuid,
            name=name,
            description=description,
            extra=extra,
            local_link_connection=local_link_connection,
            pxe_enabled=pxe_enabled,
            portgroup_uuid=resources.getid(portgroup_uuid),
            physical_network=physical_network,
            is_smartnic=is_smartnic,
            vendor=vendor,
            category=category,
            available_for_dynamic_portgroup=available_for_dynamic_portgroup,
        )
