"""Options of lists that the cloud cuts into pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.declarations import arg
from novaclient_mv.cli.reading.types import numeric

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
