"""Queries and bodies of ``/flavors`` and what is below it, by version."""

from __future__ import annotations

from novaclient_mv.sandbox.compute.schemas import parts

SORT_KEYS = [
    'created_at', 'description', 'disabled', 'ephemeral_gb', 'flavorid', 'id', 'is_public',
    'memory_mb', 'name',
    'root_gb', 'rxtx_factor', 'swap', 'updated_at', 'vcpu_weight', 'vcpus',
]  # fmt: skip

_FILTERS = {
    **parts.PAGING,
    'is_public': parts.TEXT,
    'minRam': parts.TEXT,
    'minDisk': parts.TEXT,
    'sort_key': parts.texts(enum=SORT_KEYS),
    'sort_dir': parts.texts(enum=['asc', 'desc']),
}
index = parts.query(_FILTERS, extra=True)
index_2_75 = parts.query(_FILTERS, extra=False)
index_2_102 = parts.query(
    {
        **_FILTERS,
        'name': parts.TEXT,
        'sort_key': parts.texts(enum=[key for key in SORT_KEYS if key != 'rxtx_factor']),
    },
    extra=False,
)


_2_1 = {
    'name': parts.NAME,
    # An id may look like anything that has no blank at either end.
    'id': {
        'type': ['string', 'number', 'null'],
        'minLength': 1,
        'maxLength': 255,
        'pattern': '^(?! )[a-zA-Z0-9. _-]+(?<! )$',
    },
    'ram': parts.integer(1),
    'vcpus': parts.integer(1),
    'disk': parts.integer(0),
    'OS-FLV-EXT-DATA:ephemeral': parts.integer(0),
    'swap': parts.integer(0),
    'rxtx_factor': {
        'type': ['number', 'string'],
        'pattern': r'^[0-9]+(\.[0-9]+)?$',
        'exclusiveMinimum': 0,
        # The largest number of single precision, as far as it was rounded off.
        'maximum': 3.40282e38,
    },
    'os-flavor-access:is_public': parts.BOOLEAN,
}
_REQUIRED = ['name', 'ram', 'vcpus', 'disk']
_DESCRIPTION = {**parts.DESCRIPTION, 'maxLength': 65535}
_2_55 = {**_2_1, 'description': _DESCRIPTION}


def _create(properties: parts.Schema) -> parts.Schema:
    return parts.wrapped('flavor', parts.body(properties, _REQUIRED))


create_2_0 = _create({**_2_1, 'name': parts.LOOSE_NAME})
create = _create(_2_1)
create_2_55 = _create(_2_55)
create_2_102 = _create(parts.without(_2_55, 'rxtx_factor'))
update = parts.wrapped('flavor', parts.body({'description': _DESCRIPTION}, ['description']))

_PROJECT = parts.body({'tenant': {'type': 'string', 'minLength': 1, 'maxLength': 255}}, ['tenant'])
add_access = parts.wrapped('addTenantAccess', _PROJECT)
remove_access = parts.wrapped('removeTenantAccess', _PROJECT)

_SPECS = parts.free_keys({'type': ['string', 'number'], 'maxLength': 255})
create_specs = parts.wrapped('extra_specs', _SPECS)
update_spec = {**_SPECS, 'minProperties': 1, 'maxProperties': 1}
