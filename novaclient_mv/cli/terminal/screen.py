"""A terminal as a table sees it: how wide it is, its colours, its characters."""

from __future__ import annotations

from collections.abc import Mapping

from novaclient_mv.clouds.environment import (
    Environment,
    shows_colour,
    shows_colour_of_messages,
)
from novaclient_mv.values import NamedTuple

_PYTHONS_OWN = 'C.UTF-8'
"""Python writes this into LC_CTYPE where it finds a C locale."""


class Screen(NamedTuple):
    """A terminal that something is drawn on."""

    width: int = 80
    is_coloured: bool = False
    is_ascii: bool = False

    @classmethod
    def of(cls, environment: Environment, color: str = 'auto') -> Screen:
        encoding = getattr(environment.stdout, 'encoding', None)
        is_coloured = shows_colour(environment, color)
        return cls(environment.width, is_coloured, _is_ascii(encoding, environment.variables))

    @classmethod
    def of_messages(cls, environment: Environment, color: str = 'auto') -> Screen:
        """Return the terminal of a run's messages, as wide as it is now."""
        # Runs that draw nothing in place do without it.
        from novaclient_mv.cli.terminal.live import Size

        messages, variables = environment.stderr, environment.variables
        is_coloured = shows_colour_of_messages(environment, color)
        width = Size.of(messages.fileno, variables).columns
        return cls(
            width, is_coloured, _is_ascii(getattr(messages.stream, 'encoding', None), variables)
        )


def _is_ascii(encoding: str | None, variables: Mapping[str, str]) -> bool:
    """Whether lines in Unicode would be drawn as other characters."""
    if not (encoding or 'utf-8').lower().replace('-', '').startswith('utf'):
        return True
    ctype = variables.get('LC_CTYPE')
    names = (
        variables.get('LC_ALL'),
        None if ctype == _PYTHONS_OWN else ctype,
        variables.get('LANG'),
    )
    return next(filter(None, names), 'C') in ('C', 'POSIX')
