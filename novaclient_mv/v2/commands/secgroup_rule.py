"""Commands on rules of security groups that the Compute API passes on."""

from __future__ import annotations

from novaclient_mv import v2, versions
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    returns_resource,
    set_arguments,
    writes,
)
from novaclient_mv.cli.reading.types import numeric
from novaclient_mv.cli.running import deletions, results


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
