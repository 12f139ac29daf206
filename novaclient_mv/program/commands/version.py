"""The command that lists the versions which a cloud speaks."""

from __future__ import annotations

from novaclient_mv import errors, v2
from novaclient_mv.cli.reading.declarations import (
    Args,
    returns_resource,
    speaks_to,
    without_version,
)
from novaclient_mv.cli.reading.types.services import service_option
from novaclient_mv.cli.running import results
from novaclient_mv.services import SERVICES
from novaclient_mv.v2.versions import Version


@without_version
@speaks_to('service')
@service_option('Service whose endpoints to list (default: all services).')
@returns_resource('v2.versions:Version')
def do_version_list(client: v2.Client, args: Args) -> results.Shown:
    """List the endpoints of the services in the cloud, their versions, and what this client shares
    with them.
    """
    columns = (
        *('id', 'status', 'updated', 'min_version', 'max_version', 'shared'),
        *('service_type', 'url'),
    )
    manager = client.versions
    versions = manager.everywhere() if args.service else manager.across(SERVICES)
    table = results.Table(Version, versions, columns)
    failures = {
        version.to_dict()['url']: version.error for version in versions if version.error is not None
    }
    if failures:
        failed = errors.SomeFailed(failures, len(versions))
        failed.done = table if len(failures) < len(versions) else None
        raise failed
    return table
