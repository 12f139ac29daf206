"""Groups of the properties of a record, as people look for them."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable

MIN_PROPERTIES = 16
"""Properties that a record has at least if these have groups."""
_REST = 'Other'
_FIRST = {'name': 0, 'label': 0, 'id': 1, 'uuid': 2}
_PREFIX = re.compile('(OS-[A-Z-]+|os-[a-z-]+):', re.ASCII)

_GROUPS = {
    'What it is': 'name display_name label id uuid description type driver resource_class image '
    'flavor flavor:original_name flavor:.* properties traits tags metadata extra size capacity',
    'State': 'status fault state .*_state progress host_status health locked.* '
    'maintenance.* last_error protected.* retired.* reservation .*_step automated_clean '
    'console_enabled secure_boot boot_mode disable_power_off',
    'Where it runs': '(pinned_)?availability_zone hosts? hostname hypervisor_hostname hostid '
    'instance_.* launch_index reservation_id server_groups scheduler_hints conductor.* '
    'chassis_uuid parent_node allocation_uuid shard',
    'Network': '.*_network accessipv[46] security_groups network_data',
    'Storage': 'volumes_attached root_device_name config_drive diskconfig kernel_id ramdisk_id '
    'raid_config target_raid_config',
    'Driver': 'driver_info driver_internal_info .*_interface enabled_.*_interfaces',
    'Access': 'adminpass key_name user_id tenant_id project_id owner lessee user_data '
    'trusted_image_certificates',
    'Times': 'created created_at launched_at updated updated_at provision_updated_at terminated_at '
    '.*_at',
}
"""Patterns of names, without prefixes and in lower case, in their order."""


def grouped(names: Iterable[str]) -> list[tuple[str, list[str]]]:
    """Return the names of a record's properties in groups with headings; those of a small record,
    and of one of which most belong to no group, are one group without a heading, with what names
    it first.
    """
    plain = {name: _PREFIX.sub('', name).lower().replace(' ', '_') for name in names}
    indexes = {name: _place(text) for name, text in plain.items()}
    homeless = sum(1 for number, _ in indexes.values() if number == len(_GROUPS))
    if len(plain) < MIN_PROPERTIES or homeless > len(plain) // 2:
        return [
            (
                '',
                sorted(plain, key=lambda name: (_FIRST.get(plain[name], len(_FIRST)), plain[name])),
            )
        ]
    headings = [*_GROUPS, _REST]
    groups: dict[str, list[str]] = {heading: [] for heading in headings}
    for name in sorted(indexes, key=indexes.__getitem__):
        groups[headings[indexes[name][0]]].append(name)
    return [(heading, several) for heading, several in groups.items() if several]


def _place(name: str) -> tuple[int, int]:
    """The numbers of a name's group, and of its place there."""
    for number, patterns in enumerate(_patterns()):
        for index, pattern in enumerate(patterns):
            if pattern.fullmatch(name):
                return number, index
    return len(_GROUPS), 0


@functools.cache
def _patterns() -> list[list[re.Pattern[str]]]:
    return [[re.compile(pattern) for pattern in text.split()] for text in _GROUPS.values()]
