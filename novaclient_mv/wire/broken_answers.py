"""Errors of answers that are malformed."""

from __future__ import annotations


class BrokenAnswer(OSError):
    """A connection that brought no answer as it should be."""


class MalformedAnswer(BrokenAnswer):
    """The answer is not HTTP."""


class NoAnswer(BrokenAnswer):
    """The connection ended before an answer began."""


class CutAnswer(BrokenAnswer):
    """An answer began, and what came of it cannot be taken for a whole."""


class LargeAnswer(BrokenAnswer):
    """The body of an answer has more bytes than it may have."""

    def __init__(self, max_size: int) -> None:
        super().__init__(f'more than {max_size} bytes')
        self.max_size = max_size
