"""The paths of the volume service, its versions, and how it writes errors."""

from __future__ import annotations

import re
from typing import Any

from novaclient_mv import versions as microversions
from novaclient_mv.sandbox.http import authentication, negotiation, neighbour
from novaclient_mv.sandbox.http.negotiation import STANDARD
from novaclient_mv.sandbox.http.routing import Route, Router
from novaclient_mv.sandbox.http.wsgi import Fault, Headers, Request, Response
from novaclient_mv.sandbox.state.context import Context

OFFERED = microversions.VersionRange('3.0', '3.71')
SERVICE = 'volume'

# fmt: off
ROUTES = (
    Route('/', 'volume_facts', '3.0..', GET='versions'),
    Route('/volumes', 'volumes', '3.0..', GET='index', POST='create'),
    Route('/volumes/detail', 'volumes', '3.0..', GET='detail'),
    Route('/volumes/summary', 'volumes', '3.12..', GET='summary'),
    Route('/volumes/{id}', 'volumes', '3.0..', GET='show', PUT='update', DELETE='delete'),
    Route('/volumes/{id}/action', 'volume_actions', '3.0..', POST='action'),
    Route('/volumes/{id}/metadata', 'volume_metadata', '3.0..',
          GET='index', POST='create', PUT='update_all'),
    Route('/volumes/{id}/metadata/{key}', 'volume_metadata', '3.0..',
          GET='show', PUT='update', DELETE='delete'),
    Route('/snapshots', 'volume_snapshots', '3.0..', GET='index', POST='create'),
    Route('/snapshots/detail', 'volume_snapshots', '3.0..', GET='detail'),
    Route('/snapshots/{id}', 'volume_snapshots', '3.0..',
          GET='show', PUT='update', DELETE='delete'),
    Route('/snapshots/{id}/action', 'volume_snapshots', '3.0..', POST='action'),
    Route('/snapshots/{id}/metadata', 'snapshot_metadata', '3.0..',
          GET='index', POST='create', PUT='update_all'),
    Route('/snapshots/{id}/metadata/{key}', 'snapshot_metadata', '3.0..',
          GET='show', PUT='update', DELETE='delete'),
    Route('/types', 'volume_types', '3.0..', GET='index', POST='create'),
    Route('/types/default', 'volume_types', '3.0..', GET='default'),
    Route('/types/{id}', 'volume_types', '3.0..', GET='show', PUT='update', DELETE='delete'),
    Route('/types/{id}/action', 'volume_types', '3.0..', POST='action'),
    Route('/types/{id}/extra_specs', 'volume_types', '3.0..',
          GET='extra_specs', POST='set_extra_specs'),
    Route('/types/{id}/extra_specs/{key}', 'volume_types', '3.0..', DELETE='unset_extra_spec'),
    Route('/types/{id}/os-volume-type-access', 'volume_types', '3.0..', GET='access'),
    Route('/attachments', 'volume_attachments', '3.27..', GET='index', POST='create'),
    Route('/attachments/detail', 'volume_attachments', '3.27..', GET='detail'),
    Route('/attachments/{id}', 'volume_attachments', '3.27..', GET='show', DELETE='delete'),
    Route('/limits', 'volume_quotas', '3.0..', GET='limits'),
    Route('/os-quota-sets/{project}', 'volume_quotas', '3.0..',
          GET='show', PUT='update', DELETE='delete'),
    Route('/os-quota-sets/{project}/defaults', 'volume_quotas', '3.0..', GET='defaults'),
    Route('/os-quota-class-sets/{name}', 'volume_quotas', '3.0..', GET='of_class'),
    Route('/os-availability-zone', 'volume_facts', '3.0..', GET='zones'),
    Route('/os-services', 'volume_facts', '3.0..', GET='services'),
    Route('/os-hosts', 'volume_facts', '3.0..', GET='hosts'),
    Route('/scheduler-stats/get_pools', 'volume_facts', '3.0..', GET='pools'),
    Route('/extensions', 'volume_facts', '3.0..', GET='extensions'),
    Route('/resource_filters', 'volume_facts', '3.33..', GET='filters'),
    Route('/qos-specs', 'volume_facts', '3.0..', GET='qos_specs'),
    Route('/clusters', 'volume_facts', '3.7..', GET='clusters'),
    Route('/messages', 'volume_facts', '3.3..', GET='messages'),
    Route('/groups', 'volume_facts', '3.13..', GET='groups'),
    Route('/groups/detail', 'volume_facts', '3.13..', GET='groups'),
    Route('/group_types', 'volume_facts', '3.11..', GET='group_types'),
    Route('/backups', 'volume_facts', '3.0..', GET='backups'),
    Route('/backups/detail', 'volume_facts', '3.0..', GET='backups'),
    Route('/os-volume-transfer', 'volume_facts', '3.0..', GET='transfers'),
    Route('/os-volume-transfer/detail', 'volume_facts', '3.0..', GET='transfers'),
    Route('/volume-transfers', 'volume_facts', '3.0..', GET='transfers'),
    Route('/volume-transfers/detail', 'volume_facts', '3.0..', GET='transfers'),
)
# fmt: on

