"""The command that logs in to a server."""

from __future__ import annotations

from novaclient_mv import v2
from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.declarations import Args, arg, for_one_cloud
from novaclient_mv.v2.commands.parts import ssh
from novaclient_mv.v2.commands.parts.server_arguments import also_everywhere, find_server


@for_one_cloud
@arg('server', help='Name or id, also as LOGIN@SERVER.')
@also_everywhere
@arg('--port', type=types.port, default=22, help='Port of ssh (default: 22).')
@arg('--private', action='store_true', hidden=True, help='The same as --address-type fixed.')
@arg(
    '--address-type',
    metavar='<type>',
    type=types.OneOf('floating', 'fixed'),
    default='floating',
    help='Address type: floating (default) or fixed.',
)
@arg('--network', help='Network whose address to use, if the server is on several.')
@arg('--ipv6', action='store_true', help='Use an IPv6 address.')
@arg('--login', default='root', help='Login name (default: root).')
@arg(
    '-i', '--identity', metavar='<file>', default='', help='File of the private key, as for ssh -i.'
)
@arg(
    '--extra-opts',
    metavar='<words>',
    dest='extra',
    default='',
    help='Further arguments for ssh: options, or a command to run.',
)
def do_server_ssh(client: v2.Client, args: Args) -> None:
    """Log in to a server with ssh."""
    login, at_sign, reference = args.server.rpartition('@')
    is_fixed = args.private or args.address_type == 'fixed'
    target = ssh.Target(
        login=login if at_sign else args.login,
        port=args.port,
        network=args.network,
        address_type='fixed' if is_fixed else 'floating',
        is_ipv6=args.ipv6,
        identity=args.identity,
        extra=args.extra,
    )
    ssh.run(ssh.command_line(find_server(client, args, reference), target))
