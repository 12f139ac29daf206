"""Compares answers: keys, kinds and lengths, and values where nothing is left to chance."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from functional_tests.contract import recorded_names

# Values that chance makes, which differ from one cloud to the next, by their forms.
_PAIRS = '[0-9a-f]{2}(:[0-9a-f]{2})'
FORMS = {
    'adminPass': r'[a-zA-Z0-9]{12}',
    'fingerprint': _PAIRS + '{15}',
    'public_key': r'ssh-\w+ \S+ Generated-by-Nova',
    'OS-EXT-SRV-ATTR:reservation_id': 'r-[a-z0-9]{8}',
    'OS-EXT-IPS-MAC:mac_addr': _PAIRS + '{5}',
    'mac_addr': _PAIRS + '{5}',
    'ip': r'172\.24\.4\.\d+',
    'OS-EXT-SRV-ATTR:instance_name': 'instance-[0-9a-f]{8}',
}  # fmt: skip
# Disks have the names that a hypervisor gives them, which begin with ``sd`` or with ``vd``.
_DEVICES = frozenset(('device', 'OS-EXT-SRV-ATTR:root_device_name'))
# When a service last told of itself: its clock is not that of the records.
_REPORTS = re.compile(r'\.services?(\[\d+\])?\.updated_at')
# What counts rows: other tables were filled before.
_COUNTED = re.compile(r'.*\.(keypair|services?(\[\d+\])?)\.id')
# Values of which the kind is all that two clouds have in common: secrets that the records do not
# show, what a guest writes, and counters of the hypervisor.
VOLATILE = frozenset(
    (
        'private_key', 'output',
        'cpu0_time', 'memory', 'vda_read', 'vda_write',
        'vnet1_rx', 'vnet1_rx_packets', 'vnet1_tx', 'vnet1_tx_packets',
        'memory_total_bytes', 'memory_processed_bytes', 'memory_remaining_bytes',
        'disk_total_bytes', 'disk_processed_bytes', 'disk_remaining_bytes',
    )
)  # fmt: skip


class Leniency(NamedTuple):
    """The parts of an answer that are not compared, with the reason.

    :param keys: not compared at all.
    :param is_ordered: whether lists of things have an order.
    """

    reason: str
    keys: frozenset[str] = frozenset()
    is_ordered: bool = True


STRICT = Leniency('')


class Category(enum.Enum):
    """Ways to compare a recorded value."""

    BY_VALUE = 'compared'
    BY_FORM = 'by_form'
    BY_KIND = 'by_kind'
    LEFT_OUT = 'left_out'


def differences(
    expected: Any,
    actual: Any,
    leniency: Leniency = STRICT,
    at: str = '',
    *,
    names: recorded_names.Names | None = None,
) -> Iterator[str]:
    """Yield the differences from the record.

    :param names: what stands for the ids and moments of the record.
    """
    yield from _Comparison(leniency, names or recorded_names.Names()).of(expected, actual, at)


def category(
    place: str, expected: Any, leniency: Leniency, names: recorded_names.Names
) -> Category:
    """The way to compare a value at a place."""
    parts = {part.partition('[')[0] for part in place.split('.')}
    if parts & leniency.keys:
        return Category.LEFT_OUT
    key = key_of(place)
    if isinstance(expected, (dict, list)):
        return Category.BY_VALUE
    if key in VOLATILE or (isinstance(expected, int) and _COUNTED.fullmatch(place)):
        return Category.BY_KIND
    if not isinstance(expected, str) or expected in names.given:
        return Category.BY_VALUE
    if recorded_names.ID.fullmatch(expected):
        # One that stands nowhere else could be any.
        return Category.BY_FORM if names.is_alone(expected) else Category.BY_VALUE
    is_made = key in FORMS and re.fullmatch(FORMS[key], expected)
    is_moment = recorded_names.MOMENT.fullmatch(expected) or _REPORTS.fullmatch(place)
    if is_made or key == 'uptime' or is_moment:
        return Category.BY_FORM
    return Category.BY_VALUE


def key_of(place: str) -> str:
    """The key of the value at a place."""
    return place.rpartition('.')[2].partition('[')[0]


def below(place: str, key: str) -> str:
    """The place of the value that a map at a place has under a key."""
    return f'{place}.{key.replace(".", "_")}'


def leaves(content: Any, at: str = '') -> Iterator[tuple[str, Any]]:
    """The values of an answer with their places; an empty map or list is one."""
    if isinstance(content, dict) and content:
        for key, value in content.items():
            yield from leaves(value, below(at, key))
    elif isinstance(content, list) and content:
        for number, value in enumerate(content):
            yield from leaves(value, f'{at}[{number}]')
    else:
        yield at, content


def at_home(text: str) -> str:
    """A recorded text with the addresses of our services."""
    text = text.replace('http://ENDPOINT/', 'http://openstack.example.com/')
    return _IMAGES.sub(_OWN_IMAGES, text)


def _disk(name: str) -> str:
    return name.replace('/dev/sd', '/dev/vd')


def _rank(thing: Any) -> str:
    return str(thing.get('id')) if isinstance(thing, dict) else str(thing)


class _Comparison:
    """One answer beside the recorded one."""

    def __init__(self, leniency: Leniency, names: recorded_names.Names) -> None:
        self.leniency, self.names = leniency, names

    def of(self, expected: Any, actual: Any, at: str) -> Iterator[str]:
        if isinstance(expected, dict) and isinstance(actual, dict):
            yield from self._of_maps(expected, actual, at)
        elif isinstance(expected, list) and isinstance(actual, list):
            yield from self._of_lists(expected, actual, at)
        elif _kind(expected) != _kind(actual):
            yield f'{at}: {expected!r} is recorded, {actual!r} is of another kind'
        elif not self._is_same(at, expected, actual):
            yield f'{at}: {expected!r} is recorded, not {actual!r}'

    def _of_lists(self, expected: list[Any], actual: list[Any], at: str) -> Iterator[str]:
        if len(expected) != len(actual):
            yield f'{at}: {len(expected)} are recorded, not {len(actual)}'
        numbered = list(enumerate(expected))
        if not self.leniency.is_ordered:
            numbered.sort(key=lambda each: _rank(each[1]))
            actual = sorted(actual, key=_rank)
        for (number, one), other in zip(numbered, actual, strict=False):
            yield from self.of(one, other, f'{at}[{number}]')

    def _of_maps(self, expected: dict[str, Any], actual: dict[str, Any], at: str) -> Iterator[str]:
        for key in sorted(set(expected) | set(actual)):
            if key in self.leniency.keys:
                continue
            if key not in actual:
                yield f'{at}.{key}: is missing'
            elif key not in expected:
                yield f'{at}.{key}: is not recorded'
            else:
                yield from self.of(expected[key], actual[key], below(at, key))

    def _is_same(self, at: str, expected: Any, actual: Any) -> bool:
        how = category(at, expected, self.leniency, self.names)
        if how is Category.BY_KIND:
            return True
        if not isinstance(expected, str):
            return bool(expected == actual)
        if key_of(at) in _DEVICES:
            return _disk(expected) == _disk(actual)
        if how is Category.BY_VALUE or recorded_names.ID.fullmatch(expected):
            return self.names.is_same(at_home(expected), actual)
        form = FORMS.get(key_of(at))
        if form is not None:
            return re.fullmatch(form, actual) is not None
        if key_of(at) == 'uptime':
            # It tells the time of day.
            return bool(_NUMBER.sub('N', expected) == _NUMBER.sub('N', actual))
        return self.names.is_moment(expected, actual)


def _kind(value: Any) -> type:
    return float if isinstance(value, (int, float)) and not isinstance(value, bool) else type(value)


# Where the recorded cloud had its image service, and where a sandbox has its own.
_IMAGES = re.compile(r'http://(glance\.openstack\.example\.com|localhost:9292)/')
_OWN_IMAGES = 'http://openstack.example.com/image/'
_NUMBER = re.compile(r'\d+')
