"""Volume connectors: what a node is known as where it gets volumes from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from novaclient_mv import resources, versions
from novaclient_mv.baremetal.v1 import changes, patches
from novaclient_mv.resources import UNWRAPPED, Field, Id, Value


class VolumeConnector(resources.Resource):
    """What a node is known as where it gets volumes from, as in an iSCSI name."""

    NAME_ATTR = 'connector_id'
    id_keys = ('uuid',)
    fields = (
        Field('uuid', 'UUID', start_version='1.32'),
        Field('node_uuid', 'Node UUID', start_version='1.32'),
        Field('type', start_version='1.32'),
        Field('connector_id', 'Connector ID', start_version='1.32'),
        Field('extra', type='dict', start_version='1.32'),
        Field('created_at', type='time', start_version='1.32'),
        Field('updated_at', type='time', start_version='1.32'),
    )


class VolumeConnectorManager(changes.ManagerOfChanges[VolumeConnector]):
    """Volume connectors of nodes (from 1.32)."""

    kind = 'volume connector'
    resource_class = VolumeConnector

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
        query = {
            'node': resources.getid(node),
            'detail': detail or None,
            **self._page_query(fields, marker, sort_key, sort_dir),
        }
        return self._listing('GET /volume/connectors', 'connectors', query=query, limit=limit)

    iterate = resources.every_page(list)

    @versions.wraps('1.32')
    def get(
        self, connector: VolumeConnector | str, fields: Iterable[str] | None = None
    ) -> VolumeConnector:
        """One volume connector by its UUID.

        :param fields: these fields only.
        :raises NotFound: there is none.

        ``GET /volume/connectors/{id}``
        """
        return self._show_chosen('GET /volume/connectors/{id}', connector, fields)

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
        """Create a volume connector of a node.

        :param node_uuid: the node, or its UUID.
        :param type: ``iqn``, ``ip``, ``mac``, ``wwnn``, ``wwpn``, ``port`` or ``portgroup``.
        :param connector_id: what the node is known as.
        :raises Conflict: there is one of this type and id.

        ``POST /volume/connectors``
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

    @versions.wraps('1.32')
    def update(
        self,
        connector: VolumeConnector | str,
        changed: Mapping[patches.Path, Value] | None = None,
        removed: Iterable[patches.Path] = (),
    ) -> VolumeConnector:
        """Change a volume connector; what is not named stays.

        :param changed: field, or field and key as in ``('extra', 'rack')``, to the new value.
        :param removed: fields, or keys below them.
        :raises NotFound: there is none.
        :raises BadRequest: the node is powered on.

        ``PATCH /volume/connectors/{id}``
        """
        return self._patch('PATCH /volume/connectors/{id}', connector, changed or {}, removed)

    @versions.wraps('1.32')
    def delete(self, connector: VolumeConnector | str) -> resources.TupleWithMeta:
        """Delete a volume connector.

        :raises NotFound: there is none.
        :raises BadRequest: the node is powered on.

        ``DELETE /volume/connectors/{id}``
        """
        return self._done(self.send('DELETE /volume/connectors/{id}', connector))
