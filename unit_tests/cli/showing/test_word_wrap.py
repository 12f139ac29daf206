"""Lines are broken as the standard library breaks them."""

from __future__ import annotations

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from novaclient_mv.cli.showing.help import wrapped

PIECES = ('a', 'bb', 'ccc-d', '-', ' ', ' ', ' ', '  ', '\t', '\n', 'é', '\u3000', '\xa0', 'x' * 12)
TEXTS = st.lists(st.sampled_from(PIECES), max_size=25).map(''.join)
INDENTS = st.sampled_from(('', '  ', '    '))


@given(text=TEXTS | st.text(), width=st.integers(5, 40), first=INDENTS, then=INDENTS)
def test_lines_are_those_of_the_library(text: str, width: int, first: str, then: str) -> None:
    expected = textwrap.wrap(
        text, width, initial_indent=first, subsequent_indent=then, break_on_hyphens=False
    )
    assert wrapped(text, width, first, then) == expected


@pytest.mark.parametrize(
    ('text', 'lines'),
    [
        ('', []),
        ('one two three', ['one two', '..three']),
        ('onetwothreefour', ['onetwothr', '..eefour']),
        ('one  two', ['one  two']),
    ],
)
def test_a_line_ends_before_the_word_that_does_not_fit(text: str, lines: list[str]) -> None:
    assert wrapped(text, 9, then='..') == lines
