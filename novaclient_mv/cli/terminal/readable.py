"""Values as people read them: lists and mappings as ``a, b`` and ``key=value, key=value``, times to
the second, ids by as many of their first characters as tell those of one table apart.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from typing import Any

from novaclient_mv.cli.running import cell_texts
from novaclient_mv.cli.terminal import fit
from novaclient_mv.clouds import escapes

_ABSENT = '-'
_SEPARATORS = frozenset(',;=\n')
_TIME = re.compile(r'(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d{1,6})?(Z|[+-]\d\d:\d\d)?', re.ASCII)
_UTC = (None, 'Z', '+00:00')
_MIN_ID_LENGTH = 8


def of_column(values: Iterable[Any]) -> list[Any]:
    """Return the values of a column, lists and mappings as text in one line."""
    return [text(value) if isinstance(value, dict | list | tuple) else value for value in values]


def of_property(value: Any) -> Any:
    """Return a value of a record: a list of mappings has a line for each."""
    if isinstance(value, list) and len(value) > 1 and all(isinstance(one, dict) for one in value):
        return '\n'.join(map(text, value))
    return text(value) if isinstance(value, dict | list | tuple) else value


def text(value: Any) -> str:
    """Return a list or a mapping in one line; what is deeper than that is JSON."""
    if isinstance(value, dict):
        return ', '.join(f'{_word(key)}={_inner(one)}' for key, one in value.items())
    has_mappings = any(isinstance(one, dict) for one in value)
    parts = (text(one) if isinstance(one, dict) and one else _inner(one) for one in value)
    return ('; ' if has_mappings else ', ').join(parts)


def _inner(value: Any) -> str:
    if isinstance(value, dict | list):
        return escapes.to_json(value, None) if value else _ABSENT
    return _ABSENT if value is None else _word(cell_texts.cell_text(value))


def _word(value: str) -> str:
    """A text, quoted as JSON where separators in it would be misread."""
    return value if value and _SEPARATORS.isdisjoint(value) else escapes.to_json(value, None)


def time(text: str, is_local: bool = False) -> str:
    """Return a time as ``2026-01-31 12:00:00Z``, or ``2026-01-31 13:00:00+01:00`` in the user's
    zone; any other text unchanged.

    :param text: without a zone it is in UTC.
    """
    match = _TIME.fullmatch(text)
    if match is None:
        return text
    day, hour, _, zone = match.groups()
    if not is_local:
        return f'{day} {hour}{"Z" if zone in _UTC else zone}'
    import datetime

    try:
        moment = datetime.datetime.fromisoformat(text)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=datetime.UTC)
        return moment.astimezone().isoformat(' ', 'seconds')
    except (ValueError, OverflowError):
        return text


def with_short_ids(columns: Iterable[Sequence[str]]) -> list[Sequence[str]]:
    """Columns with all ids cut to one length, at which no two become equal."""
    columns = [*columns]
    ids = {text for column in columns for text in column if fit.ID.fullmatch(text)}
    lengths = itertools.takewhile(
        lambda length: len({text[:length] for text in ids}) < len(ids),
        itertools.count(_MIN_ID_LENGTH),
    )
    length = max(lengths, default=_MIN_ID_LENGTH - 1) + 1
    short = {text: text[:length] for text in ids}
    return [[short.get(text, text) for text in column] for column in columns]
