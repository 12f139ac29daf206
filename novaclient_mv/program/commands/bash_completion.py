"""The command behind shell completion."""

from __future__ import annotations

from novaclient_mv.cli.reading import aliases, index
from novaclient_mv.cli.reading.declarations import Args, offline
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.running import results
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.knowledge.openstack import table


@offline
def do_bash_completion(invocation: Invocation, args: Args) -> results.Shown:
    """Print all commands and options, separated by spaces, for shell completion."""
    return results.Text(words())


def words() -> str:
    """All commands with aliases, words of ``openstack`` commands, and all options, by blanks."""
    outside, rows = index.overview()
    words: set[str] = set(aliases.ALIASES)
    for row in rows:
        words.add(row.name)
        words.update(row.flags)
    for name in table.rules():
        words.update(name.split())
    for option in OptionTable(outside).options:
        if not option.is_hidden:
            words.update(option.flags)
    return ' '.join(sorted(words))
