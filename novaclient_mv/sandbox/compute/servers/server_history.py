"""A server's actions: one record for each, with the events of its work."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from novaclient_mv.sandbox.compute.controller import ComputeController
    from novaclient_mv.sandbox.state.rows import Row, Session

KIND = 'instance_action'

# The events of an action, the last first, where they are not just compute_ACTION_instance. The work
# of an action without events is done before the answer.
_COLD_MOVE = (
    'compute_finish_resize', 'compute_resize_instance', 'compute_prep_resize', 'cold_migrate',
    'conductor_migrate_server',
)  # fmt: skip
EVENTS: dict[str, tuple[str, ...]] = {
    'create': ('compute__do_build_and_run_instance',),
    'delete': ('compute_terminate_instance',),
    'rebuild': ('compute_rebuild_instance', 'rebuild_server'),
    'resize': _COLD_MOVE,
    'migrate': _COLD_MOVE,
    'confirmResize': ('compute_confirm_resize',),
    'revertResize': ('compute_finish_revert_resize', 'compute_revert_resize'),
    'live-migration': (
        'compute_post_live_migration_at_destination',
        'compute_pre_live_migration',
        'compute_live_migration',
        'compute_check_can_live_migrate_source',
        'compute_check_can_live_migrate_destination',
        'conductor_live_migrate_instance',
    ),
    'live_migration_cancel': ('compute_live_migration_abort',),
    'live_migration_force_complete': ('compute_live_migration_force_complete',),
    'evacuate': ('compute_rebuild_instance', 'rebuild_server'),
    'unshelve': ('compute_unshelve_instance', 'schedule_instances', 'get_image_info'),
    'shelveOffload': ('compute_shelve_offload_instance',),
    'changePassword': ('compute_set_admin_password',),
    'createImage': ('compute_snapshot_instance',),
    'createBackup': ('compute_backup_instance',),
    'trigger_crash_dump': ('compute_trigger_crash_dump',),
    'attach_interface': ('compute_attach_interface',),
    'detach_interface': ('compute_detach_interface',),
    'attach_volume': ('compute_attach_volume',),
    'detach_volume': ('compute_detach_volume',),
    'swap_volume': ('compute_swap_volume',),
    'extend_volume': ('compute_extend_volume',),
    'lock': ('api_lock',),
    'unlock': ('api_unlock',),
    'resetState': (),
}

# The events of an action for which no host was found: the work never got to one.
FAILED_EVENTS: dict[str, tuple[str, ...]] = {
    'create': ('conductor_schedule_and_build_instances',),
    'resize': ('cold_migrate', 'conductor_migrate_server'),
    'migrate': ('cold_migrate', 'conductor_migrate_server'),
    'live-migration': ('conductor_live_migrate_instance',),
    'evacuate': ('rebuild_server',),
    'unshelve': ('schedule_instances',),
}

# Events that compute hosts have no part in happen where the other services are.
_CONTROLLER = 'controller'


def record(
    handler: ComputeController,
    server: Row,
    action: str,
    seconds: float = 0.0,
    *,
    host: str | None = None,
    failure: str | None = None,
    is_lost: bool = False,
) -> None:
    """Note an action of the request that is being answered.

    :param seconds: how long its work takes.
    :param host: where the work is done; the host that the server is on by default.
    :param failure: the words of the error that the work ends in.
    :param is_lost: no host ever begins the work.
    """
    facts = _facts(action, handler.now, seconds, host or server.document['host'], failure)
    facts['user_id'] = handler.context.user_id
    facts['project_id'] = handler.context.project_id
    if is_lost:
        facts['events'] = [event for event in facts['events'] if event['host'] == _CONTROLLER]
    # An action is found by its request; a request that makes several servers has one for each.
    request_id = handler.req.request_id or f'req-{uuid.uuid4()}'
    _insert(handler.db, server.id, request_id, facts, handler.now)


def record_seeded(
    session: Session, server: str, request_id: str, user: str, project: str, host: str, at: float
) -> None:
    """Note the creation of a server that was there from the start."""
    facts = _facts('create', at, 1.0, host, None)
    facts.update(user_id=user, project_id=project)
    _insert(session, server, request_id, facts, at)


def _facts(
    action: str, now: float, seconds: float, host: str | None, failure: str | None
) -> dict[str, Any]:
    own = (f'compute_{action}_instance',)
    names = EVENTS.get(action, own)
    if failure is not None:
        names = FAILED_EVENTS.get(action, names)
    events = [
        {
            'event': name,
            'start': now,
            'finish': now + seconds,
            'result': 'Success' if failure is None else 'Error',
            'host': host if name.startswith('compute_') else _CONTROLLER,
            'details': failure,
        }
        for name in names
    ]
    return {'action': action, 'message': None if failure is None else 'Error', 'events': events}


def _insert(
    session: Session, server: str, request_id: str, facts: dict[str, Any], at: float
) -> None:
    session.insert(
        KIND, f'{server}/{request_id}', facts, parent=server, name=request_id, created=at
    )
