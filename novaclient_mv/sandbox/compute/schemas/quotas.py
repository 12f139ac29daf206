"""Bodies of ``/os-quota-sets`` and ``/os-quota-class-sets``, by version."""

from __future__ import annotations

from novaclient_mv.sandbox.http import schema_parts

_LIMIT = schema_parts.integer(-1)
_2_57 = dict.fromkeys(
    (
        'instances', 'cores', 'ram', 'metadata_items', 'key_pairs', 'server_groups',
        'server_group_members',
    ),
    _LIMIT,
)  # fmt: skip
_2_36 = {
    **_2_57,
    **dict.fromkeys(
        ('injected_files', 'injected_file_content_bytes', 'injected_file_path_bytes'), _LIMIT
    ),
}
_2_1 = {
    **_2_36,
    **dict.fromkeys(
        ('floating_ips', 'fixed_ips', 'security_groups', 'security_group_rules'), _LIMIT
    ),
}


def _set(properties: schema_parts.Schema) -> schema_parts.Schema:
    return schema_parts.wrapped_body('quota_set', {**properties, 'force': schema_parts.BOOLEAN})


update = _set(_2_1)
update_2_36 = _set(_2_36)
update_2_57 = _set(_2_57)

update_class = schema_parts.wrapped_body('quota_class_set', _2_1)
update_class_2_50 = schema_parts.wrapped_body('quota_class_set', _2_36)
update_class_2_57 = schema_parts.wrapped_body('quota_class_set', _2_57)
