"""Servers under the older path that the Compute API has up to 2.102."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from novaclient_mv import errors, resources, versions
from novaclient_mv.v2 import servers
from novaclient_mv.wire.request import Answer, Query

if TYPE_CHECKING:
    from novaclient_mv.v2 import servers


class VolumesBootManager(servers.ServerManager):
    """Servers under ``/os-volumes_boot``, up to 2.102; ``client.servers`` has them at all versions.

    Methods that need another request than those of ``moved`` raise ``NotFound``. Nova 34 answers
    500 to each of these that has a body: it loses the body on this path.
    """

    moved: ClassVar[Mapping[str, str]] = {
        'GET /servers': 'GET /os-volumes_boot',
        'POST /servers': 'POST /os-volumes_boot',
        'GET /servers/detail': 'GET /os-volumes_boot/detail',
        'GET /servers/{id}': 'GET /os-volumes_boot/{id}',
        'PUT /servers/{id}': 'PUT /os-volumes_boot/{id}',
        'DELETE /servers/{id}': 'DELETE /os-volumes_boot/{id}',
        **{
            f'POST /servers/{{id}}/action {name}': f'POST /os-volumes_boot/{{id}}/action {name}'
            for name in (
                *('confirmResize', 'createImage', 'os-start', 'os-stop', 'reboot', 'rebuild'),
                *('resize', 'revertResize', 'trigger_crash_dump'),
            )
        },
    }
    """Requests for servers to those that take their place here."""

    @versions.wraps('2.0', '2.102')
    def send(
        self,
        operation: str,
        *ids: resources.Id,
        query: Query = (),
        body: resources.Body = None,
        service: str | None = None,
    ) -> Answer:
        """Carry out an operation on servers under the older path.

        :raises NotFound: the older path does not have it.
        """
        place = self.moved.get(operation)
        if place is None:
            raise errors.NotFound(404, f'/os-volumes_boot has nothing like {operation}.')
        return super().send(place, *ids, query=query, body=body, service=service)
