"""Messages are in English only."""

from __future__ import annotations


def _(msg: str) -> str:
    """A message as it is."""
    return msg
