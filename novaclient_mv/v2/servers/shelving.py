"""Server actions: shelve, offload and unshelve."""

from __future__ import annotations

from typing import TYPE_CHECKING

from novaclient_mv import resources, versions
from novaclient_mv.v2.servers import action
from novaclient_mv.v2.servers.requests import UNSET

if TYPE_CHECKING:
    from novaclient_mv.v2.servers import Server


class ServerShelving(action.ServerActions[resources.R]):
    """Shelves and unshelves one server; the cloud goes on after it has answered."""

    def shelve(self, server: Server | str) -> resources.TupleWithMeta:
        """Shelve a server: stop it, and keep its disk as an image.

        ``POST /servers/{id}/action shelve``
        """
        return self._action('shelve', server)

    def shelve_offload(self, server: Server | str) -> resources.TupleWithMeta:
        """Offload a shelved server from its host: ``POST /servers/{id}/action shelveOffload``."""
        return self._action('shelveOffload', server)

    @versions.wraps('2.0', '2.76')
    def unshelve(self, server: Server | str) -> resources.TupleWithMeta:
        """Unshelve a server: ``POST /servers/{id}/action unshelve``."""
        return self._action('unshelve', server)

    @versions.wraps('2.77', '2.90')
    def unshelve(
        self, server: Server | str, availability_zone: str | None = None
    ) -> resources.TupleWithMeta:
        """Unshelve a server: ``POST /servers/{id}/action unshelve``.

        :param availability_zone: where, for one that has left its host.
        :raises BadRequest: there is no such zone.
        :raises Conflict: the server is still on its host.
        """
        body = {'availability_zone': availability_zone} if availability_zone else None
        return self._action('unshelve', server, body)

    @versions.newest
    @versions.wraps('2.91')
    def unshelve(
        self, server: Server | str, availability_zone: str | None = UNSET, host: str | None = None
    ) -> resources.TupleWithMeta:
        """Unshelve a server: ``POST /servers/{id}/action unshelve``.

        :param availability_zone: where, for one that has left its host; ``None`` lets it move to
            any zone from now on.
        :param host: on which host (administrators).
        :raises BadRequest: there is no such zone or host.
        :raises Conflict: the server is still on its host.
        """
        body = resources.without_none({'host': host})
        if availability_zone is not UNSET:
            body['availability_zone'] = availability_zone
        return self._action('unshelve', server, body or None)


class ServerShelvingMethods(action.ServerMethods):
    """The actions above, as methods of a server."""

    shelve = resources.manager_method(ServerShelving.shelve)
    shelve_offload = resources.manager_method(ServerShelving.shelve_offload)
    unshelve = resources.manager_method(ServerShelving.unshelve)
