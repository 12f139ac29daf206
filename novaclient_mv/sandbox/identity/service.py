"""The paths of the identity service, its documents of versions, and how it writes errors."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, ClassVar

from novaclient_mv.sandbox.http import authentication
from novaclient_mv.sandbox.http.routing import Route
from novaclient_mv.sandbox.http.service import Call, Service, Unrouted
from novaclient_mv.sandbox.http.wsgi import Fault, Request, Response

# The last two are empty.
_FACTS = ('roles', 'domains', 'regions', 'services', 'endpoints', 'groups', 'credentials')
# fmt: off
ROUTES = (
    Route('/v3/auth/tokens', 'auth_tokens',
          GET='show', HEAD='show', POST='create', DELETE='delete'),
    Route('/v3/auth/catalog', 'auth_tokens', GET='catalog'),
    Route('/v3/auth/projects', 'auth_tokens', GET='projects'),
    Route('/v3/auth/domains', 'auth_tokens', GET='domains'),
    Route('/v3/auth/system', 'auth_tokens', GET='system'),
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
    Route('/v3/users/{user}/application_credentials', 'application_credentials',
          GET='index', POST='create'),
    Route('/v3/users/{user}/application_credentials/{id}', 'application_credentials',
          GET='show', DELETE='delete'),
    *(Route(f'/v3/{name}', 'identity_facts', GET='index') for name in _FACTS),
    *(Route(f'/v3/{name}/{{id}}', 'identity_facts', GET='show') for name in _FACTS[:5]),
    Route('/v3/limits/model', 'identity_facts', GET='limits_model'),
)
# fmt: on


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


def _error(call: Call, fault: Fault) -> Response:
    title = HTTPStatus(fault.status).phrase
    body = {'error': {'code': fault.status, 'message': fault.message, 'title': title}}
    challenges = (authentication.challenge(call.request),) if fault.status == 401 else ()
    return Response.of(fault.status, body, (*fault.headers, *challenges))


def _unrouted(call: Call, fault: Fault) -> Response:
    if fault.status == 404:
        page = '<!doctype html>\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n'
        return Response(404, page.encode(), [('Content-Type', 'text/html; charset=utf-8')])
    allowed = dict(fault.headers)['Allow']
    more = 'HEAD, OPTIONS' if 'GET' in allowed else 'OPTIONS'
    return Response.of(405, {'message': fault.message}, [('Allow', f'{allowed}, {more}')])


def _versions(call: Call) -> Response:
    location = ('Location', f'{call.request.host_url}/identity/v3/')
    body = {'versions': {'values': [_version(call.request)]}}
    return Response.of(300, body, [location])


class IdentityService(Service):
    """Answers below ``/identity``."""

    package = 'novaclient_mv.sandbox.identity'
    routes = ROUTES
    documents: ClassVar = {
        'GET ': _versions,
        'GET /v3': lambda call: Response.of(200, {'version': _version(call.request)}),
    }
    without_token = ('POST /v3/auth/tokens', 'POST /v3/users/{id}/password')
    shapes: ClassVar = {Unrouted: _unrouted, Fault: _error}
    words_of_403 = 'You are not authorized to perform the requested action: identity:{}.'
    words_of_404 = 'Could not find {kind}: {id}.'
    headers = (('Vary', 'X-Auth-Token'),)
