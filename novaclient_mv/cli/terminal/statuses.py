"""Colours of statuses, of the sixteen that a terminal has: green for what is well, red for what
failed, yellow for what is on the way.
"""

from __future__ import annotations

import re

GOOD, BAD, MOVING = 'green', 'red', 'yellow'
NOTHING = '-'
"""The one sign for nothing on a terminal."""

_TITLE = re.compile(r'\b(status|state)\b', re.IGNORECASE)
_WELL = {'active', 'up', 'running', 'enabled', 'available', 'completed', 'finished', 'done', 'ok'}
_MOVING = re.compile(r'(ing|ing image|wait|verify_resize|queued|accepted|clean wait)$')
_FAILED = re.compile(r'(error|fail(ed)?|down|crashed|unreachable)$')


def style_of(title: str, text: str) -> str:
    """Return the style of a cell: a colour where its column tells a status, else nothing.

    :param title: of its column.
    """
    if not _TITLE.search(title):
        return ''
    status = text.lower()
    if status in _WELL:
        return GOOD
    if _FAILED.search(status):
        return BAD
    return MOVING if _MOVING.search(status) else ''
