"""The version that a request asks the Bare Metal service for, and the documents that tell them."""

from __future__ import annotations

import re
from typing import Any

from novaclient_mv import versions
from novaclient_mv.sandbox.baremetal.refusals import Aborted, Refused
from novaclient_mv.sandbox.http.negotiation import STANDARD
from novaclient_mv.sandbox.http.wsgi import Fault, Headers, Request

SERVICE = 'baremetal'
HEADER = 'X-OpenStack-Ironic-API-Version'
MINIMUM = 'X-OpenStack-Ironic-API-Minimum-Version'
MAXIMUM = 'X-OpenStack-Ironic-API-Maximum-Version'

# Python reads no number of more digits.
_SPELLING = re.compile(r'\s*([+-]?\d{1,4300})\s*\.\s*([+-]?\d{1,4300})\s*', re.ASCII)


def range_headers(offered: versions.VersionRange) -> Headers:
    """The headers that tell what is offered; out-of-range refusals have no others."""
    return (MINIMUM, str(offered.start)), (MAXIMUM, str(offered.end))


def requested(request: Request) -> str:
    """The version text that a request asks for, empty where it asks for none.

    The standard header goes before the service's own; an item of it for another service, or for
    none, counts for nothing.
    """
    for item in (request.header(STANDARD) or '').split(','):
        service, _, text = item.strip().partition(' ')
        if service.lower() == SERVICE:
            return text.strip()
    return (request.header(HEADER) or '').strip()


def negotiate(request: Request, offered: versions.VersionRange) -> versions.APIVersion:
    """The version that a request is answered in; the lowest where it asks for none.

    :raises Fault: 406: a text that is no version, or a version that is not offered.
    """
    text = requested(request)
    if not text:
        return offered.start
    if text.lower() == versions.LATEST:
        return offered.end
    match = _SPELLING.fullmatch(text)
    if match is None:
        raise _refused(request, f'Invalid value for {HEADER} header')
    major, minor = int(match[1]), int(match[2])
    text = f'{major}.{minor}'
    span = f'The supported version range is: [{offered.start}, {offered.end}].'
    if major != offered.start.ver_major:
        words = f'Mutually exclusive versions requested. Version {text} requested but not'
        words = f'{words} supported by this service. {span}'
        raise _refused(request, words, range_headers(offered))
    if not offered.start.ver_minor <= minor <= offered.end.ver_minor:
        words = f'Version {text} was requested but the minor version is not supported by this'
        raise _refused(request, f'{words} service. {span}', range_headers(offered))
    return offered.start.at(major, minor)


def _refused(request: Request, words: str, headers: Headers = ()) -> Fault:
    """The refusal of a version: the document at ``/`` has it from the API itself."""
    kind = Refused if request.path.rstrip('/') == '' else Aborted
    return kind(406, words, headers)


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
    'chassis': 1,
    'nodes': 1,
    'ports': 1,
    'portgroups': 23,
    'drivers': 1,
    'volume': 32,
    'lookup': 22,
    'heartbeat': 22,
    'conductors': 49,
    'allocations': 52,
    'deploy_templates': 55,
    'shards': 82,
    'runbooks': 92,
    'inspection_rules': 96,
    'continue_inspection': 84,
    'events': 54,
}


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
    for name, least in _LINKED.items():
        if version.ver_minor >= least:
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
