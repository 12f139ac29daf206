"""Asks for the words that complete a line."""

from __future__ import annotations

from typing import Any

from unit_tests.nova import Nova


def words(nova: Nova, *typed: str, **given: Any) -> list[str]:
    """The words that complete a line, whose last word is being typed."""
    return [line.partition('\t')[0] for line in lines(nova, *typed, **given)[1:]]


def lines(nova: Nova, *typed: str, **given: Any) -> list[str]:
    """The lines of the answer."""
    result = nova('complete', '--', *typed, **given)
    assert (result.status, result.err) == (0, '')
    return result.lines
