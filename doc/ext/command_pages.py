"""The pages of the command reference: which has which commands."""

from __future__ import annotations

import command_facts

from novaclient_mv.cli.reading import commands
from novaclient_mv.cli.reading.commands import Command

_NODES = 'baremetal-nodes'
_PAGES = {'baremetal-create': _NODES, 'baremetal-node': _NODES}
"""Beginnings of names whose commands have a page of their own: their topic is long."""


def page_of(command: Command) -> str:
    """The page of a command, which is that of its topic in most cases."""
    beginning = '-'.join(command.name.split('-')[:2])
    return _PAGES.get(beginning, command_facts.topic_of(command).words[0])


def commands_of(page: str) -> list[Command]:
    """The commands of a page, in order of their names."""
    return [command for command in every() if page_of(command) == page]


def every() -> list[Command]:
    """All commands, in order of their names."""
    return sorted(commands.our_commands(), key=lambda command: command.name)
