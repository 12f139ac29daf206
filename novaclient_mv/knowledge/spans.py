"""Ranges of versions with the releases that brought their ends, as scripts get them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypedDict

from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion, VersionRange


class SpanForm(TypedDict):
    """The JSON form of a range of versions.

    ``end`` is ``None`` where the range is open. A release is ``None`` where its version is, or
    where it is unknown, as for requests without a version header.
    """

    start: str
    end: str | None
    start_release: str | None
    end_release: str | None


def as_mapping(span: VersionRange, service: Service) -> SpanForm:
    """A range in its JSON form; without a start it begins with the service's first version."""
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
    """Ranges in their JSON form."""
    return [as_mapping(span, service) for span in ranges]


def intersection(several: Sequence[Sequence[VersionRange]]) -> tuple[VersionRange, ...]:
    """The versions that lie in one range of each of several sequences, as ascending ranges."""
    common = [VersionRange()]
    for ranges in several:
        shared = [one.intersect(other) for one in common for other in ranges]
        common = [span for span in shared if not span.is_empty]
    return tuple(sorted(common, key=lambda span: span.start))


def release_of(version: APIVersion, service: Service) -> str | None:
    """The release that introduced a version of a service; ``None`` where it is unknown."""
    return service.releases.introduced(version) or None
