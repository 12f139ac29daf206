"""A server's actions and their events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv import resources
from novaclient_mv.resources import Time, field
from novaclient_mv.services.filters import Filters, changed

if TYPE_CHECKING:
    from novaclient_mv.v2 import servers


_EVENT = resources.known(
    *('event', 'start_time', 'finish_time', 'result', 'traceback', 'host', 'hostId', 'details')
)

FILTERS = Filters(*changed('Actions', since='2.58'))


class InstanceAction(resources.Resource):
    """One action on a server; the id of its request is its id."""

    __repr__ = resources.Resource.all_fields
    hidden_by: ClassVar[Mapping[str, str]] = {'events': 'os_compute_api:os-instance-actions:events'}

    action: str = field()
    request_id: str = field('Request_ID')
    message: str | None = field(cell=lambda text: '-' if text is None else text)
    start_time: Time = field('Start_Time')
    updated_at: Time | None = field('Updated_At', start_version='2.58')
    instance_uuid: str = field('Instance UUID')
    project_id: str = field('Project ID')
    user_id: str = field('User ID')
    events: list[dict[str, Any]] = field(shape=_EVENT)


class InstanceActionManager(resources.ManagerWithFind[InstanceAction]):
    """Actions on one server; from 2.21 those of a deleted one too."""

    kind = 'action'
    resource_class = InstanceAction

    def get(self, server: servers.Server | str, request_id: str) -> InstanceAction:
        """One action with its events: ``GET /servers/{server_id}/os-instance-actions/{id}``.

        :param request_id: id of the request that began it.
        :raises NotFound: the resource does not exist.
        """
        return self._show(
            'GET /servers/{server_id}/os-instance-actions/{id}',
            'instanceAction',
            server,
            request_id,
        )

    @resources.by_page
    @FILTERS.parameters(marker='2.58..', limit='2.58..')
    def list(  # type: ignore[override]
        self,
        server: servers.Server | str,
        marker: str | None = None,
        limit: int | None = None,
        changes_since: str | None = None,
        changes_before: str | None = None,
    ) -> resources.Listing[InstanceAction]:
        """Actions on a server, newest first; from 2.58 one page as the cloud cuts it.

        :param marker: request id of the action before the first (from 2.58).
        :param limit: number of actions (from 2.58).
        :param changes_since: ISO 8601 time of the earliest change (from 2.58).
        :param changes_before: ISO 8601 time of the latest change (from 2.66).

        ``GET /servers/{server_id}/os-instance-actions``
        """
        query = {**FILTERS.query(locals()), 'marker': marker or None}
        return self._listing(
            'GET /servers/{server_id}/os-instance-actions',
            'instanceActions',
            server,
            query=query,
            limit=limit,
            marker_of=lambda row: row.get('request_id'),
        )

    iterate = resources.every_page(list)
