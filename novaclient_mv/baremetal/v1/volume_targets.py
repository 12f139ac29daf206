"""Volume targets: the volumes that nodes boot from or use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from novaclient_mv import resources, versions
from novaclient_mv.baremetal.v1 import changes, patches
from novaclient_mv.resources import UNWRAPPED, Field, Id, Value


class VolumeTarget(resources.Resource):
    """A volume that a node boots from or uses."""

    NAME_ATTR = 'volume_id'
    id_keys = ('uuid',)
    fields = (
        Field('uuid', 'UUID', start_version='1.32'),
        Field('node_uuid', 'Node UUID', start_version='1.32'),
        Field('volume_type', start_version='1.32'),
        Field('boot_index', type='int', start_version='1.32'),
        Field('volume_id', 'Volume ID', start_version='1.32'),
        Field('properties', type='dict', start_version='1.32'),
        Field('extra', type='dict', start_version='1.32'),
        Field('created_at', type='time', start_version='1.32'),
        Field('updated_at', type='time', start_version='1.32'),
    )


class VolumeTargetManager(changes.ManagerOfChanges[VolumeTarget]):
    """Volume targets of nodes (from 1.32)."""

    kind = 'volume target'
    resource_class = VolumeTarget

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
    ) -> resources.Listing[VolumeTarget]:
        """Volume targets, one page as the cloud cuts it.

        :param node: of this node, by name or UUID.
        :param detail: with all fields.
        :param fields: with these fields only; not beside ``detail``.
        :param marker: UUID of the target after which to start.
        :param limit: number of targets.
        :param sort_key: field to sort by; ``sort_dir`` is ``asc`` or ``desc``.

        ``GET /volume/targets``
        """
        query = {
            'node': resources.getid(node),
            'detail': detail or None,
            **self._page_query(fields, marker, sort_key, sort_dir),
        }
        return self._listing('GET /volume/targets', 'targets', query=query, limit=limit)

    iterate = resources.every_page(list)

    @versions.wraps('1.32')
    def get(self, target: VolumeTarget | str, fields: Iterable[str] | None = None) -> VolumeTarget:
        """One volume target by its UUID.

        :param fields: these fields only.
        :raises NotFound: there is none.

        ``GET /volume/targets/{id}``
        """
        return self._show_chosen('GET /volume/targets/{id}', target, fields)

    @versions.wraps('1.32')
    def create(
        self,
        node_uuid: Id,
        volume_type: str,
        boot_index: int,
        volume_id: str,
        *,
        properties: Mapping[str, Value] | None = None,
        extra: Mapping[str, Value] | None = None,
        uuid: str | None = None,
    ) -> VolumeTarget:
        """Create a volume target of a node.

        :param node_uuid: the node, or its UUID.
        :param volume_type: how it is reached, as in ``iscsi`` or ``fibre_channel``.
        :param boot_index: place in the order of volumes to boot from; 0 is the first.
        :param volume_id: the volume.
        :param properties: what the type needs to reach it.
        :raises Conflict: the node has a target of this boot index.

        ``POST /volume/targets``
        """
        return self._create_one(
            'POST /volume/targets',
            UNWRAPPED,
            node_uuid=resources.getid(node_uuid),
            volume_type=volume_type,
            boot_index=boot_index,
            volume_id=volume_id,
            properties=properties,
            extra=extra,
            uuid=uuid,
        )

    @versions.wraps('1.32')
    def update(
        self,
        target: VolumeTarget | str,
        changed: Mapping[patches.Path, Value] | None = None,
        removed: Iterable[patches.Path] = (),
    ) -> VolumeTarget:
        """Change a volume target; what is not named stays.

        :param changed: field, or field and key as in ``('extra', 'rack')``, to the new value.
        :param removed: fields, or keys below them.
        :raises NotFound: there is none.
        :raises BadRequest: the node is powered on.

        ``PATCH /volume/targets/{id}``
        """
        return self._patch('PATCH /volume/targets/{id}', target, changed or {}, removed)

    @versions.wraps('1.32')
    def delete(self, target: VolumeTarget | str) -> resources.TupleWithMeta:
        """Delete a volume target.

        :raises NotFound: there is none.
        :raises BadRequest: the node is powered on.

        ``DELETE /volume/targets/{id}``
        """
        return self._done(self.send('DELETE /volume/targets/{id}', target))
