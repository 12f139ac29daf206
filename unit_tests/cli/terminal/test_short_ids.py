"""Tests of ids by their first letters."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from novaclient_mv.cli.terminal import short_ids

ONE, LIKE_ONE = '12345678-9abc-4def-8000-000000000001', '12345678-9abc-4def-9000-000000000001'
OTHER = '22345678-9abc-4def-8000-000000000001'
NEAR = st.builds('12345678-9abc-4def-8000-0000000000{:02x}'.format, st.integers(0, 9))


@given(st.lists(st.lists(st.uuids().map(str) | NEAR | st.text(max_size=9), max_size=6), max_size=4))
def test_different_ids_of_a_table_stay_different(columns: list[list[str]]) -> None:
    short = short_ids.shortened(columns)
    pairs = {
        pair
        for before, after in zip(columns, short, strict=True)
        for pair in zip(before, after, strict=True)
    }
    ids = {(before, after) for before, after in pairs if len(before) >= 32}
    assert all(before.startswith(after) and len(after) >= 8 for before, after in ids)
    assert len({after for _, after in ids}) == len({before for before, _ in ids})
    assert all(before == after for before, after in pairs - ids)


def test_ids_have_eight_letters_where_these_tell_them_apart() -> None:
    assert short_ids.shortened([[ONE, OTHER], ['web', ONE]]) == [
        ['12345678', '22345678'],
        ['web', '12345678'],
    ]
    assert short_ids.shortened([[ONE, LIKE_ONE]]) == [[ONE[:20], LIKE_ONE[:20]]]
