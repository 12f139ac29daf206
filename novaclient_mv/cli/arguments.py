"""Declarations for commands of other packages: a face of :mod:`novaclient_mv.cli.reading`."""

from __future__ import annotations

from novaclient_mv import deprecation
from novaclient_mv.cli.reading.argument import Argument
from novaclient_mv.cli.reading.declarations import (
    Args,
    End,
    arg,
    arguments_of,
    checked_by,
    declared,
    ends_in,
    offline,
    returns_resource,
    set_arguments,
    success_message,
    within_limit,
    without_version,
    writes,
)

__getattr__ = deprecation.names(
    __name__,
    {
        'given': 'novaclient_mv.cli.reading.declarations.set_arguments',
        'shows': 'novaclient_mv.cli.reading.declarations.returns_resource',
        'tells': 'novaclient_mv.cli.reading.declarations.success_message',
    },
)

__all__ = [
    'Args',
    'Argument',
    'End',
    'arg',
    'arguments_of',
    'checked_by',
    'declared',
    'ends_in',
    'offline',
    'returns_resource',
    'set_arguments',
    'success_message',
    'within_limit',
    'without_version',
    'writes',
]
