"""Volume connectors: what a node is known as where it gets volumes from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from novaclient_mv import resources, versions
from novaclient_mv.baremetal.v1 import collections
from novaclient_mv.resources import UNWRAPPED, Id, Time, Value, field
from novaclient_mv.services.filters import Filters, for_everybody

FILTERS = Filters(
    for_everybody(
        'node', 'Volume connectors of this node, by name or UUID.', encode=resources.getid
    ),
    sends_false=True,
)


class VolumeConnector(resources.Resource, since='1.32'):
    """A node's identity towards a volume, as in an iSCSI name."""

    NAME_ATTR = 'connector_id'
    id_keys = ('uuid',)
    uuid: str = field('UUID')
    node_uuid: str | None = field('Node UUID')
    type: str = field()
    connector_id: str = field('Connector ID')
    extra: dict[str, Any] = field()
    created_at: Time = field()
    updated_at: Time | None = field()


class VolumeConnectorManager(collections.ChangeableCollection[VolumeConnector]):
    """Volume connectors of nodes (from 1.32), by UUID.

    Those of a node that is powered on are not changed or deleted (``BadRequest``).
    """

    resource_class = VolumeConnector
    declaration = collections.Declaration(
        '/volume/connectors', 'volume connector', noun='connector'
    )

    @resources.by_page
    @versions.wraps('1.32')
    def list(
        self,
        *,
        node: Id | None = None,
        detail: bool = False,
        fields: Iterable[str] | None = None,
        marker: str | None = None,
        limit: int | None = None,
        sort_key: str | None = None,
        sort_dir: str | None = None,
    ) -> resources.Listing[VolumeConnector]:
        """Volume connectors, one page as the cloud cuts it.

        :param node: of this node, by name or UUID.
        :param detail: with all fields.
        :param fields: with these fields only; not beside ``detail``.
        :param marker: UUID of the connector after which to start.
        :param limit: number of connectors.
        :param sort_key: field to sort by; ``sort_dir`` is ``asc`` or ``desc``.

        ``GET /volume/connectors``
        """
        return self._page(
            FILTERS.query(locals()), fields, marker, limit, sort_key, sort_dir, detail
        )

    iterate = resources.every_page(list)

    @versions.wraps('1.32')
    def create(
        self,
        node_uuid: Id,
        type: str,
        connector_id: str,
        *,
        extra: Mapping[str, Value] | None = None,
        uuid: str | None = None,
    ) -> VolumeConnector:
        """Create a volume connector of a node: ``POST /volume/connectors``.

        :param node_uuid: the node, or its UUID.
        :param type: ``iqn``, ``ip``, ``mac``, ``wwnn``, ``wwpn``, ``port`` or ``portgroup``.
        :param connector_id: what the node is known as.
        :raises Conflict: there is one of this type and id.
        """
        return self._create_one(
            'POST /volume/connectors',
            UNWRAPPED,
            node_uuid=resources.getid(node_uuid),
            type=type,
            connector_id=connector_id,
            extra=extra,
            uuid=uuid,
        )
