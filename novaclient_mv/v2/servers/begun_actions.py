"""Judges an action on a server by its effect, and by its record where the server shows none."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from novaclient_mv import errors, resources
from novaclient_mv.resources.pending_work import (
    ENDED,
    FAILED,
    MISSING,
    RUNNING,
    Begun,
    BegunWork,
    WorkRecord,
)
from novaclient_mv.v2.servers import action_records
from novaclient_mv.wire import answers

if TYPE_CHECKING:
    from novaclient_mv.v2.servers import Server

_MOVES: Final = frozenset({'live-migration', 'migrate', 'evacuate'})
_ON_RECORD: Final = frozenset(
    {
        '',
        'reboot',
        'createImage',
        'createBackup',
        'changePassword',
        'trigger_crash_dump',
        'attach_interface',
        'detach_interface',
        'attach_volume',
        'detach_volume',
        'swap_volume',
    }
)
"""Actions of which the server itself shows nothing when they have ended."""

_NOUNS: Final = {
    '': 'action',
    'live-migration': 'live migration',
    'migrate': 'migration',
    'evacuate': 'evacuation',
    'confirmResize': 'confirmation of the resize',
    'revertResize': 'reversal of the resize',
    'shelveOffload': 'offload',
    'createImage': 'snapshot',
    'createBackup': 'backup',
    'delete': 'deletion',
    'resetState': 'reset of the state',
    'changePassword': 'change of the password',
    'trigger_crash_dump': 'crash dump',
    'attach_interface': 'attachment of the interface',
    'detach_interface': 'detachment of the interface',
    'attach_volume': 'attachment of the volume',
    'detach_volume': 'detachment of the volume',
    'swap_volume': 'change of the volume',
}

_HOSTS: Final = ('OS-EXT-SRV-ATTR:host', 'OS-EXT-SRV-ATTR:hypervisor_hostname', 'hostId')
"""Fields that change with the host; everyone sees the last one."""

_TASK: Final = 'OS-EXT-STS:task_state'
_RESIZED: Final = 'VERIFY_RESIZE'
_ON_TARGET: Final = frozenset({'resize_migrated', 'resize_finish'})
"""Tasks in which a server that moves has its new host already."""

_MIGRATION_STATES: Final = {
    **dict.fromkeys(('completed', 'done', 'finished', 'confirmed'), ENDED),
    **dict.fromkeys(('error', 'failed', 'cancelled', 'reverted'), FAILED),
}


class BegunAction(BegunWork['Server']):
    """An action on a server that a request began.

    :param server: as it was when the wait began.
    """

    def __init__(self, server: Server, begun: Begun) -> None:
        super().__init__(begun, action_records.action_of(begun.operation))
        self._before: Mapping[str, Any] = begun.before
        self._records = action_records.ActionRecords(server.manager, server)
        self._unread: errors.Error | None = None
        body = begun.body if isinstance(begun.body, dict) else {}
        values = next(iter(body.values()), None)
        self._values: Mapping[str, Any] = values if isinstance(values, dict) else {}

    def observe(self, resource: Server) -> None:
        """Take note of the host of a server on which the action goes on: a server that was found
        by its name, or of which only the id was known, has none before.
        """
        if resource.current_task() not in _ON_TARGET:
            now = {key: resource._info[key] for key in _HOSTS if key in resource._info}
            self._before = {**now, **self._before}

    @property
    def is_on_record(self) -> bool:
        """Whether the server shows nothing of the effect, before and after."""
        if self.action == 'rebuild':
            return _image(self._before) in (None, self._values.get('imageRef'))
        return self.action in _ON_RECORD

    def effect(self, resource: Server, is_at_end: bool) -> bool | None:
        """Whether a server shows the effect; ``None`` where no field tells."""
        before, now = self._before, resource._info
        if self.action in ('migrate', 'resize') and now.get('status') == _RESIZED:
            return before.get('status') != _RESIZED or None
        if self.action in _MOVES:
            return self._has_moved(now)
        if self.action == 'resize':
            return self._is_resized(now)
        image = self._values.get('imageRef') or _image(now)
        if self.action == 'rebuild' and _image(now) not in (None, image):
            return False
        if self.is_on_record:
            return None
        hosts = [now[key] for key in _HOSTS if key in now]
        has_host = self.action != 'unshelve' or any(hosts) or not hosts
        return is_at_end and has_host

    def _is_resized(self, now: Mapping[str, Any]) -> bool | None:
        """Whether a server has the flavor, by its id up to 2.46 and by what it is made of later."""
        flavor, before = now.get('flavor'), self._before.get('flavor')
        if not isinstance(flavor, dict):
            return None
        if 'id' in flavor and 'flavorRef' in self._values:
            return str(flavor['id']) == str(self._values['flavorRef'])
        if isinstance(before, dict) and _differs(before, flavor):
            return True
        name = self._flavor_name
        if name is None or flavor.get('original_name') != name:
            return False if before or name else None
        # Another flavor of the same name cannot be told from the one before.
        return None if before else True

    @functools.cached_property
    def _flavor_name(self) -> str | None:
        """The name of the flavor that a resize is to; ``None`` where it cannot be read."""
        flavor_id = self._values.get('flavorRef')
        if flavor_id is None:
            return None
        try:
            answer = self._records.send('GET /flavors/{id}', str(flavor_id))
            return str(resources.member(answer, 'flavor', dict).get('name'))
        except errors.Error:
            return None

    def _has_moved(self, now: Mapping[str, Any]) -> bool | None:
        for key in _HOSTS:
            if self._before.get(key) and now.get(key):
                return bool(self._before[key] != now[key])
        host, target = now.get(_HOSTS[0]), self._values.get('host')
        return None if not host or not target else bool(host == target)

    def record(self, resource: Server) -> WorkRecord:
        """Return the outcome of the action by the cloud's records.

        Of a move whose effect the server cannot show, that is the status of its migration: an
        event may have failed of one that has moved.
        """
        self._unread = None
        try:
            record = self._records.read(self.begun)
        except errors.Error as error:
            # A failure is not hidden by another one, of what would only explain it.
            self._unread = error
            record = WorkRecord(MISSING, self.action, self.begun.request_id)
            if isinstance(error, errors.Forbidden):
                record = record._replace(reason=action_records.UNTOLD_TO_MEMBERS)
        self.action = self.action or record.action
        if record.state != MISSING:
            # The next one is asked for by the id that this one was found by.
            self.begun = self.begun._replace(request_id=record.request_id)
        if self.action in _MOVES and self._has_moved(resource._info) is None:
            state = self._migration_state(resource)
            if state != MISSING or record.state != FAILED:
                return record._replace(state=state)
        return record

    def _migration_state(self, server: Server) -> str:
        query = {'instance_uuid': server.id}
        try:
            answer = self._records.send('GET /os-migrations', query=query)
            rows = [*answers.objects(answer, resources.member(answer, 'migrations', list))]
        except errors.Error:
            # Only administrators may list them.
            return MISSING
        rows = [row for row in rows if action_records.is_since(self.begun, row.get('created_at'))]
        if not rows:
            return MISSING
        newest = max(rows, key=lambda row: str(row.get('created_at')))
        state = _MIGRATION_STATES.get(str(newest.get('status')), RUNNING)
        source, host = newest.get('source_compute'), server._info.get(_HOSTS[0])
        if state != RUNNING and source and host:
            return FAILED if host == source else ENDED
        return state

    def is_going_on(self, resource: Server) -> bool | None:
        """Whether the server has a task; ``None`` where the cloud does not tell of tasks, and of a
        confirmation, during which Nova shows none.
        """
        if self.action == 'confirmResize' or _TASK not in resource._info:
            return None
        return bool(resource.current_task())

    def unknown(self, resource: Server) -> errors.Error:
        """The error where only the record would tell: that of reading it, unless it is hidden."""
        if self._unread is None or isinstance(self._unread, errors.Forbidden):
            return super().unknown(resource)
        return self._unread

    def succeeded(self, resource: Server, state: str) -> None:
        """Note on a server that the action has ended well by its record, and so in a state."""
        resource.set_info('status', state)
        resource.set_info(_TASK, None)

    def name(self, resource: Server) -> str:
        """The server and the action, as the beginning of a sentence."""
        name = resource._info.get('name') or resource.id
        return f'{name}: the {_NOUNS.get(self.action, self.action)}'

    def place_in_error(self, resource: Server) -> str:
        """The host of a server that was to be moved."""
        return self.place(resource) if self.action in _MOVES and _host(resource._info) else ''

    def place(self, resource: Server) -> str:
        """Where a server is now, as the end of a sentence."""
        now = resource._info
        host = _host(now)
        if self.action in _MOVES and self._has_moved(now) is False:
            return f'it is still on {host}' if host else 'it has not moved'
        if self.action in _MOVES and host:
            return f'it is on {host}'
        flavor = now.get('flavor')
        if self.action == 'resize' and isinstance(flavor, dict):
            name = flavor.get('original_name') or flavor.get('id')
            return f'it is {now.get("status")} with the flavor {name}'
        return f'it is {now.get("status") or "in no known state"}'


def of_request(server: Server, begun: Begun) -> BegunAction | None:
    """The action that a request began; ``None`` for a request that is not an action on a server."""
    is_action = action_records.action_of(begun.operation) or not begun.operation
    return BegunAction(server, begun) if is_action else None


def _differs(before: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether a mapping has changed, but for links."""
    return any(before[key] != now[key] for key in (before.keys() & now.keys()) - {'links'})


def _host(server: Mapping[str, Any]) -> str | None:
    """The host of a server, for those who may see it."""
    return next((str(server[key]) for key in _HOSTS[:2] if server.get(key)), None)


def _image(server: Mapping[str, Any]) -> str | None:
    image = server.get('image')
    return str(image['id']) if isinstance(image, dict) and image.get('id') else None
