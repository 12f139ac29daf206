"""Handlers of the service: the version and the arguments of a request, and its node."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.baremetal import kinds, refusals, views
from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.http.controller import Controller
from novaclient_mv.sandbox.http.service import Unrouted
from novaclient_mv.sandbox.http.wsgi import Fault, quoted
from novaclient_mv.sandbox.state import baremetal_nodes, clocks

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.service import Call
    from novaclient_mv.sandbox.http.wsgi import Headers, Response
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]

CONDUCTOR = 'sandbox-conductor'
"""The one conductor of the sandbox, and the host that locks nodes."""


class IronicHandlers(Controller):
    """Handlers of the service.

    :ivar arguments: of the request, each of its kind.
    """

    def __init__(self, call: Call, statuses: tuple[int, ...] | None = None) -> None:
        super().__init__(call, statuses)
        self.arguments = call.arguments

    @property
    def minor(self) -> float:
        """The minor version of the request."""
        return self.api_version.ver_minor

    def arguments_of(self, handler: str) -> kinds.Arguments:
        """The arguments of a handler."""
        return kinds.of(getattr(self, handler))

    def read(self, handler: str, variables: Mapping[str, str]) -> dict[str, Any]:
        """The arguments of a request: those of its query, and its body or the keys of it.

        :param variables: of the path; the handler may declare kinds of these as well.
        :raises Refused: 400: they are not as the handler declares.
        """
        declared = self.arguments_of(handler)
        sent: dict[str, Any] = {}
        try:
            body = self.call.body if self.req.body and self.req.method != 'GET' else {}
        except Fault as fault:
            raise Unrouted(fault.status, fault.message) from None
        if not declared.body and isinstance(body, dict):
            sent |= body
        for name in dict.fromkeys(name for name, _ in self.req.query):
            values = [*self.req.parameters(name), *([sent[name]] if name in sent else ())]
            # What is sent twice is a list.
            sent[name] = values if values[1:] else values[0]
        if declared.body:
            # What is a key of the body, too, counts there alone.
            keys = body if isinstance(body, dict) else ()
            sent = {name: value for name, value in sent.items() if name not in keys}
            sent[declared.body] = body
        if twice := sorted({*sent} & {*variables}):
            raise Refused(400, f'Unexpected arguments: {", ".join(twice)}')
        named = {name: text for name, text in variables.items() if name in declared.kinds}
        return {**variables, **declared.bound({**sent, **named})}

    def accepted(self, headers: Headers = (), status: int = 202) -> Response:
        """The answer to what goes on after it: no body."""
        return self.answer(None, headers, status)

    def node(self, ident: str) -> Row:
        """The node of a UUID, or of a name from 1.5 on, as it is now.

        :raises Refused: 404, also where the node is not the caller's to see.
        """
        is_uuid = baremetal_nodes.UUID.fullmatch(ident)
        if self.minor >= 5 and not kinds.is_ident(ident):
            raise Refused(400, f'Expected a logical name or UUID but received {ident}.')
        is_known = is_uuid or (self.minor >= 5 and not kinds.is_uuid(ident))
        row = baremetal_nodes.find(self.db, ident) if is_known else None
        if row is None or not self.may_see(row):
            raise refusals.not_found('Node', ident)
        return row

    def may_see(self, node: Row) -> bool:
        """Whether a node is the caller's: owned or leased, where it is not an administrator."""
        owners = (node.document.get('owner'), node.document.get('lessee'))
        return self.context.is_admin or self.context.project_id in owners

    def location(self, path: str) -> tuple[str, str]:
        """The header that says where a result is."""
        return 'Location', views.links(self.req, quoted(path))[0]['href']


def iso(moment: float | None) -> str | None:
    """A moment as the service writes it, with microseconds and its zone."""
    text = clocks.iso_micro(moment)
    return None if text is None else f'{text}+00:00'
