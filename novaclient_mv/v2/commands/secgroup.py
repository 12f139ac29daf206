"""Commands on security groups that the Compute API passes on."""

from __future__ import annotations

from novaclient_mv import v2, versions
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    returns_resource,
    set_arguments,
    success_message,
    writes,
)
from novaclient_mv.cli.running import results
from novaclient_mv.v2.commands.parts import paging, proxies
from novaclient_mv.v2.retired import security_group_rules
from novaclient_mv.v2.retired import security_groups as retired_groups
from novaclient_mv.v2.servers import security_groups

_GROUP = 'v2.servers.security_groups:SecurityGroup'
_COMMANDS = proxies.Commands(
    __name__, retired_groups.SecurityGroupManager, 'network', 'secgroup', several='security groups'
)

do_secgroup_list = _COMMANDS.list(
    'List security groups',
    ('id', 'name', 'description'),
    arg(
        '--all-projects',
        action='store_true',
        help='Groups of all projects.',
        filter=retired_groups.ALL_PROJECTS,
    ),
    paging.limit(),
    paging.offset(),
    parameters=('all_projects', 'limit', 'offset'),
)
do_secgroup_delete = _COMMANDS.delete('Delete security groups')


@versions.wraps('2.0', '2.35')
@arg('secgroup', help='Name or id.')
@returns_resource(_GROUP)
def do_secgroup_show(client: v2.Client, args: Args) -> results.Shown:
    """Show a security group and its rules; from 2.36 use the network service."""
    return _with_rules(client, client.security_groups.find_one(args.secgroup))


@versions.wraps('2.0', '2.35')
@arg('name', help='Name of the new group.')
@arg('--description', default='', help='Description of the group.')
@returns_resource(_GROUP)
@success_message('Created security group {name}.')
@writes
def do_secgroup_create(client: v2.Client, args: Args) -> results.Shown:
    """Create a security group; from 2.36 use the network service."""
    return _with_rules(client, client.security_groups.create(args.name, args.description))


@versions.wraps('2.0', '2.35')
@arg('secgroup', help='Name or id.')
@arg('--name', help='New name.')
@arg('--description', help='New description.')
@returns_resource(_GROUP)
@success_message('Updated security group {secgroup}.')
@writes
def do_secgroup_update(client: v2.Client, args: Args) -> results.Shown:
    """Update a security group; from 2.36 use the network service."""
    group = client.security_groups.find_one(args.secgroup)
    # The API wants both, so what is not changed is sent as it is.
    present = {'name': group.name, 'description': group._info.get('description') or ''}
    changed = {**present, **set_arguments(args, 'name', 'description')}
    return _with_rules(client, client.security_groups.update(group, **changed))


def _with_rules(client: v2.Client, group: security_groups.SecurityGroup) -> results.Views:
    """A group, and below it its rules."""
    properties = group.without_links()
    rules = [
        security_group_rules.SecurityGroupRule(client.security_group_rules, rule, loaded=True)
        for rule in properties.pop('rules', None) or ()
    ]
    return results.Views(
        results.Record(group),
        results.Record(group, properties),
        results.Table(security_group_rules.SecurityGroupRule, rules),
    )
