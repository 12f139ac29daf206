"""Commands on the passwords of servers."""

from __future__ import annotations

from novaclient_mv import v2
from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.declarations import Args, arg, success_message, writes
from novaclient_mv.cli.running import results
from novaclient_mv.v2.commands.parts.server_arguments import find_server, one_server


@one_server
@arg(
    'private_key',
    nargs='?',
    help='Private key file of the keypair, to decrypt the password (default: show it encrypted).',
)
def do_server_password_show(client: v2.Client, args: Args) -> results.Shown:
    """Show the administrator password that the guest of a server generated."""
    server = find_server(client, args)
    return results.Text(client.servers.get_password(server, args.private_key), 'password')


@one_server
@success_message('Cleared the encrypted password of server {server}.')
@writes
def do_server_password_clear(client: v2.Client, args: Args) -> None:
    """Clear the encrypted password of a server; the guest keeps it."""
    client.servers.clear_password(find_server(client, args))


@one_server
@arg(
    '--password-file',
    metavar='<file>',
    default='-',
    type=types.NewPassword,
    group='password',
    help='File with the new password on its first line (default: prompt, or read the input).',
)
@arg(
    '--admin-pass',
    metavar='<value>',
    group='password',
    help='The new password, which others on this machine may see.',
)
@success_message('Setting the administrator password of server {server}.')
@writes
def do_server_password_set(client: v2.Client, args: Args) -> None:
    """Set the administrator password of a server."""
    password = args.password_file.read() if args.admin_pass is None else args.admin_pass
    client.servers.change_password(find_server(client, args), password)
