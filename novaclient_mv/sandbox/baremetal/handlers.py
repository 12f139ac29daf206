"""Handlers of the service: the version and the arguments of a request, and its node."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.baremetal import arguments, bodies, refusals, views
from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.http.neighbour import Handlers
from novaclient_mv.sandbox.state import baremetal_nodes, clocks

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Headers, Response
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]

CONDUCTOR = 'sandbox-conductor'
"""The one conductor of the sandbox, and the host that locks nodes."""


class IronicHandlers(Handlers):
    """Handlers of the service; ``minor`` is the request's minor version."""

    @property
    def minor(self) -> float:
        """The minor version of the request."""
        assert self.version is not None
        return self.version.ver_minor

    def arguments_of(self, handler: str) -> arguments.Arguments:
        """The arguments of a handler."""
        return arguments.of(getattr(self, handler))

    def take(self, handler: str, variables: Mapping[str, str]) -> None:
        """Read the arguments of a request; a handler finds them in ``arguments``.

        :param variables: of the path.
        :raises Refused: 400: they are not as the handler declares; 500 where the service fails.
        """
        declared = self.arguments_of(handler)
        sent: dict[str, Any] = {}
        for name, text in self.req.query:
            _add(sent, name, text)
        if declared.body == arguments.NAMED:
            for name, value in self._named_values().items():
                _add(sent, name, value)
        elif declared.body and not set(sent) - set(declared.kinds):
            sent[declared.body] = self._body()
        self.arguments = declared.bound(variables, sent)

    def _body(self) -> Any:
        """The decoded body, whatever it is.

        :raises Refused: 500: it is no JSON, where the service fails.
        """
        try:
            return self.req.json()
        except (ValueError, RecursionError) as error:
            raise Refused(500, str(error)) from None

    def _named_values(self) -> Document:
        """The values of a body by name; one that is no object has none."""
        try:
            body = self.req.json()
        except (ValueError, RecursionError):
            return {}
        return body if isinstance(body, dict) else {}

    def malformed(self, id: str, rest: str) -> Response:
        """Refuse a member below what it belongs to."""
        raise Refused(400, 'Malformed request URI.')

    def accepted(self, headers: Headers = (), status: int = 202) -> Response:
        """The answer to what goes on after it: no body."""
        return self.answer(None, headers, status)

    def node(self, ident: str) -> Row:
        """The node of a UUID, or of a name from 1.5 on, as it is now.

        :raises Refused: 404, also where the node is not the caller's to see.
        """
        if not baremetal_nodes.UUID.fullmatch(ident):
            if not bodies.is_name(ident):
                raise refusals.Aborted(400, f'Expected UUID or name for node: {ident}')
            if self.minor < 5:
                raise refusals.not_found('Node', ident)
        row = baremetal_nodes.find(self.db, ident)
        if row is None or not self.may_see(row):
            raise refusals.not_found('Node', ident)
        return row

    def may_see(self, node: Row) -> bool:
        """Whether a node is the caller's: owned or leased, where it is no administrator."""
        owners = (node.document.get('owner'), node.document.get('lessee'))
        return self.context.is_admin or self.context.project_id in owners

    def location(self, path: str) -> tuple[str, str]:
        """The header that says where a result is."""
        return 'Location', views.links(self.req, path)[0]['href']


def _add(sent: dict[str, Any], name: str, value: Any) -> None:
    """Note an argument; what is sent twice is a list."""
    if name in sent:
        before = sent[name]
        value = [*(before if isinstance(before, list) else [before]), value]
    sent[name] = value


def iso(moment: float | None) -> str | None:
    """A moment as the service writes it, with microseconds and its zone."""
    text = clocks.iso_micro(moment)
    return None if text is None else f'{text}+00:00'
