"""A terminal as a table sees it: how wide it is, its colours, its characters."""

from __future__ import annotations

from novaclient_mv.clouds.environment import Environment
from novaclient_mv.values import NamedTuple

_PYTHONS_OWN = 'C.UTF-8'
"""Python writes this into LC_CTYPE where it finds a C locale."""


class Screen(NamedTuple):
    """A terminal that something is drawn on.

    :param width: its columns.
    :param is_coloured: whether letters may be bold and coloured.
    :param is_ascii: whether it shows ASCII only.
    """

    width: int = 80
    is_coloured: bool = False
    is_ascii: bool = False

    @classmethod
    def of(cls, environment: Environment, color: str = 'auto') -> Screen:
        """Return the terminal of a run.

        :param color: ``auto``, ``always`` or ``never``.
        """
        return cls(environment.width, environment.shows_colour(color), _is_ascii(environment))


def _is_ascii(environment: Environment) -> bool:
    """Whether lines in Unicode would be drawn as other signs."""
    encoding = getattr(environment.stdout, 'encoding', None) or 'utf-8'
    if not encoding.lower().replace('-', '').startswith('utf'):
        return True
    variables = environment.variables
    ctype = variables.get('LC_CTYPE')
    names = (
        variables.get('LC_ALL'),
        None if ctype == _PYTHONS_OWN else ctype,
        variables.get('LANG'),
    )
    return next(filter(None, names), 'C') in ('C', 'POSIX')
