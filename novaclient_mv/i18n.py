"""python-novaclient's name for translations, of which there are none here."""

from __future__ import annotations


def _(msg: str) -> str:
    """A message as it is."""
    return msg


__all__ = ['_']
