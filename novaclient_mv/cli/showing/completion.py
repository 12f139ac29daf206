"""Words for shell completion, made from the declarations."""

from __future__ import annotations

from novaclient_mv.cli.reading import aliases, commands, tree
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.services import registry


def words() -> str:
    """All commands, their other names, and all options, between blanks."""
    words: set[str] = set(aliases.ALIASES)
    for command in commands.every_command():
        words.add(command.name)
        for argument, _ in tree.every_argument(command):
            if not argument.is_positional and not argument.is_hidden:
                words.update(argument.flags)
    for option in OptionTable(registry.outside()).options:
        if not option.is_hidden:
            words.update(option.flags)
    return ' '.join(sorted(words))
