"""Carries out one Compute request: the checks in Nova's order, then the handler."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from novaclient_mv import versions
from novaclient_mv.sandbox.compute import bodies, controller, nova_versions, refusals, routes
from novaclient_mv.sandbox.http import authentication, declarations, policy, query, random_ids, wsgi
from novaclient_mv.sandbox.http.routing import Actions, Route, Router
from novaclient_mv.sandbox.http.wsgi import Fault, Request, Response

if TYPE_CHECKING:
    from novaclient_mv.policies import requests
    from novaclient_mv.sandbox.state.context import Context
    from novaclient_mv.sandbox.state.database import Database
    from novaclient_mv.sandbox.state.rows import Session

_PROJECT_PATH = re.compile(r'/([0-9a-f-]+)(?=/|$)')
_SLASHES = re.compile('^/+')

_OF_A_SERVER = ('/servers/{', '/os-volumes_boot/{')

# Any handler may answer these: its policy, and a sandbox that cannot do what it is asked.
UNDECLARED = (403, 500, 501, 503)


class Undeclared(Fault):
    """A handler gave an answer that it does not declare, which is a defect of the handler."""

    def __init__(self, handler: Callable[..., Any], status: int) -> None:
        super().__init__(500, f'{handler.__qualname__} does not declare the status {status}.')


class Unserved(Exception):
    """The request does not reach the API: answered in the shape of the layer below it."""

    def __init__(self, status: int) -> None:
        self.status = status
        super().__init__(status)


class ComputeService:
    """One endpoint of the Compute API.

    :param prefix: ``/v2.1``, or ``/v2`` and ``/v1.1`` for the legacy one.
    :param offered: the microversions that are served.
    :param is_legacy: version headers are neither read nor returned, and bodies are relaxed.
    :param rules: who may do what; as of :class:`.policy.Policy`.
    """

    def __init__(
        self,
        database: Database,
        documents: nova_versions.Documents,
        offered: versions.VersionRange,
        is_legacy: bool,
        rules: policy.Policy,
    ) -> None:
        self.policy = rules
        self.database = database
        self.documents = documents
        self.offered = offered
        self.is_legacy = is_legacy
        self.router = Router('novaclient_mv.sandbox.compute', routes.ROUTES)

    def __call__(self, request: Request) -> Response:
        """Answer a request below the endpoint's prefix."""
        request_id = request.request_id = f'req-{random_ids.random_id()}'
        call = _Call(self, request)
        try:
            response = call.respond()
        except Unserved as error:
            response = refusals.below(request, error.status)
        except authentication.Unauthenticated as error:
            response = authentication.unauthenticated(request, error)
        except Fault as fault:
            response = refusals.of_fault(fault)
        if call.version is not None and not self.is_legacy:
            response.headers += nova_versions.answer_headers(call.version)
        for name in ('X-OpenStack-Request-ID', 'X-Compute-Request-ID'):
            response.headers.append((name, request_id))
        return response


