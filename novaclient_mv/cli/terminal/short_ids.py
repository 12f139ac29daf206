"""Ids by their first characters, as many as tell those of one table apart."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from novaclient_mv.cli.terminal import fit

_MIN_LENGTH = 8


def shortened(columns: Iterable[Sequence[str]]) -> list[Sequence[str]]:
    """Return the columns of a table with all ids in them cut to one length.

    An id that stands in several cells is the same in all of them; no two become equal.
    """
    columns = [*columns]
    ids = {text for column in columns for text in column if fit.ID.fullmatch(text)}
    lengths = itertools.takewhile(
        lambda length: len({text[:length] for text in ids}) < len(ids), itertools.count(_MIN_LENGTH)
    )
    length = max(lengths, default=_MIN_LENGTH - 1) + 1
    short = {text: text[:length] for text in ids}
    return [[short.get(text, text) for text in column] for column in columns]
