"""Times of a cloud as people read them: to the second, in UTC or in their own zone."""

from __future__ import annotations

import re

_TIME = re.compile(r'(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d{1,6})?(Z|[+-]\d\d:\d\d)?', re.ASCII)
_UTC = (None, 'Z', '+00:00')


def readable(text: str, is_local: bool = False) -> str:
    """Return a time as ``2026-01-31 12:00:00Z``, or ``2026-01-31 13:00:00+01:00`` in the user's
    zone; any other text as it is.

    :param text: without a zone it is in UTC.
    """
    match = _TIME.fullmatch(text)
    if match is None:
        return text
    day, time, _, zone = match.groups()
    if not is_local:
        return f'{day} {time}{"Z" if zone in _UTC else zone}'
    import datetime

    try:
        moment = datetime.datetime.fromisoformat(text)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=datetime.UTC)
        return moment.astimezone().isoformat(' ', 'seconds')
    except (ValueError, OverflowError):
        return text
