"""JSON is that of the standard library, whatever writes it."""

from __future__ import annotations

import enum
import json
import sys
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novaclient_mv.cli.showing import json_text
from novaclient_mv.clouds import escapes

WITHOUT_ORJSON = 'orjson is not installed: it belongs to the extra "fast".'


class Colour(enum.IntEnum):
    """An integer of another type."""

    RED = 1


class Name(str):
    """A text of another type."""


TEXTS = st.text(st.characters(), max_size=8) | st.sampled_from(
    ['\ud800', '\ud83d\ude00', '\x00\x1f\x7f\x9f', '\u2028\u202e', '"\\/\b\f\n\r\t', 'ü漢😀', '%s']
)
NUMBERS = (
    st.integers()
    | st.sampled_from([2**63, 2**64, -(2**63) - 1, 10**30, True, False])
    | st.floats()
    | st.sampled_from([1e16, 1e-5, 0.1 + 0.2, -0.0, 1e999])
)
ODD = st.sampled_from([Colour.RED, Name('text'), (1, 'two'), uuid.UUID(int=5), b'bytes', {1}])
KEYS = TEXTS | st.sampled_from([1, True, None, 1.5, Name('key')])
VALUES = st.recursive(
    st.none() | TEXTS | NUMBERS | ODD,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=20,
)


def by_library(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False, default=str)


def printed(value: Any) -> str:
    return '\n'.join(json_text.document(value))


@settings(deadline=None)
@given(VALUES)
def test_any_value_is_written_as_by_the_library(value: Any) -> None:
    assert json_text.text_of(value, '\n') == by_library(value)
    assert printed(value) == escapes.safe_json(by_library(value)) == escapes.to_json(value)


@settings(deadline=None)
@given(st.lists(VALUES, max_size=4))
def test_entries_that_come_one_by_one_are_written_as_a_list(values: list[Any]) -> None:
    assert printed(iter(values)) == printed(values) == escapes.to_json(values)


@settings(deadline=None, max_examples=100)
@given(VALUES)
def test_any_value_is_written_by_orjson_as_by_the_library(value: Any) -> None:
    pytest.importorskip('orjson', reason=WITHOUT_ORJSON)
    for start in ('\n', '\n    '):
        text = json_text.faster(json_text.text_of)(value, start)
        assert text == by_library(value).replace('\n', start)


def test_rows_are_written_by_orjson_and_not_only_by_what_it_replaces() -> None:
    pytest.importorskip('orjson', reason=WITHOUT_ORJSON)

    def refused(value: Any, start: str) -> str:
        raise AssertionError(f'{value} is left to the other one.')

    row = {'id': 'ü', 'locked': True, 'progress': 2**63, 'tags': [], 'flavor': {'extra': [{}, 1]}}
    assert json_text.faster(refused)(row, '\n') == by_library(row)


@pytest.mark.parametrize('is_installed', [True, False])
def test_long_list_needs_no_orjson(monkeypatch: pytest.MonkeyPatch, is_installed: bool) -> None:
    if is_installed:
        pytest.importorskip('orjson', reason=WITHOUT_ORJSON)
    else:
        monkeypatch.setitem(sys.modules, 'orjson', None)
    rows = [
        {'number': number, 'name': f'\x7fü-{number}', 'ratio': number / 7, 'big': 10**20 * number}
        for number in range(json_text.MANY + 20)
    ]
    assert printed(rows) == escapes.to_json(rows)


@pytest.mark.parametrize('value', [{(1, 2): 3}, [{'a': {b'key': 1}}]])
def test_key_that_json_cannot_have_is_refused_as_by_the_library(value: Any) -> None:
    with pytest.raises(TypeError) as expected:
        by_library(value)
    with pytest.raises(TypeError) as caught:
        printed(value)
    # From Python 3.14 on, each has notes on the place as well.
    assert str(caught.value) == str(expected.value)


def test_list_that_breaks_off_has_no_text() -> None:
    def rows() -> Iterator[dict[str, int]]:
        yield {'a': 1}
        raise LookupError('The second page is missing.')

    with pytest.raises(LookupError):
        json_text.document(rows())


def test_keys_beyond_those_kept_are_written_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_text, '_MAX_KEYS', 1)
    value = {'a': 1, 'b"': {'a': 2, 'b"': 3}}
    assert printed(value) == by_library(value)
