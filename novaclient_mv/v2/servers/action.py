"""One action on a server, as a request and as a method of the server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from novaclient_mv import resources
from novaclient_mv.resources import pending_work

if TYPE_CHECKING:
    from novaclient_mv.v2.servers import Server
    from novaclient_mv.wire.request import Answer


class ServerActions(resources.Manager[resources.R]):
    """Sends actions on one server.

    All raise ``NotFound`` for a server that is not there and ``Conflict`` when its state or lock
    forbids them.
    """

    def _action(
        self,
        action: str,
        server: Server | str,
        info: resources.Body = None,
        **kwargs: Any,  # noqa: ANN401 - what a hook of a program takes
    ) -> resources.TupleWithMeta:
        """Send an action; programs call this for those that have no method (tobiko 0.7).

        :param info: its values; many have none.
        :param kwargs: for the hooks ``modify_body_for_action``.
        """
        answer = self._sent_action(action, server, info, **kwargs)
        return pending_work.noted(self._done(answer), answer, server)

    def _action_return_resp_and_body(
        self,
        action: str,
        server: Server | str,
        info: resources.Body = None,
        **kwargs: Any,  # noqa: ANN401 - what a hook of a program takes
    ) -> tuple[Any, Any]:
        """Send an action, and give the response and its body; programs take them apart."""
        response, body = self._answered(self._sent_action(action, server, info, **kwargs))
        return response, body

    def _answered_action(
        self, action: str, server: Server | str, info: resources.Body = None
    ) -> resources.TupleWithMeta:
        """Send an action; what it gives is the response and its body, with the request id."""
        answer = self._sent_action(action, server, info)
        return pending_work.noted(self._answered(answer), answer, server)

    def _action_with_password(
        self, action: str, server: Server | str, info: resources.Body = None
    ) -> resources.TupleWithMeta:
        """Send an action whose answer is an object with ``adminPass``, or an empty one where the
        cloud tells no passwords.
        """
        answer = self._sent_action(action, server, info)
        resources.member(answer, resources.UNWRAPPED, dict)
        return pending_work.noted(self._answered(answer), answer, server)

    def _sent_action(
        self,
        action: str,
        server: Server | str,
        info: resources.Body,
        **kwargs: Any,  # noqa: ANN401 - what a hook of a program takes
    ) -> Answer:
        body = {action: info}
        self.run_hooks('modify_body_for_action', body, **kwargs)
        return self.send(f'POST /servers/{{id}}/action {action}', server, body=body)


class ServerMethods(resources.Resource):
    """Methods of a server that its manager has too."""

    def begun_work(self, begun: resources.Begun) -> resources.BegunWork[Any] | None:
        """Return the action that a request began; none for its creation, which its state tells."""
        from novaclient_mv.v2.servers import begun_actions

        return begun_actions.of_request(cast('Server', self), begun)

    def _do(self, name: str, *values: object, **named: object) -> resources.TupleWithMeta:
        """Call the manager's method of this name for this server."""
        done: resources.TupleWithMeta = getattr(self.manager, name)(self, *values, **named)
        return done
