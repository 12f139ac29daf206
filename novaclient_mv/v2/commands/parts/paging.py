"""Options of lists that the cloud cuts into pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.declarations import all_of, arg
from novaclient_mv.cli.reading.types import numeric, timestamps

F = TypeVar('F', bound=Callable[..., Any])


def limit(start_version: str | None = None) -> Callable[[F], F]:
    """Declare the option for the number of rows."""
    return arg(
        '--limit',
        type=types.page_limit,
        start_version=start_version,
        help='Show at most this many (default: all).',
    )


def offset(metavar: str = '<offset>') -> Callable[[F], F]:
    """Declare the option for the number of rows to skip."""
    help = 'Skip this many rows.'
    return arg('--offset', metavar=metavar, type=numeric.count, help=help)


def changed(rows: str, since: str) -> Callable[[F], F]:
    """Declare the options for rows that changed after or before a time.

    :param rows: what help calls them.
    :param since: the version with the first of the options.
    """
    return all_of(
        *(
            arg(
                f'--changes-{word}',
                metavar=f'<changes_{word}>',
                type=timestamps.timestamp,
                start_version=version,
                help=f'{rows} that changed at or {side} this time (ISO 8601, or as in 2h, '
                'yesterday).',
            )
            for word, version, side in (('since', since, 'after'), ('before', '2.66', 'before'))
        )
    )
