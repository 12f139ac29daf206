"""Volumes as the Compute API passed them on; ``volumes`` has those attached to servers."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from novaclient_mv import resources, versions
from novaclient_mv.resources import Field
from novaclient_mv.v2.retired import proxies


class VolumeProxy(resources.Resource):
    """A volume of the block storage service."""

    NAME_ATTR = 'displayName'
    fields = (
        Field('id', 'ID'),
        Field('name', path='displayName'),
        Field('status'),
        Field('size', type='int'),
        Field('volume_type', path='volumeType'),
        Field('description', path='displayDescription'),
        Field('availability_zone', path='availabilityZone'),
        Field('attachments', type='list'),
        Field('snapshot_id', 'Snapshot ID', path='snapshotId'),
        Field('metadata', type='dict'),
        Field('created_at', path='createdAt', type='time'),
    )

    def delete(self) -> resources.TupleWithMeta:
        """Delete this volume: ``DELETE /os-volumes/{id}``."""
        deleted: resources.TupleWithMeta = self.manager.delete(self)
        return deleted


class VolumeProxyManager(proxies.ProxyManager[VolumeProxy]):
    """Volumes up to 2.35; since then the block storage service alone has them."""

    kind = 'volume'
    name_key = 'displayName'
    resource_class = VolumeProxy

    @versions.wraps('2.0', '2.35')
    def list(
        self, detailed: bool = True, limit: int | None = None, offset: int | None = None
    ) -> builtins.list[VolumeProxy]:
        """Volumes, one page as the cloud cuts it.

        :param detailed: the longer path; the API answers the same on both.
        :param offset: number of volumes to leave out before the first.

        ``GET /os-volumes/detail`` or ``GET /os-volumes``
        """
        query = {'limit': limit, 'offset': offset}
        return self._list(_operation(detailed), 'volumes', query=query)

    @versions.wraps('2.0', '2.35')
    def iterate(
        self, detailed: bool = True, limit: int | None = None, offset: int | None = None
    ) -> Iterator[VolumeProxy]:
        """All volumes, page by page while they are taken; the first ``limit``, if that is given.

        ``GET /os-volumes/detail`` or ``GET /os-volumes``
        """
        return self._pages_by_offset(_operation(detailed), 'volumes', {}, limit, offset)

    def named(self, name: str) -> Iterable[VolumeProxy]:
        """All volumes; the API cannot look for a name."""
        found: Iterable[VolumeProxy] = self.iterate(detailed=False)
        return found

    @versions.wraps('2.0', '2.35')
    def get(self, volume: VolumeProxy | str) -> VolumeProxy:
        """One volume by its id.

        :raises NotFound: there is none.

        ``GET /os-volumes/{id}``
        """
        return self._show('GET /os-volumes/{id}', 'volume', volume)

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
        """Create a volume; the cloud goes on with it after it has answered.

        :param size: in GiB.
        :param snapshot_id: copy this snapshot.
        :raises NotFound: there is no such snapshot.
        :raises Forbidden: the quota of volumes is used up.

        ``POST /os-volumes``
        """
        return self._create(
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

    @versions.wraps('2.0', '2.35')
    def delete(self, volume: VolumeProxy | str) -> resources.TupleWithMeta:
        """Delete a volume; the cloud goes on with it after it has answered.

        :raises NotFound: there is none.
        :raises BadRequest: it is in use.

        ``DELETE /os-volumes/{id}``
        """
        return self._done(self.send('DELETE /os-volumes/{id}', volume))


def _operation(detailed: bool) -> str:
    return 'GET /os-volumes/detail' if detailed else 'GET /os-volumes'
