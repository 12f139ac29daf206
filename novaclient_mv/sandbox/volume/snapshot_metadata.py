"""Metadata of snapshots."""

from __future__ import annotations

from novaclient_mv.sandbox.state.rows import Row
from novaclient_mv.sandbox.volume import volume_metadata


class SnapshotMetadata(volume_metadata.VolumeMetadata):
    """``/snapshots/{id}/metadata``"""

    word = 'Snapshot'

    def find(self, id: str) -> Row:
        """The resource that the metadata is of."""
        return self.find_snapshot(id)
