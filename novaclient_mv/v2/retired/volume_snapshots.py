"""Snapshots of volumes, as the Compute API passed them on."""

from __future__ import annotations

from novaclient_mv import resources, versions
from novaclient_mv.resources import Time, field
from novaclient_mv.v2.retired import proxies


class VolumeSnapshot(proxies.DeletableProxy):
    """A snapshot of a volume."""

    NAME_ATTR = 'displayName'
    show_command = 'volume-snapshot-show {id}'
    id: str = field('ID')
    displayName: str = field(key='name')
    status: str = field()
    size: int = field()
    volumeId: str = field('Volume ID', key='volume_id')
    displayDescription: str | None = field(key='description')
    createdAt: Time = field(key='created_at')


class VolumeSnapshotManager(proxies.BlockStorageProxyManager[VolumeSnapshot]):
    """Snapshots up to 2.35; since then the block storage service alone has them."""

    kind = 'snapshot'
    path, singular, plural = '/os-snapshots', 'snapshot', 'snapshots'
    resource_class = VolumeSnapshot

    @versions.wraps('2.0', '2.35')
    def create(
        self,
        volume_id: resources.Resource | str,
        force: bool = False,
        name: str | None = None,
        description: str | None = None,
    ) -> VolumeSnapshot:
        """Make a snapshot of a volume (asynchronous).

        :param force: also while the volume is attached.
        :raises NotFound: the volume does not exist.
        :raises Forbidden: the quota of snapshots is used up.

        ``POST /os-snapshots``
        """
        return self._create_one(
            'POST /os-snapshots',
            'snapshot',
            volume_id=resources.getid(volume_id),
            force=force,
            display_name=name,
            display_description=description,
        )
