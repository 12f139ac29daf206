"""The paths of the volume service, its versions, and how it writes errors."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from novaclient_mv import versions as microversions
from novaclient_mv.sandbox.http import error_pages, negotiation
from novaclient_mv.sandbox.http.authentication import Unauthenticated
from novaclient_mv.sandbox.http.routing import Actions, Route
from novaclient_mv.sandbox.http.service import Call, Service, Unrouted, unauthenticated
from novaclient_mv.sandbox.http.wsgi import JSON, Fault, Headers, Request, Response
from novaclient_mv.versions import APIVersion

OFFERED = microversions.VersionRange('3.0', '3.71')

# fmt: off
ROUTES: tuple[Route | Actions, ...] = (
    Route('/', 'volume_facts', GET='versions'),
    Route('/volumes', 'volumes', GET='index', POST='create'),
    Route('/volumes/detail', 'volumes', GET='detail'),
    Route('/volumes/summary', 'volumes', '3.12..', GET='summary'),
    Route('/volumes/{id}', 'volumes', GET='show', PUT='update', DELETE='delete'),
    Actions('/volumes/{id}/action', {'volume_actions':
        'os-attach os-detach os-extend os-force_delete os-reserve os-reset_status os-retype '
        'os-set_bootable '
        'os-set_image_metadata os-show_image_metadata os-unreserve os-unset_image_metadata '
        'os-update_readonly_flag os-volume_upload_image'}),
    Route('/volumes/{id}/metadata', 'volume_metadata',
          GET='index', POST='create', PUT='update_all'),
    Route('/volumes/{id}/metadata/{key}', 'volume_metadata',
          GET='show', PUT='update', DELETE='delete'),
    Route('/snapshots', 'volume_snapshots', GET='index', POST='create'),
    Route('/snapshots/detail', 'volume_snapshots', GET='detail'),
    Route('/snapshots/{id}', 'volume_snapshots',
          GET='show', PUT='update', DELETE='delete'),
    Actions('/snapshots/{id}/action', {'volume_snapshots': 'os-reset_status'}),
    Route('/snapshots/{id}/metadata', 'volume_metadata',
          GET='index', POST='create', PUT='update_all'),
    Route('/snapshots/{id}/metadata/{key}', 'volume_metadata',
          GET='show', PUT='update', DELETE='delete'),
    Route('/types', 'volume_types', GET='index', POST='create'),
    Route('/types/default', 'volume_types', GET='default'),
    Route('/types/{id}', 'volume_types', GET='show', PUT='update', DELETE='delete'),
    Actions('/types/{id}/action', {'volume_types': 'addProjectAccess removeProjectAccess'}),
    Route('/types/{id}/extra_specs', 'volume_types',
          GET='extra_specs', POST='set_extra_specs'),
    Route('/types/{id}/extra_specs/{key}', 'volume_types', DELETE='unset_extra_spec'),
    Route('/types/{id}/os-volume-type-access', 'volume_types', GET='access'),
    Route('/attachments', 'volume_facts', '3.27..', GET='attachments'),
    Route('/limits', 'volume_quotas', GET='limits'),
    Route('/os-quota-sets/{project}', 'volume_quotas',
          GET='show', PUT='update', DELETE='delete'),
    Route('/os-quota-sets/{project}/defaults', 'volume_quotas', GET='defaults'),
    Route('/os-quota-class-sets/{name}', 'volume_quotas', GET='of_class'),
    Route('/os-availability-zone', 'volume_facts', GET='zones'),
    Route('/os-services', 'volume_facts', GET='services'),
    Route('/os-hosts', 'volume_facts', GET='hosts'),
    Route('/scheduler-stats/get_pools', 'volume_facts', GET='pools'),
    Route('/extensions', 'volume_facts', GET='extensions'),
    Route('/qos-specs', 'volume_facts', GET='qos_specs'),
    Route('/backups', 'volume_facts', GET='backups'),
    Route('/volume-transfers', 'volume_facts', GET='transfers'),
)
# fmt: on

_PATH = re.compile(r'/v3(/(?P<project>[0-9a-f]{32}))?(?P<rest>(/.*)?)', re.DOTALL)
# The key of an error body.
_NAMES = {400: 'badRequest', 403: 'forbidden', 404: 'itemNotFound', 413: 'overLimit'}


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


def _error(call: Call, fault: Fault) -> Response:
    facts: dict[str, Any] = {'code': fault.status, 'message': fault.message}
    headers = fault.headers
    if fault.status == 413:
        facts['retryAfter'] = '0'
        headers = (*headers, ('Retry-After', '0'))
    return Response.of(fault.status, {_NAMES.get(fault.status, 'computeFault'): facts}, headers)


class _Versions(negotiation.Versions):
    """Versions of the service; the refusal of one tells it only where it is too new."""

    def headers_of_406(self, text: str) -> Headers:
        """The headers of the refusal of a version."""
        return self.headers(text) if microversions.APIVersion(text) > self.offered.end else ()


VERSIONS = _Versions('volume', OFFERED)


class VolumeService(Service):
    """Answers below ``/volume``."""

    package = 'novaclient_mv.sandbox.volume'
    routes = ROUTES
    documents: ClassVar = {
        'GET ': lambda call: Response.of(
            300, versions(call.request), VERSIONS.headers(OFFERED.start)
        )
    }
    versions = VERSIONS
    shapes: ClassVar = {
        Unauthenticated: unauthenticated,
        Unrouted: error_pages.shape,
        Fault: _error,
    }
    empty_headers = (('Content-Type', JSON),)

    def path_of(self, path: str) -> tuple[str, str | None]:
        """The path without its version, and without the project that may be in it."""
        match = _PATH.fullmatch(path.rstrip('/'))
        if match is None:
            raise Unrouted(404)
        return match['rest'] or ('' if match['project'] else '/'), match['project']

    def missing(self, path: str, method: str, version: APIVersion | None) -> Fault:
        """The error where a path has no handler for a method."""
        return Fault(404) if self.router.methods(path) else Unrouted(404)
