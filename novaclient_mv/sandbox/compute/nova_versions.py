"""Versions of the Compute API: in headers, and in documents."""

from __future__ import annotations

from typing import Any

from novaclient_mv import versions
from novaclient_mv.sandbox.http import negotiation
from novaclient_mv.sandbox.http.wsgi import Headers, Request, quoted

LEGACY = 'X-OpenStack-Nova-API-Version'
SERVICE = 'compute'
DEFAULT = versions.APIVersion('2.1')
WITHOUT = versions.APIVersion('2.0')


def requested_version(request: Request) -> str:
    """The version text that a request asks for; without a header Nova means 2.1."""
    text = negotiation.requested(request, SERVICE, LEGACY)
    return str(DEFAULT) if text is None else text


class _Legacy(negotiation.Versions):
    """Of /v2: version headers are neither read nor returned."""

    def negotiate(self, request: Request) -> versions.APIVersion:
        """Version 2.1, whatever is asked for."""
        return DEFAULT

    def headers(self, version: versions.APIVersion | str) -> Headers:
        """No header tells a version."""
        return ()


def versions_of(offered: versions.VersionRange, is_legacy: bool) -> negotiation.Versions:
    """The versions of an endpoint."""
    kind = _Legacy if is_legacy else negotiation.Versions
    return kind(SERVICE, offered, LEGACY, default=str(DEFAULT))


def answer_headers(version: versions.APIVersion | str) -> Headers:
    """The headers that tell the version of an answer."""
    return versions_of(versions.VersionRange(), False).headers(version)


# What the documents say of each endpoint; the newest one's range is filled in.
ENDPOINTS: dict[str, dict[str, str]] = {
    'v2.0': {'prefix': '/v2', 'type': '2', 'updated': '2025-07-04T12:00:00Z'},
    'v2.1': {'prefix': '/v2.1', 'type': '2.1', 'updated': '2013-07-23T11:33:21Z'},
}


class Documents:
    """The version documents of a cloud.

    :param offered: the microversions; ``None`` for a Nova from before them, which has /v2 only.
    """

    def __init__(self, offered: versions.VersionRange | None) -> None:
        self.offered = offered
        self.ids = list(ENDPOINTS) if offered else ['v2.0']

    def root(self, base: str) -> dict[str, Any]:
        """The list of endpoints, as ``GET /`` answers."""
        return {
            'versions': [
                {**self._facts(id), 'links': [_link(f'{base}{ENDPOINTS[id]["prefix"]}/')]}
                for id in self.ids
            ]
        }

    def choices(self, base: str, path: str) -> dict[str, Any]:
        """The answer to any other path at the root: the same path below each endpoint."""
        return {
            'choices': [
                {
                    'id': id,
                    'status': self._facts(id)['status'],
                    'links': [_link(f'{base}{ENDPOINTS[id]["prefix"]}{quoted(path)}')],
                    'media-types': _media_types(id),
                }
                for id in self.ids
            ]
        }

    def one(self, id: str, base: str, prefix: str) -> dict[str, Any]:
        """The document of one endpoint; its self link has the prefix in use."""
        describedby = {
            'rel': 'describedby',
            'type': 'text/html',
            'href': 'http://docs.openstack.org/',
        }
        return {
            'version': {
                **self._facts(id),
                'links': [_link(f'{base}{prefix}/'), describedby],
                'media-types': _media_types(id),
            }
        }

    def _facts(self, id: str) -> dict[str, str]:
        microversions = self.offered is not None and id == 'v2.1'
        newest = id == self.ids[-1]
        return {
            'id': id,
            'status': 'CURRENT' if newest else 'DEPRECATED',
            'version': str(self.offered.end) if self.offered and microversions else '',
            'min_version': str(self.offered.start) if self.offered and microversions else '',
            'updated': ENDPOINTS[id]['updated'],
        }


def _link(href: str) -> dict[str, str]:
    return {'rel': 'self', 'href': href}


def _media_types(id: str) -> list[dict[str, str]]:
    kind = f'application/vnd.openstack.compute+json;version={ENDPOINTS[id]["type"]}'
    return [{'base': 'application/json', 'type': kind}]
