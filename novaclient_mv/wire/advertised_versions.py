"""The versions that a service advertises in the headers of its answers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping

from novaclient_mv import errors, versions
from novaclient_mv.services import HEADER_NAME, Service
from novaclient_mv.versions import APIVersion, VersionRange
from novaclient_mv.wire import documents
from novaclient_mv.wire.answer_headers import answered_version

Advertised = tuple[VersionRange | None] | None
"""A range, or ``None`` for "no microversions", in a tuple; ``None`` if unknown."""


class NegotiationState:
    """The choice of a run's version, and whether it may be repeated."""

    is_named = False
    """Whether a user named it."""
    is_ours = False
    """Whether a run chose it from what the service serves, and no user named it."""
    may_renegotiate = False
    """Whether a run may negotiate again, as long as it has not written."""
    unread: documents.NoDocument | None = None
    """The reason why no version document was read, where the run goes on without one."""

    def ask(self, is_named: bool) -> None:
        """Note that a service is asked for its versions, and whether a user named one."""
        self.is_named = is_named

    def assume(self, reason: documents.NoDocument, is_named: bool) -> bool:
        """Go on without a version document; whether that is new."""
        is_new, self.unread, self.is_named = self.unread is None, reason, is_named
        return is_new

    def begin(self, is_named: bool) -> None:
        """Begin a run, which may negotiate again unless a user named the version."""
        self.is_ours = self.may_renegotiate = not is_named

    def settle(self) -> None:
        """Stay with the version from here on."""
        self.may_renegotiate = False


class AdvertisedVersions:
    """The versions of a service, as learned from its answers over one connection.

    ``offered`` is ``None`` for a service without microversions, once ``is_known``; ``is_fresh``
    after an answer of this run, and ``is_news`` where that differs from the cached range.
    """

    def __init__(self, service: Service) -> None:
        self.service = service
        self.negotiation = NegotiationState()
        self.offered: VersionRange | None = None
        self.is_known = False
        self.is_fresh = False
        self.is_news = False
        self.is_outdated = False
        """Whether an answer contradicts the cached range, which is then dropped."""
        self.refused: VersionRange | None = None
        """The range that refusals of this run named, which a version document may contradict."""
        self.is_contradicted = False
        """Whether a version was refused that the version document tells, by another release."""
        self.documented: VersionRange | None = None
        """The range in the version document, where this run has read one."""
        self.is_confirmed = False
        """Whether an answer stated the version that it was asked for in."""
        self.used: str | None = None
        """The version that was used where ``latest`` was asked for."""
        self._lock = threading.Lock()

    def remember(self, offered: VersionRange | None) -> None:
        """Use the range that an earlier run cached."""
        self.offered, self.is_known = offered, True

    def forget(self) -> None:
        """Drop the range."""
        self.offered = None
        self.is_known = self.is_fresh = self.is_news = self.is_outdated = False

    def note_kept(self) -> None:
        """Note that what is news, or outdated, was kept for later runs."""
        self.is_news = self.is_outdated = False

    def note_answered(self, answered: str | None, sent: str) -> None:
        """Note the version that an answer stated, and the one that was sent."""
        if sent == versions.LATEST:
            self.used = answered or self.used
        elif answered == sent:
            self.is_confirmed = True

    def learn_document(self, offered: VersionRange | None) -> VersionRange | None:
        """Record the range in the version document."""
        self.documented = offered
        return offered

    def narrow(
        self, stated: VersionRange, refused: APIVersion, documented: Advertised
    ) -> VersionRange:
        """The versions that no release has refused, at most those that the refusal states."""
        spoken = None if documented is None else documented[0]
        self.is_contradicted = spoken is not None and refused in spoken
        self.refused = stated.intersect(self.refused or stated)
        return self.refused

    def check_without(
        self, headers: Mapping[str, str], sent: APIVersion, has_written: bool
    ) -> None:
        """Check an answer to a request without a version, where the cache says that the service
        has no microversions.

        :param sent: the version that stands for none.
        """
        with self._lock:
            if self.is_known and not self.is_fresh and self.offered is None:
                self._check_memory(headers)
        if self.is_outdated and self.negotiation.may_renegotiate and not has_written:
            raise self.not_offered(sent)

    def _check_memory(self, headers: Mapping[str, str]) -> None:
        offered = offered_range(headers, self.service)
        if offered is not None:
            self.learn(offered)
        elif answered_version(headers, self.service) is not None:
            self.is_known = False
        self.is_outdated = self.is_fresh or not self.is_known

    def learn(self, offered: VersionRange | None) -> VersionRange | None:
        self.is_news = self.is_news or not self.is_known or offered != self.offered
        self.offered, self.is_known, self.is_fresh = offered, True, True
        self.is_outdated = False
        return offered

    def learn_advertised(self, advertised: Advertised) -> VersionRange | None:
        """Record what the service advertises; if nothing, assume all versions of this client."""
        if advertised is None:
            return self.service.range
        return self.learn(advertised[0])

    def learn_from(self, headers: Mapping[str, str], sent: APIVersion, is_write: bool) -> None:
        """Learn from a success."""
        if not self.is_fresh or offered_range(headers, self.service) is not None:
            self.learn_advertised(advertised_by(headers, self.service, is_success=True))
        if self.is_fresh and self.offered is None and not is_write:
            raise self.not_offered(sent)

    def check_before_write(self, version: APIVersion, ask: Callable[[], object]) -> None:
        """Learn the versions before the first write, which a service without any would do."""
        with self._lock:
            if not self.is_known:
                ask()
        if self.is_fresh and (self.offered is None or version not in self.offered):
            raise self.not_offered(version)

    def not_offered(self, version: APIVersion) -> errors.VersionNotOffered:
        """The error for a version that the service does not serve."""
        spoken = self.service.range
        message = (
            f'API version {version} is not available: this cloud '
            f'{self.service.describe_offer(self.offered)}; this client speaks {spoken.start} to '
            f'{spoken.end}.'
        )
        needed = VersionRange(version, version)
        return errors.VersionNotOffered(
            needed, self.offered, spoken, message, self.service.unversioned
        )


