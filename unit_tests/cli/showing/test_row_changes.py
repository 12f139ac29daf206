"""Tests of what changed between two looks at rows."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as some

from novaclient_mv.cli.showing import row_changes
from novaclient_mv.cli.showing.row_changes import ADDED, CHANGED, REMOVED, Identities, Row
from novaclient_mv.resources import Resource

ROWS = some.dictionaries(some.integers(0, 9), some.integers(0, 3), max_size=8).map(
    lambda contents: [Row(key, content) for key, content in contents.items()]
)
CELLS = some.lists(some.lists(some.sampled_from('ab'), min_size=2, max_size=2), max_size=5)


@given(before=ROWS, now=ROWS)
def test_changes_lead_from_one_look_to_the_next(before: list[Row], now: list[Row]) -> None:
    rows = {row.identity: row.content for row in before}
    for kind, row in row_changes.between(before, now):
        if kind == REMOVED:
            assert rows.pop(row.identity) == row.content
        else:
            assert (row.identity in rows) is (kind == CHANGED)
            assert rows.get(row.identity) != row.content or kind == ADDED
            rows[row.identity] = row.content
    assert rows == {row.identity: row.content for row in now}


@given(rows=ROWS)
def test_of_equal_looks_nothing_changed(rows: list[Row]) -> None:
    assert [*row_changes.between(rows, [*reversed(rows)])] == []


@given(cells=CELLS)
def test_no_two_rows_are_the_same(cells: list[list[str]]) -> None:
    identities = Identities().of_cells(cells)
    assert len(identities) == len({*identities}) == len(cells)


def test_rows_without_ids_are_told_apart_by_as_many_cells_as_are_needed_at_first() -> None:
    identities = Identities()
    assert identities.of_cells([]) == []
    first = identities.of_cells([['nova', 'a', '1'], ['nova', 'b', '2']])
    later = identities.of_cells([['nova', 'b', '3'], ['nova', 'a', '1']])
    assert [*reversed(first)] == later


def test_mappings_are_told_apart_by_id_or_uuid() -> None:
    rows: list[dict[str, Any]] = [{'name': 'web', 'uuid': 'u1'}, {'name': 'web', 'uuid': 'u2'}]
    changed = [{**rows[1], 'name': 'db'}, rows[0]]
    identities = Identities()
    assert identities.of_mappings(rows) == [*reversed(identities.of_mappings(changed))]


def test_a_resource_without_an_id_is_not_asked_for_one() -> None:
    # One that is not loaded would be asked for at the first attribute that it lacks.
    resource = Resource(None, {'name': 'web'})
    assert Identities().of_resources([resource]) is None
    assert Identities().of_resources([Resource(None, {'id': 3})]) == [('3', 1)]
