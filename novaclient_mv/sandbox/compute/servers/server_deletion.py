"""The end of a server: at once, or put off for a while in which it can be brought back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from novaclient_mv.sandbox.compute import migration_records, quotas
from novaclient_mv.sandbox.compute.servers import server_history, server_ports, server_states
from novaclient_mv.sandbox.state import clocks, volume_states

if TYPE_CHECKING:
    from novaclient_mv.sandbox.compute.controller import ComputeController
    from novaclient_mv.sandbox.state.rows import Row

# How long deletion is put off, in seconds: a fact of the cloud. 0: it is not.
INTERVAL = 'sandbox.reclaim_instance_interval'


def delete(handler: ComputeController, row: Row) -> None:
    """Delete a server, now or when it has been put off for long enough, as the cloud has it."""
    interval = handler.req.environ.get(INTERVAL, 0)
    # What is on no host has nothing that could be kept.
    if interval > 0 and row.document['host']:
        _put_off(handler, row, interval)
    else:
        delete_for_good(handler, row)


def delete_for_good(handler: ComputeController, row: Row) -> None:
    """Start the end of a server; a second request while it lasts changes nothing."""
    if row.document['task_state'] == 'deleting':
        return
    seconds = server_states.DELETE_SECONDS
    server_history.record(handler, row, 'delete', seconds)
    row.document.update(task_state='deleting', updated=handler.now, plan=[])
    _end_in(handler, row, seconds)


def _put_off(handler: ComputeController, row: Row, interval: float) -> None:
    seconds = server_states.DELETE_SECONDS
    server_history.record(handler, row, 'delete', seconds)
    row.document.update(task_state='soft-deleting', updated=handler.now, is_put_off=True)
    put_off = {'vm_state': 'soft-delete', 'task_state': None}
    clocks.plan(row.document, handler.now, (seconds, put_off))
    _end_in(handler, row, seconds + interval)


def _end_in(handler: ComputeController, row: Row, seconds: float) -> None:
    """Set the moment from which on a server, and what goes with it, is gone."""
    row.deleted = handler.now + seconds
    handler.db.save(row)
    volume_states.release_all(handler.db, row, seconds)
    for port in handler.db.find('port', parent=row.id):
        server_ports.release(handler.db, port, row.deleted)
    # The records of its moves go with it.
    for record in handler.db.find(migration_records.KIND, parent=row.id):
        record.deleted = row.deleted
        handler.db.save(record)


def bring_back(handler: ComputeController, row: Row) -> None:
    """Undo a deletion that was put off; the row is not saved.

    :raises Fault: 403, the quotas have no room for it any more.
    """
    flavor = row.document['flavor']
    amounts = {'instances': 1, 'cores': flavor['vcpus'], 'ram': flavor['ram']}
    quotas.require_room(handler.db, row.project or '', row.document['user_id'], amounts)
    keep(handler, row)


def keep(handler: ComputeController, row: Row) -> None:
    """Forget that a server was to be deleted, if it was; the row is not saved."""
    if not row.document.pop('is_put_off', False):
        return
    row.deleted = None
    volume_states.keep_all(handler.db, row)
    for kind in ('port', migration_records.KIND):
        for part in handler.db.find(kind, parent=row.id):
            part.deleted = None
            handler.db.save(part)
