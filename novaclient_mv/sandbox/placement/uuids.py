"""Spellings of UUIDs: what bodies may have is not what queries may have."""

from __future__ import annotations

import uuid
from typing import Any

_DASHES = (8, 13, 18, 23)


def is_like(value: Any) -> bool:
    """Whether a value of a body, or a consumer of a path, is taken for a UUID."""
    try:
        plain = str(uuid.UUID(value)).replace('-', '')
        return plain == _bare(value)
    except (AttributeError, TypeError, ValueError):
        return False


def _bare(text: str) -> str:
    bare = text.replace('urn:', '').replace('uuid:', '').strip('{}')
    return bare.replace('-', '').lower()


def is_spelled(value: Any) -> bool:
    """Whether a value of a query is a UUID."""
    try:
        uuid.UUID(value)
    except ValueError:
        return False
    return all(value[place] == '-' for place in _DASHES)
