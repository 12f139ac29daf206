"""The releases whose policy holds on a cloud, told by its newest version or by name."""

from __future__ import annotations

from typing import NamedTuple

from novaclient_mv import errors
from novaclient_mv.policies import facts
from novaclient_mv.policies.facts import Policies, Release
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion, VersionRange


class Releases(NamedTuple):
    """The releases that a cloud may be, and what it serves.

    :param releases: the oldest first; none where the facts have none of them.
    :param range: the versions that it serves; ``None`` where it has no microversions.
    :param note: a line about a cloud that the facts do not know.
    """

    releases: tuple[Release, ...]
    range: VersionRange | None
    note: str | None = None

    @property
    def newest(self) -> Release | None:
        """The newest of them."""
        return self.releases[-1] if self.releases else None


def policies_of(service: Service) -> Policies | None:
    """The policies of a service; ``None`` where none are known."""
    try:
        return facts.of(service.name)
    except LookupError:
        return None


def named(text: str, service: Service) -> Releases:
    """The release of a name or number: ``Wallaby``, ``2023.1``, or ``23.2`` of the service's
    package; of Nova's where the service has no such version.

    :raises CommandError: the facts have none of that name.
    """
    policies = policies_of(service)
    if policies is None:
        raise errors.CommandError(f'No policies are known of {service.name}.')
    try:
        release = policies.release(text)
    except LookupError as error:
        of_nova = _by_nova_name(text, policies)
        if of_nova is None:
            raise errors.CommandError(str(error)) from error
        release = of_nova
    newest = service.releases.newest_of(release.name) or service.releases.newest_of(release.number)
    end = service.range.end if newest is None else service.version(newest)
    return Releases((release,), VersionRange(service.range.start, end))


def _by_nova_name(text: str, policies: Policies) -> Release | None:
    """Return the release with this name or number of Nova's."""
    try:
        return policies.release(facts.of('compute').release(text).name)
    except LookupError:
        return None


def newest(service: Service) -> Releases:
    """The newest release whose policy is known."""
    policies = policies_of(service)
    if policies is None:
        return Releases((), service.range)
    return named(policies.newest.name, service)


def of_cloud(service: Service, offered: VersionRange | None) -> Releases:
    """Return the releases whose newest version a cloud's range fits.

    Several share a newest version. One between those of two releases is the later's; one above all
    that are known is taken for the newest, and a note says so.
    """
    policies = policies_of(service)
    if policies is None or offered is None:
        return Releases((), offered)
    ends = _ends(policies, service)
    later = [end for end in ends.values() if end >= offered.end]
    end = min(later, default=max(ends.values()))
    releases = tuple(release for release, newest in ends.items() if newest == end)
    note = None
    if not later:
        known = policies.newest
        note = f'this cloud is newer than the policies that are known: those of {known} are used'
    elif offered.end < min(ends.values()):
        return Releases((), offered, f'no policies are known from before {policies.releases[0]}')
    return Releases(releases, offered, note)


def with_version(service: Service, version: APIVersion) -> Releases:
    """The releases that serve a version, where nothing else is known of a cloud."""
    policies = policies_of(service)
    ends = {} if policies is None else _ends(policies, service)
    return Releases(tuple(release for release, end in ends.items() if end >= version), None)


def _ends(policies: Policies, service: Service) -> dict[Release, APIVersion]:
    """The newest version of each release, where the calendar of the service has it."""
    return {
        release: service.version(text)
        for release in policies.releases
        for text in [
            service.releases.newest_of(release.name) or service.releases.newest_of(release.number)
        ]
        if text is not None
    }
