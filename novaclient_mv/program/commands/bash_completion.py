"""The command behind shell completion."""

from __future__ import annotations

from novaclient_mv.cli.reading.declarations import Args, offline
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.running import results
from novaclient_mv.cli.showing import completion


@offline
def do_bash_completion(invocation: Invocation, args: Args) -> results.Shown:
    """Print all commands and options, separated by spaces, for shell completion."""
    return results.Text(completion.words())
