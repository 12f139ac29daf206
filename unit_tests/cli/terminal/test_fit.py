"""Tests of layouts of tables on a terminal, as rules for any table."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from hypothesis import example, given
from hypothesis import strategies as st

from novaclient_mv.cli.terminal import canvas, fit
from novaclient_mv.clouds import text_width

IDS = st.uuids().map(str) | st.uuids().map(lambda each: each.hex)
WORDS = st.text('abcxyz019,;:=/| ü漢\u0301-', max_size=40)
CELLS = IDS | WORDS | st.sampled_from(['-', 'ACTIVE', '{"cpus": 8, "memory": 16384}'])
WIDTHS = st.integers(1, 240)


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[str], list[list[str]], list[int]]:
    """Titles, cells of each column, and ranks."""
    count = draw(st.integers(1, 9))
    height = draw(st.integers(0, 4))
    titles = draw(
        st.lists(st.text('AbCd ', min_size=1, max_size=15), min_size=count, max_size=count)
    )
    cells = st.lists(CELLS, min_size=height, max_size=height)
    columns = draw(st.lists(cells, min_size=count, max_size=count))
    ranks = draw(st.lists(st.integers(0, 9), min_size=count, max_size=count))
    return titles, columns, ranks


Table = tuple[list[str], list[list[str]], list[int]]
ID = str(uuid.UUID(int=1))
SERVERS: Table = (
    ['ID', 'Name', 'Networks', 'Notes'],
    [[ID], ['web-1'], ['private=10.0.0.34, public=203.0.113.8'], ['-']],
    [0, 0, 2, 3],
)


def measured(table: Table) -> list[fit.Column]:
    """The columns of a table as a layout sees them."""
    return [*map(fit.measured, *table)]


def room(layout: fit.Fit) -> int:
    """The columns of the screen that a layout takes."""
    return sum(layout.widths.values()) + fit.GAP * (len(layout.widths) - 1)


@given(tables(), WIDTHS)
@example(SERVERS, 60)
def test_table_is_never_wider_than_the_terminal(table: Table, width: int) -> None:
    columns = measured(table)
    layout = fit.fit(columns, width)
    assert room(layout) <= max(width, columns[0].minimum)


@given(tables(), WIDTHS)
@example(SERVERS, 60)
def test_every_column_is_shown_at_one_place_or_left_out(table: Table, width: int) -> None:
    layout = fit.fit(measured(table), width)
    places = [*layout.widths, *layout.below, *layout.left_out]
    assert sorted(places) == [*range(len(table[0]))]
    assert [*layout.widths] == sorted(layout.widths)
    assert 0 in layout.widths
    assert all(table[2][place] for place in layout.left_out)


@given(tables(), WIDTHS)
def test_table_that_has_room_is_shown_as_it_is(table: Table, width: int) -> None:
    columns = measured(table)
    natural = fit.Fit({place: column.width for place, column in enumerate(columns)})
    layout = fit.fit(columns, width)
    assert (layout == natural) is (room(natural) <= width or _is_as_narrow_as_can_be(columns))
    assert fit.fit(columns, 1 << 30) == natural


def _is_as_narrow_as_can_be(columns: list[fit.Column]) -> bool:
    """Whether a table has one column that cannot get narrower."""
    return len(columns) == 1 and columns[0].width == columns[0].minimum


@given(tables(), WIDTHS)
def test_column_is_not_left_out_while_a_lesser_one_has_room(table: Table, width: int) -> None:
    columns = measured(table)
    layout = fit.fit(columns, width)
    for left_out in layout.left_out:
        for place in [*layout.widths][1:]:
            if columns[place].rank and not columns[left_out].is_empty:
                assert columns[place].rank <= columns[left_out].rank
                assert not columns[place].is_empty


@given(tables(), WIDTHS)
def test_ids_and_short_words_are_whole(table: Table, width: int) -> None:
    columns = measured(table)
    layout = fit.fit(columns, width)
    for place, column_width in layout.widths.items():
        for cell in table[1][place]:
            lines = fit.pieces(cell, column_width)
            if fit.ID.fullmatch(cell):
                assert lines == [cell]
            if place or room(layout) <= width:
                words = [word for word in cell.split() if text_width.of(word) <= 20]
                whole = [word for word in words if not {*word} & {*',;=/|'}]
                assert all(any(word in line for line in lines) for word in whole)


@given(WORDS | st.text(max_size=60), st.integers(1, 60))
@example('漢', 1)
@example('a b\nc', 3)
def test_pieces_hold_all_of_a_text_in_lines_that_are_no_wider(text: str, width: int) -> None:
    lines = fit.pieces(text, width)
    assert ''.join(''.join(lines).split()) == ''.join(text.split())
    for line in lines:
        assert text_width.of(line) <= width or len(line.strip()) <= 2
    assert len(lines) >= 1


@given(tables(), WIDTHS, st.integers(1, 3))
def test_matrix_stands_in_parts_that_fit(table: Table, width: int, leading: int) -> None:
    columns = measured(table)
    leading = min(leading, len(columns))
    parts = fit.parts(columns, leading, width)
    heads = [*range(leading)]
    assert all(part[:leading] == heads for part in parts)
    rest = [place for part in parts for place in part[leading:]]
    assert rest == [*range(leading, len(columns))]
    for part in parts:
        of_part = [columns[place] for place in part]
        needed = sum(column.minimum for column in of_part) + fit.GAP * (len(of_part) - 1)
        assert needed <= width or len(part) <= leading + 1


def test_long_values_get_lines_of_their_own_before_columns_are_left_out() -> None:
    layout = fit.fit(measured(SERVERS), 50)
    assert layout == fit.Fit({0: 36, 1: 5}, below=(2,), left_out=(3,))


def test_columns_of_the_last_ranks_go_before_values_get_lines_of_their_own() -> None:
    columns = [*measured(SERVERS)[:3], fit.Column(8, 8, fit.LAST)]
    assert fit.fit(columns, 70) == fit.Fit({0: 36, 1: 5, 2: 25}, left_out=(3,))


def test_key_and_value_stay_together_where_they_have_room() -> None:
    assert measured((['Networks'], [['private=10.0.0.34, public=::1']], [1]))[0].whole == 18
    assert fit.pieces('private=10.0.0.34, a=::1', 20) == ['private=10.0.0.34,', 'a=::1']
    assert fit.pieces('private=10.0.0.34', 12) == ['private=', '10.0.0.34']


def test_widest_column_gets_narrower_first() -> None:
    columns = [fit.Column(36, 36, 0), fit.Column(30, 8, 1), fit.Column(20, 5, 2)]
    assert fit.fit(columns, 80).widths == {0: 36, 1: 20, 2: 20}
    assert fit.fit(columns, 70).widths == {0: 36, 1: 15, 2: 15}


@given(st.text(), st.integers(0, 30), st.sampled_from(['…', '...']))
def test_line_that_is_too_long_is_cut(text: str, width: int, more: str) -> None:
    cut = fit.cut(text, width, more)
    assert text_width.of(cut) <= width
    if text_width.of(text) <= width:
        assert cut == text
    elif width >= len(more):
        assert cut.endswith(more)
        assert text.startswith(cut.removesuffix(more))


def test_an_empty_text_is_one_empty_line() -> None:
    assert fit.pieces('', 5) == fit.pieces('   ', 1) == ['']


# -- the importance of columns --


def order(*titles: str, columns: Sequence[Sequence[str]] = ()) -> list[str]:
    """Titles of columns that may be left out, the least important first."""
    numbers = dict(zip(titles, canvas.ranks(titles, columns), strict=True))
    optional = [title for title in titles if numbers[title]]
    return sorted(optional, key=numbers.__getitem__, reverse=True)


def test_names_ids_and_statuses_stay() -> None:
    assert order('Cloud', 'Region', 'ID', 'Name', 'Status', 'State', 'Value') == []
    assert order('UUID', 'Name', 'Provisioning State') == []


def test_columns_further_to_the_right_go_first_and_states_last() -> None:
    assert order('ID', 'Zone', 'Power State', 'Host', 'Notes') == [
        *('Notes', 'Host', 'Zone', 'Power State')
    ]


def test_networks_of_servers_stay_longer_than_states_of_power_and_tasks() -> None:
    titles = ('ID', 'Name', 'Status', 'Task State', 'Power State', 'Networks')
    assert order(*titles) == ['Power State', 'Task State', 'Networks']


def test_uuid_beside_another_id_goes_early() -> None:
    assert order('ID', 'UUID', 'Source Node', 'Type') == ['UUID', 'Type', 'Source Node']


def test_column_that_repeats_another_in_every_row_goes_early() -> None:
    titles = ('ID', 'Source Node', 'Source Compute', 'Disk', 'Swap', 'Type')
    rows = [('1', 'host1', 'host1', '0', '0', 'resize'), ('2', 'host2', 'host2', '9', '9', '-')]
    columns = [[*column] for column in zip(*rows, strict=True)]
    assert order(*titles, columns=columns)[:2] == ['Source Compute', 'Type']
    columns[2][1] = 'host3'
    assert order(*titles, columns=columns)[:2] == ['Type', 'Swap']
