"""The filters of lists of servers that not everybody has at every version, by Nova's defaults.

What a filter asks of a row is what Nova asks: some search for a regular expression, others compare
texts. A server whose value is none never matches; tests raise ``KeyError`` for one that tells none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from novaclient_mv.services.filters import REFUSED, Filter, Row, Test

Value = Callable[[Row], Any]


def _of(key: str) -> Value:
    return lambda row: row[key]


def _pattern(text: str) -> re.Pattern[str]:
    try:
        return re.compile(text)
    except re.error:
        # A cloud that does not refuse it finds it nowhere but as it is.
        return re.compile(re.escape(text))


def _searched(value: Value) -> Callable[[str], Test]:
    """The test of a value that Nova searches for a regular expression."""

    def test(text: str) -> Test:
        search = _pattern(text).search
        return lambda row: bool((actual := value(row)) and search(str(actual)))

    return test


def _compared(value: Value) -> Callable[[str], Test]:
    """The test of a value that Nova compares."""

    def test(text: str) -> Test:
        return lambda row: (actual := value(row)) is not None and str(actual) == text

    return test


def _moment(key: str) -> Value:
    """A moment as the database writes it, which is what Nova searches."""

    def moment(row: Row) -> str:
        return str(row[key] or '').replace('T', ' ').removesuffix('Z').partition('.')[0]

    return moment


def _address(text: str) -> Test:
    """Whether a server has a fixed IPv6 address that a text stands for.

    It is a regular expression for the beginning of the address, or a part of it where Neutron can
    search for parts; no answer says which of the two a cloud does.
    """
    match, part = _pattern(text).match, text.lower()

    def test(row: Row) -> bool:
        return any(
            match(address) or part in address.lower() for address in _fixed_addresses(row, 6)
        )

    return test


def _fixed_addresses(row: Row, version: int) -> Iterator[str]:
    for addresses in row['addresses'].values():
        for address in addresses:
            if address['version'] == version and address.get('OS-EXT-IPS:type') != 'floating':
                yield address['addr']


def _automatic_disk(row: Row) -> str:
    return str(int(row['OS-DCF:diskConfig'] == 'AUTO'))


def _image_id(row: Row) -> str | None:
    image = row['image']
    return image.get('id') if isinstance(image, dict) else None


_FOR_EVERYBODY = (
    *(Filter(name, '2.26', '2.26') for name in ('tags', 'tags-any', 'not-tags', 'not-tags-any')),
    Filter('changes-before', '2.66', '2.66'),
    Filter('locked', '2.73', '2.73'),
)
"""Those that nobody has at older versions."""

_OPENED = (
    Filter('ip6', '2.5', test=_address),
    *(
        Filter(name, '2.83', test=_searched(value))
        for name, value in {
            'availability_zone': _of('OS-EXT-AZ:availability_zone'),
            'key_name': _of('key_name'),
            'created_at': _moment('created'),
            'launched_at': _moment('OS-SRV-USG:launched_at'),
            'terminated_at': _moment('OS-SRV-USG:terminated_at'),
        }.items()
    ),
    *(
        Filter(name, '2.83', test=_compared(_of(key)))
        for name, key in {
            'config_drive': 'config_drive',
            'power_state': 'OS-EXT-STS:power_state',
            'task_state': 'OS-EXT-STS:task_state',
            'vm_state': 'OS-EXT-STS:vm_state',
            'user_id': 'user_id',
        }.items()
    ),
    # Servers tell their progress in some states only.
    Filter('progress', '2.83'),
    Filter('hostname', '2.90'),
)

_OF_ADMINISTRATORS = (
    *map(Filter, ('host', 'node', 'launch_index', 'locked_by', 'root_device_name', 'kernel_id')),
    # They widen the list: no answer has the servers that they are about.
    *map(Filter, ('ramdisk_id', 'deleted', 'soft_deleted')),
    Filter('uuid', test=_compared(_of('id'))),
    Filter('display_name', test=_searched(_of('name'))),
    Filter('display_description', test=_searched(_of('description')), shown_from='2.19'),
    Filter('access_ip_v4', test=_searched(_of('accessIPv4'))),
    Filter('access_ip_v6', test=_searched(_of('accessIPv6'))),
    Filter('auto_disk_config', test=_compared(_automatic_disk)),
    Filter('image_ref', test=_compared(_image_id)),
    Filter('project_id', test=_compared(_of('tenant_id'))),
    Filter('tenant_id', test=_compared(_of('tenant_id'))),
    Filter('all_tenants', otherwise=REFUSED, rule='os_compute_api:servers:detail:get_all_tenants'),
)

FILTERS: Mapping[str, Filter] = {
    filter.name: filter._replace(rule=filter.rule or 'os_compute_api:servers:allow_all_filters')
    for filter in (*_FOR_EVERYBODY, *_OPENED, *_OF_ADMINISTRATORS)
}
"""By the API's names; a filter that is not here is open to everybody wherever it is."""
