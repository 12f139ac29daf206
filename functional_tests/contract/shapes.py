"""Compares answers: keys, kinds and lengths, and values where nothing is left to chance."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

# Maps whose keys are data that chance made: their values are compared, not their keys.
FREE_MAPS = frozenset(('addresses', 'hosts'))

# Maps whose keys somebody gave.
GIVEN_MAPS = frozenset(('metadata', 'extra_specs', 'properties', 'scheduler_hints', 'log'))

# Values that differ from one cloud to the next, or from one day to the next.
VOLATILE = frozenset(
    (
        # Passwords, keys and what is derived from them.
        'adminPass', 'fingerprint', 'public_key', 'private_key', 'hostId', 'reservation_id',
        'OS-EXT-SRV-ATTR:reservation_id',
        # Moments.
        'created', 'updated', 'created_at', 'updated_at', 'launched_at', 'createdAt',
        'OS-SRV-USG:launched_at', 'start_time', 'finish_time',
        # Numbers that count what was there before.
        'id', 'marker', 'OS-EXT-SRV-ATTR:instance_name',
        # Addresses.
        'addr', 'OS-EXT-IPS-MAC:mac_addr', 'mac_addr', 'ip',
        # What the hypervisor and the scheduler of the recorded cloud chose.
        'OS-EXT-SRV-ATTR:host', 'OS-EXT-SRV-ATTR:hypervisor_hostname',
        'OS-EXT-SRV-ATTR:root_device_name', 'output', 'url', 'device',
        'cpu0_time', 'memory', 'vda_read', 'vda_read_req', 'vda_write', 'vda_write_req',
        'vda_errors', 'vnet1_rx', 'vnet1_rx_packets', 'vnet1_tx', 'vnet1_tx_packets',
        'memory_total_bytes', 'memory_processed_bytes', 'memory_remaining_bytes',
        'disk_total_bytes', 'disk_processed_bytes', 'disk_remaining_bytes',
    )
)  # fmt: skip

_ID = re.compile(r'[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}')
_NUMBER = re.compile(r'\d+')


class Leniency(NamedTuple):
    """The parts of an answer that are not compared, with the reason.

    :param keys: not compared at all.
    :param taken: places of values that the scene was made from, which are not compared either.
    :param is_ordered: whether lists of things have an order.
    :param has_values: whether more than keys and kinds is compared.
    """

    reason: str
    keys: frozenset[str] = frozenset()
    is_ordered: bool = True
    has_values: bool = True
    taken: frozenset[str] = frozenset()


STRICT = Leniency('')
SHAPE = Leniency('a sample was written by hand, here and there', has_values=False)


def differences(
    expected: Any, actual: Any, leniency: Leniency = STRICT, at: str = ''
) -> Iterator[str]:
    """Yield the differences from the record."""
    key = key_of(at)
    if at in leniency.taken:
        return
    if isinstance(expected, dict) and isinstance(actual, dict):
        yield from _of_maps(expected, actual, leniency, at)
    elif isinstance(expected, list) and isinstance(actual, list):
        yield from _of_lists(expected, actual, leniency, at)
    elif not leniency.has_values and None in (expected, actual):
        # What may be null is null or not by circumstance.
        return
    elif _kind(expected) != _kind(actual):
        yield f'{at}: {expected!r} is recorded, {actual!r} is of another kind'
    elif leniency.has_values and key not in VOLATILE and not _is_same(key, expected, actual):
        yield f'{at}: {expected!r} is recorded, not {actual!r}'


def key_of(place: str) -> str:
    """The key of the value at a place."""
    return place.rpartition('.')[2].partition('[')[0]


def below(place: str, key: str) -> str:
    """The place of the value that a map at a place has under a key."""
    return f'{place}.{key.replace(".", "_")}'


def is_by_kind(place: str, expected: Any) -> bool:
    """Whether of a value only its kind is compared: it is another one in each cloud."""
    if isinstance(expected, str) and _ID.fullmatch(expected):
        return True
    return key_of(place) in VOLATILE and not isinstance(expected, (dict, list))


def _of_lists(expected: list[Any], actual: list[Any], leniency: Leniency, at: str) -> Iterator[str]:
    if len(expected) != len(actual) and (leniency.has_values or not actual):
        yield f'{at}: {len(expected)} are recorded, not {len(actual)}'
    numbered = list(enumerate(expected))
    if not leniency.is_ordered:
        numbered.sort(key=lambda each: _rank(each[1]))
        actual = sorted(actual, key=_rank)
    for (number, one), other in zip(numbered, actual, strict=False):
        yield from differences(one, other, leniency, f'{at}[{number}]')


def _rank(thing: Any) -> str:
    return str(thing.get('id')) if isinstance(thing, dict) else str(thing)


def _of_maps(
    expected: dict[str, Any], actual: dict[str, Any], leniency: Leniency, at: str
) -> Iterator[str]:
    # The hosts of a zone are a map of maps of services.
    if key_of(at) in FREE_MAPS or key_of(at.rpartition('.')[0]) == 'hosts':
        pairs = zip(expected.items(), actual.values(), strict=False)
        if len(expected) != len(actual) and leniency.has_values:
            yield f'{at}: {len(expected)} are recorded, not {len(actual)}'
        for (key, one), other in pairs:
            yield from differences(one, other, leniency, below(at, key))
        return
    if not leniency.has_values and key_of(at) in GIVEN_MAPS:
        return
    for key in sorted(set(expected) | set(actual)):
        if key in leniency.keys:
            continue
        if key not in actual:
            yield f'{at}.{key}: is missing'
        elif key not in expected:
            yield f'{at}.{key}: is not recorded'
        else:
            yield from differences(expected[key], actual[key], leniency, below(at, key))


def _kind(value: Any) -> type:
    return float if isinstance(value, (int, float)) and not isinstance(value, bool) else type(value)


# Where the image service of the recorded cloud was, and where a sandbox has its own.
_IMAGES = ('http://glance.openstack.example.com/', 'http://openstack.example.com/image/')


def _is_same(key: str, expected: Any, actual: Any) -> bool:
    if not isinstance(expected, str):
        return bool(expected == actual)
    if key == 'uptime':
        # It tells the time of day.
        return bool(_NUMBER.sub('N', expected) == _NUMBER.sub('N', actual))
    return bool(_ID.sub('ID', expected.replace(*_IMAGES)) == _ID.sub('ID', actual))
