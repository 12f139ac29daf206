"""The services beside Compute: who asks, which handler answers, how each writes its errors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.sandbox.http import authentication, boolean_words, random_ids, wsgi
from novaclient_mv.sandbox.http.routing import Route, Router
from novaclient_mv.sandbox.http.wsgi import Fault, Headers, Request, Response
from novaclient_mv.sandbox.state.context import Context

if TYPE_CHECKING:
    from novaclient_mv import versions
    from novaclient_mv.sandbox.state.database import Database
    from novaclient_mv.sandbox.state.rows import Session

# What lists of these services call true and false in a query.
WORDS = dict.fromkeys(boolean_words.TRUE, True) | dict.fromkeys(boolean_words.FALSE, False)


_MOST_OCTETS = 4 << 20
"""Of a body in JSON: read, it may take twenty times the memory."""


class Handlers:
    """Handlers of one resource; an object of it lives for one request.

    :param request: the request.
    :param session: the state.
    :param context: who asks.
    :param version: of a service that has several.
    """

    def __init__(
        self,
        request: Request,
        session: Session,
        context: Context,
        version: versions.APIVersion | None = None,
    ) -> None:
        self.req = request
        self.version = version
        self.db = session
        self.context = context
        self.now = session.now

    @property
    def own_project(self) -> str | None:
        """The project that the caller is confined to; ``None`` for administrators."""
        return None if self.context.is_admin else self.context.project_id

    def answer(
        self, body: Mapping[str, Any] | None = None, headers: Headers = (), status: int = 200
    ) -> Response:
        """The answer of a handler; arguments are as of :meth:`wsgi.Controller.answer`."""
        if body is None:
            return Response(status, b'', headers)
        return Response.of(status, body, headers)

    def plain_answer(self, headers: Headers = (), status: int = 200) -> Response:
        """An answer without a body whose type is that of a page."""
        return Response(status, b'', (wsgi.PAGE, *headers))

    def json(self, *keys: str) -> dict[str, Any]:
        """The body, or what is in it below some keys.

        :raises Fault: 400: it is no JSON, or not an object.
        """
        try:
            body = self.req.json()
        except (ValueError, RecursionError):
            raise Fault(400, 'Malformed request body') from None
        for key in keys:
            if not isinstance(body, dict) or not isinstance(body.get(key), dict):
                raise Fault(400, f'Missing required element {key!r} in request body.')
            body = body[key]
        if not isinstance(body, dict):
            raise Fault(400, 'The body is not an object.')
        return body


class Neighbour:
    """Answers for one service, below the path that the application mounts it at.

    :cvar router: the service's paths.
    """

    router: ClassVar[Router]

    def __init__(self, database: Database) -> None:
        self.database = database

    def __call__(self, request: Request) -> Response:
        try:
            if request.length > self.most_octets(request):
                raise Fault(413, 'Request is too large.')
            response = self.open(request) or self._respond(request)
        except Fault as fault:
            response = self.fault(request, fault)
        # Whoever is not known is turned away before the request gets an id.
        if request.request_id:
            response.headers.append(('X-OpenStack-Request-ID', request.request_id))
        return response

    def most_octets(self, request: Request) -> int:
        """The largest size of a body; a larger one is not read."""
        return _MOST_OCTETS

    def open(self, request: Request) -> Response | None:
        """Return the answer that needs no token: documents of versions."""
        return None

    def fault(self, request: Request, fault: Fault) -> Response:
        """An error in the service's shape."""
        raise NotImplementedError

    def context_of(self, request: Request, session: Session) -> Context:
        """Return the user of a request."""
        return authentication.context_of(session, request)

    def path_of(self, request: Request, context: Context) -> str:
        """Return a request's path for the routes."""
        return request.path.rstrip('/')

    def _respond(self, request: Request) -> Response:
        with self.database.session() as session:
            context = self.context_of(request, session)
            request.request_id = request.request_id or new_request_id()
            if self.changes(request):
                session.begin()
            response = self.serve(request, session, context)
            session.commit()
            return response

    def changes(self, request: Request) -> bool:
        """Whether a request may change the state."""
        return request.method not in ('GET', 'HEAD')

    def serve(self, request: Request, session: Session, context: Context) -> Response:
        """Find the handler of a path and call it."""
        version = self.version_of(request)
        path = self.path_of(request, context)
        match = self.router.find(path, request.method)
        if match is None:
            raise self.missing(path, request.method)
        route, variables = match
        assert isinstance(route, Route)
        if version is not None and version not in route.versions:
            raise self.missing(path, request.method)
        handlers = self.router.load(route.controller)(request, session, context, version)
        response: Response = getattr(handlers, route.methods[request.method])(**variables)
        return response

    def version_of(self, request: Request) -> versions.APIVersion | None:
        """The version that a request is answered in, where the service has several."""
        return None

    def missing(self, path: str, method: str) -> Fault:
        """The error where no handler is found."""
        allowed = self.router.methods(path)
        if not allowed:
            return Fault(404)
        words = f'The method {method} is not allowed for this resource.'
        return Fault(405, words, (('Allow', ', '.join(allowed)),))


def new_request_id() -> str:
    """Return a new id of a request for logs."""
    return f'req-{random_ids.random_id()}'


def flag(text: str) -> bool | None:
    """Return the truth value of a query's word; ``None`` for other words."""
    return WORDS.get(text.lower())
