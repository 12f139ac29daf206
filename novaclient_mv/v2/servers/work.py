"""Work that a request started on a server, as its instance action tells of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from novaclient_mv import errors, resources, versions
from novaclient_mv.compat.request_ids import RequestIdMixin
from novaclient_mv.resources import pending_work
from novaclient_mv.resources.pending_work import ENDED, FAILED, MISSING, UNTOLD
from novaclient_mv.v2.servers import action_records

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
        self._records = action_records.ActionRecords(api, self.server)
        self._begun: pending_work.Begun | None = None

    def started(self, result: RequestIdMixin) -> Work:
        """The work of the request behind a result."""
        self._begun = pending_work.of(result)
        return self._work(self._begun.request_id, 'RUNNING')

    def get(self, request_id: str) -> Work:
        """Return the state of a request's work.

        :raises ActionInError: the work failed.
        :raises InstanceInDeletedState: the server is gone.
        :raises Error: this cloud, or this version, does not tell.

        ``GET /servers/{server_id}/os-instance-actions/{id}``
        """
        if not request_id or self._begun is None:
            raise errors.Error(
                f'{self.name}: the cloud gave the request no id, so that it cannot be waited for.'
            )
        record = self._records.read(self._begun)
        if record.state == MISSING:
            # Nova records an attached volume after it has answered, from 2.101; or the server is
            # gone.
            self._require_server()
        elif record.state == FAILED:
            work = self._work(request_id, 'ERROR')
            failed = errors.ActionFailed('', work, record.action, record.reason, record.request_id)
            raise errors.ActionInError(failed, record.reason, 'error')
        elif record.state == UNTOLD:
            is_old = self.api_version < versions.APIVersion('2.51')
            who = f'API version {self.api_version}' if is_old else 'the cloud'
            more = '; 2.51 and later do' if is_old else ''
            raise errors.Error(f'{self.name}: {who} does not tell how it goes on{more}.')
        return self._work(request_id, 'DONE' if record.state == ENDED else 'RUNNING')

    def _require_server(self) -> None:
        try:
            self.send('GET /servers/{id}', self.server)
        except errors.NotFound as error:
            error.check_service()
            message = f'{self.name} is gone: the server was deleted.'
            raise errors.InstanceInDeletedState(message) from error

    def _work(self, request_id: str, status: str) -> Work:
        return Work(self, {'id': request_id, 'name': self.name, 'status': status}, loaded=True)
