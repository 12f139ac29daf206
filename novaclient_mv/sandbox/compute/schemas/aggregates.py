"""Bodies of ``/os-aggregates``."""

from __future__ import annotations

from novaclient_mv.sandbox.http import schema_parts


def _zone(format: str) -> schema_parts.Schema:
    """A zone, or none: what is neither is refused as a whole."""
    name = {'type': 'string', 'minLength': 1, 'maxLength': 255, 'format': format}
    return {'oneOf': [name, {'type': 'null'}]}


_LOOSE_ZONE = _zone('az_name_with_leading_trailing_spaces')
_ZONE = _zone('az_name')
_ONE_OF_THEM = [{'required': ['name']}, {'required': ['availability_zone']}]


def _aggregate(
    name: schema_parts.Schema, zone: schema_parts.Schema, **rules: object
) -> schema_parts.Schema:
    inner = schema_parts.body({'name': name, 'availability_zone': zone})
    return schema_parts.wrapped('aggregate', {**inner, **rules})


create_2_0 = _aggregate(schema_parts.LOOSE_NAME, _LOOSE_ZONE, required=['name'])
create = _aggregate(schema_parts.NAME, _ZONE, required=['name'])
update_2_0 = _aggregate(schema_parts.LOOSE_NAME, _LOOSE_ZONE, anyOf=_ONE_OF_THEM)
# An update takes names with blanks around them at any version.
update = _aggregate(schema_parts.LOOSE_NAME, _ZONE, anyOf=_ONE_OF_THEM)

_HOST = schema_parts.body({'host': schema_parts.HOST_NAME}, ['host'])
add_host = schema_parts.wrapped('add_host', _HOST)
remove_host = schema_parts.wrapped('remove_host', _HOST)
# A key is taken away by setting it to null.
_METADATA = schema_parts.free_keys({'type': ['string', 'null'], 'maxLength': 255})
set_metadata = schema_parts.wrapped('set_metadata', schema_parts.wrapped('metadata', _METADATA))
images = schema_parts.body(
    {
        'cache': {
            'type': 'array',
            'minItems': 1,
            'items': schema_parts.wrapped('id', schema_parts.UUID),
        }
    },
    ['cache'],
)
