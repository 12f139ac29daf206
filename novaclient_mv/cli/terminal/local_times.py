"""Times of a cloud, which are in UTC, in the zone of the user."""

from __future__ import annotations

import re

_TIME = re.compile(r'\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)?')


def localized(text: str) -> str:
    """Return a time as ``2026-01-31 13:00:00+01:00``; any other text as it is."""
    if not _TIME.fullmatch(text):
        return text
    import datetime

    try:
        time = datetime.datetime.fromisoformat(text)
        if time.tzinfo is None:
            time = time.replace(tzinfo=datetime.UTC)
        return time.astimezone().isoformat(' ', 'seconds')
    except (ValueError, OverflowError):
        return text
