"""The command behind shell completion."""

from __future__ import annotations

from typing import Any

from novaclient_mv.cli import completion, output
from novaclient_mv.cli.arguments import offline


@offline
def do_bash_completion(run: Any, args: Any) -> Any:
    """Show all commands and options between blanks, for shell completion."""
    return output.Text(completion.words())
