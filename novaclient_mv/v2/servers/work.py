"""Work that a request started on a server, as its instance action tells of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from novaclient_mv import errors, resources
from novaclient_mv.compat.request_ids import RequestIdMixin

if TYPE_CHECKING:
    from novaclient_mv.v2.servers import Server


class Work(resources.Resource):
    """The work of one request; its ``status`` is ``RUNNING``, ``DONE`` or ``ERROR``."""

    show_command = 'server-action-show {manager.server} {id}'


class WorkOnServer(resources.Manager[Work]):
    """The work that requests started on one server.

    :param name: what messages call it.
    """

    resource_class = Work

    def __init__(self, api: resources.Api, server: Server | str, name: str) -> None:
        super().__init__(api)
        self.server = resources.getid(server)
        self.name = name

    def started(self, result: RequestIdMixin) -> Work:
        """The work of the request behind a result."""
        request_id = result.request_ids[-1] if result.request_ids else ''
        return self._work(request_id, 'RUNNING')

    def get(self, request_id: str) -> Work:
        """Return the state of a request's work.

        :raises InstanceInDeletedState: the server is gone.
        :raises Error: this cloud, or this version, does not tell.

        ``GET /servers/{server_id}/os-instance-actions/{id}``
        """
        if not request_id:
            raise errors.Error(
                f'{self.name}: the cloud gave the request no id, so that it cannot be waited for.'
            )
        operation = 'GET /servers/{server_id}/os-instance-actions/{id}'
        try:
            answer = self.send(operation, self.server, request_id)
        except errors.NotFound:
            # Nova records an attached volume after it has answered, from 2.101; or the server is
            # gone.
            self._require_server()
            return self._work(request_id, 'RUNNING')
        action = resources.member(answer, 'instanceAction', dict)
        events = action.get('events')
        if action.get('message') == 'Error':
            return self._work(request_id, 'ERROR', _fault(events or ()))
        if events is None:
            # Up to 2.50 only administrators see events.
            raise errors.Error(
                f'{self.name}: API version {self.api_version} does not tell how it goes on; '
                f'2.51 and later do.'
            )
        if any(event.get('result') == 'Error' for event in events):
            return self._work(request_id, 'ERROR', _fault(events))
        is_done = events and all(event.get('finish_time') for event in events)
        return self._work(request_id, 'DONE' if is_done else 'RUNNING')

    def _require_server(self) -> None:
        try:
            self.send('GET /servers/{id}', self.server)
        except errors.NotFound as error:
            message = f'{self.name} is gone: the server was deleted.'
            raise errors.InstanceInDeletedState(message) from error

    def _work(self, request_id: str, status: str, fault: str | None = None) -> Work:
        fields: dict[str, Any] = {'id': request_id, 'name': self.name, 'status': status}
        if fault:
            fields['fault'] = {'message': fault}
        return Work(self, fields, loaded=True)


def _fault(events: Iterable[Mapping[str, Any]]) -> str:
    """Return the reason of a failure; the API has details from 2.84."""
    failed: list[Mapping[str, Any]] = [event for event in events if event.get('result') == 'Error']
    if not failed:
        return 'the cloud does not say why.'
    return str(failed[-1].get('details') or f'{failed[-1].get("event")} failed.')