def advertised_by(headers: Mapping[str, str], service: Service, is_success: bool) -> Advertised:
    """The range that headers advertise; only a success without one means no microversions."""
    offered = offered_range(headers, service)
    if offered is not None or not is_success:
        return None if offered is None else (offered,)
    answered = answered_version(headers, service)
    if answered is None:
        return (None,)
    # That the newest one of ours is served is worth knowing; that another is, says little.
    return (service.range,) if answered == str(service.range.end) else None


def version_entry(
    endpoint: documents.EndpointUrl, advertised: Advertised
) -> documents.VersionEntry:
    """The version of an endpoint that has no document of it."""
    if advertised is None:
        raise errors.CloudError(f'{endpoint.versioned}/ does not tell its versions.', endpoint.url)
    return documents.VersionEntry(endpoint.segment, '', '', advertised[0])


def offered_range(headers: Mapping[str, str], service: Service) -> VersionRange | None:
    """The range of versions in the headers of an answer; ``None`` if absent or malformed."""
    minimum = _bound(headers, service, 'Minimum')
    maximum = _bound(headers, service, 'Maximum')
    if not minimum or not maximum:
        return None
    try:
        return documents.checked_range(minimum, maximum).bound_like(service.range)
    except ValueError:
        return None


def _bound(headers: Mapping[str, str], service: Service, which: str) -> str | None:
    """One end of the range: ``orchestra 1.1`` or ``1.1``, by the common or the own header."""

    def name_of(header: str) -> str:
        return f'{header.removesuffix("-Version")}-{which}-Version'

    for item in (headers.get(name_of(HEADER_NAME)) or '').split(','):
        name, _, version = item.strip().rpartition(' ')
        if version and name.strip().lower() in ('', service.header_name):
            return version
    return headers.get(name_of(service.legacy_header)) if service.legacy_header else None
