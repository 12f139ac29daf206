"""One action on a server, as a request and as a method of the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from novaclient_mv import resources

if TYPE_CHECKING:
    from novaclient_mv.v2.servers import Server


class ServerActions(resources.Manager[resources.R]):
    """Sends actions on one server.

    All raise ``NotFound`` for a server that is not there and ``Conflict`` when its state or lock
    forbids them.
    """

    def _action(
        self, name: str, server: Server | str, argument: resources.Body = None
    ) -> resources.TupleWithMeta:
        operation = f'POST /servers/{{id}}/action {name}'
        return self._done(self.send(operation, server, body={name: argument}))


class ServerMethods(resources.Resource):
    """Methods of a server that its manager has too."""

    def _do(self, name: str, *values: object, **named: object) -> resources.TupleWithMeta:
        """What the manager's method of this name gives for this server."""
        done: resources.TupleWithMeta = getattr(self.manager, name)(self, *values, **named)
        return done
