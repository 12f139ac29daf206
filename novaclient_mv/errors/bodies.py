"""Decodes JSON that someone else wrote: bodies of answers, values of options, and files."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

MAX_LEVELS = 100
"""Levels of nesting beyond which nothing is read. The Compute API needs fewer than ten; what works
on a value recursively, as writing YAML does, needs several calls for each.
"""

_OPENING, _CLOSING = b'{[', b'}]'
_OTHER_BYTES = bytes(set(range(256)) - set(_OPENING + _CLOSING))


class TooDeep(ValueError):
    """JSON of more levels than are read."""


def decode(content: bytes | str) -> Any:
    """The value that JSON text stands for.

    :raises TooDeep: it has more than ``MAX_LEVELS`` levels.
    :raises ValueError: it is not JSON.
    """
    try:
        value = json.loads(content, parse_constant=_refuse, parse_float=_finite)
    except RecursionError as error:
        raise TooDeep(f'more than {MAX_LEVELS} levels') from error
    octets = content if isinstance(content, bytes) else content.encode('utf-8', 'surrogatepass')
    if _may_be_deep(octets) and _is_deep(value):
        raise TooDeep(f'more than {MAX_LEVELS} levels')
    return value


def _refuse(name: str) -> NoReturn:
    """Refuse what Python reads and writes, but JSON does not have: ``NaN``, ``Infinity``."""
    raise ValueError(f'{name} is not JSON')


def _finite(digits: str) -> float:
    """Read a number; one that is beyond all numbers here could not be written as JSON again."""
    number = float(digits)
    return number if math.isfinite(number) else _refuse(digits)


def _may_be_deep(content: bytes) -> bool:
    """Whether the brackets, those inside strings included, nest too deep or do not match.

    The innermost pairs are taken away level by level, which is much faster than a walk through the
    decoded value.
    """
    brackets = content.translate(None, _OTHER_BYTES)
    for _ in range(MAX_LEVELS):
        if not brackets:
            return False
        without = brackets.replace(b'{}', b'').replace(b'[]', b'')
        if len(without) == len(brackets):
            return True
        brackets = without
    return bool(brackets)


def _is_deep(value: Any) -> bool:
    level = [value]
    for _ in range(MAX_LEVELS + 1):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return False
    return True
