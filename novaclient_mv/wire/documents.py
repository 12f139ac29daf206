"""Read an endpoint's root and its versions from version documents."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any
from urllib.parse import SplitResult, urlsplit

from novaclient_mv import errors
from novaclient_mv import versions as microversions
from novaclient_mv.services import Service
from novaclient_mv.values import NamedTuple
from novaclient_mv.wire.supporting_services import PROJECT_ID, VERSION

_LONGEST_VALUE = 60


class NoUrl(errors.CloudError):
    """An endpoint whose text is no URL."""


class Endpoint(NamedTuple):
    """An endpoint of the service catalog, taken apart.

    ``url`` is what requests are built on; ``versioned`` ends with the version and has no project
    id;
    ``root`` stands above the version; ``segment`` is the version's part of the path, as in
    ``v2.1``. Where a service has no version in its paths, the three URLs are one, and ``segment``
    is its major version.
    """

    url: str
    versioned: str
    root: str
    segment: str
    is_legacy: bool


def parse_endpoint(url: str, service: Service) -> Endpoint:
    """Take an endpoint apart; one without a version is that of the service's own major version.

    :raises NoUrl: the text is none.
    """
    parts = check_url(url, service.name)
    if not service.major_path:
        return _unversioned(url, service)
    segments = [part for part in parts.path.split('/') if part]
    place = _place_of_version(segments, service)
    if place is None:
        place = len(segments)
        segments.append(service.major_path)
    host = f'{parts.scheme}://{parts.netloc}'

    def join(count: int) -> str:
        return '/'.join([host, *segments[:count]])

    return Endpoint(
        url=join(len(segments)),
        versioned=join(place + 1),
        root=join(place),
        segment=segments[place],
        is_legacy=segments[place] in service.legacy_paths,
    )


def _place_of_version(segments: list[str], service: Service) -> int | None:
    """The place of the version in a path: its end, or before the id of a project.

    One further to the left belongs to a gateway in front of the service.
    """
    *before, last = segments or ['']
    if VERSION.fullmatch(last):
        return len(before)
    # The id of a project may be any text, where the service has projects in its paths.
    known = (service.major_path, *service.legacy_paths) if service.legacy_paths else ()
    version = before[-1] if before else ''
    if version in known or (VERSION.fullmatch(version) and PROJECT_ID.fullmatch(last)):
        return len(before) - 1
    return None


def check_url(url: str, service_name: str) -> SplitResult:
    """The parts of an endpoint's URL.

    :raises NoUrl: the text is none.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        parts = urlsplit('')
    if parts.scheme not in ('http', 'https') or not parts.netloc:
        raise NoUrl(f'The endpoint {url!r} of {service_name} is not a URL.', url=url)
    return parts


def _unversioned(url: str, service: Service) -> Endpoint:
    """An endpoint of a service that has no version in its paths."""
    root = url.partition('?')[0].rstrip('/')
    return Endpoint(root, root, root, f'v{service.range.end.ver_major}', is_legacy=False)


class VersionEntry(NamedTuple):
    """One version of an API as a cloud tells it; ``range`` is ``None`` without microversions.

    ``fields`` is all that the document has of it.
    """

    id: str
    status: str
    updated: str
    range: microversions.VersionRange | None
    fields: Mapping[str, Any] = MappingProxyType({})


def read_document(body: Any, url: str) -> list[VersionEntry]:
    """The versions that a version document names: ``{"version": {...}}`` or ``{"versions":
    [...]}``.

    :raises CloudError: it is not such a document, or its fields make no sense.
    """
    if isinstance(body, dict):
        if isinstance(body.get('version'), dict):
            return [_entry(body['version'], url)]
        versions = body.get('versions')
        if isinstance(versions, dict):
            versions = versions.get('values')
        if isinstance(versions, list):
            return [_entry(version, url) for version in versions if isinstance(version, dict)]
    raise errors.CloudError(f'{url} answered with something else than a version document.', url=url)


def _entry(fields: dict[str, Any], url: str) -> VersionEntry:
    maximum = fields.get('version') or fields.get('max_version') or ''
    minimum = fields.get('min_version') or ''
    offered = None
    if maximum or minimum:
        try:
            offered = checked_range(str(minimum), str(maximum))
        except ValueError as error:
            raise errors.CloudError(
                f'The version document of {url} makes no sense: '
                f'minimum {_shortened(minimum)}, maximum {_shortened(maximum)}.',
                url=url,
            ) from error
    text = {key: str(fields.get(key) or '') for key in ('id', 'status', 'updated')}
    return VersionEntry(text['id'], text['status'], text['updated'], offered, fields)


def _shortened(value: object) -> str:
    """A value of a document as a message has it, which may be of any length."""
    text = repr(value)
    return text if len(text) <= _LONGEST_VALUE else f'{text[:_LONGEST_VALUE]}...'


def checked_range(minimum: str, maximum: str) -> microversions.VersionRange:
    """The versions from one to another, as a cloud can speak them.

    :raises ValueError: there are none.
    """
    try:
        offered = microversions.VersionRange(minimum, maximum)
    except errors.UnsupportedVersion as error:
        raise ValueError(str(error)) from error
    spans_majors = offered.start.ver_major != offered.end.ver_major
    if offered.is_empty or offered.is_open or spans_majors:
        raise ValueError(f'{offered} is no range of versions that a cloud speaks')
    return offered


def entry_for(entries: list[VersionEntry], endpoint: Endpoint) -> VersionEntry | None:
    """The entry of a root document that describes an endpoint.

    The path decides (``v2`` is ``v2.0``); the hosts in a document's links may be anything.
    """
    id = endpoint.segment if '.' in endpoint.segment else f'{endpoint.segment}.0'
    return next((entry for entry in entries if entry.id in (id, endpoint.segment)), None)
