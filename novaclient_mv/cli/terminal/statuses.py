"""Colours of statuses, of the sixteen that a terminal has: green for what is well, red for what
failed, yellow for what is on the way.
"""

from __future__ import annotations

import re

GOOD, BAD, MOVING = 'green', 'red', 'yellow'
NOTHING = '-'
"""The one sign for nothing on a terminal."""
SAY_NOTHING = {'', 'None', 'N/A', 'null'}
"""Texts of cells in whose place it stands."""

_TITLE = re.compile(r'\b(status|state)\b', re.IGNORECASE)
_WELL = re.compile(
    'active|up|running|enabled|available|completed?|finished|done|ok|success|in-use|power on'
)
_FAILED = re.compile('.*(error|fail(ed|ure)?|crashed|unreachable)|down')
_MOVING = re.compile(
    'build|rebuild|(hard_)?reboot|(verify_)?resize|queued|accepted|wait .*|.* wait|'
    '.*ing(-on|-off)?|.*_(started|pending)(_.*)?|(image|resize)_.*'
)


def style_of(title: str, text: str) -> str:
    """Return the style of a cell: a colour where its column tells a status, else nothing.

    :param title: of its column.
    """
    if not _TITLE.search(title):
        return ''
    status = text.lower()
    if _WELL.fullmatch(status):
        return GOOD
    if _FAILED.fullmatch(status):
        return BAD
    return MOVING if _MOVING.fullmatch(status) else ''
