"""Shares of the shared file systems service that are attached to servers (from 2.97)."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING

from novaclient_mv import resources, versions
from novaclient_mv.resources import field

if TYPE_CHECKING:
    from novaclient_mv.v2.servers import Server


class ServerShare(resources.Resource):
    """A share as it is attached to a server."""

    repr_keys = ('share_id',)
    id_keys = ('share_id',)
    show_command = 'server-share-show {manager.server} {id}'

    share_id: str = field('Share ID')
    status: str = field()
    tag: str | None = field()
    uuid: str = field('UUID')
    export_location: str = field()

    @property
    def id(self) -> str:
        """Id of the share."""
        return str(self._info['share_id'])


class SharesOfServer(resources.Manager[ServerShare]):
    """The shares of one server, so that each can be asked for again."""

    resource_class = ServerShare

    def __init__(self, api: resources.Api, server: Server | str) -> None:
        super().__init__(api)
        self.server = resources.getid(server)

    def get(self, share: ServerShare | str) -> ServerShare:
        """One attached share: ``GET /servers/{server_id}/shares/{id}``."""
        operation = 'GET /servers/{server_id}/shares/{id}'
        return self._show(operation, 'share', self.server, share)

    def list(self) -> builtins.list[ServerShare]:
        """All attached shares.

        ``GET /servers/{server_id}/shares``
        """
        return self._read_list('GET /servers/{server_id}/shares', 'shares', self.server)

    def attach(self, **fields: resources.Value) -> ServerShare:
        """Attach a share: ``POST /servers/{server_id}/shares``."""
        return self._create_one('POST /servers/{server_id}/shares', 'share', self.server, **fields)


class ServerSharesManager(resources.Manager[ServerShare]):
    """Shares of servers (from 2.97); all raise ``NotFound`` for what is not there."""

    resource_class = ServerShare

    @versions.wraps('2.97')
    def list(self, server: Server | str) -> builtins.list[ServerShare]:
        """The shares attached to a server.

        ``GET /servers/{server_id}/shares``
        """
        return SharesOfServer(self.api, server).list()

    iterate = resources.every_row(list)

    @versions.wraps('2.97')
    def get(self, server: Server | str, share: ServerShare | str) -> ServerShare:
        """One share attached to a server, by the id of the share.

        ``GET /servers/{server_id}/shares/{id}``
        """
        return SharesOfServer(self.api, server).get(share)

    @versions.wraps('2.97')
    def create(self, server: Server | str, share_id: str, tag: str | None = None) -> ServerShare:
        """Attach a share to a stopped server (asynchronous).

        :param tag: by which the guest knows the share; its id, if none is given.
        :raises Conflict: the server is not stopped, or the share cannot be attached.

        ``POST /servers/{server_id}/shares``
        """
        return SharesOfServer(self.api, server).attach(share_id=share_id, tag=tag)

    @versions.wraps('2.97')
    def delete(self, server: Server | str, share: ServerShare | str) -> resources.TupleWithMeta:
        """Detach a share from a stopped server (asynchronous).

        :raises Conflict: the server is not stopped.

        ``DELETE /servers/{server_id}/shares/{id}``
        """
        operation = 'DELETE /servers/{server_id}/shares/{id}'
        return self._done(self.send(operation, server, getattr(share, 'id', share)))
