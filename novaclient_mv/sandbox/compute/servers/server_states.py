"""States of a server: their names, and how they change as time passes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.http.wsgi import Fault

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]

# How long work takes, in seconds of the clock.
BUILD_SECONDS = 2.0
ERROR_SECONDS = 1.0
REBOOT_SECONDS = 2.0
CHANGE_SECONDS = 1.0
DELETE_SECONDS = 1.0
MOVE_SECONDS = 2.0
LIVE_SECONDS = 4.0

NO_STATE, RUNNING, PAUSED, SHUTDOWN, CRASHED, SUSPENDED = 0, 1, 3, 4, 6, 7

# The status that a vm_state has by itself.
STATUSES = {
    'active': 'ACTIVE',
    'building': 'BUILD',
    'stopped': 'SHUTOFF',
    'resized': 'VERIFY_RESIZE',
    'paused': 'PAUSED',
    'suspended': 'SUSPENDED',
    'rescued': 'RESCUE',
    'error': 'ERROR',
    'deleted': 'DELETED',
    'soft-delete': 'SOFT_DELETED',
    'shelved': 'SHELVED',
    'shelved_offloaded': 'SHELVED_OFFLOADED',
}

_RESIZE_TASKS = ('resize_prep', 'resize_migrating', 'resize_migrated', 'resize_finish')
_REBUILD_TASKS = ('rebuilding', 'rebuild_block_device_mapping', 'rebuild_spawning')

# The status that a task gives to some vm_states.
_ACTIVE_TASKS = {
    'rebooting': 'REBOOT',
    'reboot_pending': 'REBOOT',
    'reboot_started': 'REBOOT',
    'rebooting_hard': 'HARD_REBOOT',
    'reboot_pending_hard': 'HARD_REBOOT',
    'reboot_started_hard': 'HARD_REBOOT',
    'updating_password': 'PASSWORD',
    'migrating': 'MIGRATING',
    **dict.fromkeys(_RESIZE_TASKS, 'RESIZE'),
    **dict.fromkeys(_REBUILD_TASKS, 'REBUILD'),
}
TASK_STATUSES: dict[str, dict[str, str]] = {
    'active': _ACTIVE_TASKS,
    'stopped': {
        **dict.fromkeys(_RESIZE_TASKS, 'RESIZE'),
        **dict.fromkeys(_REBUILD_TASKS, 'REBUILD'),
    },
    'resized': {'resize_reverting': 'REVERT_RESIZE', 'resize_confirming': 'VERIFY_RESIZE'},
    'paused': {'migrating': 'MIGRATING'},
    'error': {**dict.fromkeys(_RESIZE_TASKS, 'RESIZE'), **dict.fromkeys(_REBUILD_TASKS, 'REBUILD')},
    'suspended': {},
}


def status_of(document: Document) -> str:
    """The status of a server, as users know it."""
    state, task = document['vm_state'], document['task_state']
    if task is not None:
        status = TASK_STATUSES.get(state, {}).get(task)
        if status is not None:
            return status
    return STATUSES.get(state, 'UNKNOWN')


def vm_states_of(status: str) -> list[str]:
    """The vm_states that a server of a status can have; none for a word that is not a status."""
    name = status.upper()
    states = [state for state, status in STATUSES.items() if status == name]
    states += [
        state
        for state, tasks in TASK_STATUSES.items()
        if name in tasks.values() and state not in states
    ]
    return states


def instance_name(row: Row) -> str:
    """The name of a server on its host."""
    # There is no instance before a host has been looked for.
    if row.document['task_state'] == 'scheduling':
        return ''
    # A cloud may have another template for them.
    return str(row.document.get('instance_name') or f'instance-{row.number:08x}')


def fault(message: str, created: float, code: int = 500, details: str = '') -> Document:
    """The fault of a server, which its view shows while it is in error."""
    return {'code': code, 'message': message, 'details': details, 'created': created}


def invalid_for(action: str) -> str:
    """The words for a server that was never launched; of a few actions, for one that is locked."""
    return f"is in an invalid state for '{action}'"


def require_host(row: Row) -> None:
    """Refuse what needs a host, of a server that is on none.

    :raises Fault: 409.
    """
    if row.document['host'] is None:
        raise Fault(409, f'Instance {row.id} is not ready')


def require(
    document: Document,
    id: str,
    action: str,
    vm_states: tuple[str, ...],
    task_states: tuple[str | None, ...] | None = (None,),
    launched: bool = True,
) -> None:
    """Refuse an action in a state that does not allow it.

    :param task_states: the tasks during which it is allowed; ``None`` for all.
    :param launched: whether the server must have been on a host once.
    :raises Fault: 409.
    """
    state, task = document['vm_state'], document['task_state']
    if vm_states and state not in vm_states:
        raise Fault(409, f"Cannot '{action}' instance {id} while it is in vm_state {state}")
    if task_states is not None and task not in task_states:
        raise Fault(409, f"Cannot '{action}' instance {id} while it is in task_state {task}")
    if launched and document['launched'] is None:
        raise Fault(409, f'Instance {id} {invalid_for(action)}')
