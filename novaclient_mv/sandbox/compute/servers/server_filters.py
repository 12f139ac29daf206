"""Filters of the lists of servers: who may use which, and what each means."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.compute.servers import server_states
from novaclient_mv.sandbox.http import boolean_words
from novaclient_mv.sandbox.http.wsgi import Fault
from novaclient_mv.sandbox.state import clocks
from novaclient_mv.sandbox.state.rows import Row

if TYPE_CHECKING:
    from novaclient_mv.sandbox.compute.controller import ComputeController

Test = Callable[[Row], bool]

# Filters that work for everyone; up to 2.74 others are dropped in silence unless an administrator
# uses them.
OPEN_FILTERS = frozenset(
    (
        'reservation_id', 'name', 'status', 'image', 'flavor', 'ip', 'changes-since',
        'all_tenants', 'ip6',
        'tags', 'tags-any', 'not-tags', 'not-tags-any', 'changes-before', 'locked',
        'availability_zone', 'config_drive', 'key_name', 'created_at', 'launched_at',
        'terminated_at',
        'hostname',
        'power_state', 'task_state', 'vm_state', 'progress', 'user_id', 'sort_key', 'sort_dir',
        'limit', 'marker',
    )
)  # fmt: skip

# When a filter for everyone came: below it is for administrators.
_SINCE = {
    'tags': '2.26', 'tags-any': '2.26', 'not-tags': '2.26', 'not-tags-any': '2.26',
    'changes-before': '2.66', 'locked': '2.73', 'ip6': '2.5',
    'availability_zone': '2.83', 'config_drive': '2.83', 'key_name': '2.83', 'created_at': '2.83',
    'launched_at': '2.83', 'terminated_at': '2.83', 'power_state': '2.83', 'task_state': '2.83',
    'vm_state': '2.83', 'hostname': '2.90', 'progress': '2.83', 'user_id': '2.83',
}  # fmt: skip


# Filters that nobody had before; an administrator had all others at every version.
_UNKNOWN_BEFORE = frozenset(
    ('tags', 'tags-any', 'not-tags', 'not-tags-any', 'changes-before', 'locked')
)

# Names that the schema lets pass, and that the database layer then refuses.
_REFUSED = frozenset(
    (
        'block_device_mapping',
        'info_cache',
        'metadata',
        'pci_devices',
        'security_groups',
        'services',
        'system_metadata',
    )
)


def _attribute(name: str) -> Callable[[Row], Any]:
    return lambda row: row.document.get(name)


# Where each filter and sort key looks. Texts are searched as regular expressions, all others
# compared.
VALUES: dict[str, Callable[[Row], Any]] = {
    'name': lambda row: row.name,
    'display_name': lambda row: row.name,
    'uuid': lambda row: row.id,
    'id': lambda row: row.number,
    'project_id': lambda row: row.project,
    'tenant_id': lambda row: row.project,
    'created_at': lambda row: row.created,
    'updated_at': lambda row: row.document['updated'],
    'launched_at': lambda row: row.document['launched'],
    'terminated_at': lambda row: row.document['terminated'],
    'deleted_at': lambda row: row.deleted,
    'display_description': lambda row: row.document['description'],
    'node': lambda row: row.document['host'],
    'image': lambda row: (row.document['image'] or {}).get('id', ''),
    'image_ref': lambda row: (row.document['image'] or {}).get('id', ''),
    'flavor': lambda row: row.document['flavor_id'],
    'instance_type_id': lambda row: row.document['flavor_id'],
    'memory_mb': lambda row: row.document['flavor']['ram'],
    'vcpus': lambda row: row.document['flavor']['vcpus'],
    'root_gb': lambda row: row.document['flavor']['disk'],
    'ephemeral_gb': lambda row: row.document['flavor']['ephemeral'],
    'locked': lambda row: row.document['locked_by'] is not None,
    'availability_zone': lambda row: row.document['availability_zone'] or '',
    'shutdown_terminate': lambda row: 0,
    'launched_on': lambda row: row.document['host'],
    # What no server has here.
    **dict.fromkeys(
        (
            'hidden', 'os_type', 'default_ephemeral_device', 'default_swap_device', 'key_data',
            'vm_mode', 'ephemeral_key_uuid', 'cleaned',
        ),
        lambda row: None,
    ),
    'auto_disk_config': lambda row: int(row.document['disk_config'] == 'AUTO'),
    **{
        name: _attribute(name)
        for name in (
            'host', 'hostname', 'user_id', 'key_name', 'kernel_id', 'ramdisk_id',
            'root_device_name', 'reservation_id',
            'launch_index', 'access_ip_v4', 'access_ip_v6', 'locked_by', 'progress', 'vm_state',
            'task_state',
            'power_state', 'config_drive', 'user_data',
        )
    },
}  # fmt: skip

# Filters that must match in full.
_EXACT = frozenset(
    (
        'uuid', 'project_id', 'tenant_id', 'image', 'image_ref', 'flavor', 'host', 'user_id',
        'vm_state', 'task_state',
        'power_state', 'progress', 'launch_index', 'locked_by', 'config_drive', 'auto_disk_config',
        'shutdown_terminate',
    )
)  # fmt: skip


class Filters:
    """The servers that a list's request selects.

    :param operation: ``index`` or ``detail``: what the policy calls it.
    """

    def __init__(self, handler: ComputeController, operation: str) -> None:
        self.handler = handler
        self.request = handler.req
        self.is_admin = handler.context.is_admin
        self.has_all_filters = handler.may('os_compute_api:servers:allow_all_filters')
        self.all_tenants = False
        self.deleted: bool | None = False
        # Soft-deleted servers are neither deleted nor alive.
        self.shows_soft_deleted = False
        self.tests: list[Test] = []
        # Servers whose cell is down.
        self.unknown: list[Row] = []
        self.is_impossible = False
        # No filters, order or pages.
        self.is_plain = not {name for name, _ in self.request.query} & _PAGES
        self._read_filters()
        # Where nothing can be found, nobody asks whose servers it is about.
        if not self.is_impossible and self._all_tenants():
            rule = f'os_compute_api:servers:{operation}:get_all_tenants'
            handler.permit(rule)
            self.all_tenants = True

    def _all_tenants(self) -> bool:
        text = self.request.parameter('all_tenants')
        if text is None:
            return False
        # The bare word is enough.
        return True if text == '' else self.handler.strict_boolean(text)

    def _read_filters(self) -> None:
        names = dict.fromkeys(name for name, _ in self.request.query)
        for name in names:
            if (name in _REFUSED or name.startswith('_')) and self._may_use(name):
                raise Fault(400, f'Invalid filter field: {name}.')
        # The status is looked at first, and after one that there is not nothing further.
        for name in sorted(names, key=lambda name: name != 'status'):
            if self.is_impossible:
                return
            if name not in _NOT_FILTERS and self._may_use(name):
                self._add(name)
        if 'deleted' not in names and 'changes-since' in names:
            # Someone who polls for changes wants to hear of deletions.
            self.deleted, self.shows_soft_deleted = None, True
        if not self.shows_soft_deleted:
            self.tests.append(lambda row: row.document['vm_state'] != 'soft-delete')

    def _may_use(self, name: str) -> bool:
        since = _SINCE.get(name, '2.0')
        # /v2 has no schema that keeps new ones out.
        if self.has_all_filters and (name not in _UNKNOWN_BEFORE or self.handler.is_legacy):
            return True
        if name not in OPEN_FILTERS and not self.has_all_filters:
            return False
        return self.handler.matches(since)

    def _add(self, name: str) -> None:
        text = self.request.parameter(name) or ''
        special = getattr(self, f'_filter_{name.replace("-", "_")}', None)
        self.is_plain &= special is None and name not in VALUES
        if special is not None:
            special(text)
        elif name in ('project_id', 'tenant_id'):
            # Without all_tenants it is the caller's own project, whatever is asked for.
            self.tests.append(lambda row: not self.all_tenants or row.project == text)
        elif name in VALUES:
            self.tests.append(_comparison(name, text))

    def _filter_status(self, _: str) -> None:
        texts = [text.upper() for text in self.request.parameters('status')]
        if not any(server_states.vm_states_of(status) for status in texts):
            if self.handler.matches('2.38'):
                raise Fault(400, 'Invalid status value')
            self.is_impossible = True
        # Among other statuses it finds nothing.
        if set(texts) == {'DELETED'}:
            if not self.is_admin:
                raise Fault(403, 'Only administrators may list deleted instances')
            self.deleted = None
        statuses = frozenset(texts)
        self.tests.append(lambda row: server_states.status_of(row.document) in statuses)

    def _filter_deleted(self, text: str) -> None:
        # Any other word means false here, unlike in the other filters.
        if text.strip().lower() in boolean_words.TRUE:
            self.deleted, self.shows_soft_deleted = None, True
            self.tests.append(_is_deleted_or_soft_deleted)

    def _filter_changes_since(self, text: str) -> None:
        moment = self._moment('changes-since', text)
        self.tests.append(lambda row: row.document['updated'] >= moment)

    def _filter_changes_before(self, text: str) -> None:
        moment = self._moment('changes-before', text)
        since = self.request.parameter('changes-since')
        if since is not None and self._moment('changes-since', since) > moment:
            raise Fault(
                400, 'The value of changes-since must be less than or equal to changes-before.'
            )
        self.tests.append(lambda row: row.document['updated'] <= moment)

    def _moment(self, name: str, text: str) -> float:
        try:
            return clocks.moment(text)
        except ValueError:
            raise Fault(400, f'Invalid filter field: {name}.') from None

    def _filter_ip(self, text: str) -> None:
        self._address(text, 4)

    def _filter_ip6(self, text: str) -> None:
        self._address(text, 6)

    def _address(self, text: str, version: int) -> None:
        pattern = _compiled('ip', text)
        self.tests.append(
            lambda row: any(
                address['version'] == version and pattern.match(address['addr'])
                for addresses in row.document['addresses'].values()
                for address in addresses
            )
        )

    def _tags(self, text: str) -> set[str]:
        # /v2 looks for a tag of each letter.
        self.is_impossible |= self.handler.is_legacy and bool(text)
        return set(text.split(','))

    def _filter_tags(self, text: str) -> None:
        tags = self._tags(text)
        self.tests.append(lambda row: tags <= set(row.document['tags']))

    def _filter_tags_any(self, text: str) -> None:
        tags = self._tags(text)
        self.tests.append(lambda row: bool(tags & set(row.document['tags'])))

    def _filter_not_tags(self, text: str) -> None:
        tags = self._tags(text)
        self.tests.append(lambda row: not tags <= set(row.document['tags']))

    def _filter_not_tags_any(self, text: str) -> None:
        tags = self._tags(text)
        self.tests.append(lambda row: not tags & set(row.document['tags']))

    def _filter_locked(self, text: str) -> None:
        is_locked = self.handler.strict_boolean(text)
        self.tests.append(lambda row: (row.document['locked_by'] is not None) == is_locked)

    def _filter_soft_deleted(self, text: str) -> None:
        # Any word means yes.
        self.shows_soft_deleted = self.shows_soft_deleted or bool(text)


# Moments are searched as texts, as the database writes them.
_MOMENTS: dict[str, Callable[[float | None], str | None]] = {
    'created_at': clocks.iso_micro,
    'launched_at': clocks.iso_whole,
    'terminated_at': clocks.iso_whole,
}


def _in_database(moment: str | None) -> str:
    return (moment or '').replace('T', ' ')


_PAGES = frozenset(('limit', 'marker', 'sort_key', 'sort_dir'))
_NOT_FILTERS = _PAGES | {'all_tenants'}


def _is_deleted_or_soft_deleted(row: Row) -> bool:
    return row.document['vm_state'] in ('deleted', 'soft-delete')


# What may take for ever on some text: repetitions of what repeats or has alternatives, and many in
# a row. A database gives up on these, too.
_ENDLESS = re.compile(r'[*+{|].*\)[*+{]|([*+{][^*+{]*){5}', re.DOTALL)


def _compiled(name: str, text: str) -> re.Pattern[str]:
    """The pattern that the text of a filter is, or one of the text itself.

    :raises Fault: 400: the text is not a pattern.
    """
    try:
        return re.compile(re.escape(text) if _ENDLESS.search(text) else text)
    except (re.error, RecursionError, OverflowError) as error:
        if isinstance(error, re.error):
            raise Fault(400, f'Invalid filter {name}: {error}') from error
        return re.compile(re.escape(text))


def _comparison(name: str, text: str) -> Test:
    value = VALUES[name]
    if name in _EXACT:
        return lambda row: (actual := value(row)) is not None and str(actual) == text
    pattern = _compiled(name, text)
    if (written := _MOMENTS.get(name)) is not None:
        return lambda row: pattern.search(_in_database(written(value(row)))) is not None
    return lambda row: pattern.search(str(value(row) or '')) is not None
