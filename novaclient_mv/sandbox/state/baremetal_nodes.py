"""Nodes as they are stored: what the Bare Metal service keeps, and Compute reads of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from novaclient_mv.sandbox.state.rows import Row, Session

Document = dict[str, Any]

KIND = 'baremetal_node'

UUID = re.compile(r'[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}')


def settle(document: Document, now: float) -> Document:
    """Carry out the planned changes of a node that are due; returns the document itself.

    A step of the plan may hold an ``event`` besides the fields that change: it joins the history.
    """
    plan = document.get('plan') or []
    while plan and plan[0][0] <= now:
        at, changes = plan.pop(0)
        event = changes.pop('event', None)
        if event is not None:
            document.setdefault('history', []).append({'created_at': at, **event})
        document.update(changes)
        document['updated_at'] = at
    return document


def find_all(session: Session) -> Iterator[Row]:
    """Every node as it is now, the oldest first."""
    for row in session.find(KIND):
        settle(row.document, session.now)
        yield row


def find(session: Session, ident: str) -> Row | None:
    """The node of a UUID or a name."""
    row = session.get(KIND, ident.lower()) if UUID.fullmatch(ident) else None
    row = row or session.one(KIND, name=ident)
    if row is not None:
        settle(row.document, session.now)
    return row
