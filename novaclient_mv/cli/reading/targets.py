"""Targets of commands that work on several: named, or selected among the rows of a list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from novaclient_mv.cli.reading.declarations import arg

F = TypeVar('F', bound=Callable[..., Any])


class Targets:
    """The targets of a command.

    :param listing: the words of a command line that lists what they may be, with all fields.
    :param key: the column of the list that names one.
    :param kind: what messages call one of them, and ``kinds`` several.
    """

    __slots__ = ('argument', 'key', 'kind', 'kinds', 'listing', 'metavar')

    def __init__(
        self, argument: str, metavar: str, listing: tuple[str, ...], key: str, kind: str, kinds: str
    ) -> None:
        self.argument = argument
        self.metavar = metavar
        self.listing = listing
        self.key = key
        self.kind = kind
        self.kinds = kinds

    def counted(self, count: int) -> str:
        """A number of them, in words."""
        return f'{count} {self.kind if count == 1 else self.kinds}'


def several(
    argument: str,
    listing: str,
    *,
    by: str,
    kind: str = '',
    kinds: str = '',
    key: str = 'id',
    metavar: str = '',
) -> Callable[[F], F]:
    """Declare the positional argument for one or more targets that a list has; gives the command
    ``--where`` and ``--yes``.

    :param argument: its name.
    :param listing: the words of a command line that lists what they may be, with all fields.
    :param by: what names one on a command line, as help says it.
    :param kind: what messages call one; its name where none is given.
    :param kinds: what they call several, where that has no ``s`` behind it.
    :param key: the column of the list that names one.
    """
    kind = kind or argument.replace('_', ' ')
    kinds = kinds or f'{kind}s'
    metavar = metavar or f'<{argument.replace("_", "-")}>'
    declared = Targets(argument, metavar, tuple(listing.split()), key, kind, kinds)
    positional = arg(argument, metavar=metavar, nargs='+', help=f'One or more {kinds}, by {by}.')

    def decorate(func: F) -> F:
        func = positional(func)
        func.__dict__['targets'] = declared
        return func

    return decorate
