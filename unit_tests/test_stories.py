"""Recorded answers have each run of lines once, and still tell all answers apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import hypothesis
from hypothesis import strategies as st

from unit_tests.stories import Stories

ANSWERS = st.lists(st.lists(st.sampled_from('abcde'), min_size=1, max_size=12), max_size=4)


def recorded(answers: list[list[str]]) -> str:
    """The record of a story with an answer for each input."""
    left = iter(answers)
    story = Stories(Path(), {'of': lambda text: iter(next(left))})
    return story.replay('of', ''.join(f'| {number}\n  ?\n' for number in range(len(answers))))


def read(record: str) -> Iterator[list[str]]:
    """The answers that a record has."""
    above: list[str] = []
    for text in re.split('^[|] .*\n', record, flags=re.MULTILINE)[1:]:
        answer: list[str] = []
        for line in text.splitlines():
            run = re.fullmatch(r'  \((\d+) to (\d+) as above\)', line)
            answer += above[int(run[1]) - 1 : int(run[2])] if run else [line[2:]]
        yield answer
        above = answer


@hypothesis.settings(deadline=None, max_examples=60)
@hypothesis.given(ANSWERS)
def test_record_says_what_was_answered(answers: list[list[str]]) -> None:
    assert [*read(recorded(answers))] == answers
