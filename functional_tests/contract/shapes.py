"""Compares answers by their shape, and by their values where nothing is left to chance."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

# Maps whose keys are data: their values are compared, not their keys.
FREE_MAPS = frozenset(
    ('metadata', 'addresses', 'extra_specs', 'properties', 'scheduler_hints', 'hosts')
)

# Values that differ from one cloud to the next, or from one day to the next.
VOLATILE = frozenset(
    (
        'adminPass', 'created', 'updated', 'created_at', 'updated_at', 'fingerprint', 'public_key',
        'private_key',
        'hostId', 'id', 'marker', 'launched_at', 'OS-SRV-USG:launched_at', 'OS-EXT-SRV-ATTR:host',
        'OS-EXT-SRV-ATTR:hypervisor_hostname', 'OS-EXT-SRV-ATTR:instance_name',
        'OS-EXT-SRV-ATTR:reservation_id',
        'reservation_id', 'addr', 'OS-EXT-IPS-MAC:mac_addr', 'name', 'href', 'zoneName',
        'OS-EXT-AZ:availability_zone', 'pinned_availability_zone', 'user_id', 'description',
        'OS-EXT-SRV-ATTR:hostname', 'OS-EXT-SRV-ATTR:root_device_name', 'OS-EXT-SRV-ATTR:kernel_id',
        'OS-EXT-SRV-ATTR:ramdisk_id', 'output', 'url', 'device', 'mac_addr', 'createdAt', 'ip',
        'OS-EXT-IMG-SIZE:size',
        'cpu0_time', 'memory', 'vda_read', 'vda_read_req', 'vda_write', 'vda_write_req',
        'vda_errors', 'vnet1_rx', 'vnet1_rx_packets', 'vnet1_tx', 'vnet1_tx_packets',
        'memory_total_bytes', 'memory_processed_bytes', 'memory_remaining_bytes',
        'disk_total_bytes', 'disk_processed_bytes', 'disk_remaining_bytes',
    )
)  # fmt: skip

_ID = re.compile(r'[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}')


def differences(
    expected: Any, actual: Any, ignored: frozenset[str] = frozenset(), at: str = ''
) -> Iterator[str]:
    """What is not as recorded.

    :param ignored: keys that are not compared at all.
    """
    if isinstance(expected, dict) and isinstance(actual, dict):
        yield from _of_maps(expected, actual, ignored, at)
    elif isinstance(expected, list) and isinstance(actual, list):
        if expected and not actual:
            yield f'{at}: is empty'
        for number, (one, other) in enumerate(zip(expected, actual, strict=False)):
            yield from differences(one, other, ignored, f'{at}[{number}]')
    elif expected is None or actual is None:
        # A value that may be null is null or not by circumstance.
        return
    elif _kind(expected) != _kind(actual):
        yield f'{at}: {expected!r} is recorded, {actual!r} is of another kind'
    elif at.rpartition('.')[2].partition('[')[0] not in VOLATILE and not _is_same(expected, actual):
        yield f'{at}: {expected!r} is recorded, not {actual!r}'


def _of_maps(
    expected: dict[str, Any], actual: dict[str, Any], ignored: frozenset[str], at: str
) -> Iterator[str]:
    # The hosts of a zone are a map of maps of services.
    if at.rpartition('.')[2].partition('[')[0] in FREE_MAPS or at.endswith('hosts.*'):
        if expected and actual:
            one, other = next(iter(expected.values())), next(iter(actual.values()))
            yield from differences(one, other, ignored, f'{at}.*')
        return
    for key in sorted(set(expected) | set(actual)):
        if key in ignored:
            continue
        if key not in actual:
            yield f'{at}.{key}: is missing'
        elif key not in expected:
            yield f'{at}.{key}: is not recorded'
        else:
            yield from differences(expected[key], actual[key], ignored, f'{at}.{key}')


def _kind(value: Any) -> type:
    return float if isinstance(value, (int, float)) and not isinstance(value, bool) else type(value)


def _is_same(expected: Any, actual: Any) -> bool:
    if isinstance(expected, str):
        return bool(_ID.sub('ID', expected) == _ID.sub('ID', actual))
    return bool(expected == actual)
