"""Parts of a file's text, with the offset in the file of each character."""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Fragment(NamedTuple):
    """A text, the offset of each of its characters in the file, and that of its start."""

    text: str
    offsets: Sequence[int]
    start: int = 0

    @classmethod
    def whole(cls, text: str) -> Fragment:
        """The text of a whole file."""
        return cls(text, range(len(text)))

    def part(self, start: int, end: int) -> Fragment:
        """The characters between two places of the text."""
        return Fragment(self.text[start:end], self.offsets[start:end], self.offset(start))

    def offset(self, place: int) -> int:
        """The offset of a character in the file; that of the last one behind the end."""
        if not self.offsets:
            return self.start
        return self.offsets[min(place, len(self.offsets) - 1)]

    def end(self, place: int) -> int:
        """The offset behind the characters before a place of the text."""
        return self.offset(place - 1) + 1 if place and self.offsets else self.start

    def without(self, places: Iterable[int]) -> Fragment:
        """Return the text without some of its characters."""
        dropped = set(places)
        rest = [place for place in range(len(self.text)) if place not in dropped]
        return Fragment(
            ''.join(self.text[place] for place in rest),
            [self.offsets[place] for place in rest],
            self.start,
        )


def joined(fragments: Sequence[Fragment], between: str = '') -> Fragment:
    """Join fragments; what is ``between`` has the offset of the following one."""
    offsets: list[int] = []
    for place, fragment in enumerate(fragments):
        offsets += [*([fragment.start] * len(between) if place else ()), *fragment.offsets]
    text = between.join(fragment.text for fragment in fragments)
    return Fragment(text, offsets, fragments[0].start if fragments else 0)


class Lines:
    """The lines of a text."""

    def __init__(self, text: str) -> None:
        lengths = map(len, text.split('\n'))
        self._starts = [0, *itertools.accumulate(length + 1 for length in lengths)][:-1]

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of a character, both counted from 1."""
        line = bisect.bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1
