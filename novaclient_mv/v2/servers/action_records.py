"""The record that Nova keeps of an action on a server, read by the request that began it."""

from __future__ import annotations

import calendar
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from novaclient_mv import errors, resources, versions
from novaclient_mv.resources.pending_work import (
    EMPTY,
    ENDED,
    FAILED,
    MISSING,
    RUNNING,
    UNTOLD,
    Begun,
    WorkRecord,
)
from novaclient_mv.wire import answers
from novaclient_mv.wire.request import Answer, request

_ACTIONS: Final = {
    'POST /servers/{id}/action os-migrateLive': 'live-migration',
    'POST /servers/{id}/action os-start': 'start',
    'POST /servers/{id}/action os-stop': 'stop',
    'POST /servers/{id}/action os-resetState': 'resetState',
    'POST /servers/{id}/action forceDelete': 'delete',
    'DELETE /servers/{id}': 'delete',
    'POST /servers/{server_id}/os-volume_attachments': 'attach_volume',
    'PUT /servers/{server_id}/os-volume_attachments/{id}': 'swap_volume',
    'DELETE /servers/{server_id}/os-volume_attachments/{id}': 'detach_volume',
    'POST /servers/{server_id}/os-interface': 'attach_interface',
    'DELETE /servers/{server_id}/os-interface/{id}': 'detach_interface',
}
"""Operations whose records do not have the action's name in the API."""

UNTOLD_TO_MEMBERS: Final = 'the cloud tells members no reason'

_DETAILS: Final = '2.84'
_SKEW: Final = 10.0
"""Seconds before the answer to a request in which its record may have begun."""


def action_of(operation: str) -> str:
    """The name that records have for the action of an operation; empty where it is unknown."""
    name = operation.rpartition(' ')[2]
    return _ACTIONS.get(operation, '' if name.startswith('/') else name)


class ActionRecords(resources.Manager[resources.Resource]):
    """The records of one server, each read by the request that began the action."""

    def __init__(self, api: resources.Api, server: resources.Id) -> None:
        super().__init__(api)
        self.server = str(resources.getid(server))

    def read(self, begun: Begun) -> WorkRecord:
        """Return the record of an action: by the id of its request, or else the newest of its name
        that began after the request.

        It is read at 2.84 or later where the cloud is known to have that, since details of a
        failure come with it.

        :raises ClientException: the records may not be read.
        :raises CloudError: the cloud cannot be reached, or its answer cannot be read.

        ``GET /servers/{server_id}/os-instance-actions/{id}``
        """
        action = action_of(begun.operation)
        fields = self._show_record(begun.request_id) or self._newest(action, begun)
        if fields is None:
            return WorkRecord(MISSING, action, begun.request_id)
        visible_events: Any = fields.get('events')
        events = [event for event in visible_events or [] if isinstance(event, dict)]
        failed = [event for event in events if event.get('result') == 'Error']
        if failed or fields.get('message') == 'Error':
            state = FAILED
        elif not events:
            state = UNTOLD if visible_events is None else EMPTY
        else:
            has_ended = all(event.get('finish_time') or event.get('result') for event in events)
            state = ENDED if has_ended else RUNNING
        action = str(fields.get('action') or action)
        return WorkRecord(
            state,
            action,
            str(fields.get('request_id') or begun.request_id),
            _reason(events, failed),
        )

    def _show_record(self, request_id: str) -> Mapping[str, Any] | None:
        if not request_id:
            return None
        operation = 'GET /servers/{server_id}/os-instance-actions/{id}'
        try:
            answer = self._send(operation, self.server, request_id)
        except errors.NotFound as error:
            error.check_service()
            return None
        return dict(resources.member(answer, 'instanceAction', dict))

    def _newest(self, action: str, begun: Begun) -> Mapping[str, Any] | None:
        """The newest record of an action that began after a request, with its events."""
        operation = 'GET /servers/{server_id}/os-instance-actions'
        try:
            answer = self._send(operation, self.server)
        except errors.NotFound as error:
            error.check_service()
            return None
        listed = resources.member(answer, 'instanceActions', list)
        rows = [
            row for row in answers.objects(answer, listed)
            if row.get('action') == action and is_since(begun, row.get('start_time'))
        ]  # fmt: skip
        if not rows:
            return None
        newest = max(rows, key=lambda row: _seconds(row.get('start_time')))
        return self._show_record(str(newest.get('request_id') or '')) or dict(newest)

    def _send(self, operation: str, *ids: str) -> Answer:
        """Send a read at the version that tells most."""
        if self._version == self.api_version:
            return self.send(operation, *ids)
        try:
            return self.client.at(self._version).send(request(operation, *ids))
        except errors.NotAcceptable:
            return self.send(operation, *ids)

    @property
    def _version(self) -> versions.APIVersion:
        """The version at which records are read."""
        known = getattr(self.client, 'known_versions', None)
        offered = self._offered or (known and (known.documented or known.offered))
        if offered is None:
            return self.api_version
        return max(self.api_version, min(versions.APIVersion(_DETAILS), offered.end))


def is_since(begun: Begun, timestamp: object) -> bool:
    """Whether a timestamp, as records have it, may be that of the work of a request."""
    return _seconds(timestamp) >= begun.moment() - _SKEW


def _seconds(timestamp: object) -> float:
    """Seconds since the epoch of a timestamp as records have it; 0 for what is none."""
    try:
        return float(calendar.timegm(time.strptime(str(timestamp)[:19], '%Y-%m-%dT%H:%M:%S')))
    except ValueError:
        return 0.0


def _reason(events: Iterable[Mapping[str, Any]], failed: Sequence[Mapping[str, Any]]) -> str:
    """Return the reason of a failure, or why none is known."""
    # The event around all others ends last, and its details are those of the whole.
    for event in sorted(failed, key=lambda event: str(event.get('finish_time')), reverse=True):
        if event.get('details'):
            return str(event['details']).strip()
    for event in sorted(failed, key=lambda event: str(event.get('finish_time')), reverse=True):
        lines = str(event.get('traceback') or '').strip().splitlines()
        if lines:
            return lines[-1].strip()
    # Only administrators see tracebacks and details, and up to 2.50 events at all.
    if any('traceback' in event or 'details' in event for event in events):
        return 'the cloud tells no reason'
    return UNTOLD_TO_MEMBERS
