"""Commands on what projects use."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.cli.reading.declarations import Args, arg, returns_resource, set_arguments
from novaclient_mv.cli.running import results
from novaclient_mv.placement.v1 import usages
from novaclient_mv.placement.v1.client import Client


@versions.wraps('1.9', '1.37')
def _columns(client: Client) -> tuple[str, ...]:
    """Keys of the columns of tables."""
    return ('resource_class', 'usage')


@versions.wraps('1.38')
def _columns(client: Client) -> tuple[str, ...]:
    """Keys of the columns of tables."""
    return ('consumer_type', 'consumer_count', 'resource_class', 'usage')


@versions.wraps('1.9')
@arg('project', metavar='<project-id>', help='Id of the project.')
@arg('--user', metavar='<user-id>', help='Usage of this user in the project.')
@arg(
    '--consumer-type',
    metavar='<type>',
    start_version='1.38',
    help='Usage of consumers of this type; "all" for the sum over all types, "unknown" for '
    'consumers without a type.',
)
@returns_resource('placement.v1.usages:Usage')
def do_resource_usage_show(client: Client, args: Args) -> results.Shown:
    """Show the resource usage of a project."""
    rows = client.usages.of_project(
        args.project, **set_arguments(args, 'consumer_type', user_id='user')
    )
    return results.Table(usages.Usage, rows, _columns(client))
