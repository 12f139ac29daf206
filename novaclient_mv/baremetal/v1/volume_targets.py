"""Volume targets: the volumes that nodes boot from or use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from novaclient_mv import resources, versions
from novaclient_mv.baremetal.v1 import collections
from novaclient_mv.resources import UNWRAPPED, Id, Time, Value, field
from novaclient_mv.services.filters import Filters, for_everybody

FILTERS = Filters(
    for_everybody('node', 'Volume targets of this node, by name or UUID.', encode=resources.getid),
    sends_false=True,
)


class VolumeTarget(resources.Resource, since='1.32'):
    """A volume that a node boots from or uses."""

    NAME_ATTR = 'volume_id'
    id_keys = ('uuid',)
    uuid: str = field('UUID')
    node_uuid: str | None = field('Node UUID')
    volume_type: str = field()
    boot_index: int = field()
    volume_id: str = field('Volume ID')
    properties: dict[str, Any] = field()
    extra: dict[str, Any] = field()
    created_at: Time = field()
    updated_at: Time | None = field()


class VolumeTargetManager(collections.ChangeableCollection[VolumeTarget]):
    """Volume targets of nodes (from 1.32), by UUID.

    Those of a node that is powered on are not changed or deleted (``BadRequest``).
    """

    resource_class = VolumeTarget
    declaration = collections.Declaration('/volume/targets', 'volume target', noun='target')

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
        return self._page(
            FILTERS.query(locals()), fields, marker, limit, sort_key, sort_dir, detail
        )

    iterate = resources.every_page(list)

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
        """Create a volume target of a node: ``POST /volume/targets``.

        :param node_uuid: the node, or its UUID.
        :param volume_type: how it is reached, as in ``iscsi`` or ``fibre_channel``.
        :param boot_index: place in the order of volumes to boot from; 0 is the first.
        :param volume_id: the volume.
        :param properties: what the type needs to reach it.
        :raises Conflict: the node has a target of this boot index.
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
