"""The times that logs write, in one spelling: ``2026-11-22T01:31:34``."""

from __future__ import annotations

import re

_MONTHS = ('Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec')
_MONTH = {name: f'{number:02d}' for number, name in enumerate(_MONTHS, 1)}
_CLOCK = r'([01]\d|2[0-3]):[0-5]\d:[0-5]\d'

_OWN = re.compile(rf'(\d{{4}}-\d\d-\d\d)[ T]({_CLOCK})', re.ASCII)
_OF_ACCESS = re.compile(rf'(\d\d)/(\w{{3}})/(\d{{4}}):({_CLOCK})', re.ASCII)
_OF_UWSGI = re.compile(rf'\w{{3}} (\w{{3}}) +(\d\d?) ({_CLOCK}) (\d{{4}})', re.ASCII)


def normal(text: str) -> str | None:
    """A time as ``2026-11-22T01:31:34``, by the clock of who wrote it; ``None`` for no time.

    :param text: as oslo.log, web servers or uWSGI write it. What follows, as a zone, is left out.
    """
    if match := _OWN.match(text):
        return f'{match[1]}T{match[2]}'
    if match := _OF_ACCESS.match(text):
        month = _MONTH.get(match[2])
        return month and f'{match[3]}-{month}-{match[1]}T{match[4]}'
    if match := _OF_UWSGI.match(text):
        month = _MONTH.get(match[1])
        return month and f'{match[5]}-{month}-{int(match[2]):02d}T{match[3]}'
    return None
