"""Bodies of ``/flavors`` and what is below it, by version."""

from __future__ import annotations

from novaclient_mv.sandbox.http import schema_parts

_2_1 = {
    'name': schema_parts.NAME,
    # An id may look like anything that has no blank at either end.
    'id': {
        'type': ['string', 'number', 'null'],
        'minLength': 1,
        'maxLength': 255,
        'pattern': '^(?! )[a-zA-Z0-9. _-]+(?<! )$',
    },
    'ram': schema_parts.integer(1),
    'vcpus': schema_parts.integer(1),
    'disk': schema_parts.integer(0),
    'OS-FLV-EXT-DATA:ephemeral': schema_parts.integer(0),
    'swap': schema_parts.integer(0),
    'rxtx_factor': {
        'type': ['number', 'string'],
        'pattern': r'^[0-9]+(\.[0-9]+)?$',
        'exclusiveMinimum': 0,
        # The largest number of single precision, as far as it was rounded off.
        'maximum': 3.40282e38,
    },
    'os-flavor-access:is_public': schema_parts.BOOLEAN,
}
_REQUIRED = ['name', 'ram', 'vcpus', 'disk']
_DESCRIPTION = {**schema_parts.DESCRIPTION, 'maxLength': 65535}
_2_55 = {**_2_1, 'description': _DESCRIPTION}


def _create(properties: schema_parts.Schema) -> schema_parts.Schema:
    return schema_parts.wrapped_body('flavor', properties, _REQUIRED)


create_2_0 = _create({**_2_1, 'name': schema_parts.LOOSE_NAME})
create = _create(_2_1)
create_2_55 = _create(_2_55)
create_2_102 = _create(schema_parts.without(_2_55, 'rxtx_factor'))
update = schema_parts.wrapped_body('flavor', {'description': _DESCRIPTION}, ['description'])

_PROJECT = schema_parts.body(
    {'tenant': {'type': 'string', 'minLength': 1, 'maxLength': 255}}, ['tenant']
)
add_access = schema_parts.wrapped('addTenantAccess', _PROJECT)
remove_access = schema_parts.wrapped('removeTenantAccess', _PROJECT)

_SPECS = schema_parts.free_keys({'type': ['string', 'number'], 'maxLength': 255})
create_specs = schema_parts.wrapped('extra_specs', _SPECS)
update_spec = {**_SPECS, 'minProperties': 1, 'maxProperties': 1}
