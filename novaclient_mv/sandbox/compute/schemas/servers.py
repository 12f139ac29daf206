"""Queries and bodies of ``/servers``, by version."""

from __future__ import annotations

from novaclient_mv.sandbox.compute.schemas import parts

_SORT_KEYS = [
    'access_ip_v4', 'access_ip_v6', 'auto_disk_config', 'availability_zone', 'config_drive', 'created_at',
    'display_description', 'display_name', 'host', 'hostname', 'image_ref', 'instance_type_id', 'kernel_id', 'key_name',
    'launch_index', 'launched_at', 'locked', 'locked_by', 'node', 'power_state', 'progress', 'project_id', 'ramdisk_id',
    'root_device_name', 'task_state', 'terminated_at', 'updated_at', 'user_id', 'uuid', 'vm_state',
]  # fmt: skip

# Columns that could be sorted by up to 2.74.
_OLD_SORT_KEYS = [
    'architecture', 'cell_name', 'cleaned', 'default_ephemeral_device', 'default_swap_device', 'deleted', 'deleted_at',
    'disable_terminate', 'ephemeral_gb', 'ephemeral_key_uuid', 'id', 'key_data', 'launched_on', 'memory_mb', 'os_type',
    'reservation_id', 'root_gb', 'shutdown_terminate', 'user_data', 'vcpus', 'vm_mode',
]  # fmt: skip

# Filters whose value is a regular expression, and those whose value is just a text.
_REGEXES = (
    'access_ip_v4 access_ip_v6 auto_disk_config availability_zone config_drive created_at description '
    'display_description display_name flavor hostname ip ip6 kernel_id key_name launched_at locked_by name node '
    'power_state progress ramdisk_id reservation_id root_device_name terminated_at'
).split()
_TEXTS = (
    'all_tenants block_device_mapping deleted host image image_ref info_cache launch_index metadata pci_devices '
    'project_id security_groups services soft_deleted sort_dir status system_metadata task_state tenant_id user_id '
    'uuid vm_state'
).split()

_FILTERS = {
    **parts.PAGING,
    'sort_key': parts.texts(enum=sorted(_SORT_KEYS + _OLD_SORT_KEYS)),
    **dict.fromkeys(_REGEXES, parts.REGEX),
    **dict.fromkeys(_TEXTS, parts.TEXT),
    'changes-since': parts.TIME,
}
_TAG_FILTERS = dict.fromkeys(('tags', 'tags-any', 'not-tags', 'not-tags-any'), parts.REGEX)

# Names with a leading underscore are let pass, and have no effect.
_PRIVATE = {'patternProperties': {'^_': parts.TEXT}}

index = {**parts.query(_FILTERS, extra=True), **_PRIVATE}
index_2_26 = {**parts.query({**_FILTERS, **_TAG_FILTERS}, extra=True), **_PRIVATE}
_FILTERS_2_66 = {**_FILTERS, **_TAG_FILTERS, 'changes-before': parts.TIME}
index_2_66 = {**parts.query(_FILTERS_2_66, extra=True), **_PRIVATE}
_FILTERS_2_73 = {**_FILTERS_2_66, 'locked': parts.TEXT}
index_2_73 = {**parts.query(_FILTERS_2_73, extra=True), **_PRIVATE}
index_2_75 = {
    **parts.query({**_FILTERS_2_73, 'sort_key': parts.texts(enum=_SORT_KEYS)}, extra=False),
    **_PRIVATE,
}
