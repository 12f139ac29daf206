"""Commands on server groups."""

from __future__ import annotations

from novaclient_mv import v2, versions
from novaclient_mv.cli.reading import targets, types
from novaclient_mv.cli.reading.declarations import Args, arg, returns_resource, within_limit, writes
from novaclient_mv.cli.running import deletions, results
from novaclient_mv.v2.commands.parts import lookups, paging
from novaclient_mv.v2.commands.parts.metadata_arguments import pairs

_GROUP = 'v2.server_groups:ServerGroup'


@versions.wraps('2.0', '2.63')
def _columns(client: v2.Client) -> tuple[str, ...]:
    """Keys of the columns of tables."""
    return ('id', 'name', 'project_id', 'user_id', 'policies', 'members', 'metadata')


@versions.wraps('2.64')
def _columns(client: v2.Client) -> tuple[str, ...]:
    """Keys of the columns of tables."""
    return ('id', 'name', 'project_id', 'user_id', 'policy', 'rules', 'members')


@paging.limit()
@paging.offset()
@arg(
    '--all-projects',
    action='store_true',
    help='Groups of all projects.',
    filter=v2.server_groups.ALL_PROJECTS,
)
@returns_resource(_GROUP)
def do_server_group_list(client: v2.Client, args: Args) -> results.Shown:
    """List server groups."""
    rows = client.server_groups.iterate(
        all_projects=args.all_projects, **within_limit(args, 'limit', 'offset')
    )
    return results.Table(v2.server_groups.ServerGroup, rows, _columns(client))


@arg('id', help='Name or id of the group.')
@returns_resource(_GROUP)
def do_server_group_show(client: v2.Client, args: Args) -> results.Shown:
    """Show a server group."""
    _, group = lookups.send(client.server_groups.get, (args.id, lookups.server_group(client)))
    return results.one_row(group, _columns(client))


@versions.wraps('2.0', '2.63')
@arg('name', help='Name of the new group.')
@arg('policy', help='Policy: affinity or anti-affinity.')
@returns_resource(_GROUP)
def do_server_group_create(client: v2.Client, args: Args) -> results.Shown:
    """Create a server group."""
    group = client.server_groups.create(args.name, args.policy)
    return results.one_row(group, _columns(client))


@versions.wraps('2.64')
@arg('name', help='Name of the new group.')
@arg('policy', help='Policy: affinity, anti-affinity, soft-affinity, soft-anti-affinity.')
@pairs(
    '--rule',
    'Rule of the policy: max_server_per_host for anti-affinity.',
    type=types.server_group_rule,
    dest='rules',
)
@returns_resource(_GROUP)
@writes
def do_server_group_create(client: v2.Client, args: Args) -> results.Shown:
    """Create a server group."""
    group = client.server_groups.create(args.name, args.policy, dict(args.rules or ()))
    return results.one_row(group, _columns(client))


@targets.several('id', 'server-group-list', by='name or id', kind='server group')
@writes
def do_server_group_delete(client: v2.Client, args: Args) -> results.Shown:
    """Delete server groups, but not their servers."""

    def delete(word: str) -> str | None:
        lookup = lookups.server_group(client)
        (id,), _ = lookups.send(client.server_groups.delete, (word, lookup))
        return id

    return deletions.by_name_or_id(args.id, delete)
