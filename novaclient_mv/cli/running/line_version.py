"""Chooses the version that a command line runs at on a cloud."""

from __future__ import annotations

from novaclient_mv import errors, services
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.clouds import version_choice
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.values import NamedTuple
from novaclient_mv.versions import APIVersion, VersionRange
from novaclient_mv.wire.connection import Connection


class Choice(NamedTuple):
    """The version of a run."""

    version: APIVersion
    is_newest: bool = False


REFUSALS = (errors.NotAcceptable, errors.SomeFailed, errors.VersionNotOffered)
"""Errors that may be about nothing but the version."""


def choose(invocation: Invocation, cloud: Cloud, refused: APIVersion | None = None) -> Choice:
    """The version that was named, or the newest that accepts the command line.

    :param refused: the version that the cloud just refused; without it, a remembered range will do.
    """
    line, requested, service = invocation.line, invocation.requested, invocation.service
    assert line is not None
    is_newest = False

    def narrow(newest: APIVersion, offered: VersionRange | None) -> APIVersion:
        nonlocal is_newest
        is_newest = line.accepts(newest)
        if requested.is_named or is_newest:
            return newest
        version = newest_accepted_version(line, newest, offered)
        from novaclient_mv.cli.reading import line_refusals

        reason = line_refusals.reason(line, newest)
        cloud.warn(f'using API version {version} instead of {newest}{reason}')
        return version

    is_fresh = refused is not None
    version, offered = version_choice.negotiate(cloud, service, requested, narrow, is_fresh)
    if is_fresh and service.learned_by == services.Discovery.NOT_ACCEPTABLE and offered is None:
        cloud.warn(
            f'{service.name}: this cloud {service.describe_offer(None)}; '
            f'using API version {version} instead of {refused}'
        )
    return Choice(version, is_newest)


def newest_accepted_version(
    line: CommandLine, newest: APIVersion, offered: VersionRange | None, ending: str = ''
) -> APIVersion:
    """The newest offered version that accepts a line; ``ending`` says who offers no other."""
    service = line.service
    for allowed in reversed(line.windows()):
        try:
            return service.negotiate(service.latest, offered, allowed)
        except errors.VersionNotOffered:
            continue
    from novaclient_mv.cli.reading import line_refusals

    ending = ending or f'; this cloud {service.describe_offer(offered)}'
    refusal = line_refusals.refusal(line, newest, ending)
    if isinstance(refusal, errors.OutsideVersion):
        refusal.blame_cloud(offered)
    raise refusal


def may_choose_again(
    error: Exception, invocation: Invocation, connection: Connection | None
) -> bool:
    """Whether a failed run may start over: nothing was changed, and just its version refused."""
    # Where refusals tell the range, only a new choice has the words for a named version.
    is_reported = invocation.service.learned_by == services.Discovery.NOT_ACCEPTABLE
    if invocation.requested.is_named and not is_reported:
        return False
    failures = error.failures.values() if isinstance(error, errors.SomeFailed) else [error]
    is_about_version = all(
        isinstance(failure, errors.VersionNotOffered)
        or (isinstance(failure, errors.NotAcceptable) and failure.server_range is not None)
        for failure in failures
    )
    return is_about_version and (connection is None or not connection.has_written)


def check_used(line: CommandLine, connection: Connection) -> None:
    """Refuse where the service chose a version that lacks a part of the command line."""
    known, service = connection.known_versions, line.service
    if known.used is None or known.offered is None or connection.has_written:
        return
    if not line.accepts(min(service.version(known.used), service.range.end)):
        needed = VersionRange(connection.api_version, connection.api_version)
        raise errors.VersionNotOffered(needed, known.offered, service.range)
