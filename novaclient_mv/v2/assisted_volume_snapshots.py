"""Snapshots of volumes that the compute service makes for the volume service."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from novaclient_mv import resources
from novaclient_mv.resources import field


class Snapshot(resources.Resource):
    """A snapshot that the volume service has asked for."""

    repr_keys = ('id',)
    # The cloud repeats the id that the request had, and none where it had none.
    id_keys = ()

    id: str = field('ID')
    volumeId: str = field(key='volume_id')

    def delete(self) -> resources.TupleWithMeta:
        """Delete this snapshot of its volume: ``DELETE /os-assisted-volume-snapshots/{id}``."""
        body = {'volume_id': self._info.get('volumeId')}
        deleted: resources.TupleWithMeta = self.manager.delete(self, body)
        return deleted


class AssistedSnapshotManager(resources.Manager[Snapshot]):
    """Asked for by the volume service, with its administrator's rights."""

    resource_class = Snapshot

    def create(self, volume_id: str, create_info: Mapping[str, Any]) -> Snapshot:
        """Make a snapshot of an attached volume: ``POST /os-assisted-volume-snapshots``.

        :param create_info: ``snapshot_id``, ``type`` (``qcow2``) and ``new_file``.
        :raises BadRequest: the volume is not attached, or cannot be snapshot.
        """
        return self._create_one(
            'POST /os-assisted-volume-snapshots',
            'snapshot',
            volume_id=volume_id,
            create_info=dict(create_info),
        )

    def delete(
        self, snapshot: Snapshot | str, delete_info: Mapping[str, Any]
    ) -> resources.TupleWithMeta:
        """Delete a snapshot of an attached volume: ``DELETE /os-assisted-volume-snapshots/{id}``.

        :param delete_info: ``volume_id``, and the files to merge.
        :raises NotFound: the resource does not exist.
        """
        query = {'delete_info': json.dumps(delete_info)}
        return self._done(
            self.send('DELETE /os-assisted-volume-snapshots/{id}', snapshot, query=query)
        )
