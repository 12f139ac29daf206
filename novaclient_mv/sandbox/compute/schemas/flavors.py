"""Bodies of ``/flavors`` and what is below it, by version."""

from __future__ import annotations

from novaclient_mv.sandbox.compute.bodies import Body, key
from novaclient_mv.sandbox.http import schema_parts

_DESCRIPTION = {**schema_parts.DESCRIPTION, 'maxLength': 65535}
# An id may look like anything that has no blank at either end.
_ID = {
    'type': ['string', 'number', 'null'],
    'minLength': 1,
    'maxLength': 255,
    'pattern': '^(?! )[a-zA-Z0-9. _-]+(?<! )$',
}
_FACTOR = {
    'type': ['number', 'string'],
    'pattern': r'^[0-9]+(\.[0-9]+)?$',
    'exclusiveMinimum': 0,
    # The largest number of single precision, as far as it was rounded off.
    'maximum': 3.40282e38,
}
create = Body(
    'flavor',
    key('name', schema_parts.LOOSE_NAME, until='2.0', needed=True),
    key('name', schema_parts.NAME, '2.1', needed=True),
    key('id', _ID),
    key('ram', schema_parts.integer(1), needed=True),
    key('vcpus', schema_parts.integer(1), needed=True),
    key('disk', schema_parts.integer(0), needed=True),
    key('OS-FLV-EXT-DATA:ephemeral', schema_parts.integer(0)),
    key('swap', schema_parts.integer(0)),
    key('rxtx_factor', _FACTOR, until='2.101'),
    key('os-flavor-access:is_public', schema_parts.BOOLEAN),
    key('description', _DESCRIPTION, '2.55'),
)
update = schema_parts.wrapped_body('flavor', {'description': _DESCRIPTION}, ['description'])

_PROJECT = schema_parts.body(
    {'tenant': {'type': 'string', 'minLength': 1, 'maxLength': 255}}, ['tenant']
)
add_access = schema_parts.wrapped('addTenantAccess', _PROJECT)
remove_access = schema_parts.wrapped('removeTenantAccess', _PROJECT)

_SPECS = schema_parts.free_keys({'type': ['string', 'number'], 'maxLength': 255})
create_specs = schema_parts.wrapped('extra_specs', _SPECS)
update_spec = {**_SPECS, 'minProperties': 1, 'maxProperties': 1}
