"""The query of a list of servers: filters, order, and the server before the first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from novaclient_mv.v2.servers import filter_table, requests

_PATTERN_SIGNS = frozenset('*+?()[]{}^$|')


def list_query(
    search_opts: Mapping[str, Any],
    marker: str | None,
    sort_keys: Sequence[str] | None,
    sort_dirs: Sequence[str] | None,
) -> dict[str, Any]:
    """The query, without what is empty."""
    query: dict[str, Any] = {}
    for name, value in search_opts.items():
        filter = filter_table.FILTERS.get(name)
        sent = value or None if filter is None else filter.query_value(value)
        if sent is not None:
            query[name] = sent
    paging = {'marker': marker, 'sort_key': sort_keys, 'sort_dir': sort_dirs}
    return {**query, **{name: value for name, value in paging.items() if value}}


def name_filter(name: object) -> object:
    """A name as the filter takes it, which reads it as a pattern; most names are one."""
    text = str(name)
    return name if _PATTERN_SIGNS.isdisjoint(text) else requests.name_pattern(text)
