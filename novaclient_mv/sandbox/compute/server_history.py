"""What was done with a server: one record for each action, with the events of its work."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from novaclient_mv.sandbox.compute.controller import ComputeController
    from novaclient_mv.sandbox.database import Row, Session

KIND = 'instance_action'

# The name of an action's one event, where it is not compute_ACTION_instance. No event at all: the
# work is done before the answer.
EVENTS = {
    'create': 'compute__do_build_and_run_instance',
    'delete': 'compute_terminate_instance',
    'resize': 'compute_finish_resize',
    'migrate': 'compute_finish_resize',
    'confirmResize': 'compute_confirm_resize',
    'revertResize': 'compute_finish_revert_resize',
    'live-migration': 'compute_live_migration',
    'live_migration_cancel': 'compute_live_migration_abort',
    'live_migration_force_complete': 'compute_live_migration_force_complete',
    'evacuate': 'compute_rebuild_instance',
    'changePassword': 'compute_set_admin_password',
    'createImage': 'compute_snapshot_instance',
    'createBackup': 'compute_backup_instance',
    'shelveOffload': 'compute_shelve_offload_instance',
    'trigger_crash_dump': 'compute_trigger_crash_dump',
    'resetState': None,
    'lock': None,
    'unlock': None,
}


def record(
    handler: ComputeController,
    server: Row,
    action: str,
    seconds: float = 0.0,
    *,
    host: str | None = None,
    is_failure: bool = False,
) -> None:
    """Note an action of the request that is being answered.

    :param seconds: how long its work takes.
    :param host: where the work is done; the host that the server is on by default.
    :param is_failure: the work ends in an error.
    """
    facts = _facts(action, handler.now, seconds, host or server.document['host'], is_failure)
    facts['user_id'] = handler.context.user_id
    facts['project_id'] = handler.context.project_id
    # An action is found by its request; a request that makes several servers has one for each.
    request_id = handler.req.request_id or f'req-{uuid.uuid4()}'
    _insert(handler.db, server.id, request_id, facts, handler.now)


def record_seeded(
    session: Session, server: str, request_id: str, user: str, project: str, host: str, at: float
) -> None:
    """Note the creation of a server that was there from the start."""
    facts = _facts('create', at, 1.0, host, False)
    facts.update(user_id=user, project_id=project)
    _insert(session, server, request_id, facts, at)


def _facts(
    action: str, now: float, seconds: float, host: str | None, is_failure: bool
) -> dict[str, Any]:
    event = EVENTS.get(action, f'compute_{action}_instance')
    events = []
    if event is not None:
        events.append(
            {
                'event': event,
                'start': now,
                'finish': now + seconds,
                'result': 'Error' if is_failure else 'Success',
                'host': host,
            }
        )
    return {'action': action, 'message': 'Error' if is_failure else None, 'events': events}


def _insert(
    session: Session, server: str, request_id: str, facts: dict[str, Any], at: float
) -> None:
    session.insert(
        KIND, f'{server}/{request_id}', facts, parent=server, name=request_id, created=at
    )
