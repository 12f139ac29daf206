"""Read an endpoint's root and its versions from version documents."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any
from urllib.parse import SplitResult, urlsplit

from novaclient_mv import errors
from novaclient_mv import versions as microversions
from novaclient_mv.errors import bodies
from novaclient_mv.services import Service
from novaclient_mv.values import NamedTuple
from novaclient_mv.wire.supporting_services import VERSION, is_project_id

_LONGEST_VALUE = 60
BROKEN_JSON = 'JSON that cannot be read'
"""An answer of an API, if of a broken one; other bodies are from what stands in front of it."""
_PASSING = ('500', '501', '502', '503', '504')
"""Statuses of a service that is out of order; what else stands in the place of a document stays."""

_BOUNDS = r'(?a)[Mm]inimum is (\d+\.\d+) and maximum is (\d+\.\d+)'
"""Nova's sentence in a 406, which names its versions nowhere else."""


class NoUrl(errors.CloudError):
    """An endpoint whose text is not a URL."""


class NoDocument(errors.CloudError):
    """No version document can be read; ``answers`` has a status or kind for each URL."""

    def __init__(
        self, url: str, root_url: str, answers: Mapping[str, str], service: Service
    ) -> None:
        super().__init__(f'Neither {url} nor {root_url} has a version document.', url)
        self.answered = answers.get(url, 'other JSON')
        self.service = service
        self.is_passing = any(answer in _PASSING for answer in answers.values())
        self.retryable = self.is_passing

    @property
    def unknown(self) -> str:
        """The reason why the versions are unknown, without a full stop."""
        return (
            f'{self.url} answered {self.answered} in place of a version document, so that the '
            f'versions of {self.service.name} are unknown'
        )

    def asking_for_version(self) -> NoDocument:
        """Set the message for a run that cannot start: it advises to name a version."""
        self.message = f'{self.unknown}: name one with {self.service.version_option}.'
        return self

    def refusing_writes(self) -> NoDocument:
        """Set the message for a write that was not sent, and forbid a retry."""
        self.message = (
            f'{self.unknown}; nothing was changed: name a version with '
            f'{self.service.version_option}.'
        )
        self.retryable = False
        return self


def kind_of(body: bytes) -> str:
    """The kind of a body that is not JSON, in words."""
    if body.lstrip()[:1] in (b'{', b'[') or body.strip() == b'null':
        return BROKEN_JSON
    is_page = b'<html' in body[:500].lower()
    return 'an HTML page' if is_page else 'something that is not JSON' if body else 'nothing'


def is_object(body: bytes) -> bool:
    """Whether a body is an object of JSON with something in it."""
    try:
        document = bodies.decode(body)
    except ValueError:
        return False
    return isinstance(document, dict) and bool(document)


def range_in_refusal(body: object) -> microversions.VersionRange | None:
    """The versions that the body of a 406 names; ``None`` where it names none."""
    if isinstance(body, Mapping):
        bounds = (body.get('min_version'), body.get('max_version'))
        if all(isinstance(bound, str) for bound in bounds):
            return _range_or_none(str(bounds[0]), str(bounds[1]))
        body = list(body.values())
    if isinstance(body, str):
        match = re.search(_BOUNDS, body)
        return None if match is None else _range_or_none(match[1], match[2])
    if isinstance(body, list):
        return next((span for span in map(range_in_refusal, body) if span is not None), None)
    return None


def _range_or_none(minimum: str, maximum: str) -> microversions.VersionRange | None:
    try:
        return checked_range(minimum, maximum)
    except ValueError:
        return None


class EndpointUrl(NamedTuple):
    """An endpoint of the service catalog, taken apart.

    ``url`` is what requests are built on; ``versioned`` ends with the version and has no project
    id;
    ``root`` is above the version; ``segment`` is the version's part of the path, as in
    ``v2.1``. Where a service has no version in its paths, the three URLs are one, and ``segment``
    is its major version.
    """

    url: str
    versioned: str
    root: str
    segment: str
    is_legacy: bool


def parse_endpoint(url: str, service: Service) -> EndpointUrl:
    """Take an endpoint apart; one without a version is that of the service's own major version."""
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

    return EndpointUrl(
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
    if version in known or (VERSION.fullmatch(version) and is_project_id(last)):
        return len(before) - 1
    return None


def check_url(url: str, service_name: str) -> SplitResult:
    """The parts of an endpoint's URL."""
    try:
        parts = urlsplit(url)
    except ValueError:
        parts = urlsplit('')
    if parts.scheme not in ('http', 'https') or not parts.netloc:
        raise NoUrl(f'The endpoint {url!r} of {service_name} is not a URL.', url=url)
    return parts


def _unversioned(url: str, service: Service) -> EndpointUrl:
    """An endpoint of a service that has no version in its paths."""
    root = url.partition('?')[0].rstrip('/')
    return EndpointUrl(root, root, root, f'v{service.range.end.ver_major}', is_legacy=False)


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
    """The versions that a version document names under ``version`` or ``versions``."""
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
                f'The version document of {url} is malformed: '
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
    """The versions from one to another, as a cloud can speak them."""
    try:
        offered = microversions.VersionRange(minimum, maximum)
    except errors.UnsupportedVersion as error:
        raise ValueError(str(error)) from error
    spans_majors = offered.start.ver_major != offered.end.ver_major
    if offered.is_empty or offered.is_open or spans_majors:
        raise ValueError(f'{offered} is not a range of versions of a cloud')
    return offered


def entry_for(entries: list[VersionEntry], endpoint: EndpointUrl) -> VersionEntry | None:
    """The entry of a root document for an endpoint, by its path: hosts in links may be any."""
    id = endpoint.segment if '.' in endpoint.segment else f'{endpoint.segment}.0'
    return next((entry for entry in entries if entry.id in (id, endpoint.segment)), None)