class _Call:
    """One request on its way; ``version`` is set once it is known to be served."""

    def __init__(self, service: ComputeService, request: Request) -> None:
        self.service = service
        self.request = request
        self.version: versions.APIVersion | None = None

    def respond(self) -> Response:
        path = self.request.path
        if path.strip('/') == '':
            # The endpoint's own document needs no login, whatever the method, but it reads the
            # version headers.
            self.read_version()
            bodies.check_media_type(self.request)
            bodies.decoded(self.request)
            query.require_text(self.request.query_string)
            return self.document('v2.0' if self.service.is_legacy else 'v2.1')
        if bodies.is_too_large(self.request):
            raise Unserved(413)
        with self.service.database.session() as session:
            context = authentication.context_of(session, self.request)
            if self.service.policy.path is not None:
                context.is_admin = self.service.policy.may(controller.ADMINISTRATORS, context)
            route, variables, project = self.find_route(path)
            self.read_version()
            bodies.check_media_type(self.request)
            if route is None:
                query.require_text(self.request.query_string)
                self.check_project(project, context)
                return self.document(variables['id'])
            # Nova takes the bytes of what stands in a path for Latin-1.
            variables = {name: text.encode().decode('latin-1') for name, text in variables.items()}
            module, name, body = self.find_handler(route)
            self.check_project(project, context)
            response = self.call(route, module, name, variables, body, context, session)
            if response.status < 400:
                session.commit()
            return response

    def find_route(self, path: str) -> tuple[Route | Actions | None, dict[str, str], str | None]:
        """The route, its variables, and the project id that stands before it, if one does."""
        method, find = self.request.method, self.service.router.find
        path = f'/{path.lstrip("/")}'
        route = find(path, method)
        if route is not None:
            return *route, None
        project = _PROJECT_PATH.match(path)
        rest = path if project is None else _SLASHES.sub('/', path[project.end() :])
        if method == 'GET':
            if project is not None and rest == '/':
                return None, {'id': 'v2.1'}, project[1]
            document = re.fullmatch(r'/versions/([^/]+)', rest)
            if document is not None:
                return None, {'id': document[1]}, project and project[1]
        if project is not None:
            route = find(rest, method)
            if route is not None:
                return *route, project[1]
        raise Unserved(404)

    def read_version(self) -> None:
        if self.service.is_legacy:
            self.version = nova_versions.DEFAULT
        else:
            self.version = nova_versions.negotiate(self.request, self.service.offered)

    def document(self, id: str) -> Response:
        if self.service.is_legacy:
            # /v2 gives its own document, whatever is asked for.
            id = 'v2.0'
        elif id not in nova_versions.ENDPOINTS:
            raise Fault(404)
        base, prefix = self.request.host_url, self.request.prefix
        return Response.of(200, self.service.documents.one(id, base, prefix))

    def find_handler(self, route: Route | Actions) -> tuple[str, str, Any]:
        """Controller and name of the handler, with the decoded body."""
        if isinstance(route, Route):
            body = bodies.decoded(self.request)
            self.check_version(route)
            return route.controller, route.methods[self.request.method], body
        # An action is looked for before its path's versions.
        name, body = bodies.action(self.request)
        if name not in route.by_name:
            raise Fault(400, f'There is no such action: {name}')
        self.check_version(route)
        return *route.by_name[name], body

    def check_version(self, route: Route | Actions) -> None:
        if self.version is not None and self.version not in route.versions:
            raise Fault(404)

    def check_project(self, project: str | None, context: Context) -> None:
        if project is not None and project != context.project_id:
            raise Fault(
                400,
                f"Malformed request URL: URL's project_id '{project}' doesn't match "
                f"Context's project_id '{context.project_id}'",
            )

    def call(
        self,
        route: Route | Actions,
        module: str,
        name: str,
        variables: dict[str, str],
        body: Any,
        context: Context,
        session: Session,
    ) -> Response:
        version = self.version
        assert version is not None
        kind = self.service.router.load(module)
        variant = versions.variant_at(getattr(kind, name), version)
        if variant is None:
            raise Fault(404)
        legacy = self.service.is_legacy
        # On /v2 only schemas that hold for 2.0 apply, though the handler is that of 2.1.
        schema_version = nova_versions.WITHOUT if legacy else version
        schema = declarations.declared(variant.func, 'body_schemas', schema_version)
        arguments = dict(variables)
        if body is not None or self.request.method in ('POST', 'PUT'):
            if schema is not None:
                from novaclient_mv.sandbox.http import validation

                validation.check(schema, body, legacy)
            bodies.require_text(self.request, body)
            arguments['body'] = body
        schema = declarations.declared(variant.func, 'query_schemas', schema_version)
        if schema is not None or self.request.method == 'GET':
            query.require_text(self.request.query_string)
        if schema is not None:
            query.check(schema, self.request.query)
            self.request.query = query.known_pairs(schema, self.request.query)
        if self.request.method != 'GET':
            session.begin()
        handler = kind(self.request, version, session, context, legacy)
        handler.statuses = (
            declarations.declared(variant.func, 'successes', schema_version) or wsgi.OK
        )
        expected = declarations.declared(variant.func, 'errors', schema_version) or ()
        permission = self.permission(route, variables, body, context)
        handler.permission = permission
        try:
            if not (kind.asks_itself or route.path.startswith(_OF_A_SERVER)):
                permission.ask()
            response: Response = variant.func(handler, **arguments)
            # Nothing is changed yet: what a handler did not ask for is refused now.
            permission.ask()
        except Fault as fault:
            if fault.status not in expected and fault.status not in UNDECLARED:
                raise Undeclared(variant.func, fault.status) from fault
            raise
        if response.status not in handler.statuses:
            raise Undeclared(variant.func, response.status)
        return response

    def permission(
        self, route: Route | Actions, variables: dict[str, str], body: Any, context: Context
    ) -> policy.Permission:
        """The permission for this request, which the handler asks for in its time."""

        def request() -> requests.Request:
            from novaclient_mv.policies import requests

            action = f' {next(iter(body))}' if isinstance(route, Actions) else ''
            return requests.Request(
                f'{self.request.method} {route.path}{action}',
                self.version or nova_versions.DEFAULT,
                self.request.query,
                body if isinstance(body, dict) else None,
                tuple(variables.values()),
                context.project_id or '',
            )

        return policy.Permission(self.service.policy, context, route.path, request)
