"""The paths of the Placement service, its versions, and how it writes errors."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from novaclient_mv import versions
from novaclient_mv.sandbox.http import authentication, error_pages, negotiation, neighbour, policy
from novaclient_mv.sandbox.http.declarations import declared
from novaclient_mv.sandbox.http.negotiation import STANDARD
from novaclient_mv.sandbox.http.routing import Route, Router
from novaclient_mv.sandbox.http.wsgi import Fault, Headers, Request, Response
from novaclient_mv.sandbox.placement import faults
from novaclient_mv.sandbox.placement.controller import PlacementHandlers
from novaclient_mv.sandbox.placement.faults import NotFound, PlacementFault
from novaclient_mv.sandbox.state.context import Context
from novaclient_mv.sandbox.state.rows import Session

if TYPE_CHECKING:
    from novaclient_mv.policies import requests
    from novaclient_mv.sandbox.state.database import Database

SERVICE = 'placement'
OFFERED = versions.VersionRange('1.0', '1.39')

_PROVIDER = '/resource_providers/{uuid}'
# fmt: off
ROUTES = (
    Route('/resource_classes', 'resource_classes', '1.2..', GET='index', POST='create'),
    Route('/resource_classes/{name}', 'resource_classes', '1.2..',
          GET='show', PUT='update', DELETE='delete'),
    Route('/resource_providers', 'resource_providers', '1.0..', GET='index', POST='create'),
    Route(_PROVIDER, 'resource_providers', '1.0..', GET='show', DELETE='delete', PUT='update'),
    Route(f'{_PROVIDER}/inventories', 'inventories', '1.0..',
          GET='index', POST='create', PUT='replace'),
    Route(f'{_PROVIDER}/inventories', 'inventories', '1.5..', DELETE='delete_all'),
    Route(f'{_PROVIDER}/inventories/{{resource_class}}', 'inventories', '1.0..',
          GET='show', PUT='update', DELETE='delete'),
    Route(f'{_PROVIDER}/usages', 'usages', '1.0..', GET='of_provider'),
    Route(f'{_PROVIDER}/aggregates', 'provider_aggregates', '1.1..', GET='index', PUT='replace'),
    Route(f'{_PROVIDER}/allocations', 'allocations', '1.0..', GET='of_provider'),
    Route(f'{_PROVIDER}/traits', 'provider_traits', '1.6..',
          GET='index', PUT='replace', DELETE='delete'),
    Route('/allocations', 'allocations', '1.13..', POST='replace_many'),
    Route('/allocations/{consumer}', 'allocations', '1.0..',
          GET='show', PUT='replace', DELETE='delete'),
    Route('/allocation_candidates', 'allocation_candidates', '1.10..', GET='index'),
    Route('/traits', 'traits', '1.6..', GET='index'),
    Route('/traits/{name}', 'traits', '1.6..', GET='show', PUT='update', DELETE='delete'),
    Route('/usages', 'usages', '1.9..', GET='of_project'),
    Route('/reshaper', 'reshaper', '1.30..', POST='reshape'),
)
# fmt: on

_REFUSAL = 'Policy does not allow {} to be performed.'

# Handlers that answer without a body, so that it does not matter what the caller accepts.
_BARE = ('/traits/{name}',)


class PlacementService(neighbour.Neighbour):
    """Answers below ``/placement``.

    :param rules: who may do what.
    """

    router = Router('novaclient_mv.sandbox.placement', ROUTES)

    def __init__(self, database: Database, rules: policy.Policy) -> None:
        super().__init__(database)
        self.policy = rules

    def __call__(self, request: Request) -> Response:
        """Answer a request; only the root's needs no login."""
        request.request_id = neighbour.new_request_id()
        # Paths are not decoded, and patterns of paths do not see a line break at the end.
        path: str = request.environ.get('PATH_INFO', '')[len(request.prefix) :]
        request.path = path.removesuffix('\n')
        response = super().__call__(request)
        try:
            version = self.version_of(request)
        except Fault:
            return response
        if response.status not in (401, 500):
            response.headers.append((STANDARD, f'{SERVICE} {version}'))
            if response.status < 400:
                response.headers.append(('Vary', STANDARD.lower()))
        return response

    def open(self, request: Request) -> Response | None:
        """The document of versions."""
        if request.path not in ('', '/'):
            return None
        version = self.version_of(request)
        if request.method != 'GET':
            raise _not_allowed((('Allow', 'GET'),))
        document = {
            'id': 'v1.0',
            'max_version': str(OFFERED.end),
            'min_version': str(OFFERED.start),
            'status': 'CURRENT',
            'links': [{'rel': 'self', 'href': ''}],
        }
        with self.database.session() as session:
            handlers = PlacementHandlers(request, session, _NOBODY, version)
            return handlers.dated_answer({'versions': [document]})

    def version_of(self, request: Request) -> versions.APIVersion:
        """The version that a request asks for; the earliest where it names none."""
        text = negotiation.requested(request, SERVICE) or str(OFFERED.start)
        if text == versions.LATEST:
            return OFFERED.end
        try:
            # 1.010 is read as 1.10, as numbers are.
            major, minor = map(int, text.split('.', 1))
        except ValueError:
            words = f'Invalid microversion: invalid version string: {text}'
            raise PlacementFault(400, words) from None
        version = versions.APIVersion(f'{major}.{minor}') if major > 0 <= minor else None
        if version is None or version not in OFFERED:
            raise PlacementFault(406, f'Invalid microversion: Unacceptable version header: {text}')
        return version

    def path_of(self, request: Request, context: Context) -> str:
        """The path as it is: there is nothing behind a slash at its end."""
        return request.path

    def serve(self, request: Request, session: Session, context: Context) -> Response:
        """Find the handler of a path, see that it may and can answer, and call it."""
        version = self.version_of(request)
        if request.body and not request.header('Content-Type'):
            raise PlacementFault(
                400, 'content-type header required when content-length > 0', varies=False
            )
        match = self.router.find(request.path, request.method)
        if match is None:
            raise self.missing(request.path, request.method)
        route, variables = match
        assert isinstance(route, Route)
        controller = self.router.load(route.controller)
        name = route.methods[request.method]
        if declared(getattr(controller, name), 'body_schemas', version) is not None:
            _require_json(request)
        if version not in route.versions:
            raise self._too_old(route, version)
        handlers = controller(request, session, context, version)
        if request.method == 'GET' and route.path not in _BARE:
            _require_acceptance(request)
        self._permit(request, context, route.path, version)
        response: Response = getattr(handlers, name)(**variables)
        return response

    def missing(self, path: str, method: str) -> Fault:
        """The error where no handler is found."""
        allowed = self.router.methods(path)
        if not allowed:
            return NotFound()
        return _not_allowed((('Allow', ', '.join(allowed)),))

    def _too_old(self, route: Route, version: versions.APIVersion) -> Fault:
        """The error for a version from before a handler; other methods of its path may be older."""
        is_there = any(
            other.path == route.path and version in other.versions for other in self.router.routes
        )
        return PlacementFault(405 if is_there else 404)

    def _permit(
        self, request: Request, context: Context, path: str, version: versions.APIVersion
    ) -> None:
        """Refuse with 403 whom the policy refuses."""

        def asked() -> requests.Request:
            from novaclient_mv.policies import requests

            return requests.Request(f'{request.method} {path}', version, request.query)

        permission = policy.Permission(self.policy, context, path, asked, _REFUSAL)
        # Only /usages belongs to somebody: to no one's project where none is named.
        permission.ask(request.parameter('project_id', ''))

    def fault(self, request: Request, fault: Fault) -> Response:
        """The error in the service's shape."""
        if isinstance(fault, authentication.Unauthenticated):
            return authentication.unauthenticated(request, fault)
        version: versions.APIVersion | None = None
        with contextlib.suppress(Fault):
            version = self.version_of(request)
        response = faults.error_answer(request, fault, version, OFFERED)
        if version is not None and faults.varies(fault):
            response.headers.append(('Vary', STANDARD.lower()))
        return response


def _not_allowed(headers: Headers) -> Fault:
    return PlacementFault(
        405, 'The method specified is not allowed for this resource.', headers=headers
    )


def _require_json(request: Request) -> None:
    """Refuse a body of another type.

    :raises Fault: 415.
    """
    kind = faults.media_type(request)
    if kind != error_pages.JSON:
        raise PlacementFault(415, f'The media type {kind} is not supported, use {error_pages.JSON}')


def _require_acceptance(request: Request) -> None:
    """Refuse a caller that takes no JSON.

    :raises Fault: 406.
    """
    if not error_pages.accepts(request.header('Accept'), error_pages.JSON):
        raise PlacementFault(406, 'Only application/json is provided')


_NOBODY = Context('', '', None, None, ())
