"""The importance of the columns of a table, for a terminal that has no room for all."""

from __future__ import annotations

from collections.abc import Sequence

from novaclient_mv.cli.terminal import statuses

NAMES = {'ID', 'UUID', 'Name', 'Cloud', 'Region'}
"""Titles of columns that are never left out, and whose texts are somebody's words."""

_STAY = {*NAMES, 'Value', 'Status', 'State', 'Provisioning State'}
_BESIDE_NETWORKS = {'Task State', 'Power State'}
"""They seldom say more than the status of a server, and networks do."""
_AFTER_STATUSES, _LAST = 100, 200


def ranks(titles: Sequence[str]) -> list[int]:
    """Return a number for each column: the greater, the sooner it is left out; 0 never is."""
    return [_rank(place, title, 'Networks' in titles) for place, title in enumerate(titles)]


def _rank(place: int, title: str, has_networks: bool) -> int:
    if title in _STAY:
        return 0
    if has_networks and title in _BESIDE_NETWORKS:
        return _LAST + place
    return place if statuses.tells_status(title) else _AFTER_STATUSES + place
