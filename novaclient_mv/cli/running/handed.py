"""Values of a command line that are handed a part of the surroundings before the command runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from novaclient_mv.cli.reading import tree
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.declarations import Args


def parts_of(value: object) -> Iterator[Any]:
    """A value, or the items of several; of a pair, as in PATH=FILE, the second one."""
    for item in value if isinstance(value, list) else [value]:
        yield item[-1] if isinstance(item, tuple) and item else item


def announce_moments(
    args: Args, command: Command, flags: Iterable[str], warn: Callable[[str], None]
) -> None:
    """Say to a person which times, in UTC, relative ones stand for.

    :param flags: the options that were given; defaults are not told.
    """
    names = {argument.name: argument.dest for argument, _ in tree.every_argument(command)}
    for name in filter(names.get, flags):
        value = getattr(args, names[name], None)
        if value is not None and getattr(value, 'is_relative', False):
            warn(f'{name} {value.text} is {value.read()} (UTC)')
