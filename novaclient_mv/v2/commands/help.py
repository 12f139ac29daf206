"""The command that shows help."""

from __future__ import annotations

from novaclient_mv.cli.reading.declarations import Args, arg, offline
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.running import results
from novaclient_mv.cli.showing import help


@offline
@arg(
    'command',
    nargs='*',
    help='Command to show, as one word or several (default: list all commands).',
)
@arg('--only', action='store_true', help='Omit what the named version lacks.')
def do_help(invocation: Invocation, args: Args) -> results.Shown:
    """Show the commands by version, or the options of one command."""
    page = help.page_of(invocation, args.only)
    name = '-'.join(args.command)
    text = page.of_command(name) if name else page.of_all()
    return results.Text(text, is_own=True)
