"""Chooses the version of a service on a cloud, for command lines and for programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from novaclient_mv import errors
from novaclient_mv.clouds.logins.login import Login
from novaclient_mv.clouds.requested_versions import Requested
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion, VersionRange
from novaclient_mv.wire import documents
from novaclient_mv.wire.connection import Connection

if TYPE_CHECKING:
    from novaclient_mv.clouds.cloud import Cloud
    from novaclient_mv.wire.connection import Connection

Narrow = Callable[[APIVersion, VersionRange | None], APIVersion]
"""Chooses a version that suits the caller, of the newest and of what the cloud offers."""


def negotiate(
    cloud: Cloud,
    service: Service,
    requested: Requested,
    narrow: Narrow = lambda newest, offered: newest,
    is_fresh: bool = False,
) -> tuple[APIVersion, VersionRange | None]:
    """The version to use with a service, and its range; a refusal never rests on memory."""
    # A version that was named is the one at which a service is asked for its range.
    named = requested.version if requested.is_named else None
    try:
        offered, is_remembered = cloud.range(service, is_fresh, named)
    except errors.CloudError as error:
        unversioned = cloud.connection(service, service.unversioned)
        offered = _assumed_range(unversioned, cloud.login, requested, error)
        is_remembered = False
    unread = cloud.connection(service, service.unversioned).known_versions.negotiation.unread
    try:
        return narrow(service.negotiate(requested.version, offered), offered), offered
    except (errors.OutsideVersion, errors.VersionNotOffered) as error:
        if unread is not None and not requested.is_named:
            raise unread.asking_for_version() from error
        if not is_remembered and isinstance(error, errors.OutsideVersion):
            raise
        if not is_remembered:
            raise requested.refusal(error.needed, offered, service) from error
    return negotiate(cloud, service, requested, narrow, is_fresh=True)


def connection(
    cloud: Cloud,
    service: Service,
    requested: Requested,
    version: APIVersion,
    is_newest: bool = True,
) -> Connection:
    """The connection to a service at the version that was chosen.

    :param is_newest: the caller may use what is newer: where the user left the choice to the
        service, ``latest`` is sent.
    """
    connection = cloud.connection(service, version)
    if is_newest and requested.leaves_choice(service, version):
        return connection.asking_latest()
    return connection


def _assumed_range(
    connection: Connection, login: Login, requested: Requested, failure: errors.CloudError
) -> VersionRange | None:
    """The version that was named, or for reads the range that was learned last, or else the lowest
    version.

    :raises CloudError: it is another reason, or one that passes and nobody named a version.
    """
    if not isinstance(failure, documents.NoDocument):
        raise failure
    service, known = connection.service, connection.known_versions
    is_news = known.negotiation.assume(failure, requested.is_named)
    if requested.is_named:
        return VersionRange(requested.version, requested.version)
    if failure.is_passing:
        raise failure.asking_for_version()
    last = login.ranges.read(connection, may_be_old=True)
    lowest = service.range.start
    if is_news and last is None:
        connection.warn(f'{failure.unknown}; reading at API version {lowest}')
    elif is_news and last is not None:
        connection.warn(f'{failure.unknown}; last, it {service.describe_offer(last[0])}')
    return VersionRange(lowest, lowest) if last is None else last[0]
