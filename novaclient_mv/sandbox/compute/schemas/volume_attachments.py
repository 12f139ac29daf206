"""Bodies of ``/servers/{server_id}/os-volume_attachments``, by version."""

from __future__ import annotations

from novaclient_mv.sandbox.http import schema_parts

_DEVICE = {'type': ['string', 'null'], 'pattern': '(^/dev/x{0,1}[a-z]{0,1}d{0,1})([a-z]+)[0-9]*$'}
_CREATE = {'volumeId': schema_parts.UUID, 'device': _DEVICE}
_CREATE_2_49 = {**_CREATE, 'tag': schema_parts.TAG}
_CREATE_2_79 = {**_CREATE_2_49, 'delete_on_termination': schema_parts.BOOLEAN}


def _attachment(properties: schema_parts.Schema) -> schema_parts.Schema:
    return schema_parts.wrapped_body('volumeAttachment', properties, ['volumeId'])


create = _attachment(_CREATE)
create_2_49 = _attachment(_CREATE_2_49)
create_2_79 = _attachment(_CREATE_2_79)
update = _attachment({'volumeId': schema_parts.UUID})
# What is shown may be sent back, with one thing changed.
update_2_85 = _attachment({**_CREATE_2_79, 'id': schema_parts.UUID, 'serverId': schema_parts.UUID})
