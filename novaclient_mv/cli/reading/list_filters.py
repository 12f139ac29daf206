"""Options of the filters of lists, made of their declarations."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.declarations import Args, all_of, arg, set_arguments
from novaclient_mv.cli.reading.types import numeric, owners, server_values, timestamps
from novaclient_mv.services.filters import Filter, Filters

F = TypeVar('F', bound=Callable[..., Any])

_KINDS: Mapping[str, Mapping[str, Any]] = {
    'text': {},
    'optional text': {'nargs': '?'},
    'several': {'nargs': '+'},
    'switch': {'action': 'store_true'},
    'boolean': {'type': types.boolean_number},
    'count': {'type': numeric.count},
    'timestamp': {'type': timestamps.timestamp},
    'project': {'type': owners.project},
    'user': {'type': owners.user},
    'user or none': {'type': owners.user, 'nargs': '?'},
    'migration type': {'type': types.OneOf('resize', 'migration', 'live-migration', 'evacuation')},
    'owner or admin': {'type': types.OneOf('owner', 'admin')},
    'server statuses': {'type': server_values.statuses},
    'VM state': {'type': server_values.vm_state},
    'task state': {'type': server_values.task_state},
    'power state': {'type': server_values.power_state},
}
"""Options of ``arg`` by kind of value."""


def options(filters: Filters) -> Callable[[F], F]:
    """Declare the options of a table's filters, in its order."""
    declared = [filter for filter in filters.values() if filter.help]
    return all_of(*(option for filter in declared for option in _options(filter)))


def _options(filter: Filter) -> Iterator[Callable[[F], F]]:
    declare = functools.partial(
        arg,
        dest=filter.keyword,
        start_version=filter.first or None,
        filter=None if filter.is_for_everybody else filter,
    )
    flag = filter.flag or f'--{filter.keyword.replace("_", "-")}'
    if filter.opposite is None:
        kind = {**_KINDS[filter.values], **({'metavar': filter.metavar} if filter.metavar else {})}
        yield declare(flag, help=filter.help, group=filter.group, **kind)
        return
    opposite, opposite_help = filter.opposite
    for name, value, help in ((flag, True, filter.help), (opposite, False, opposite_help)):
        yield declare(name, action='store_const', const=value, group=filter.keyword, help=help)


def arguments(args: Args, filters: Filters) -> dict[str, Any]:
    """The filters that were given, as keywords for a manager's method."""
    values = by_name(args, filters)
    return {filters[name].keyword: value for name, value in values.items()}


def by_name(args: Args, filters: Filters) -> dict[str, Any]:
    """The filters that were given, by the API's names."""
    values = set_arguments(args, **{filter.name: filter.keyword for filter in filters.values()})
    # False of a single switch is its absence.
    return {
        name: value
        for name, value in values.items()
        if value is not False or filters[name].values != 'switch'
    }
