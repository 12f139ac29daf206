"""Snapshots of volumes, as the Compute API passed them on."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Iterator
from typing import Any

from novaclient_mv import resources, versions
from novaclient_mv.resources import Field
from novaclient_mv.v2.retired import proxies


class VolumeSnapshot(resources.Resource):
    """A snapshot of a volume."""

    NAME_ATTR = 'displayName'
    fields = (
        Field('id', 'ID'),
        Field('name', path='displayName'),
        Field('status'),
        Field('size', type='int'),
        Field('volume_id', 'Volume ID', path='volumeId'),
        Field('description', path='displayDescription'),
        Field('created_at', path='createdAt', type='time'),
    )

    def delete(self) -> resources.TupleWithMeta:
        """Delete this snapshot: ``DELETE /os-snapshots/{id}``."""
        deleted: resources.TupleWithMeta = self.manager.delete(self)
        return deleted


class VolumeSnapshotManager(proxies.ProxyManager[VolumeSnapshot]):
    """Snapshots up to 2.35; since then the block storage service alone has them."""

    kind = 'snapshot'
    name_key = 'displayName'
    resource_class = VolumeSnapshot

    @versions.wraps('2.0', '2.35')
    def list(
        self, detailed: bool = True, limit: int | None = None, offset: int | None = None
    ) -> builtins.list[VolumeSnapshot]:
        """Snapshots, one page as the cloud cuts it.

        :param detailed: the longer path; the API answers the same on both.
        :param offset: number of snapshots to leave out before the first.

        ``GET /os-snapshots/detail`` or ``GET /os-snapshots``
        """
        query = {'limit': limit, 'offset': offset}
        return self._list(_operation(detailed), 'snapshots', query=query)

    @versions.wraps('2.0', '2.35')
    def iterate(
        self, detailed: bool = True, limit: int | None = None, offset: int | None = None
    ) -> Iterator[VolumeSnapshot]:
        """All snapshots, page by page while they are taken; the first ``limit``, if that is given.

        ``GET /os-snapshots/detail`` or ``GET /os-snapshots``
        """
        return self._pages_by_offset(_operation(detailed), 'snapshots', {}, limit, offset)

    def named(self, name: str) -> Iterable[VolumeSnapshot]:
        """All snapshots; the API cannot look for a name."""
        found: Iterable[VolumeSnapshot] = self.iterate(detailed=False)
        return found

    @versions.wraps('2.0', '2.35')
    def get(self, snapshot: VolumeSnapshot | str) -> VolumeSnapshot:
        """One snapshot by its id.

        :raises NotFound: there is none.

        ``GET /os-snapshots/{id}``
        """
        return self._show('GET /os-snapshots/{id}', 'snapshot', snapshot)

    @versions.wraps('2.0', '2.35')
    def create(
        self,
        volume_id: Any,
        force: bool = False,
        name: str | None = None,
        description: str | None = None,
    ) -> VolumeSnapshot:
        """Make a snapshot of a volume; the cloud goes on with it after it has answered.

        :param force: also while the volume is attached.
        :raises NotFound: there is no such volume.
        :raises Forbidden: the quota of snapshots is used up.

        ``POST /os-snapshots``
        """
        return self._create(
            'POST /os-snapshots',
            'snapshot',
            volume_id=resources.getid(volume_id),
            force=force,
            display_name=name,
            display_description=description,
        )

    @versions.wraps('2.0', '2.35')
    def delete(self, snapshot: VolumeSnapshot | str) -> resources.TupleWithMeta:
        """Delete a snapshot; the cloud goes on with it after it has answered.

        :raises NotFound: there is none.

        ``DELETE /os-snapshots/{id}``
        """
        return self._done(self.send('DELETE /os-snapshots/{id}', snapshot))


def _operation(detailed: bool) -> str:
    return 'GET /os-snapshots/detail' if detailed else 'GET /os-snapshots'
