"""Ranges of versions as those of a service: cut at their bounds, or made one where they adjoin."""

from __future__ import annotations

from collections.abc import Iterable

from novaclient_mv import versions
from novaclient_mv.services.service import Service
from novaclient_mv.versions import APIVersion, VersionRange


def between(ranges: Iterable[VersionRange], service: Service) -> list[VersionRange]:
    """The versions of a service, cut at the bounds of some ranges: ascending, without gaps, up to
    the client's newest.
    """
    newest = service.range.end
    starts = {service.first}
    for span in ranges:
        starts.add(max(span.start, service.first))
        if not span.is_open:
            starts.add(versions.next_version(span.end))
    ordered = sorted(start.bound_like(newest) for start in starts if start <= newest)
    ends = [versions.previous_version(start) for start in ordered[1:]] + [newest]
    return [VersionRange(start, end) for start, end in zip(ordered, ends, strict=True)]


def merged(ranges: Iterable[VersionRange], service: Service) -> tuple[VersionRange, ...]:
    """Ranges, as those of a service, with those that adjoin or overlap made one; a last one that
    reaches the newest version is open.
    """
    result: list[VersionRange] = []
    for span in sorted((unbound.bound_like(service.range) for unbound in ranges), key=_start_of):
        if result and (result[-1].is_open or span.start <= versions.next_version(result[-1].end)):
            result[-1] = VersionRange(result[-1].start, max(result[-1].end, span.end))
        else:
            result.append(span)
    return tuple(
        VersionRange(
            max(span.start, service.first),
            service.latest if span.end >= service.range.end else span.end,
        )
        for span in result
    )


def _start_of(span: VersionRange) -> APIVersion:
    return span.start
