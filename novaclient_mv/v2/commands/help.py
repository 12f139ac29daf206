"""The command that shows help."""

from __future__ import annotations

from collections.abc import Sequence

from novaclient_mv import errors
from novaclient_mv.cli.reading.declarations import Args, arg, offline
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.reading.words import OPENSTACK, PROGRAMS
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
    return results.Text('\n\n'.join(_texts(page, args.command)), is_own=True)


def _texts(page: help.Page, words: Sequence[str]) -> list[str]:
    """The page of a command, or those of all that do what one of ``openstack`` does."""
    if words and words[0] in (*PROGRAMS, OPENSTACK):
        words = words[1:]
    if not words:
        return [page.of_all()]
    try:
        return [page.of_command('-'.join(words))]
    except errors.UnknownName:
        from novaclient_mv.knowledge.openstack import words_apart

        names = words_apart.command_names(words)
        if not names:
            raise
        return [page.of_command(name) for name in names]
