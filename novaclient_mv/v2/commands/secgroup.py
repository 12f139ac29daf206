"""Commands on security groups and their rules that the Compute API passes on."""

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
from novaclient_mv.cli.reading.types import numeric
from novaclient_mv.cli.running import deletions, results
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


@versions.wraps('2.0', '2.35')
@arg('secgroup', help='Security group to add the rule to, by name or id.')
@arg('--ip-protocol', metavar='<protocol>', help='Protocol: tcp, udp or icmp.')
@arg(
    '--from-port',
    metavar='<port>',
    type=numeric.whole,
    help='First port, or ICMP type; -1 for all.',
)
@arg('--to-port', metavar='<port>', type=numeric.whole, help='Last port, or ICMP code; -1 for all.')
@arg('--cidr', group='source', help='Source addresses, as a CIDR.')
@arg(
    '--source-group',
    metavar='<secgroup>',
    group='source',
    help='Source security group, by name or id.',
)
@returns_resource('v2.retired.security_group_rules:SecurityGroupRule')
@writes
def do_secgroup_rule_create(client: v2.Client, args: Args) -> results.Shown:
    """Create a rule of a security group; from 2.36 use the network service."""
    group = client.security_groups.find_one(args.secgroup)
    values = set_arguments(args, 'ip_protocol', 'from_port', 'to_port', 'cidr')
    if args.source_group:
        values['group_id'] = client.security_groups.find_one(args.source_group)
    return results.Record(client.security_group_rules.create(group, **values))


@versions.wraps('2.0', '2.35')
@arg('rule', nargs='+', help='One or more rules, by id.')
@writes
def do_secgroup_rule_delete(client: v2.Client, args: Args) -> results.Shown:
    """Delete rules of security groups; from 2.36 use the network service."""
    return deletions.by_id(args.rule, client.security_group_rules.delete)
