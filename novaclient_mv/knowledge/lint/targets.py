"""Targets of scripts: the versions that a cloud, a release or a range offers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from novaclient_mv import errors
from novaclient_mv.services import SERVICES, Service
from novaclient_mv.versions import APIVersion, VersionRange


class Target(NamedTuple):
    """The versions of a service that scripts meet.

    :param has_microversions: whether there are any; without them the range is the one version.
    """

    service: Service
    range: VersionRange
    has_microversions: bool = True

    def __str__(self) -> str:
        offered = self.range if self.has_microversions else None
        return f'the target {self.service.describe_offer(offered)}'

    @property
    def newest(self) -> APIVersion:
        """The newest version that it offers and this client speaks."""
        newest = min(self.range.end, self.service.range.end)
        return newest if newest in self.range else self.range.end

    def has(self, version: APIVersion) -> bool:
        """Whether a version may be asked for there; without a version header every target that
        still has the first microversion answers.
        """
        if version == self.service.unversioned:
            return not self.has_microversions or self.range.start <= self.service.range.start
        return version in self.range


Targets = Callable[[Service], Target | None]
"""The target for a service; ``None`` where none is known, and nothing is judged."""


def of_cloud(service: Service, offered: VersionRange | None) -> Target:
    """The target that a cloud is, which offers these versions, or has no microversions."""
    if offered is None:
        return Target(service, VersionRange(service.unversioned, service.unversioned), False)
    return Target(service, offered)


def newest_release(service: Service) -> Target:
    """The newest release that is known of a service."""
    names = service.releases.names()
    newest = service.releases.newest_of(names[-1]) if names else None
    end = service.range.end if newest is None else service.version(newest)
    return Target(service, VersionRange(service.range.start, end))


def of_release(release: str, services: Iterable[Service] = SERVICES) -> Targets:
    """The targets that the services of a release are.

    :param release: its name or its number, in any case.
    :raises CommandError: no service knows it.
    """
    labels = {release.strip().lower()}
    releases = [row['release'].lower() for service in services for row in _releases(service)]
    # One has a name and a number, and not every service's table has both.
    for name in releases:
        if labels & {name, *name.split()}:
            labels |= {name, *name.split()}
    if not any(_newest_of(service, labels) for service in services):
        names = ', '.join(SERVICES[0].releases.names())
        raise errors.CommandError(f'{release!r} is no release that is known: {names}.')

    def target(service: Service) -> Target | None:
        newest = _newest_of(service, labels)
        if newest is None:
            return None
        return Target(service, VersionRange(service.range.start, service.version(newest)))

    return target


def _releases(service: Service) -> list[dict[str, str]]:
    rows: list[dict[str, str]] = service.releases.facts['releases']
    return rows


def _newest_of(service: Service, names: Iterable[str]) -> str | None:
    newest = map(service.releases.newest_of, sorted(names))
    return next((version for version in newest if version), None)


def of_range(text: str, service: Service) -> Targets:
    """The target that a range of versions of a service is; other services have none.

    :param text: as in ``2.1..2.53``, or ``pike..xena``; without one of its ends, that of this
        client.
    :raises CommandError: it is no range of versions of the service.
    """
    start, dots, end = text.partition('..')
    try:
        first = service.named_version(start) if start or not dots else service.range.start
        last = service.named_version(end) if end else service.range.end if dots else first
        span = VersionRange(first, last)
    except errors.UnsupportedVersion as error:
        raise errors.CommandError(f'{text!r} is no range of versions: {error}') from error
    if span.is_empty or first.is_latest():
        raise errors.CommandError(
            f'{text!r} is no range of versions: {first} lies above {last}.'
            if not first.is_latest()
            else f'{text!r} is no range of versions: it begins with no number.'
        )
    target = of_cloud(service, span)
    return lambda other: target if other == service else None
