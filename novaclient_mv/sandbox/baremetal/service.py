"""The Bare Metal service: its versions, who may do what, and how it writes errors."""

from __future__ import annotations

import contextlib
import re
from typing import TYPE_CHECKING, Any

from novaclient_mv import versions
from novaclient_mv.sandbox.baremetal import (
    bodies,
    handlers,
    ironic_versions,
    media_types,
    refusals,
    routes,
)
from novaclient_mv.sandbox.baremetal.refusals import Aborted, Refused
from novaclient_mv.sandbox.http import authentication, neighbour, policy
from novaclient_mv.sandbox.http.routing import Route, Router
from novaclient_mv.sandbox.http.wsgi import Fault, Request, Response
from novaclient_mv.sandbox.state import baremetal_nodes

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.context import Context
    from novaclient_mv.sandbox.state.database import Database
    from novaclient_mv.sandbox.state.rows import Session

_FIRST = versions.APIVersion('1.1')
_OF_STATES = ('node_states', 'node_provision', 'node_management')


class BaremetalService(neighbour.Neighbour):
    """Answers below ``/baremetal``.

    :param offered: the versions that are served; ``None`` for a service from before them, whose
        answers tell of none.
    :param rules: who may do what.
    """

    router = Router('novaclient_mv.sandbox.baremetal', routes.ROUTES)

    def __init__(
        self, database: Database, offered: versions.VersionRange | None, rules: policy.Policy
    ) -> None:
        super().__init__(database)
        self.policy = rules
        self.offered = offered

    def __call__(self, request: Request) -> Response:
        """Answer a request, with the version in all answers of the API itself."""
        request.request_id = neighbour.new_request_id()
        response = super().__call__(request)
        if request.request_id:
            response.headers.append(('openstack-request-id', request.request_id))
        return response

    def _respond(self, request: Request) -> Response:
        response = super()._respond(request)
        self._tell_version(request, response)
        return response

    def open(self, request: Request) -> Response | None:
        """The documents of versions, to everybody."""
        path = request.path.rstrip('/')
        is_read = request.method in ('GET', 'HEAD')
        if path not in ('', '/v1') or (path and not is_read):
            return None
        version = self.version_of(request)
        media_types.check(request)
        handlers.take_none(request)
        body = (
            ironic_versions.v1(request, self.offered, version)
            if path
            else ironic_versions.root(request, self.offered)
        )
        response = Response.of(200, body)
        self._tell_version(request, response)
        return response

    def version_of(self, request: Request) -> versions.APIVersion:
        """The version that a request is answered in."""
        if self.offered is None:
            return _FIRST
        return ironic_versions.negotiate(request, self.offered)

    def path_of(self, request: Request, context: Context) -> str:
        """The path without its version, which may be missing."""
        path = request.path.rstrip('/')
        if path == '/v1' or path.startswith('/v1/'):
            return path[3:]
        if re.match(r'/v\d', path):
            raise Aborted(404, '')
        return path

    def serve(self, request: Request, session: Session, context: Context) -> Response:
        """Find the handler of a path and call it."""
        version = self.version_of(request)
        path = self.path_of(request, context)
        if path == '':
            raise refusals.malformed(405)
        routes.check_version(path, request.method, version.ver_minor)
        match = self.router.find(path, request.method)
        if match is None:
            raise self.missing(path, request.method)
        route, variables = match
        assert isinstance(route, Route)
        _check_name(route, variables)
        handler = route.methods[request.method]
        is_of_fields = route.path.endswith('{fields}')
        if is_of_fields and self._at(path):
            raise self.missing(path, request.method)
        if variables.get('fields') == 'detail' or request.path.endswith('/detail/'):
            raise Refused(404, 'Resource could not be found.')
        if handler == routes.MISPLACED:
            is_of_node = is_of_fields and route.segments[0] == 'nodes'
            if is_of_node and request.method == 'DELETE':
                raise Refused(404, 'Resource could not be found.')
            raise Refused(400, 'Malformed request URI.')
        operation = f'{request.method} {routes.DOCUMENTED.get(route.path, route.path)}'
        self._permit(operation, variables, request, session, context)
        media_types.check(request)
        resource = self.router.load(route.controller)(request, session, context, version)
        resource.take(handler, variables)
        arguments = resource.arguments
        named = {name: arguments.get(name, text) for name, text in resource.in_path.items()}
        response: Response = getattr(resource, handler)(**named)
        return response

    def missing(self, path: str, method: str) -> Fault:
        """The refusal of a method that a path lacks, or of a path."""
        while path and not self._at(path):
            path = path.rpartition('/')[0]
        if not path:
            return Aborted(404, '')
        allowed = {name for route in self._at(path) for name in route.methods}
        if any(route.segments[-1][0] == '{' for route in self._at(path)):
            allowed |= {*self.router.methods(path.rpartition('/')[0])}
        return Aborted(405, '', (('Allow', ', '.join(sorted(allowed))),))

    def _at(self, path: str) -> list[Route]:
        """The routes of a path, but for those of fields."""
        segments = path.split('/')[1:]
        return [
            route
            for route in routes.ROUTES
            if len(route.segments) == len(segments)
            and route.match(segments) is not None
            and not route.path.endswith('{fields}')
        ]

    def _permit(
        self,
        operation: str,
        variables: dict[str, str],
        request: Request,
        session: Session,
        context: Context,
    ) -> None:
        """Refuse with 403 whom a rule refuses, of those that a request asks."""
        if self.policy.lets_in(context, operation):
            return
        from novaclient_mv.policies import requests

        asked = requests.Request(
            operation, self.version_of(request), request.query, _document(request)
        )
        own = self._own(operation, variables, session, context)
        is_known = self.policy.facts.asked(operation, self.policy.release) is not None
        refusing = self.policy.refusing(asked, context, own) if is_known else operation
        if refusing is not None:
            raise Refused(403, f'Access was denied to the following resource: {refusing}')
        # Who may list all nodes sees what is of others, too.
        context.is_admin = self.policy.may('baremetal:node:list_all', context)

    def _own(
        self, operation: str, variables: dict[str, str], session: Session, context: Context
    ) -> dict[str, bool]:
        """Of a node, which attributes are the caller's. A handler misses one of which none is."""
        named = variables.get('id', '')
        is_node = ' /nodes/{' in operation
        node = baremetal_nodes.find(session, named) if is_node else None
        if node is None:
            return {}
        own = {
            f'node.{name}': node.document.get(name) == context.project_id
            for name in ('owner', 'lessee')
        }
        return own if any(own.values()) else {}

    def fault(self, request: Request, fault: Fault) -> Response:
        """The error in one of the service's shapes, or in that of the layer in front."""
        if isinstance(fault, authentication.Unauthenticated):
            return authentication.unauthenticated(request, fault)
        if isinstance(fault, Aborted):
            return refusals.aborted(request, fault)
        response = refusals.body_of(fault)
        is_told = response.header(ironic_versions.MINIMUM) is not None or request.path == '/'
        if not is_told:
            # What was refused before its version was read may name none.
            with contextlib.suppress(Fault):
                self._tell_version(request, response)
        return response

    def _tell_version(self, request: Request, response: Response) -> None:
        """Say which versions there are, and which one the answer is in."""
        if self.offered is None:
            return
        version = str(self.version_of(request))
        response.headers += ironic_versions.range_headers(self.offered)
        response.headers.append((ironic_versions.HEADER, version))


def _check_name(route: Route, variables: dict[str, str]) -> None:
    """Refuse what can name neither a node nor a port group, where the path is to name one."""
    ident = variables.get('id')
    if route.segments[0] in ('nodes', 'portgroups') and not (
        ident is None or bodies.is_name_or_uuid(ident)
    ):
        kind = Refused if route.controller in _OF_STATES else Aborted
        raise kind(400, f'Expected UUID or name: {ident}')


def _document(request: Request) -> Any:
    """The body as policy looks at it; one that cannot be read is refused later."""
    try:
        return request.json()
    except ValueError:
        return None
