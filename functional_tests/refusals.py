"""The stop rule of the sandbox: refusals that stand for those of a real service."""

from __future__ import annotations

import re

TERMS = (
    'exceed', 'in use', 'already exists', 'could not be found', 'is locked', 'associated with',
)  # fmt: skip
"""Terms that programs look for in the words of a refusal."""
_THING = re.compile(r'<\w+ \d+>|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}')
_OF_SCHEMAS = re.compile('Schema error|JSON does not validate|Invalid input for (field|query)')
_OF_MALFORMED = (400, 405, 406, 411, 413, 415)


def stands_for(ours: int, theirs: int) -> bool:
    """Whether a status may be answered where the real service answers another one.

    Any 4xx stands for a crash; all others are exact.
    """
    return ours == theirs or (theirs >= 500 and 400 <= ours < 500)


def are_refusals(ours: int, theirs: int) -> bool:
    """Whether both refuse, so that each may have told another of two mistakes."""
    return 400 <= ours < 500 and 400 <= theirs < 500


def is_of_malformed(status: int, words: str, spoiled: str) -> bool:
    """Whether the words of a refusal count for nothing.

    :param words: of the real service.
    :param spoiled: what was made bad about the request.
    """
    is_malformed = bool(spoiled) or _OF_SCHEMAS.match(words) is not None
    return is_malformed and status in _OF_MALFORMED


def things(words: str) -> set[str]:
    """The ids and the terms in the words of a refusal."""
    return {*_THING.findall(words), *(term for term in TERMS if term in words)}


def names_the_thing(ours: str, theirs: str) -> bool:
    """Whether the words of a refusal have the ids and the terms of the real service's words."""
    return things(theirs) <= things(ours)
