"""Rows and pages of a list are remembered in bounded memory: those that repeat, and circles."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest

from novaclient_mv.resources import passed_pages
from novaclient_mv.resources.passed_pages import PassedPages


def page(start: int, length: int) -> list[dict[str, Any]]:
    return [
        {'id': f'00000000-0000-0000-0000-{number:012}'} for number in range(start, start + length)
    ]


def passed() -> PassedPages:
    return PassedPages(lambda row: row.get('id'))


def test_row_that_moved_to_the_next_page_is_known_however_long_the_list_is() -> None:
    pages = passed()
    for start in range(0, 60_000, 997):
        rows = page(start, 1000)
        assert pages.new_rows(rows) == rows[3 if start else 0 :]


@pytest.mark.parametrize('length', [1, 2, 7, 60, 3000])
def test_circle_of_pages_is_noticed_at_the_first_page_that_comes_again(length: int) -> None:
    rows = 20
    pages = passed()
    assert all(pages.new_rows(page(number * rows, rows)) for number in range(length))
    assert pages.new_rows(page(0, rows)) == []


@pytest.mark.parametrize('length', [1, 2, 7, passed_pages.MAX_PAGES])
def test_circle_of_links_is_noticed_whatever_came_before(length: int) -> None:
    pages = passed()

    def links() -> Iterator[list[tuple[str, str]]]:
        yield from ([('marker', f'before{number}')] for number in range(15_000))
        yield from ([('marker', f'm{number}')] for number in range(length))

    assert all(map(pages.is_new_link, links()))
    assert not pages.is_new_link([('marker', 'm0')])


def test_rows_without_a_key_are_all_new() -> None:
    pages = passed()
    rows = [{'status': 'ACTIVE'}] * 3
    assert [pages.new_rows(rows) for _ in range(3)] == [rows] * 3


def test_memory_does_not_grow_with_the_list() -> None:
    pages = passed()

    def read(first: int, last: int) -> int:
        for start in range(first, last, 500):
            assert pages.new_rows(page(start, 500))
            assert pages.is_new_link([('marker', str(start))])
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        read(0, 20_000)
        before = read(20_000, 25_000)
        # Of a page, two numbers: some 150 bytes, until the oldest of them are let go.
        assert read(25_000, 225_000) - before < 400 * 250 + 1_500_000
        assert tracemalloc.get_traced_memory()[0] < 4_000_000
    finally:
        tracemalloc.stop()
