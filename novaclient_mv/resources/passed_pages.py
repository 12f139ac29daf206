"""Remembers rows and pages of a list that is read page by page, in bounded memory."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any

Rows = list[dict[str, Any]]
Marker = Callable[[Mapping[str, Any]], Any]

MAX_ROWS = 5_000
"""Rows behind which a row that comes again may not be known any more: while a list is read, rows
move to the next page, and not to one far behind.
"""
MAX_PAGES = 10_000
"""Pages of the longest circle that is noticed for certain."""


class PassedPages:
    """The pages of a list that have come.

    Of the latest rows the keys are kept, and always those of the last page; of each page before
    them a number, and one of each link. A circle of pages comes to a page or to a link that is
    known.

    :param marker_of: the key of a row; ``None`` for a row without one, which is always new.
    """

    def __init__(self, marker_of: Marker) -> None:
        self._marker_of = marker_of
        self._rows = _Latest(MAX_ROWS)
        self._pages = _Latest(MAX_PAGES)
        self._links = _Latest(MAX_PAGES)

    def new_rows(self, rows: Rows) -> Rows:
        """The rows of the page that comes now which the pages before it did not have; none of a
        page that has come.
        """
        markers = [self._marker_of(row) for row in rows]
        number = hash(tuple(markers))
        # Rows of chosen fields have no key where that was not chosen.
        if None not in markers and self._pages.has_any((number,)):
            return []
        fresh = rows
        if self._rows.has_any(markers):
            fresh = [
                row
                for row, marker in zip(rows, markers, strict=True)
                if marker is None or not self._rows.has_any((marker,))
            ]
        self._pages.add((number,))
        self._rows.add(markers)
        return fresh

    def is_new_link(self, query: Iterable[tuple[str, str]]) -> bool:
        """Whether a link to the next page has not come yet."""
        number = (hash(tuple(query)),)
        if self._links.has_any(number):
            return False
        self._links.add(number)
        return True


class _Latest:
    """The latest of many values.

    :param minimum: how many are known at least; never more than about twice as many.
    """

    def __init__(self, minimum: int) -> None:
        self._minimum = minimum
        self._latest: set[Hashable] = set()
        self._earlier: set[Hashable] = set()

    def has_any(self, values: Iterable[Hashable]) -> bool:
        return not (self._latest.isdisjoint(values) and self._earlier.isdisjoint(values))

    def add(self, values: Iterable[Hashable]) -> None:
        if len(self._latest) >= self._minimum:
            self._earlier, self._latest = self._latest, set()
        self._latest.update(values)
