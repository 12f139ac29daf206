"""The query of a list of servers: filters, order, and the server before the first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from novaclient_mv import resources, versions
from novaclient_mv.v2.servers import requests
from novaclient_mv.versions import absence

_WITH_FALSE = ('config_drive', 'locked')
"""Filters for which False is a choice of its own: servers without a config drive, or lock."""

_PATTERN_SIGNS = frozenset('*+?()[]{}^$|')


class Filters:
    """The filters of a version."""

    def __init__(self, manager: resources.Manager[Any]) -> None:
        self.manager = manager
        self.api_version = manager.api_version

    @versions.wraps('2.0', '2.72')
    def check(self, search_opts: Mapping[str, Any]) -> None:
        """These versions would pass over ``locked``, and answer with all servers.

        :raises UnsupportedAttribute: it is among the filters.
        """
        if search_opts.get('locked') is not None:
            raise absence.of_argument('locked', [versions.VersionRange('2.73')], self)

    @versions.newest
    @versions.wraps('2.73')
    def check(self, search_opts: Mapping[str, Any]) -> None:
        """These versions have all."""


def list_query(
    search_opts: Mapping[str, Any] | None,
    marker: str | None,
    sort_keys: Sequence[str] | None,
    sort_dirs: Sequence[str] | None,
) -> dict[str, Any]:
    """The query, without what is empty."""
    query: dict[str, Any] = {}
    for name, value in (search_opts or {}).items():
        if name in _WITH_FALSE and value is not None:
            query[name] = str(value)
        elif value:
            query[name] = value
    paging = {'marker': marker, 'sort_key': sort_keys, 'sort_dir': sort_dirs}
    return {**query, **{name: value for name, value in paging.items() if value}}


def name_filter(name: object) -> object:
    """A name as the filter takes it, which reads it as a pattern; most names are one."""
    text = str(name)
    return name if _PATTERN_SIGNS.isdisjoint(text) else requests.name_pattern(text)
