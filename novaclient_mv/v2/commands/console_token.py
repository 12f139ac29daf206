"""The command that shows where the console of a token is."""

from __future__ import annotations

from novaclient_mv import v2, versions
from novaclient_mv.cli.reading.declarations import Args, arg, returns_resource
from novaclient_mv.cli.running import results


@versions.wraps('2.31')
@arg('token', help='Token from the URL of a console.')
@returns_resource('v2.console_auth_tokens:ConsoleAuthToken')
def do_console_token_show(client: v2.Client, args: Args) -> results.Shown:
    """Show the connection of a console token (administrators)."""
    return results.Record(client.console_auth_tokens.get(args.token))
