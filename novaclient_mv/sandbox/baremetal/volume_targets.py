"""``/volume/targets``: the volumes that nodes start from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from novaclient_mv.sandbox.baremetal import bodies, kinds, views, volume_connectors

Document = dict[str, Any]


class VolumeTargets(volume_connectors.VolumeConnectors):
    """Volume targets."""

    kind = 'baremetal_volume_target'
    noun = 'Volume target'
    idents: ClassVar[Mapping[str, kinds.Kind]] = {
        '': kinds.uuid,
        'of_node': kinds.anything,
    }
    key = 'targets'
    path = 'volume/targets'
    fields = views.VOLUME_TARGET
    short: ClassVar[tuple[str, ...]] = (
        'uuid',
        'node_uuid',
        'volume_type',
        'boot_index',
        'volume_id',
        'links',
    )
    patchable: ClassVar[tuple[str, ...]] = (
        'boot_index',
        'extra',
        'node_uuid',
        'properties',
        'volume_id',
        'volume_type',
    )
    schema = bodies.schema_of(
        ('boot_index', 'node_uuid', 'volume_id', 'volume_type'),
        uuid=bodies.NAME,
        boot_index={'type': 'integer'},
        extra=bodies.OBJECT,
        node_uuid={'type': 'string'},
        properties=bodies.OBJECT,
        volume_id={'type': 'string'},
        volume_type={'type': 'string'},
    )
    defaults: ClassVar[Document] = {'extra': {}, 'properties': {}}
    unique: ClassVar[tuple[tuple[str, ...], ...]] = (('node_uuid', 'boot_index'), ('uuid',))

    def check(self, document: Document) -> None:
        """Complete a document."""
        super().check(document)
        document['boot_index'] = int(document['boot_index'])
        document['properties'] = document.get('properties') or {}

    def duplicate(self, names: Sequence[str], document: Document) -> str:
        """Return the refusal of a duplicate."""
        if names == ('uuid',):
            return super().duplicate(names, document)
        index = document['boot_index']
        return f"A volume target with boot index '{index}' for the same node already exists."
