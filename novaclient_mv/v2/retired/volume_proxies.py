"""Volumes as the Compute API passed them on; ``volumes`` has those attached to servers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from novaclient_mv import resources, versions
from novaclient_mv.resources import Time, field
from novaclient_mv.v2.retired import proxies


class VolumeProxy(proxies.DeletableProxy):
    """A volume of the block storage service."""

    NAME_ATTR = 'displayName'
    show_command = 'volume-show {id}'
    id: str = field('ID')
    displayName: str = field(key='name')
    status: str = field()
    size: int = field()
    volumeType: str = field(key='volume_type')
    displayDescription: str | None = field(key='description')
    availabilityZone: str | None = field(key='availability_zone')
    attachments: list[Any] = field(
        shape=resources.known('id', 'device', 'serverId', 'volumeId', 'links')
    )
    snapshotId: str | None = field('Snapshot ID', key='snapshot_id')
    metadata: dict[str, Any] = field()
    createdAt: Time = field(key='created_at')


class VolumeProxyManager(proxies.BlockStorageProxyManager[VolumeProxy]):
    """Volumes up to 2.35; since then the block storage service alone has them."""

    kind = 'volume'
    path, singular, plural = '/os-volumes', 'volume', 'volumes'
    resource_class = VolumeProxy

    @versions.wraps('2.0', '2.35')
    def create(
        self,
        size: int,
        name: str | None = None,
        description: str | None = None,
        volume_type: str | None = None,
        availability_zone: str | None = None,
        snapshot_id: str | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> VolumeProxy:
        """Create a volume (asynchronous): ``POST /os-volumes``.

        :param size: in GiB.
        :param snapshot_id: copy this snapshot.
        :raises NotFound: the snapshot does not exist.
        :raises Forbidden: the quota of volumes is used up.
        """
        return self._create_one(
            'POST /os-volumes',
            'volume',
            size=size,
            display_name=name,
            display_description=description,
            volume_type=volume_type,
            availability_zone=availability_zone,
            snapshot_id=snapshot_id,
            metadata=dict(metadata) if metadata else None,
        )
