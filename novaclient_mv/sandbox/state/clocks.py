"""Planned changes of documents, which are applied once they are due, and timestamps."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import Any

Document = dict[str, Any]


def settle(document: Document, now: float) -> Document:
    """Apply the planned changes of a document that are due; returns the document itself.

    ``updated`` becomes the moment at which the last of them was due, not the moment of this call.
    """
    plan = document.get('plan')
    if plan and plan[0][0] <= now:
        while plan and plan[0][0] <= now:
            at, changes = plan.pop(0)
            document.update(changes)
            document['updated'] = at
    return document


def plan(document: Document, now: float, *steps: tuple[float, Document]) -> None:
    """Replace what is planned for a settled document.

    :param steps: seconds from now, and the keys that change then, in order of time.
    """
    document['plan'] = [[now + seconds, changes] for seconds, changes in steps]
    settle(document, now)


def iso(moment: float | None) -> str | None:
    """A timestamp as most of the API writes it: ``2025-01-31T12:00:00Z``."""
    if moment is None:
        return None
    return datetime.fromtimestamp(moment, UTC).isoformat()[:19] + 'Z'


def iso_micro(moment: float | None) -> str | None:
    """A timestamp with microseconds and without a zone: ``2025-01-31T12:00:00.000000``."""
    if moment is None:
        return None
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec='microseconds')[:26]


def iso_whole(moment: float | None) -> str | None:
    """A timestamp of a compute host: in the form of :func:`iso_micro`, in whole seconds."""
    return None if moment is None else iso_micro(math.floor(moment))


def moment(text: str) -> float:
    """Parse an ISO 8601 timestamp, by default UTC, to seconds since the epoch."""
    # A "+" that was not escaped in a query arrives as a blank.
    if len(text) > 6 and text[-6] == ' ':
        text = f'{text[:-6]}+{text[-5:]}'
    parsed = datetime.fromisoformat(text)
    return (parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)).timestamp()
