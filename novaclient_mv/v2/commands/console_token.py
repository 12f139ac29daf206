"""The command that shows where the console of a token is."""

from __future__ import annotations

from typing import Any

from novaclient_mv import versions
from novaclient_mv.cli.reading.declarations import arg, shows
from novaclient_mv.cli.running import results


@versions.wraps('2.31')
@arg('token', metavar='<token>', help='Token from the URL of a console.')
@shows('v2.console_auth_tokens:ConsoleAuthToken')
def do_console_token_show(client: Any, args: Any) -> Any:
    """Show where the console of a token is (administrators)."""
    return results.Record(client.console_auth_tokens.get(args.token))
