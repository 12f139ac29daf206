"""The records of moves from host to host: who, from where to where, and how far they have come."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.compute import compute_hosts
from novaclient_mv.sandbox.compute.flavors import number_of
from novaclient_mv.sandbox.state import clocks

if TYPE_CHECKING:
    from novaclient_mv.sandbox.compute.controller import ComputeController
    from novaclient_mv.sandbox.state.rows import Row, Session

KIND = 'migration'
LIVE = 'live-migration'

# Statuses of a live migration that has not ended.
IN_PROGRESS = frozenset(('queued', 'preparing', 'running', 'post-migrating'))

Step = tuple[float, str]


def begin(
    handler: ComputeController,
    server: Row,
    kind: str,
    destination: str | None,
    *steps: Step,
    flavor: Row | None = None,
) -> None:
    """Note that a server starts to move.

    :param kind: resize, migration, live-migration or evacuation.
    :param steps: seconds from now, and the status from then on; the first is for now.
    :param flavor: the new one of a resize.
    """
    session, facts = handler.db, server.document
    old = session.get('flavor', facts['flavor_id'])
    number = None if old is None else number_of(session, old)
    identity = str(uuid.uuid4())
    # A live migration names its target host only.
    is_prepared = kind != LIVE and steps[0][1] != 'error'
    address = compute_hosts.address_of(session, destination) if is_prepared else None
    record = {
        'uuid': identity,
        'migration_type': kind,
        'status': steps[0][1],
        'source_compute': facts['host'],
        'source_node': facts['host'],
        'dest_compute': destination,
        'dest_node': destination,
        'dest_host': address,
        'old_instance_type_id': number,
        'new_instance_type_id': number if flavor is None else number_of(session, flavor),
        'user_id': handler.context.user_id,
        'hidden': False,
        'updated': handler.now,
    }
    plan(record, handler.now, *steps[1:])
    # Numbers of their own, from 1 on: nothing ever removes a record.
    (count,) = session.connection.execute(
        'SELECT count(*) FROM thing WHERE kind = ?', (KIND,)
    ).fetchone()
    session.insert(
        KIND, str(count + 1), record, parent=server.id, project=server.project, name=identity
    )


def plan(record: dict[str, Any], now: float, *steps: Step) -> None:
    """Replace the statuses that a record will have."""
    clocks.plan(record, now, *[(seconds, {'status': status}) for seconds, status in steps])


def all_of(session: Session, server: str | None = None, **terms: Any) -> Iterator[Row]:
    """Records, the newest first, as they are now.

    :param terms: as of the session's ``find``.
    """
    for row in session.find(KIND, parent=server, descending=True, **terms):
        clocks.settle(row.document, session.now)
        yield row


def finished_move(session: Session, server: str) -> Row | None:
    """The move of a resized server that is still to be confirmed or reverted."""
    for row in all_of(session, server):
        if row.document['migration_type'] in ('resize', 'migration'):
            return row if row.document['status'] == 'finished' else None
    return None
