"""Snapshots of volumes that the volume service asks the host for."""

from __future__ import annotations

import json
from typing import Any

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.compute.schemas import server_upkeep as schemas
from novaclient_mv.sandbox.http.declarations import query_schema, schema, success
from novaclient_mv.sandbox.http.wsgi import Fault, Response


class AssistedVolumeSnapshots(controller.ComputeController):
    """``/os-assisted-volume-snapshots``"""

    @schema(schemas.assisted_snapshot)
    def create(self, attributes: dict[str, Any]) -> Response:
        volume = attributes['volume_id']
        self._require_attached(volume)
        view = {'id': attributes['create_info'].get('id'), 'volumeId': volume}
        return self.answer({'snapshot': view})

    @success(204)
    @query_schema(schemas.assisted_delete, '2.0', '2.74')
    @query_schema(schemas.assisted_delete_2_75, '2.75')
    def delete(self, id: str) -> Response:
        text = self.req.parameter('delete_info')
        if text is None:
            raise Fault(400, "'delete_info'")
        try:
            volume = json.loads(text)['volume_id']
        except (TypeError, ValueError, KeyError) as error:
            raise Fault(400, f'Invalid delete_info: {error}') from None
        self._require_attached(volume)
        return self.answer()

    def _require_attached(self, volume: str) -> None:
        for row in self.db.find('server'):
            if any(attached['id'] == volume for attached in row.document['volumes']):
                return
        raise Fault(400, f'No volume Block Device Mapping with id {volume}.')
