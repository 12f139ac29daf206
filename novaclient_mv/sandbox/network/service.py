"""The paths of the network service, and how it writes errors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from novaclient_mv.sandbox.http.authentication import Unauthenticated
from novaclient_mv.sandbox.http.routing import Route
from novaclient_mv.sandbox.http.service import Call, Service, unauthenticated
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.versions import APIVersion

COLLECTIONS = {
    'networks': 'networks',
    'subnets': 'subnets',
    'ports': 'ports',
    'security-groups': 'security_groups',
    'security-group-rules': 'security_group_rules',
    'routers': 'routers',
    'floatingips': 'floating_ips',
}
"""The controller of each collection."""

# What this cloud has none of, and is asked for all the same.
EMPTY = (
    'address-groups', 'address-scopes', 'agents', 'availability_zones',
    'network-ip-availabilities', 'rbac-policies', 'service-providers', 'subnetpools',
)  # fmt: skip


def _collections() -> Iterator[Route]:
    for plural, controller in COLLECTIONS.items():
        path = f'/v2.0/{plural}'
        changes = {} if controller == 'security_group_rules' else {'PUT': 'update'}
        yield Route(path, controller, GET='index', POST='create')
        yield Route(f'{path}/{{id}}', controller, GET='show', DELETE='delete', **changes)
        yield Route(f'{path}/{{id}}/tags', 'tags', GET='index', PUT='replace')
        yield Route(f'{path}/{{id}}/tags/{{tag}}', 'tags', PUT='add', DELETE='delete')


# fmt: off
ROUTES = (
    Route('/v2.0', 'network_facts', GET='collections'),
    *_collections(),
    Route('/v2.0/routers/{id}/add_router_interface', 'routers', PUT='add_router_interface'),
    Route('/v2.0/routers/{id}/remove_router_interface', 'routers', PUT='remove_router_interface'),
    Route('/v2.0/quotas', 'quotas', GET='index'),
    Route('/v2.0/quotas/{project}', 'quotas', GET='show', PUT='update', DELETE='delete'),
    Route('/v2.0/quotas/{project}/default', 'quotas', GET='default'),
    Route('/v2.0/quotas/{project}/details', 'quotas', GET='details'),
    Route('/v2.0/extensions', 'network_facts', GET='extensions'),
    Route('/v2.0/extensions/{alias}', 'network_facts', GET='extension'),
    Route('/v2.0/qos/policies', 'network_facts', GET='nothing'),
    *(Route(f'/v2.0/{name}', 'network_facts', GET='nothing') for name in EMPTY),
)
# fmt: on
# Errors that have no name of their own.
_CODES = {400: 'HTTPBadRequest', 403: 'PolicyNotAuthorized'}


def _versions(call: Call) -> Response:
    link = {'rel': 'self', 'href': f'{call.request.host_url}/network/v2.0/'}
    version = {'id': 'v2.0', 'status': 'CURRENT', 'links': [link]}
    return Response.of(200, {'versions': [version]})


def _error(call: Call, fault: Fault) -> Response:
    kind = fault.code or _CODES.get(fault.status, 'HTTPNotFound')
    facts = {'type': kind, 'message': fault.message, 'detail': ''}
    return Response.of(fault.status, {'NeutronError': facts}, fault.headers)


def _no_extension(call: Call, fault: Fault) -> Response:
    body = {'message': fault.message, 'code': '404 Not Found', 'title': 'Not Found'}
    return Response.of(404, body)


class NoExtension(Fault):
    """No extension has the alias."""


class NetworkService(Service):
    """Answers below ``/network``."""

    package = 'novaclient_mv.sandbox.network'
    routes = ROUTES
    documents: ClassVar = {'GET ': _versions}
    shapes: ClassVar = {
        Unauthenticated: unauthenticated,
        NoExtension: _no_extension,
        Fault: _error,
    }
    words_of_403 = 'rule:{} is disallowed by policy'

    def path_of(self, path: str) -> tuple[str, str | None]:
        """A path without the suffixes that clients of old put behind everything."""
        return re.sub(r'\.json(?=/|$)', '', path.rstrip('/')), None

    def missing(self, path: str, method: str, version: APIVersion | None) -> Fault:
        """The error where a path has no handler for a method."""
        return Fault(404) if '/tags' in path else super().missing(path, method, version)
