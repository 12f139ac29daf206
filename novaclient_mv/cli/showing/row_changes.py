"""Identities of rows, and what changed of rows between two looks."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

from novaclient_mv.cli.running import cell_texts
from novaclient_mv.resources import Resource
from novaclient_mv.values import NamedTuple

ADDED, CHANGED, REMOVED = 'added', 'changed', 'removed'

_IDS = ('id', 'uuid')
"""Keys of what tells rows apart, where they have one."""


class Row(NamedTuple):
    """A row of a look.

    :param identity: what tells it from the other rows, at each look.
    :param content: what may change of it.
    :param value: the row as it is shown.
    """

    identity: Hashable
    content: Any
    value: Any = None


def between(before: Sequence[Row], now: Sequence[Row]) -> Iterator[tuple[str, Row]]:
    """Yield each change with its kind and row: added and changed ones in order, then removed."""
    contents = {row.identity: row.content for row in before}
    for row in now:
        if row.identity not in contents:
            yield ADDED, row
        elif contents.pop(row.identity) != row.content:
            yield CHANGED, row
    for row in before:
        if row.identity in contents:
            yield REMOVED, row


class Identities:
    """Tells rows apart in all looks: by ids, or by as many first cells as the first look needs."""

    def __init__(self) -> None:
        self._count = 0

    def of_resources(self, resources: Sequence[Resource]) -> list[Hashable] | None:
        """Return the ids of resources; ``None`` where some have none."""
        ids = [_id_of(resource) for resource in resources]
        return None if None in ids else _numbered(ids)

    def of_mappings(self, rows: Sequence[Any]) -> list[Hashable]:
        """Return the identities of rows of machine formats."""
        key = next(
            (
                key
                for key in _IDS
                if all(isinstance(row, Mapping) and row.get(key) is not None for row in rows)
            ),
            None,
        )
        if key is not None:
            return _numbered([cell_texts.cell_text(row[key]) for row in rows])
        return self.of_cells(
            [[*row.values()] if isinstance(row, Mapping) else [row] for row in rows]
        )

    def of_cells(self, rows: Sequence[Sequence[Any]]) -> list[Hashable]:
        """Return the identities of rows of cells."""
        texts = [tuple(map(cell_texts.cell_text, row)) for row in rows]
        if texts and not self._count:
            self._count = _count(texts)
        return _numbered([row[: self._count] for row in texts])


def _id_of(resource: Resource) -> Hashable | None:
    # The attribute of one that has none would be asked for.
    keys = ('id', resource.id_key())
    value = next((resource._info[key] for key in keys if key in resource._info), None)
    return None if value is None else cell_texts.cell_text(value)


def _count(rows: Sequence[tuple[str, ...]]) -> int:
    """The number of first cells that no two rows share, or one."""
    most = max(map(len, rows))
    counts = range(1, most + 1)
    return next((n for n in counts if len({row[:n] for row in rows}) == len(rows)), 1)


def _numbered(keys: Sequence[Hashable]) -> list[Hashable]:
    """Make keys unique by numbering repeated ones."""
    seen: dict[Hashable, int] = {}
    numbered: list[Hashable] = []
    for key in keys:
        seen[key] = seen.get(key, 0) + 1
        numbered.append((key, seen[key]))
    return numbered
