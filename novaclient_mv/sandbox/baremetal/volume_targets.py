"""``/volume/targets``: the volumes that nodes start from."""

from __future__ import annotations

from typing import Any, ClassVar

from novaclient_mv.sandbox.baremetal import bodies, views, volume_connectors

Document = dict[str, Any]


class VolumeTargets(volume_connectors.VolumeConnectors):
    """Volume targets."""

    kind = 'baremetal_volume_target'
    noun = 'Volume target'
    path = 'volume/targets'
    fields = views.VOLUME_TARGET
    short = ('uuid', 'node_uuid', 'volume_type', 'boot_index', 'volume_id', 'links')
    patchable = ('boot_index', 'extra', 'node_uuid', 'properties', 'volume_id', 'volume_type')
    schema = bodies.schema_of(
        ('boot_index', 'node_uuid', 'volume_id', 'volume_type'),
        uuid=bodies.UUID,
        boot_index={'type': 'integer'},
        extra=bodies.OBJECT,
        node_uuid=bodies.NODE,
        properties=bodies.OBJECT,
        volume_id=bodies.STRING,
        volume_type=bodies.STRING,
    )
    defaults: ClassVar[Document] = {'extra': {}, 'properties': {}}
    unique = (('uuid',), ('node_uuid', 'boot_index'))

    def check(self, document: Document) -> None:
        """Complete a document."""
        super().check(document)
        document['boot_index'] = int(document['boot_index'])
        document['properties'] = document.get('properties') or {}
