"""The command that shows help."""

from __future__ import annotations

from novaclient_mv.cli.reading.declarations import Args, arg, offline
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.reading.tokenizer import OPENSTACK, PROGRAMS
from novaclient_mv.cli.running import results
from novaclient_mv.cli.showing import help_pages


@offline
@arg(
    'command',
    nargs='*',
    help='Command to show, as one word or several; a topic, as in servers; or options, for those '
    'that all commands have (default: list all commands).',
)
@arg('--only', action='store_true', help='Omit what the named version, or the cloud, lacks.')
@arg(
    '--since',
    metavar='<version>',
    help='Show what came with this version or release, or later: commands, options and forms of '
    'options.',
)
def do_help(invocation: Invocation, args: Args) -> results.Shown:
    """Show the commands by version or topic, or the arguments of one command."""
    pages = help_pages.Pages(invocation, args.only, args.since)
    words = args.command
    if words and words[0] in (*PROGRAMS, OPENSTACK):
        words = words[1:]
    return pages.of_words(words)
