"""The command behind shell completion."""

from __future__ import annotations

from typing import Any

from novaclient_mv.cli import completion, results
from novaclient_mv.cli.arguments import offline
from novaclient_mv.cli.reading.read import Invocation


@offline
def do_bash_completion(invocation: Invocation, args: Any) -> Any:
    """Show all commands and options between blanks, for shell completion."""
    return results.Text(completion.words())
