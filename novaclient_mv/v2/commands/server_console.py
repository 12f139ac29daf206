"""Commands on the consoles of servers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Concatenate, ParamSpec

from novaclient_mv import v2, versions
from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    returns_resource,
    set_arguments,
    writes,
)
from novaclient_mv.cli.running import results
from novaclient_mv.v2.commands.parts.server_arguments import find_server, one_server
from novaclient_mv.v2.servers import Server, consoles

P = ParamSpec('P')

_CONSOLE = 'v2.servers.consoles:Console'
_COLUMNS = ('type', 'url')


@one_server
@arg(
    '--length',
    type=types.line_count,
    help='Show this many of the last lines (default, and with -1: all).',
)
def do_server_console_log(client: v2.Client, args: Args) -> results.Shown:
    """Show the console log of a server."""
    server = find_server(client, args)
    return results.Text(
        client.servers.get_console_output(server, **set_arguments(args, 'length')), 'output'
    )


@one_server
@arg(
    'console_type',
    type=types.OneOf('novnc', 'xvpvnc'),
    help='Console type: novnc, or xvpvnc on old clouds.',
)
@returns_resource(_CONSOLE, *_COLUMNS)
@writes
def do_server_console_vnc(client: v2.Client, args: Args) -> results.Shown:
    """Show the URL of a server's VNC console."""
    return _console(client, client.servers.get_vnc_console, args, args.console_type)


@one_server
@arg(
    'console_type',
    end_version='2.98',
    type=types.OneOf('spice-html5'),
    help='Console type: spice-html5.',
)
@arg(
    'console_type',
    start_version='2.99',
    type=types.OneOf('spice-html5', 'spice-direct'),
    help='Console type: spice-html5, or spice-direct for native clients with a proxy of their own.',
)
@returns_resource(_CONSOLE, *_COLUMNS)
@writes
def do_server_console_spice(client: v2.Client, args: Args) -> results.Shown:
    """Show the URL of a server's SPICE console."""
    return _console(client, client.servers.get_spice_console, args, args.console_type)


@one_server
@arg('console_type', type=types.OneOf('rdp-html5'), help='Console type: rdp-html5.')
@returns_resource(_CONSOLE, *_COLUMNS)
@writes
def do_server_console_rdp(client: v2.Client, args: Args) -> results.Shown:
    """Show the URL of a server's RDP console; clouds before Caracal only."""
    return _console(client, client.servers.get_rdp_console, args, args.console_type)


@one_server
@arg(
    '--console-type',
    type=types.OneOf('serial'),
    default='serial',
    help='Console type: serial (default).',
)
@returns_resource(_CONSOLE, *_COLUMNS)
@writes
def do_server_console_serial(client: v2.Client, args: Args) -> results.Shown:
    """Show the URL of a server's serial console."""
    return _console(client, client.servers.get_serial_console, args, args.console_type)


@versions.wraps('2.8')
@one_server
@returns_resource(_CONSOLE, *_COLUMNS)
@writes
def do_server_console_mks(client: v2.Client, args: Args) -> results.Shown:
    """Show the URL of a server's MKS console."""
    return _console(client, client.servers.get_mks_console, args)


def _console(
    client: v2.Client,
    get: Callable[Concatenate[Server, P], Mapping[str, Any]],
    args: Args,
    *console_type: P.args,
    **named: P.kwargs,
) -> results.Table:
    """The one console that an answer has, under a key that depends on the version."""
    (described,) = get(find_server(client, args), *console_type, **named).values()
    console = consoles.Console(client.servers, described, loaded=True)
    return results.Table(consoles.Console, [console], _COLUMNS)
