"""The paths of the Placement service, its versions, and how it writes errors."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from novaclient_mv import versions
from novaclient_mv.sandbox.http import authentication, negotiation, neighbour, policy
from novaclient_mv.sandbox.http.negotiation import STANDARD
from novaclient_mv.sandbox.http.routing import Route, Router
from novaclient_mv.sandbox.http.wsgi import Fault, Request, Response
from novaclient_mv.sandbox.placement.controller import UNDEFINED, PlacementFault, PlacementHandlers
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
    Route(_PROVIDER, 'resource_providers', '1.0..', GET='show', PUT='update', DELETE='delete'),
    Route(f'{_PROVIDER}/inventories', 'inventories', '1.5..', DELETE='delete_all'),
    Route(f'{_PROVIDER}/inventories', 'inventories', '1.0..',
          GET='index', POST='create', PUT='replace'),
    Route(f'{_PROVIDER}/inventories/{{resource_class}}', 'inventories', '1.0..',
          GET='show', PUT='update', DELETE='delete'),
    Route(f'{_PROVIDER}/usages', 'usages', '1.0..', GET='of_provider'),
    Route(f'{_PROVIDER}/aggregates', 'provider_aggregates', '1.0..', GET='index', PUT='replace'),
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

_REFUSAL = 'Access was denied to this resource.\n\n Policy does not allow {} to be performed.'

_ANY_TYPE = ('*/*', 'application/*', 'application/json')
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
        response = super().__call__(request)
        try:
            version = self.version_of(request)
        except Fault:
            return response
        if response.status != 401:
            response.headers.append((STANDARD, f'{SERVICE} {version}'))
            if response.status != 403:
                response.headers.append(('Vary', STANDARD))
        return response

    def open(self, request: Request) -> Response | None:
        """The document of versions."""
        if request.path not in ('', '/'):
            return None
        version = self.version_of(request)
        if request.method != 'GET':
            raise Fault(405, f'The method {request.method} is not allowed.', (('Allow', 'GET'),))
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
        # 1.010 is read as 1.10.
        major, _, minor = text.partition('.')
        if minor.isdecimal() and major.isdecimal():
            text = f'{int(major)}.{int(minor)}'
        if text.startswith('0.'):
            raise Fault(406, f'Unacceptable version header: {text}')
        return negotiation.negotiate(text, OFFERED, lambda text: ())

    def path_of(self, request: Request, context: Context) -> str:
        """The path as it is: there is nothing behind a slash at its end."""
        return request.path

    def serve(self, request: Request, session: Session, context: Context) -> Response:
        """Find the handler of a path, see that the caller may call it, and call it."""
        version = self.version_of(request)
        match = self.router.find(request.path, request.method)
        if match is None:
            raise self.missing(request.path, request.method)
        route, variables = match
        assert isinstance(route, Route)
        if request.body and not request.header('Content-Type'):
            raise Fault(400, 'content-type header required when content-length > 0')
        if version not in route.versions:
            # Other methods of the path may be older.
            older = {
                name
                for other in self.router.routes
                if other.path == route.path and version in other.versions
                for name in other.methods
            }
            if older:
                raise Fault(
                    405, 'The method is not allowed.', (('Allow', ', '.join(sorted(older))),)
                )
            raise Fault(404)
        handlers = self.router.load(route.controller)(request, session, context, version)
        self._permit(request, context, route.path, version)
        if request.method == 'GET' and route.path not in _BARE and not _takes_json(request):
            raise Fault(406, 'Only application/json is provided')
        response: Response = getattr(handlers, route.methods[request.method])(**variables)
        return response

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
        if not _takes_json(request):
            kind = 'text/html' if 'text/html' in (request.header('Accept') or '') else 'text/plain'
            headers = [('Content-Type', f'{kind}; charset=UTF-8'), *fault.headers]
            return Response(fault.status, fault.message.encode(), headers)
        title = HTTPStatus(fault.status).phrase
        error: dict[str, Any] = {
            'status': fault.status,
            'title': title,
            'detail': f'{fault.message}  ',
        }
        try:
            version = self.version_of(request)
        except Fault:
            if fault.status == 406:
                error.update(max_version=str(OFFERED.end), min_version=str(OFFERED.start))
        else:
            if version in versions.VersionRange('1.23', None):
                error['code'] = fault.code if isinstance(fault, PlacementFault) else UNDEFINED
        error['request_id'] = request.request_id
        return Response.of(fault.status, {'errors': [error]}, fault.headers)


def _takes_json(request: Request) -> bool:
    accepted = request.header('Accept')
    return not accepted or any(kind in accepted for kind in _ANY_TYPE)


_NOBODY = Context('', '', None, None, ())