# The key of an error body.
_NAMES = {400: 'badRequest', 403: 'forbidden', 404: 'itemNotFound', 413: 'overLimit'}


class NoRoute(Fault):
    """There is nothing at a path: the service was not reached."""


class VolumeService(neighbour.Neighbour):
    """Answers below ``/volume``."""

    router = Router('novaclient_mv.sandbox.volume', ROUTES)

    def __call__(self, request: Request) -> Response:
        request.request_id = neighbour.new_request_id()
        response = super().__call__(request)
        spelled = response.header(STANDARD)
        if spelled is not None:
            response.headers.append(('Vary', STANDARD))
        return response

    def open(self, request: Request) -> Response | None:
        """The document of versions, at the root to everybody."""
        path = request.path.rstrip('/')
        if request.method != 'GET' or path != '':
            return None
        headers = [(STANDARD, f'{SERVICE} {OFFERED.start}')]
        return Response.of(300, versions(request), headers)

    def path_of(self, request: Request, context: Context) -> str:
        """The path without its version, and without the project that may stand in it."""
        parts = request.path.rstrip('/').split('/')[1:]
        if parts[:1] != ['v3']:
            raise NoRoute(404)
        rest = parts[1:]
        if rest == [context.project_id]:
            raise NoRoute(404)
        if rest[:1] == [context.project_id]:
            rest = rest[1:]
        elif len(rest) > 1 and re.fullmatch('[0-9a-f]{32}', rest[0]):
            raise Fault(400, 'Malformed request url')
        return '/' + '/'.join(rest)

    def version_of(self, request: Request) -> microversions.APIVersion:
        """The version that a request asks for."""
        return _negotiate(request)

    def missing(self, path: str, method: str) -> Fault:
        """The error where no handler is found."""
        if self.router.methods(path):
            return Fault(404, 'The resource could not be found.')
        return NoRoute(404)

    def fault(self, request: Request, fault: Fault) -> Response:
        """The error in the service's shape, or in that of the layers in front."""
        if isinstance(fault, authentication.Unauthenticated):
            return authentication.unauthenticated(request, fault)
        if isinstance(fault, NoRoute):
            text = 'The resource could not be found.<br /><br />\n\n\n'
            body = {'message': text, 'code': '404 Not Found', 'title': 'Not Found'}
            return Response.of(404, body, fault.headers)
        name = _NAMES.get(fault.status, 'computeFault')
        facts: dict[str, Any] = {'code': fault.status, 'message': fault.message}
        if fault.status == 413:
            facts['retryAfter'] = '0'
        headers = list(fault.headers)
        if fault.status == 413:
            headers.append(('Retry-After', '0'))
        if fault.status != 406 and not any(key == STANDARD for key, _ in headers):
            headers += self.version_headers(request)
        return Response.of(fault.status, {name: facts}, headers)

    def version_headers(self, request: Request) -> list[tuple[str, str]]:
        """Return the version headers of an answer."""
        try:
            return [(STANDARD, f'{SERVICE} {_negotiate(request)}')]
        except Fault:
            return []


def _negotiate(request: Request) -> microversions.APIVersion:
    """The version that a request is answered in; the earliest where it names none.

    :raises Fault: 400 for a text that is no version, 406 for a version that is not offered.
    """
    text = negotiation.requested(request, SERVICE)
    return OFFERED.start if not text else negotiation.negotiate(text, OFFERED, _refusal_headers)


def _refusal_headers(text: str) -> Headers:
    """The version in a refusal; only where it is too new."""
    is_newer = microversions.APIVersion(text) > OFFERED.end
    return ((STANDARD, f'{SERVICE} {text}'),) if is_newer else ()


def versions(request: Request) -> dict[str, Any]:
    """The document of versions."""
    links = [
        {'rel': 'describedby', 'type': 'text/html', 'href': 'https://docs.openstack.org/'},
        {'rel': 'self', 'href': f'{request.host_url}/volume/v3/'},
    ]
    kind = 'application/vnd.openstack.volume+json;version=3'
    facts = {
        'id': 'v3.0',
        'status': 'CURRENT',
        'version': str(OFFERED.end),
        'min_version': str(OFFERED.start),
        'updated': '2023-08-31T00:00:00Z',
        'links': links,
        'media-types': [{'base': 'application/json', 'type': kind}],
    }
    return {'versions': [facts]}
