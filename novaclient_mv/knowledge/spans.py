"""Ranges of versions with the releases that brought their ends, as scripts get them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion, VersionRange


class SpanForm(TypedDict):
    """The JSON form of a range of versions.

    ``end`` is ``None`` where the range is open. A release is ``None`` where its version is, or
    where none is known to have brought it, as for requests without a version header.
    """

    start: str
    end: str | None
    start_release: str | None
    end_release: str | None


def as_mapping(span: VersionRange, service: Service) -> SpanForm:
    """A range of versions of a service in its JSON form.

    A range without a start begins with the first version of the service.

    :raises TypeError: the range is one of another service.
    """
    bound = span.bound_like(service.range)
    start = max(bound.start, service.first)
    end = None if bound.is_open else bound.end
    return {
        'start': str(start),
        'end': None if end is None else str(end),
        'start_release': release_of(start, service),
        'end_release': None if end is None else release_of(end, service),
    }


def as_mappings(ranges: Iterable[VersionRange], service: Service) -> list[SpanForm]:
    """Ranges of versions of a service in their JSON form, in the order in which they come."""
    return [as_mapping(span, service) for span in ranges]


def release_of(version: APIVersion, service: Service) -> str | None:
    """Name of the release that brought a version of a service; ``None`` where it is unknown."""
    return service.releases.introduced(version) or None
