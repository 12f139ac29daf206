"""The paths of the identity service, its documents of versions, and how it writes errors."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.http import authentication, neighbour
from novaclient_mv.sandbox.http.routing import Route, Router
from novaclient_mv.sandbox.http.wsgi import Fault, Request, Response
from novaclient_mv.sandbox.state.context import Context

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Session

# fmt: off
ROUTES = (
    Route('/v3/auth/tokens', 'auth_tokens',
          GET='show', HEAD='check', POST='create', DELETE='delete'),
    Route('/v3/auth/catalog', 'auth_scopes', GET='catalog'),
    Route('/v3/auth/projects', 'auth_scopes', GET='projects'),
    Route('/v3/auth/domains', 'auth_scopes', GET='domains'),
    Route('/v3/auth/system', 'auth_scopes', GET='system'),
    Route('/v3/projects', 'projects', GET='index', POST='create'),
    Route('/v3/projects/{id}', 'projects', GET='show', PATCH='update', DELETE='delete'),
    Route('/v3/projects/{project}/users/{user}/roles', 'grants', GET='index'),
    Route('/v3/projects/{project}/users/{user}/roles/{role}', 'grants',
          HEAD='check', GET='check', PUT='add', DELETE='remove'),
    Route('/v3/system/users/{user}/roles', 'grants', GET='index'),
    Route('/v3/system/users/{user}/roles/{role}', 'grants',
          HEAD='check', GET='check', PUT='add', DELETE='remove'),
    Route('/v3/role_assignments', 'grants', GET='assignments'),
    Route('/v3/users', 'users', GET='index', POST='create'),
    Route('/v3/users/{id}', 'users', GET='show', PATCH='update', DELETE='delete'),
    Route('/v3/users/{id}/password', 'users', POST='change_password'),
    Route('/v3/users/{id}/projects', 'users', GET='projects'),
    Route('/v3/users/{id}/groups', 'users', GET='groups'),
    Route('/v3/users/{id}/access_rules', 'users', GET='access_rules'),
    Route('/v3/users/{user}/application_credentials', 'application_credentials',
          GET='index', POST='create'),
    Route('/v3/users/{user}/application_credentials/{id}', 'application_credentials',
          GET='show', DELETE='delete'),
    Route('/v3/roles', 'identity_facts', GET='roles'),
    Route('/v3/roles/{id}', 'identity_facts', GET='role'),
    Route('/v3/domains', 'identity_facts', GET='domains'),
    Route('/v3/domains/{id}', 'identity_facts', GET='domain'),
    Route('/v3/regions', 'identity_facts', GET='regions'),
    Route('/v3/regions/{id}', 'identity_facts', GET='region'),
    Route('/v3/services', 'identity_facts', GET='services'),
    Route('/v3/services/{id}', 'identity_facts', GET='service'),
    Route('/v3/endpoints', 'identity_facts', GET='endpoints'),
    Route('/v3/endpoints/{id}', 'identity_facts', GET='endpoint'),
    Route('/v3/limits/model', 'identity_facts', GET='limits_model'),
    Route('/v3/groups', 'identity_facts', GET='groups'),
    Route('/v3/credentials', 'identity_facts', GET='credentials'),
    Route('/v3/policies', 'identity_facts', GET='policies'),
    Route('/v3/limits', 'identity_facts', GET='limits'),
    Route('/v3/registered_limits', 'identity_facts', GET='registered_limits'),
    Route('/v3/OS-TRUST/trusts', 'identity_facts', GET='trusts'),
)
# fmt: on

NOT_FOUND = (
    '<!doctype html>\n<html lang=en>\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n'
    '<p>There is nothing at this URL.</p>\n'
)


class NoRoute(Fault):
    """There is nothing at a path, or not by this method: no resource was reached."""


class IdentityService(neighbour.Neighbour):
    """Answers below ``/identity``."""

    router = Router('novaclient_mv.sandbox.identity', ROUTES)

    def __call__(self, request: Request) -> Response:
        response = super().__call__(request)
        response.headers.append(('Vary', 'X-Auth-Token'))
        return response

    def open(self, request: Request) -> Response | None:
        """The documents of versions."""
        request.request_id = neighbour.new_request_id()
        path = request.path.rstrip('/')
        if path == '' and request.method == 'GET':
            location = ('Location', f'{request.host_url}/identity/v3/')
            return Response.of(300, {'versions': {'values': [_version(request)]}}, [location])
        if path == '/v3' and request.method == 'GET':
            return Response.of(200, {'version': _version(request)})
        return None

    def context_of(self, request: Request, session: Session) -> Context:
        """Return the user of a request; handlers refuse those without a token."""
        try:
            return authentication.context_of(session, request)
        except authentication.Unauthenticated:
            return Context('', '', None, None, ())

    def missing(self, path: str, method: str) -> Fault:
        """The error where no handler is found."""
        methods = self.router.methods(path)
        if not methods:
            return NoRoute(404)
        others = [other for other in methods if other not in ('GET', 'HEAD')]
        readers = ['GET', 'HEAD'] if 'GET' in methods else []
        allowed = ', '.join([*others, 'OPTIONS', *readers])
        return NoRoute(405, headers=(('Allow', allowed),))

    def fault(self, request: Request, fault: Fault) -> Response:
        """The error in its shape."""
        if isinstance(fault, NoRoute):
            if fault.status == 404:
                kind = ('Content-Type', 'text/html; charset=utf-8')
                return Response(404, NOT_FOUND.encode(), [kind])
            words = 'There is no such method at this URL.'
            return Response.of(405, {'message': words}, fault.headers)
        title = HTTPStatus(fault.status).phrase
        body = {'error': {'code': fault.status, 'message': fault.message, 'title': title}}
        response = Response.of(fault.status, body, fault.headers)
        if fault.status == 401:
            response.headers.append(authentication.challenge(request))
        return response


def _version(request: Request) -> dict[str, Any]:
    return {
        'id': 'v3.14',
        'status': 'stable',
        'updated': '2020-04-07T00:00:00Z',
        'links': [{'rel': 'self', 'href': f'{request.host_url}/identity/v3/'}],
        'media-types': [
            {'base': 'application/json', 'type': 'application/vnd.openstack.identity-v3+json'}
        ],
    }
