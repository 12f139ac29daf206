"""Commands on the security groups of servers."""

from __future__ import annotations

from novaclient_mv import v2
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    returns_resource,
    success_message,
    writes,
)
from novaclient_mv.cli.running import results
from novaclient_mv.v2.commands.parts.server_arguments import find_server, one_server
from novaclient_mv.v2.servers import security_groups


@one_server
@returns_resource('v2.servers.security_groups:SecurityGroup', 'id', 'name', 'description')
def do_server_secgroup_list(client: v2.Client, args: Args) -> results.Shown:
    """List the security groups of a server."""
    groups = client.servers.list_security_group(find_server(client, args))
    return results.Table(security_groups.SecurityGroup, groups, ('id', 'name', 'description'))


@one_server
@arg('secgroup', help='Name or id of the security group.')
@success_message('Added security group {secgroup} to server {server}.')
@writes
def do_server_secgroup_add(client: v2.Client, args: Args) -> None:
    """Add a security group to a server."""
    client.servers.add_security_group(find_server(client, args), args.secgroup)


@one_server
@arg('secgroup', help='Name or id of the security group.')
@success_message('Removed security group {secgroup} from server {server}.')
@writes
def do_server_secgroup_remove(client: v2.Client, args: Args) -> None:
    """Remove a security group from a server."""
    client.servers.remove_security_group(find_server(client, args), args.secgroup)
