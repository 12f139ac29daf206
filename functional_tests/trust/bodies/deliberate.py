"""The answers of 5xx that real services give, which the sandbox gives on purpose: any other one is
a defect of the sandbox.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import NamedTuple

from functional_tests.trust.bodies.spoiling import Wire


def _always(wire: Wire) -> bool:
    return True


def _is_unreadable(wire: Wire) -> bool:
    """Whether Nova fails over a body: it is no text, or its depth is beyond Python."""
    try:
        json.loads(wire.body.decode())
    except (UnicodeDecodeError, RecursionError):
        return True
    except ValueError:
        return False
    return False


def _is_half(wire: Wire) -> bool:
    """Whether a text in a body is no text of Unicode."""
    return b'\\ud' in wire.body.lower() or b'\xed' in wire.body


class Sentence(NamedTuple):
    """An answer that is meant.

    :ivar pattern: of all its words.
    :ivar when: which requests it may answer.
    """

    services: tuple[str, ...]
    status: int
    pattern: str
    when: Callable[[Wire], bool] = _always


_COMPUTE, _PLACEMENT = ('compute', 'legacy'), ('placement',)

SENTENCES = (
    # Nova fails over bodies that are no text, or too deep, whatever the method.
    Sentence(
        _COMPUTE, 500,
        'The server has either erred or is incapable of performing the requested operation.',
        _is_unreadable,
    ),
    # Nova's schemas of queries lack what some messages of theirs ask for.
    Sentence(
        _COMPUTE, 500,
        r"Unexpected API Error. Please contact the administrator\n<class '[\w.]+'>",
    ),
    # Placement fails where depth ends Python, over texts that its database takes no part of, and
    # where a header would hold a control character.
    Sentence(_PLACEMENT, 500, r'.*maximum recursion depth exceeded.*', _is_unreadable),
    Sentence(_PLACEMENT, 500, r".*Encoding directive wasn't provided.*", _is_half),
    Sentence(_PLACEMENT, 500, r'.*Header value may not contain control characters.*'),
    # What Nova has no driver for here.
    Sentence(_COMPUTE, 501, '.*'),
)  # fmt: skip


def sentence(wire: Wire, status: int, body: bytes) -> str | None:
    """The entry for an answer, ``None`` where there is none."""
    words = _words(body)
    for entry in SENTENCES:
        if (
            wire.service in entry.services
            and status == entry.status
            and re.fullmatch(entry.pattern, words, re.DOTALL)
            and entry.when(wire)
        ):
            return entry.pattern or 'nothing'
    return None


def _words(body: bytes) -> str:
    """The text of an error."""
    try:
        error = json.loads(body)
        (fault,) = error.values()
        if isinstance(fault, list):
            return str(fault[0]['detail'])
        return str(fault['message'])
    except (ValueError, TypeError, KeyError, AttributeError):
        return body.decode('utf-8', 'replace')
