"""Bodies of ``/servers/{server_id}/os-volume_attachments``, by version."""

from __future__ import annotations

from novaclient_mv.sandbox.compute.bodies import Body, key
from novaclient_mv.sandbox.http import schema_parts

_DEVICE = {'type': ['string', 'null'], 'pattern': '(^/dev/x{0,1}[a-z]{0,1}d{0,1})([a-z]+)[0-9]*$'}
_CREATED = (
    key('volumeId', schema_parts.UUID, needed=True),
    key('device', _DEVICE),
    key('tag', schema_parts.TAG, '2.49'),
    key('delete_on_termination', schema_parts.BOOLEAN, '2.79'),
)
create = Body('volumeAttachment', *_CREATED)
update = Body('volumeAttachment', key('volumeId', schema_parts.UUID, needed=True))
# What is shown may be sent back, with one thing changed.
update_2_85 = Body(
    'volumeAttachment',
    *_CREATED,
    key('id', schema_parts.UUID),
    key('serverId', schema_parts.UUID),
)
