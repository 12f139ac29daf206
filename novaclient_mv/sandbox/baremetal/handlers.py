"""Handlers of the service: the version and the arguments of a request, and its node."""

from __future__ import annotations

import urllib.parse
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.baremetal import arguments, bodies, refusals, views
from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.http.controller import Controller
from novaclient_mv.sandbox.http.wsgi import quoted
from novaclient_mv.sandbox.state import baremetal_nodes, clocks

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.service import Call
    from novaclient_mv.sandbox.http.wsgi import Headers, Request, Response
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]

CONDUCTOR = 'sandbox-conductor'
"""The one conductor of the sandbox, and the host that locks nodes."""
_FORM = 'application/x-www-form-urlencoded'


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

    def arguments_of(self, handler: str) -> arguments.Arguments:
        """The arguments of a handler."""
        return arguments.of(getattr(self, handler))

    def take(self, handler: str, variables: Mapping[str, str]) -> None:
        """Read the arguments of a request; a handler finds them in ``arguments``.

        :param variables: of the path; its handler is called with those, and what the query may name
            in their place.
        :raises Fault: 400: they are not as the handler declares.
        """
        declared = self.arguments_of(handler)
        sent: dict[str, Any] = {}
        for name, text in self.req.query:
            _add(sent, name, text)
        has_names = declared.body in (arguments.NAMED, arguments.NO_BODY)
        if has_names and self.req.method != 'GET':
            for name, value in _named_values(self.req).items():
                _add(sent, name, value)
        for name, text in _form(self.req):
            _add(sent, name, text)
        if not has_names:
            body = self._body()
            # What is a key of the body, too, counts there alone.
            keys = body if isinstance(body, dict) else ()
            sent = {name: value for name, value in sent.items() if name not in keys}
            sent[declared.body] = body
        self.arguments = declared.bound(variables, sent)

    def _body(self) -> Any:
        """The decoded body; an empty one is an empty object.

        :raises Fault: 400: it is not JSON, or cannot be stored.
        """
        return self.call.body if self.req.body else {}

    def accepted(self, headers: Headers = (), status: int = 202) -> Response:
        """The answer to what goes on after it: no body."""
        return self.answer(None, headers, status)

    def node(self, ident: str) -> Row:
        """The node of a UUID, or of a name from 1.5 on, as it is now.

        :raises Refused: 404, also where the node is not the caller's to see.
        """
        if not baremetal_nodes.UUID.fullmatch(ident):
            if self.minor < 5:
                raise refusals.not_found('Node', ident)
            # Names were those of hosts until 1.10.
            is_host = self.minor >= 10 or bodies.is_host_name(ident)
            if not bodies.is_name_or_uuid(ident) or not (is_host or bodies.is_uuid(ident)):
                words = f'Expected a logical name or UUID but received {ident}.'
                raise Refused(400, words)
            if bodies.is_uuid(ident):
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
        return 'Location', views.links(self.req, quoted(path))[0]['href']


def _is_json(request: Request) -> bool:
    """Whether a body is said to be JSON; otherwise it has no arguments by name."""
    return _media_type(request) == 'application/json'


def _form(request: Request) -> list[tuple[str, str]]:
    """The values of a body that is a form, or has no type."""
    kinds = (_FORM, '') if request.method == 'POST' else (_FORM,)
    if request.method == 'GET' or _media_type(request) not in kinds:
        return []
    text = request.body.decode('utf-8', 'replace')
    return urllib.parse.parse_qsl(text, keep_blank_values=True)


def _media_type(request: Request) -> str:
    """The type of a body without its parameters."""
    return (request.header('Content-Type') or '').partition(';')[0].strip().lower()


def _named_values(request: Request) -> Document:
    """The values of a body by name; one that is no object has none."""
    try:
        body = request.json() if _is_json(request) else None
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


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
