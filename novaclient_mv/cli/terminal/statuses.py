"""Colours of statuses: green for what is well, red for what failed, yellow for the rest."""

from __future__ import annotations

import functools
import re

GOOD, BAD, MOVING = 'green', 'red', 'yellow'
NOTHING = '-'
"""The one text for nothing on a terminal."""
EMPTY = {'', '[]', '{}'}
"""Texts of cells in whose place it stands,"""
SAY_NOTHING = {*EMPTY, 'N/A', 'None'}
"""and others that do so where nobody chose the words."""

_TITLE = re.compile(r'\b(status|state)\b', re.IGNORECASE)
_WELL = re.compile(
    'active|up|running|enabled|available|completed?|finished|done|ok|success|in-use|power on'
)
_FAILED = re.compile('.*(error|fail(ed|ure)?|crashed|unreachable)|down')
_MOVING = re.compile(
    'build|rebuild|(hard_)?reboot|(verify_)?resize|queued|accepted|wait .*|.* wait|'
    '.*ing(-on|-off)?|.*_(started|pending)(_.*)?|(image|resize)_.*'
)


def tells_status(title: str) -> bool:
    """Whether a column of this title tells a status."""
    return _TITLE.search(title) is not None


@functools.cache
def style_of(status: str) -> str:
    """Return the style of a status; nothing where it is neither good nor bad."""
    status = status.lower()
    if _WELL.fullmatch(status):
        return GOOD
    if _FAILED.fullmatch(status):
        return BAD
    return MOVING if _MOVING.fullmatch(status) else ''
