"""The importance of the columns of a table, for a terminal that has no room for all."""

from __future__ import annotations

import re
from collections.abc import Sequence

from novaclient_mv.cli.terminal import fit, statuses

NAMES = {'ID', 'UUID', 'Name', 'Cloud', 'Region'}
"""Titles of columns that are never left out, and whose texts are somebody's words."""

_STAY = {*NAMES, 'Value', 'Status', 'State', 'Provisioning State'}
_BESIDE_NETWORKS = {'Task State', 'Power State'}
"""They seldom say more than the status of a server, and networks do."""
_AFTER_STATUSES = 100
_NO_WORDS = re.compile(r'[\W\d_]*|True|False')


def ranks(titles: Sequence[str], columns: Sequence[Sequence[str]] = ()) -> list[int]:
    """Return a number for each column: the greater, the sooner it is left out; 0 never is.

    :param columns: the cells of each; one that says the same as a column before it in every row is
        among the first to go.
    """
    return [
        _rank(index, title, titles, _repeats(index, columns) if columns else False)
        for index, title in enumerate(titles)
    ]


def _rank(index: int, title: str, titles: Sequence[str], repeats: bool) -> int:
    if title == 'UUID' and 'ID' in titles[:index]:
        return fit.LAST + index
    if title in _STAY:
        return 0
    if repeats or ('Networks' in titles and title in _BESIDE_NETWORKS):
        return fit.LAST + index
    return index if statuses.tells_status(title) else _AFTER_STATUSES + index


def _repeats(index: int, columns: Sequence[Sequence[str]]) -> bool:
    """Whether a column says the same as one before it; equal numbers or answers may be chance."""
    cells = columns[index]
    if not any(cells == columns[other] for other in range(index)):
        return False
    return not all(map(_NO_WORDS.fullmatch, cells))
