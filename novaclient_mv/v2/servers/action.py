"""One action on a server, as a request and as a method of the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from novaclient_mv import resources
from novaclient_mv.wire import sender

if TYPE_CHECKING:
    from novaclient_mv.v2.servers import Server


class ServerActions(resources.Manager[resources.R]):
    """Sends actions on one server.

    All raise ``NotFound`` for a server that is not there and ``Conflict`` when its state or lock
    forbids them.
    """

    def _action(
        self, action: str, server: Server | str, info: resources.Body = None
    ) -> resources.TupleWithMeta:
        """Send an action; programs call this for those that have no method (tobiko 0.7)."""
        return self._done(self._acted(action, server, info))

    def _action_return_resp_and_body(
        self, action: str, server: Server | str, info: resources.Body = None
    ) -> resources.TupleWithMeta:
        """Send an action, and give the response and its body."""
        return self._answered(self._acted(action, server, info))

    def _acted(self, action: str, server: Server | str, info: resources.Body) -> sender.Answer:
        return self.send(f'POST /servers/{{id}}/action {action}', server, body={action: info})


class ServerMethods(resources.Resource):
    """Methods of a server that its manager has too."""

    def _do(self, name: str, *values: object, **named: object) -> resources.TupleWithMeta:
        """What the manager's method of this name gives for this server."""
        done: resources.TupleWithMeta = getattr(self.manager, name)(self, *values, **named)
        return done
