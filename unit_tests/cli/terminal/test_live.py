"""Tests of lines that are drawn in place, on a screen that does what terminals do."""

from __future__ import annotations

import fcntl
import struct
import termios

import pytest
from hypothesis import given
from hypothesis import strategies as some

from novaclient_mv.cli.terminal.live import LiveLines, Size
from unit_tests.screens import Screen
from unit_tests.terminals import Terminal

LINES = some.lists(some.text('ab ─', max_size=20), max_size=9)


def live_on(screen: Screen) -> LiveLines:
    return LiveLines(screen.write, lambda: Size(screen.columns, screen.rows))


def trimmed(lines: list[str], columns: int | None = None) -> list[str]:
    """Lines without blanks at their ends, down to the last one with letters."""
    return '\n'.join(line[:columns].rstrip() for line in lines).rstrip('\n').split('\n')


def test_each_drawing_stands_in_place_of_the_one_before() -> None:
    screen = Screen()
    live = live_on(screen)
    screen.write('before\r\n')
    live.draw(['web1 BUILD', 'web2 BUILD', 'web3 BUILD'])
    assert screen.lines == ['before', 'web1 BUILD', 'web2 BUILD', 'web3 BUILD']
    assert screen.cursor == (1, 0)
    live.draw(['web1 ACTIVE', 'web2'])
    assert screen.lines == ['before', 'web1 ACTIVE', 'web2']
    live.clear()
    assert screen.lines == ['before']
    screen.write('after')
    assert screen.lines == ['before', 'after']


@given(before=LINES, drawings=some.lists(LINES, max_size=4), columns=some.integers(1, 30))
def test_nothing_stays_and_nothing_else_goes(
    before: list[str], drawings: list[list[str]], columns: int
) -> None:
    screen = Screen(columns, 5)
    screen.write('\r\n'.join((*before, '')))
    untouched = trimmed([*screen.above, *screen.lines])
    live = live_on(screen)
    for lines in drawings:
        live.draw(lines)
        # Of a line that is too long, the last letter stands in the last column.
        shown = trimmed(screen.lines[screen.cursor[0] :], columns - 1)
        assert shown == trimmed(lines[:5], columns - 1)
    live.clear()
    assert trimmed([*screen.above, *screen.lines]) == untouched


@given(lines=LINES, columns=some.integers(1, 30), later=some.integers(1, 30))
def test_window_of_another_width_shows_no_rests(lines: list[str], columns: int, later: int) -> None:
    screen = Screen(columns, 300)
    screen.write('before\r\n')
    live = live_on(screen)
    live.draw(lines)
    screen.resize(later)
    live.draw(['x'])
    assert ''.join(screen.lines) == 'beforex'
    screen.resize(columns)
    live.clear()
    assert ''.join(screen.lines) == 'before'


def test_nothing_is_written_where_nothing_is_shown() -> None:
    screen = Screen()
    live = live_on(screen)
    live.clear()
    live.draw([])
    assert screen.written == ''


def test_size_is_that_of_the_terminal_now() -> None:
    with Terminal() as terminal:
        for rows, columns in ((24, 100), (7, 33)):
            size = struct.pack('HHHH', rows, columns, 0, 0)
            fcntl.ioctl(terminal.stream.fileno(), termios.TIOCSWINSZ, size)
            assert Size.of(terminal.stream.fileno, {}) == (columns, rows)
        assert Size.of(terminal.stream.fileno, {'COLUMNS': '20', 'LINES': '30'}) == (20, 7)
        assert Size.of(terminal.stream.fileno, {'COLUMNS': '', 'LINES': '²'}) == (33, 7)


@pytest.mark.parametrize('env', [{}, {'COLUMNS': '0', 'LINES': '-3'}])
def test_terminal_without_a_size_has_the_usual_one(env: dict[str, str]) -> None:
    with Terminal() as terminal:
        assert Size.of(terminal.stream.fileno, env) == (80, 24)
    assert Size.of(terminal.stream.fileno, env) == (80, 24)
