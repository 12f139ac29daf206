"""The frame of all services: what one is, as data, and the one way of a request to its handler."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.sandbox.http import authentication, declarations, policy
from novaclient_mv.sandbox.http.controller import ONE, Controller
from novaclient_mv.sandbox.http.routing import Actions, Route, Router
from novaclient_mv.sandbox.http.wsgi import Fault, Headers, Request, Response
from novaclient_mv.versions import APIVersion, variant_at

if TYPE_CHECKING:
    from novaclient_mv.policies import requests
    from novaclient_mv.sandbox.http.negotiation import Versions
    from novaclient_mv.sandbox.http.policy import Permission
    from novaclient_mv.sandbox.state.context import Context
    from novaclient_mv.sandbox.state.database import Database
    from novaclient_mv.sandbox.state.rows import Session


def random_id() -> str:
    """A random UUID, of version 4."""
    octets = bytearray(os.urandom(16))
    octets[6] = octets[6] & 0x0F | 0x40
    octets[8] = octets[8] & 0x3F | 0x80
    digits = octets.hex()
    return '-'.join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


_READS = ('GET', 'HEAD')


class Unrouted(Fault):
    """A path or method without a route: the layer in front of the service answers."""


class Undeclared(Fault):
    """A handler gave an answer that it does not declare, which is a defect of the handler."""

    def __init__(self, handler: Callable[..., Any], status: int) -> None:
        super().__init__(500, f'{handler.__qualname__} does not declare the status {status}.')


def unauthenticated(call: Call, fault: Fault) -> Response:
    """The answer of the layer that asks for a token, in front of most services."""
    return authentication.unauthenticated(call.request, fault)


class Service:
    """A service below the path that it is mounted at.

    These variables say what it is. A subclass overrides a method only where data cannot say it.

    :cvar package: the package of its controllers.
    :cvar routes: every path, the first that fits counts.
    :cvar documents: what everybody is answered, by method and path: ``GET /v3``.
    :cvar without_token: operations that need none, by method and route.
    :cvar versions: how a version is asked for and told; ``None`` where there is only one.
    :cvar shapes: what writes an error, by its class or the nearest one above it.
    :cvar words_of_403: of a refusal by policy, with a place for the rule.
    :cvar words_of_404: with places for the ``kind`` and the ``id`` of what is not there.
    :cvar id_headers: the headers that tell the id of a request.
    :cvar headers: further headers of every answer.
    :cvar empty_headers: of an answer without a body.
    :cvar media_types: of bodies; any other is a 415, if there are any.
    :cvar is_relaxed: unknown keys of a body are dropped instead of refused.
    :cvar schema_version: whose schemas hold; by default those of the request's version.
    """

    package: ClassVar[str]
    routes: ClassVar[Sequence[Route | Actions]]
    documents: ClassVar[Mapping[str, Callable[[Call], Response]]] = {}
    without_token: ClassVar[tuple[str, ...]] = ()
    versions: Versions | None = None
    shapes: ClassVar[Mapping[type[Fault], Callable[[Call, Fault], Response]]]
    words_of_403: ClassVar[str] = "Policy doesn't allow {} to be performed."
    words_of_404: ClassVar[str] = '{kind} {id} could not be found.'
    id_headers: ClassVar[tuple[str, ...]] = ('X-OpenStack-Request-ID',)
    headers: ClassVar[Headers] = ()
    empty_headers: ClassVar[Headers] = ()
    media_types: ClassVar[tuple[str, ...]] = ()
    is_relaxed: bool = False
    schema_version: APIVersion | None = None

    def __init__(self, database: Database, rules: policy.Policy | None = None) -> None:
        self.database = database
        self.policy = rules
        self.router = Router(self.package, self.routes)

    def __call__(self, request: Request) -> Response:
        """Answer a request."""
        request.request_id = f'req-{random_id()}'
        call, tells_version = Call(self, request), True
        try:
            response = call.respond()
        except Fault as fault:
            shape = next(self.shapes[kind] for kind in type(fault).__mro__ if kind in self.shapes)
            response = shape(call, fault)
            tells_version = not isinstance(fault, (Unrouted, authentication.Unauthenticated))
        if self.versions is not None and call.version is not None and tells_version:
            response.headers += self.versions.headers(call.version)
        response.headers += self.headers
        response.headers += [(name, request.request_id) for name in self.id_headers]
        return response

    # -- steps that a service may have of its own

    def document(self, call: Call) -> Response | None:
        """The answer that needs no token: a document of versions."""
        path = call.request.path.rstrip('/')
        make = self.documents.get(f'{call.request.method} {path}')
        return None if make is None else make(call)

    def most_octets(self, path: str) -> int:
        """The largest size of a body; a larger one is not read."""
        # Read, a body in JSON may take twenty times the memory.
        return 4 << 20

    def path_of(self, path: str) -> tuple[str, str | None]:
        """A path as routes have it, and the project that stood in it."""
        return path.rstrip('/'), None

    def missing(self, path: str, method: str, version: APIVersion | None) -> Fault:
        """The error where a path has no handler for a method, or not at a version."""
        allowed = self.router.methods(path, version)
        if not allowed:
            return Unrouted(404)
        words = f'The method {method} is not allowed for this resource.'
        return Unrouted(405, words, (('Allow', ', '.join(allowed)),))

    def context_of(self, call: Call) -> Context:
        """The caller."""
        if call.operation in self.without_token:
            return authentication.NOBODY
        return authentication.context_of(call.session, call.request)

    def policy_request(self, call: Call) -> requests.Request:
        """The request as a policy looks at it."""
        from novaclient_mv.policies import requests

        return requests.Request(call.operation, call.version or ONE, call.request.query)

    def permission(self, call: Call) -> Permission | None:
        """The permission that a request needs, where a policy says who has it."""
        if self.policy is None:
            return None
        asked = functools.partial(self.policy_request, call)
        path, words = call.route.path, self.words_of_403
        return policy.Permission(self.policy, call.context, path, asked, words)

    def ask(self, call: Call, controller: type[Controller]) -> None:
        """Ask for the permission before the handler is called; after it, it is asked for anyway."""
        if call.permission is not None and not controller.asks_itself:
            call.permission.ask()

    def query_schema(
        self, call: Call, func: Callable[..., Any], version: APIVersion
    ) -> dict[str, Any] | None:
        """The schema of a query."""
        schema: dict[str, Any] | None = declarations.declared(func, 'query_schemas', version)
        return schema

    def arguments_of(
        self, call: Call, func: Callable[..., Any], version: APIVersion
    ) -> dict[str, Any]:
        """The arguments of a handler, checked against its schemas: the variables of the path, and
        ``body``, or ``attributes``, which are below the one key that a body needs.
        """
        arguments: dict[str, Any] = dict(call.variables)
        schema = declarations.declared(func, 'body_schemas', version)
        if schema is not None:
            from novaclient_mv.sandbox.http import validation

            validation.check(schema, call.body, self.is_relaxed)
        names = func.__code__.co_varnames[: func.__code__.co_argcount]
        if 'body' in names:
            arguments['body'] = call.body
        if 'attributes' in names:
            (key,) = schema['required']
            arguments['attributes'] = call.body[key]
        schema = self.query_schema(call, func, version)
        if schema is not None:
            from novaclient_mv.sandbox.http import query

            query.require_text(call.request.query_string)
            query.check(schema, call.request.query)
            call.request.query = query.known_pairs(schema, call.request.query)
        return arguments


class Call:
    """One request on its way to its handler; what the way shows is kept for the handler.

    :ivar route: of the request's path.
    :ivar variables: what stands for the variables of the route.
    :ivar version: that the answer is in, once it is known to be served.
    :ivar permission: where a policy says who has it.
    :ivar arguments: of a service that reads those of path, query and body alike.
    """

    session: Session
    context: Context
    route: Route | Actions
    variables: dict[str, str]

    def __init__(self, service: Service, request: Request) -> None:
        self.service = service
        self.request = request
        self.version: APIVersion | None = None
        self.permission: Permission | None = None
        self.arguments: dict[str, Any] = {}

    @property
    def operation(self) -> str:
        """Method and route: ``GET /servers/{id}``."""
        return f'{self.request.method} {self.route.path}'

    @functools.cached_property
    def body(self) -> Any:
        """The decoded body; ``None`` without one."""
        try:
            return self.request.json()
        except (ValueError, RecursionError):
            raise Fault(400, 'Malformed request body') from None

    def respond(self) -> Response:
        """The answer to the request."""
        service, request = self.service, self.request
        document = service.document(self)
        if document is not None:
            return document
        if request.length > service.most_octets(request.path):
            raise Fault(413, 'Request is too large.')
        self.negotiate()
        path, project = service.path_of(request.path)
        match = service.router.find(path, request.method)
        if match is None:
            raise service.missing(path, request.method, self.version)
        self.route, self.variables = match
        if self.version is not None and self.version not in self.route.versions:
            raise service.missing(path, request.method, self.version)
        with service.database.session() as self.session:
            self.context = service.context_of(self)
            if project not in (None, self.context.project_id):
                words = f"Malformed request URL: URL's project_id '{project}' doesn't match "
                raise Fault(400, f"{words}Context's project_id '{self.context.project_id}'")
            response = self._handled()
            if response.status < 400:
                self.session.commit()
        return response

    def negotiate(self) -> None:
        """Choose the version of the answer."""
        if self.service.versions is not None:
            self.version = self.service.versions.negotiate(self.request)

    def _handled(self) -> Response:
        """The answer of the handler, once the checks are done that it declares."""
        self._check_media_type()
        module, name = self._named()
        controller: type[Controller] = self.service.router.load(module)
        variant = variant_at(getattr(controller, name), self.version or ONE)
        if variant is None:
            raise Fault(404)
        func = variant.func
        schemas = self.service.schema_version or self.version or ONE
        self.permission = self.service.permission(self)
        arguments = self.service.arguments_of(self, func, schemas)
        if self.request.method not in _READS:
            self.session.begin()
        handler = controller(self, declarations.declared(func, 'successes', schemas))
        self.service.ask(self, controller)
        response: Response = func(handler, **arguments)
        if self.permission is not None:
            # Nothing is kept yet: what a handler did not ask for is refused now.
            self.permission.ask()
        if handler.statuses is not None and response.status not in handler.statuses:
            raise Undeclared(func, response.status)
        return response

    def _check_media_type(self) -> None:
        types = self.service.media_types
        if types and self.request.media_type not in types:
            raise Fault(415)

    def _named(self) -> tuple[str, str]:
        """Module and name of the handler; that of an action is the one key of the body."""
        if isinstance(self.route, Route):
            return self.route.controller, self.route.methods[self.request.method]
        if not isinstance(self.body, dict) or len(self.body) != 1:
            raise Fault(400, 'Malformed request body')
        (action,) = self.body
        if action not in self.route.by_name:
            raise Fault(400, f'There is no such action: {action}')
        return self.route.by_name[action]
