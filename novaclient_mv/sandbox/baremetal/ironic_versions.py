"""The version that a request asks the Bare Metal service for, and the documents that tell them."""

from __future__ import annotations

from typing import Any

from novaclient_mv import versions
from novaclient_mv.sandbox.http import negotiation
from novaclient_mv.sandbox.http.service import Unrouted
from novaclient_mv.sandbox.http.wsgi import Fault, Headers, Request

SERVICE = 'baremetal'
HEADER = 'X-OpenStack-Ironic-API-Version'
MINIMUM = 'X-OpenStack-Ironic-API-Minimum-Version'
MAXIMUM = 'X-OpenStack-Ironic-API-Maximum-Version'
LONGEST = 100


class Versions(negotiation.Versions):
    """The versions of the service.

    :param offered: ``None`` for a service from before them.
    """

    def __init__(self, offered: versions.VersionRange | None) -> None:
        super().__init__(SERVICE, offered or versions.VersionRange('1.1', '1.1'), HEADER)
        self.tells = offered is not None

    def negotiate(self, request: Request) -> versions.APIVersion:
        """The version that a request is answered in; the lowest where it asks for none.

        :raises Fault: 406: a text that is not a version, or a version that is not offered.
        """
        text = self._requested(request) if self.tells else ''
        if not text:
            return self.offered.start
        if text.lower() == versions.LATEST:
            return self.offered.end
        major, _, minor = text.partition('.')
        if not (major.isdecimal() and minor.isdecimal() and len(text) < LONGEST):
            raise Unrouted(406, f'Invalid value for {HEADER} header')
        if (version := versions.APIVersion(f'{int(major)}.{int(minor)}')) in self.offered:
            return version
        words = f'Version {text} was requested but the minor version is not supported by this'
        span = f'The supported version range is: [{self.offered.start}, {self.offered.end}].'
        kind = Unrouted if request.path.strip('/') else Fault
        raise kind(406, f'{words} service. {span}', self._range)

    def headers(self, version: versions.APIVersion | str) -> Headers:
        """The headers that tell the version of an answer, and which there are."""
        return (*self._range, (HEADER, str(version))) if self.tells else ()

    @property
    def _range(self) -> Headers:
        return (MINIMUM, str(self.offered.start)), (MAXIMUM, str(self.offered.end))

    def _requested(self, request: Request) -> str:
        """The version text that a request asks for, empty where it asks for none.

        The standard header goes before the service's own; an item of it for another service counts
        for nothing.
        """
        for item in (request.header(negotiation.STANDARD) or '').split(','):
            service, _, text = item.strip().partition(' ')
            if service.lower() == SERVICE:
                return text.strip()
        return (request.header(HEADER) or '').strip()


def root(request: Request, offered: versions.VersionRange | None) -> dict[str, Any]:
    """The document at ``/``.

    :param offered: ``None`` for a service from before microversions.
    """
    document: dict[str, Any] = {
        'id': 'v1',
        'links': [{'href': f'{base_of(request)}/v1/', 'rel': 'self'}],
        'status': 'CURRENT',
    }
    if offered is not None:
        document['min_version'] = str(offered.start)
        document['version'] = str(offered.end)
    return {
        'name': 'OpenStack Ironic API',
        'description': 'Ironic is an OpenStack project which enables the provision and management '
        'of baremetal machines.',
        'default_version': document,
        'versions': [document],
    }


# The resources that the document at /v1 links to, with the minor version that has each.
_LINKED = {
    'chassis': 1, 'nodes': 1, 'ports': 1, 'portgroups': 23, 'drivers': 1, 'volume': 32,
    'lookup': 22, 'heartbeat': 22, 'conductors': 49, 'allocations': 52, 'deploy_templates': 55,
    'shards': 82, 'runbooks': 92, 'inspection_rules': 96, 'continue_inspection': 84, 'events': 54,
}  # fmt: skip


def v1(
    request: Request, offered: versions.VersionRange | None, version: versions.APIVersion
) -> dict[str, Any]:
    """The document at ``/v1``; the newer the version, the more it links to."""
    base = base_of(request)
    docs = 'https://docs.openstack.org//ironic/latest/contributor//webapi.html'
    document: dict[str, Any] = {
        'id': 'v1',
        'links': [
            {'href': f'{base}/v1/', 'rel': 'self'},
            {'href': docs, 'rel': 'describedby', 'type': 'text/html'},
        ],
        'media_types': {
            'base': 'application/json',
            'type': 'application/vnd.openstack.ironic.v1+json',
        },
    }
    for name, minimum in _LINKED.items():
        if version.ver_minor >= minimum:
            document[name] = [
                {'href': f'{base}/v1/{name}/', 'rel': 'self'},
                {'href': f'{base}/{name}/', 'rel': 'bookmark'},
            ]
    if offered is not None:
        document['version'] = root(request, offered)['default_version']
    return document


def base_of(request: Request) -> str:
    """Return the start of links in answers."""
    return f'{request.host_url}{request.prefix}'
