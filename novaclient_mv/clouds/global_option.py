"""One option that every command has, as a value: its flags, environment variables and help."""

from __future__ import annotations

from collections.abc import Callable

from novaclient_mv import errors
from novaclient_mv.values import NamedTuple

CLOUD, LOGIN, TLS, OUTPUT, RUN = 'Cloud and version', 'Login', 'TLS', 'Output', 'Run'
SECTIONS = (CLOUD, LOGIN, TLS, OUTPUT, RUN)
"""Sections of the help, in its order."""


class GlobalOption(NamedTuple):
    """An option before or after the command.

    ``variables`` are environment variables in order of precedence. ``kind`` is ``value``,
    ``switch`` or ``list``. The beginnings of one that ``is_abbreviated`` stand for it. The value of
    one that has a value ``without_value`` stands behind ``=`` and never in the next word.
    """

    flags: tuple[str, ...]
    dest: str
    help: str
    section: str
    variables: tuple[str, ...] = ()
    metavar: str | None = None
    kind: str = 'value'
    choices: tuple[str, ...] | None = None
    type: Callable[[str], object] | None = None
    is_hidden: bool = False
    is_abbreviated: bool = True
    without_value: str | None = None

    @classmethod
    def of(
        cls,
        section: str,
        names: str,
        help: str,
        *,
        dest: str = '',
        is_list: bool = False,
        choices: tuple[str, ...] | None = None,
        type: Callable[[str], object] | None = None,
        is_hidden: bool = False,
        is_abbreviated: bool = True,
        without_value: str | None = None,
    ) -> GlobalOption:
        """An option of a section of the help.

        :param names: its flags, environment variables and metavar, between blanks; without a
            metavar it is a switch. One that begins with ``--os-`` has a variable of its own name.
        :param dest: if not the first long flag.
        """
        *words, last = names.split()
        metavar = last if last.startswith('<') else None
        words += [] if metavar else [last]
        flags = tuple(word for word in words if word.startswith('-'))
        own = next(flag for flag in flags if flag.startswith('--'))[2:].replace('-', '_')
        variables = tuple(words[len(flags) :]) or ((own.upper(),) if own.startswith('os_') else ())
        kind = 'switch' if metavar is None else 'list' if is_list else 'value'
        place = (flags, dest or own, help, section, variables)
        return cls(*place, metavar, kind, choices, type, is_hidden, is_abbreviated, without_value)

    @property
    def takes_value(self) -> bool:
        """Whether something follows the flag."""
        return self.kind != 'switch'

    @property
    def takes_word(self) -> bool:
        """Whether its value may be in the next word."""
        return self.takes_value and self.without_value is None

    def check(self, text: str) -> None:
        """Refuse a bad value where no parser of a command does it."""
        if self.choices and text not in self.choices:
            choices = ', '.join(self.choices)
            raise errors.CommandError(f'{self.flags[0]}: {text!r} is not one of {choices}.')
        if self.type is None:
            return
        import argparse

        try:
            self.type(text)
        except argparse.ArgumentTypeError as error:
            raise errors.CommandError(f'{self.flags[0]}: {error}.') from error
