"""Locks of nodes: a change waits a while for the one that is under way, and then is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from novaclient_mv.sandbox.baremetal import refusals

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row, Session

PATIENCE = 2.0
"""For how long, in seconds, a change waits until a node is no longer locked."""
FOREVER = 10.0**9


def require_free(row: Row, now: float) -> None:
    """Refuse a change of a node that is locked for longer than a change waits.

    :raises Refused: 409.
    """
    if row.document.get('reservation') and lock_end(row, now) - now > PATIENCE:
        raise refusals.locked(row.id, row.document['reservation'])


def lock(session: Session, row: Row, now: float) -> None:
    """Lock a node for a moment, which is a change of it as any other.

    :raises Refused: 409: it is locked.
    """
    require_free(row, now)
    row.document['updated_at'] = now
    session.save(row)


def lock_end(row: Row, now: float) -> float:
    """The moment from which a node is not locked any more."""
    if not row.document.get('reservation'):
        return now
    for at, changes in row.document['plan']:
        if 'reservation' in changes and not changes['reservation']:
            return float(at)
    return FOREVER + now
