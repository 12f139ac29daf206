"""Queries and bodies of ``/os-quota-sets`` and ``/os-quota-class-sets``, by version."""

from __future__ import annotations

from novaclient_mv.sandbox.compute.schemas import parts

_USER = {'user_id': parts.TEXT}
of_user = parts.query(_USER, extra=True)
of_user_2_75 = parts.query(_USER, extra=False)

_LIMIT = parts.integer(-1)
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


def _set(properties: parts.Schema) -> parts.Schema:
    return parts.wrapped('quota_set', parts.body({**properties, 'force': parts.BOOLEAN}))


update = _set(_2_1)
update_2_36 = _set(_2_36)
update_2_57 = _set(_2_57)

update_class = parts.wrapped('quota_class_set', parts.body(_2_1))
update_class_2_50 = parts.wrapped('quota_class_set', parts.body(_2_36))
update_class_2_57 = parts.wrapped('quota_class_set', parts.body(_2_57))
