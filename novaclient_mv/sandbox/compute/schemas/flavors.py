"""Queries of ``/flavors``, by version."""

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
