"""The filters of lists of servers, by Nova's defaults.

What a filter asks of a row is what Nova asks: some search for a regular expression, others compare
texts. A server whose value is none never matches; tests raise ``KeyError`` for one that tells none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from novaclient_mv.services.filters import REFUSED, Filter, Filters, Row, Test, for_everybody

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


def _timestamp(key: str) -> Value:
    """A timestamp as the database writes it, which is what Nova searches."""

    def timestamp(row: Row) -> str:
        return str(row[key] or '').replace('T', ' ').removesuffix('Z').partition('.')[0]

    return timestamp


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


_IP = '<ip-regexp>'
_TIME = '{} time in UTC, as a regular expression, as in 2026-01-31.'


def _opened(
    name: str,
    help: str,
    since: str = '2.83',
    **more: Any,  # noqa: ANN401 - as of ``Filter``
) -> Filter:
    """A filter that only administrators had before a version."""
    return Filter(name, since, help=help, **more)


def _closed(
    name: str,
    help: str,
    **more: Any,  # noqa: ANN401 - as of ``Filter``
) -> Filter:
    """A filter that only administrators have."""
    return Filter(name, help=help, **more)


def _of_id(name: str, key: str = '') -> dict[str, Any]:
    return {'metavar': f'<{name}>', 'test': _compared(_of(key or name))}


def _of_text(metavar: str, value: Value) -> dict[str, Any]:
    return {'metavar': metavar, 'test': _searched(value)}


def _number(values: str, metavar: str) -> dict[str, Any]:
    """A filter of which 0 is a value."""
    return {'values': values, 'metavar': metavar, 'encode': str, 'sends_false': True}


def _with_rule(filter: Filter) -> Filter:
    return filter._replace(rule=filter.rule or 'os_compute_api:servers:allow_all_filters')


FILTERS = Filters(
    *map(
        _with_rule,
        (
            for_everybody('reservation_id', 'Servers of this reservation.'),
            for_everybody('ip', 'IPv4 address, as a regular expression.', metavar=_IP),
            _opened(
                'ip6',
                'IPv6 address, as a regular expression.',
                '2.5',
                metavar='<ip6-regexp>',
                test=_address,
            ),
            for_everybody('name', 'Name, as a regular expression.', metavar='<name-regexp>'),
            for_everybody(
                'status',
                'Status, as in ACTIVE, or any of several, separated by commas.',
                values='server statuses',
                metavar='<status>[,<status>...]',
            ),
            _closed('host', 'Servers on this host.', metavar='<hostname>'),
            Filter(
                'all_tenants',
                otherwise=REFUSED,
                rule='os_compute_api:servers:detail:get_all_tenants',
            ),
            Filter('tenant_id', test=_compared(_of('tenant_id'))),
            Filter('project_id', test=_compared(_of('tenant_id'))),
            _opened(
                'user_id',
                'Servers of this user, by name or id.',
                parameter='user',
                values='user or none',
                test=_compared(_of('user_id')),
            ),
            # It widens the list: no answer has the servers that it is about.
            _closed('deleted', 'Deleted servers only.', values='switch'),
            _opened(
                'availability_zone',
                'Servers of this availability zone.',
                **_of_text('<availability_zone>', _of('OS-EXT-AZ:availability_zone')),
            ),
            _opened(
                'key_name',
                'Servers with this keypair.',
                **_of_text('<key_name>', _of('key_name')),
            ),
            _opened(
                'config_drive',
                'Servers with a config drive.',
                opposite=('--no-config-drive', 'Servers without a config drive.'),
                test=_compared(_of('config_drive')),
                encode=str,
                sends_false=True,
            ),
            # Servers tell their progress in some states only.
            _opened('progress', 'Progress in percent.'),
            _opened(
                'vm_state',
                'VM state, as in active.',
                values='VM state',
                **_of_id('vm_state', 'OS-EXT-STS:vm_state'),
            ),
            _opened(
                'task_state',
                'Task state, as in rebooting.',
                values='task state',
                **_of_id('task_state', 'OS-EXT-STS:task_state'),
            ),
            _opened(
                'power_state',
                'Power state, as in running, or as a number.',
                values='power state',
                **_of_id('power_state', 'OS-EXT-STS:power_state'),
            ),
            for_everybody(
                'changes-since',
                'Servers that changed at or after this time (ISO 8601, or as in 2h, yesterday), '
                'including deleted ones.',
                values='timestamp',
                metavar='<changes_since>',
            ),
            for_everybody(
                'changes-before',
                'Servers that changed at or before this time (ISO 8601, or as in 2h, yesterday).',
                '2.66',
                values='timestamp',
                metavar='<changes_before>',
            ),
            for_everybody('tags', 'Servers with all of these tags, separated by commas.', '2.26'),
            for_everybody(
                'tags-any', 'Servers with any of these tags, separated by commas.', '2.26'
            ),
            for_everybody(
                'not-tags', 'Servers without all of these tags, separated by commas.', '2.26'
            ),
            for_everybody(
                'not-tags-any', 'Servers without any of these tags, separated by commas.', '2.26'
            ),
            for_everybody(
                'locked',
                'Locked (true) or unlocked (false) servers.',
                '2.73',
                encode=str,
                sends_false=True,
                is_required=True,
            ),
            _closed('uuid', 'The server of this id.', test=_compared(_of('id'))),
            _opened(
                'hostname',
                'Hostname of the guest, as a regular expression.',
                '2.90',
                metavar='<hostname-regexp>',
            ),
            # Nova also accepts the name description, and ignores it.
            _closed(
                'display_description',
                'Description, as a regular expression.',
                parameter='description',
                shown_from='2.19',
                **_of_text('<description-regexp>', _of('description')),
            ),
            _closed(
                'access_ip_v4',
                'IPv4 address to show for access, as a regular expression.',
                **_of_text(_IP, _of('accessIPv4')),
            ),
            _closed(
                'access_ip_v6',
                'IPv6 address to show for access, as a regular expression.',
                **_of_text('<ip6-regexp>', _of('accessIPv6')),
            ),
            *(
                _opened(
                    f'{word}_at', _TIME.format(title), **_of_text('<time-regexp>', _timestamp(key))
                )
                for word, title, key in (
                    ('created', 'Creation', 'created'),
                    ('launched', 'First start', 'OS-SRV-USG:launched_at'),
                    ('terminated', 'Deletion', 'OS-SRV-USG:terminated_at'),
                )
            ),
            _closed(
                'launch_index',
                'Launch index among servers created together, from 0.',
                **_number('count', '<number>'),
            ),
            _closed(
                'locked_by',
                'Servers locked by their owner or by an administrator.',
                values='owner or admin',
                metavar='<owner|admin>',
            ),
            _closed('node', 'Servers on this hypervisor.'),
            _closed(
                'root_device_name',
                'Name of the root device, as a regular expression.',
                metavar='<device-regexp>',
            ),
            _closed('kernel_id', 'Servers with this kernel image.', metavar='<image-id>'),
            _closed('ramdisk_id', 'Servers with this RAM disk.', metavar='<image-id>'),
            # It widens the list as well.
            _closed('soft_deleted', 'Include soft-deleted servers.', values='switch'),
            _closed(
                'auto_disk_config',
                'Servers with automatic (true) or manual (false) disk partitions.',
                test=_compared(_automatic_disk),
                **_number('boolean', '<boolean>'),
            ),
            Filter('display_name', test=_searched(_of('name'))),
            Filter('image_ref', test=_compared(_image_id)),
        ),
    )
)
"""By the API's names; a filter that is not here is open to everybody wherever it is."""
