"""Bodies of ``/os-aggregates``."""

from __future__ import annotations

from novaclient_mv.sandbox.compute.schemas import parts

_LOOSE_ZONE = {
    'type': ['string', 'null'],
    'minLength': 1,
    'maxLength': 255,
    'format': 'az_name_with_leading_trailing_spaces',
}
_ZONE = {**_LOOSE_ZONE, 'format': 'az_name'}
_ONE_OF_THEM = [{'required': ['name']}, {'required': ['availability_zone']}]


def _aggregate(name: parts.Schema, zone: parts.Schema, **rules: object) -> parts.Schema:
    inner = parts.body({'name': name, 'availability_zone': zone})
    return parts.wrapped('aggregate', {**inner, **rules})


create_2_0 = _aggregate(parts.LOOSE_NAME, _LOOSE_ZONE, required=['name'])
create = _aggregate(parts.NAME, _ZONE, required=['name'])
update_2_0 = _aggregate(parts.LOOSE_NAME, _LOOSE_ZONE, anyOf=_ONE_OF_THEM)
# An update takes names with blanks around them at any version.
update = _aggregate(parts.LOOSE_NAME, _ZONE, anyOf=_ONE_OF_THEM)

_HOST = parts.body({'host': parts.HOST_NAME}, ['host'])
add_host = parts.wrapped('add_host', _HOST)
remove_host = parts.wrapped('remove_host', _HOST)
# A key is taken away by setting it to null.
_METADATA = parts.free_keys({'type': ['string', 'null'], 'maxLength': 255})
set_metadata = parts.wrapped('set_metadata', parts.wrapped('metadata', _METADATA))
images = parts.body(
    {
        'cache': {
            'type': 'array',
            'minItems': 1,
            'items': parts.wrapped('id', parts.UUID),
        }
    },
    ['cache'],
)
