"""The command that prints what a shell needs to complete command lines."""

from __future__ import annotations

from novaclient_mv.cli.completing.completion_scripts import SCRIPTS
from novaclient_mv.cli.reading.declarations import Args, arg, offline
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.running import results


@offline
@arg('shell', choices=tuple(SCRIPTS), help='Shell: bash, zsh or fish.')
def do_completion(invocation: Invocation, args: Args) -> results.Shown:
    """Print the script that completes command lines in a shell."""
    return results.Text(SCRIPTS[args.shell].removesuffix('\n'))
