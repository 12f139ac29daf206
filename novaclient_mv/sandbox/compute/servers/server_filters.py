"""Filters and sort keys of the lists of servers."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from novaclient_mv import versions
from novaclient_mv.sandbox.compute.lists import Lists, changes, pages, parameter, pattern, search
from novaclient_mv.sandbox.compute.servers import server_states
from novaclient_mv.sandbox.http import listing, schema_parts
from novaclient_mv.sandbox.http.listing import Parameter
from novaclient_mv.sandbox.http.schema_parts import REGEX
from novaclient_mv.sandbox.state import clocks
from novaclient_mv.sandbox.state.rows import Row

ALL = 'os_compute_api:servers:allow_all_filters'
"""The rule of filters that are not open to all."""

Value = Callable[[Row], Any]


def _row(name: str, value: Value | None = None, open_from: str = '', **more: Any) -> Parameter:
    """A filter of those whom the rule lets through.

    :param value: of a server, by default the fact of this name.
    :param open_from: the first version at which everybody may use it.
    """
    if open_from:
        more['open_to_all'] = versions.VersionRange(open_from)
    return parameter(name, field=value or (lambda row: row.document.get(name)), rule=ALL, **more)


def _equal(name: str, value: Value | None = None, **more: Any) -> Parameter:
    return _row(name, value, test=_is_equal, **more)


def _like(name: str, value: Value | None = None, **more: Any) -> Parameter:
    """A filter that is searched as a regular expression."""
    return _row(name, value, **{'read': pattern, 'test': search, 'form': REGEX, **more})


def _moment(name: str, value: Value, written: Callable[[Any], str | None]) -> Parameter:
    """A moment, searched in the text that the database writes of it."""

    def test(moment: Any, patterns: list[re.Pattern[str]]) -> bool:
        return search((written(moment) or '').replace('T', ' '), patterns)

    return _like(name, value, test=test, open_from='2.83')


def _address(name: str, since: str, version: int) -> Parameter:
    def test(networks: Any, patterns: list[re.Pattern[str]]) -> bool:
        addresses = [address for network in networks.values() for address in network]
        return any(
            address['version'] == version and patterns[-1].match(address['addr'])
            for address in addresses
        )

    return _like(name, lambda row: row.document['addresses'], test=test, open_from=since)


def _tags(name: str, test: listing.Test) -> Parameter:
    return parameter(
        name, '2.26', read=listing.words, test=lambda tags, sets: test(tags, sets[-1:]),
        field='tags', form=REGEX,
    )  # fmt: skip


def _is_equal(value: Any, texts: list[str]) -> bool:
    return value is not None and str(value) == texts[-1]


def _is_true(text: str) -> bool:
    # The bare word is enough.
    return not text or listing.flag(text)


def _refuse(text: str) -> None:
    raise ValueError('it cannot be searched')


def _image(row: Row) -> Any:
    return (row.document['image'] or {}).get('id', '')


def _project(row: Row) -> Any:
    return row.project


_UNSORTED = (
    'architecture', 'cell_name', 'cleaned', 'default_ephemeral_device', 'default_swap_device',
    'deleted', 'deleted_at', 'disable_terminate', 'ephemeral_gb', 'ephemeral_key_uuid', 'id',
    'key_data', 'launched_on', 'memory_mb', 'os_type', 'reservation_id', 'root_gb',
    'shutdown_terminate', 'user_data', 'vcpus', 'vm_mode',
)  # fmt: skip
UNSORTED = frozenset(_UNSORTED)
"""Sort keys up to 2.74 that change nothing."""
_SORT_KEYS = (
    'access_ip_v4', 'access_ip_v6', 'auto_disk_config', 'availability_zone', 'config_drive',
    'created_at', 'display_description', 'display_name', 'host', 'hostname', 'image_ref',
    'instance_type_id', 'kernel_id', 'key_name', 'launch_index', 'launched_at', 'locked',
    'locked_by', 'node', 'power_state', 'progress', 'project_id', 'ramdisk_id',
    'root_device_name', 'task_state', 'terminated_at', 'updated_at', 'user_id', 'uuid',
    'vm_state',
)  # fmt: skip
_OLD_KEYS = schema_parts.texts(enum=sorted(_SORT_KEYS + _UNSORTED))

LISTS = Lists(
    parameter(
        'status',
        read=str.upper,
        test=lambda status, asked: status in asked,
        field=lambda row: server_states.status_of(row.document),
    ),
    parameter('all_tenants', read=_is_true, test=None),
    parameter('name', read=pattern, test=search, field=lambda row: row.name, form=REGEX),
    parameter('reservation_id', read=pattern, test=search, form=REGEX),
    parameter('image', test=_is_equal, field=_image),
    parameter('flavor', test=_is_equal, field='flavor_id', form=REGEX),
    _address('ip', '2.0', 4),
    _address('ip6', '2.5', 6),
    *changes(),
    _tags('tags', listing.has_all),
    _tags('tags-any', listing.has_any),
    _tags('not-tags', listing.negated(listing.has_all)),
    _tags('not-tags-any', listing.negated(listing.has_any)),
    parameter(
        'locked', '2.73', read=listing.flag, field=lambda row: row.document['locked_by'] is not None
    ),
    _like('availability_zone', open_from='2.83'),
    _equal('config_drive', open_from='2.83', form=REGEX),
    _like('key_name', open_from='2.83'),
    _moment('created_at', lambda row: row.created, clocks.iso_micro),
    _moment('launched_at', lambda row: row.document['launched'], clocks.iso_whole),
    _moment('terminated_at', lambda row: row.document['terminated'], clocks.iso_whole),
    _equal('power_state', open_from='2.83', form=REGEX),
    _equal('task_state', open_from='2.83'),
    _equal('vm_state', open_from='2.83'),
    _equal('progress', open_from='2.83', form=REGEX),
    _equal('user_id', open_from='2.83'),
    _like('hostname', open_from='2.90'),
    _row('deleted', read=listing.is_true, test=lambda state, is_asked: (
        not is_asked[-1] or state in ('deleted', 'soft-delete')
    ), value=lambda row: row.document['vm_state']),
    # Any word means yes.
    _row('soft_deleted', read=bool, test=None),
    _equal('project_id', _project),
    _equal('tenant_id', _project),
    _equal('uuid', lambda row: row.id),
    _equal('host'),
    _equal('image_ref', _image),
    _equal('launch_index'),
    _equal('locked_by', form=REGEX),
    _equal(
        'auto_disk_config', lambda row: int(row.document['disk_config'] == 'AUTO'), form=REGEX
    ),
    _like('display_name', lambda row: row.name),
    _like('display_description', lambda row: row.document['description']),
    _like('node', lambda row: row.document['host']),
    *(_like(name) for name in ('access_ip_v4', 'access_ip_v6', 'kernel_id', 'ramdisk_id')),
    _like('root_device_name'),
    _row('description', test=None, form=REGEX),
    # What the schema lets pass, and the database then refuses.
    *(
        _row(name, read=_refuse)
        for name in (
            'block_device_mapping', 'info_cache', 'metadata', 'pci_devices', 'security_groups',
            'services', 'system_metadata',
        )
    ),
    *pages(),
    parameter('sort_key', until='2.74', test=None, form=_OLD_KEYS),
    parameter('sort_key', '2.75', test=None, form=schema_parts.texts(enum=list(_SORT_KEYS))),
    parameter('sort_dir', test=None),
    closed='2.75',
    private=True,
)  # fmt: skip

SORTED: dict[str, Value] = {
    'instance_type_id': lambda row: row.document['flavor_id'],
    'updated_at': lambda row: row.document['updated'],
    **{row.name: listing.getter(row, LISTS.facts) for row in LISTS.parameters},
}
"""The value of a server for each sort key."""
