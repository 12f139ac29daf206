"""Targets of scripts: the versions that a cloud, a release or a range offers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from novaclient_mv import errors
from novaclient_mv.services import SERVICES, Service
from novaclient_mv.versions import APIVersion, VersionRange


class Target(NamedTuple):
    """The versions of a service that are offered; the one version where it has no microversions."""

    service: Service
    range: VersionRange
    has_microversions: bool = True

    def __str__(self) -> str:
        offered = self.range if self.has_microversions else None
        return f'the target {self.service.describe_offer(offered)}'

    @property
    def newest(self) -> APIVersion:
        """The newest version that it offers and this client supports."""
        newest = min(self.range.end, self.service.range.end)
        return newest if newest in self.range else self.range.end

    def has(self, version: APIVersion) -> bool:
        """Whether it offers a version; requests without a version get the first microversion."""
        if version == self.service.unversioned:
            return not self.has_microversions or self.range.start <= self.service.range.start
        return version in self.range


Targets = Callable[[Service], Target | None]
"""Returns the target for a service; ``None`` if it is unknown."""


def of_cloud(service: Service, offered: VersionRange | None) -> Target:
    """The target of a cloud; ``offered`` is ``None`` where it has no microversions."""
    if offered is None:
        return Target(service, VersionRange(service.unversioned, service.unversioned), False)
    return Target(service, offered)


def newest_release(service: Service) -> Target:
    """The newest known release of a service as its target."""
    names = service.releases.names()
    newest = service.releases.newest_of(names[-1]) if names else None
    end = service.range.end if newest is None else service.version(newest)
    return Target(service, VersionRange(service.range.start, end))


def of_release(release: str, services: Iterable[Service] = SERVICES) -> Targets:
    """The versions of a release, given by name or number, as targets."""
    labels = {release.strip().lower()}
    rows = [row for service in services for row in service.releases.facts['releases']]
    releases = [row['release'].lower() for row in rows]
    # One has a name and a number, and not every service's table has both.
    for name in releases:
        if labels & {name, *name.split()}:
            labels |= {name, *name.split()}
    if not any(_newest_of(service, labels) for service in services):
        names = ', '.join(SERVICES[0].releases.names())
        raise errors.CommandError(f'Unknown release {release!r}. Known: {names}.')

    def target(service: Service) -> Target | None:
        newest = _newest_of(service, labels)
        if newest is None:
            return None
        return Target(service, VersionRange(service.range.start, service.version(newest)))

    return target


def _newest_of(service: Service, names: Iterable[str]) -> str | None:
    newest = map(service.releases.newest_of, sorted(names))
    return next((version for version in newest if version), None)


def of_range(text: str, service: Service) -> Targets:
    """A target by a range, as ``2.1..2.53`` or ``pike..``; other services have none."""
    start, dots, end = text.partition('..')
    try:
        first = service.named_version(start) if start or not dots else service.range.start
        last = service.named_version(end) if end else service.range.end if dots else first
        span = VersionRange(first, last)
    except errors.UnsupportedVersion as error:
        raise errors.CommandError(f'{text!r} is not a range of versions: {error}') from error
    if span.is_empty or first.is_latest():
        why = 'its start is not a number' if first.is_latest() else f'{first} is above {last}'
        raise errors.CommandError(f'{text!r} is not a range of versions: {why}.')
    target = of_cloud(service, span)
    return lambda other: target if other == service else None
