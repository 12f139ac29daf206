"""The versions that a run assumes of a service whose version document cannot be read."""

from __future__ import annotations

from novaclient_mv import errors
from novaclient_mv.clouds.logins.login import Login
from novaclient_mv.clouds.requested_versions import Requested
from novaclient_mv.versions import VersionRange
from novaclient_mv.wire import documents
from novaclient_mv.wire.connection import Connection


def assumed_range(
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
