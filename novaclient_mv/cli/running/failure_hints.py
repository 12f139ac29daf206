"""Adds hints to a failure: the version that it needs, and what the cloud offers by which source."""

from __future__ import annotations

from collections.abc import Iterator

from novaclient_mv import errors
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion
from novaclient_mv.wire import endpoints
from novaclient_mv.wire.connection import Connection


def explained(
    error: Exception, cloud: Cloud, line: CommandLine, connection: Connection | None
) -> Exception:
    """A failure with its reason, a version or a rule of policy, and what was carried out before."""
    service = line.service
    add_version(error, cloud, service, None if connection is None else connection.api_version)
    if connection is None:
        return error
    for refusal in refused_by_policy(error):
        from novaclient_mv.cli.running import permission_denials

        rule = permission_denials.explain(refusal, line, connection)
        if rule is not None:
            from novaclient_mv.clouds.logins import refusals

            refusals.remember_refusal(cloud, rule)
    from novaclient_mv.cli.running import uncertain_writes

    error = uncertain_writes.explained(error, connection.history)
    if line.called and getattr(getattr(error, 'meant', None), 'asks', False):
        # By a name of python-novaclient nothing is sent that it would not send.
        vars(error)['meant'] = None
    return error


def add_version(
    error: Exception, cloud: Cloud, service: Service, version: APIVersion | None
) -> None:
    """Add the version as the reason of a failure, where it is."""
    if isinstance(error, errors.SomeFailed):
        for failure in error.failures.values():
            add_version(failure, cloud, service, version)
        reasons = {getattr(failure, 'version_reason', None) for failure in error.failures.values()}
        if len(reasons) == 1:
            (reason,) = reasons
            # Each target tells the sentence itself.
            error.version_reason = None if reason is None else reason._replace(message='')
    elif isinstance(error, errors.OutsideVersion | errors.VersionNotOffered):
        _add_source(error, cloud, service)
    elif isinstance(error, errors.ClientException) and version is not None:
        _add_reason(error, cloud, service, version)


def refused_by_policy(error: Exception) -> Iterator[errors.Forbidden]:
    """The refusals in a failure that name a rule of a policy."""
    if isinstance(error, errors.SomeFailed):
        for failure in error.failures.values():
            yield from refused_by_policy(failure)
    elif isinstance(error, errors.Forbidden) and error.rule is not None:
        yield error


def _add_source(
    error: errors.OutsideVersion | errors.VersionNotOffered, cloud: Cloud, service: Service
) -> None:
    """Add the URL that reported what the cloud offers."""
    from novaclient_mv.knowledge import refusals

    if isinstance(error, errors.OutsideVersion) and error.exit_status == errors.ExitStatus.USAGE:
        return
    learned_from = _learned_from(cloud, service)
    facts = error.facts()
    ranges = error.ranges if isinstance(error, errors.OutsideVersion) else (error.needed,)
    error.version_reason = errors.VersionReason(
        refusals.source(learned_from).strip(),
        facts['needs_version'],
        facts['cloud_range'],
        refusals.release_of(ranges, service),
        learned_from,
    )


def _add_reason(
    error: errors.ClientException, cloud: Cloud, service: Service, version: APIVersion
) -> None:
    """Add the parts that the version of the request lacks, where that is the reason."""
    from novaclient_mv.knowledge import refusals

    missing = refusals.missing_parts(error, version)
    if not missing:
        return
    try:
        offered, _ = cloud.range(service)
    except errors.Error:
        return
    error.version_reason = refusals.reason(
        missing, version, service, offered, _learned_from(cloud, service)
    )


def _learned_from(cloud: Cloud, service: Service) -> str | None:
    """Return the URL that a service's range is read from: its version document, or its endpoint."""
    try:
        return f'{endpoints.parsed(cloud.connection(service, service.unversioned)).versioned}/'
    except errors.Error:
        return None
