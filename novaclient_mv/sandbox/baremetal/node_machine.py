"""The provision states of nodes: which verb leads where, how long it takes, how it fails."""

from __future__ import annotations

import uuid
from typing import Any, NamedTuple

from novaclient_mv.sandbox.baremetal import handlers
from novaclient_mv.sandbox.state import baremetal_nodes

Document = dict[str, Any]
Step = tuple[float, Document]

FAILING_DRIVER = 'fake-failing'
"""The hardware type whose nodes fail, wait and hold where their ``driver_info`` says so.

``failing_steps``, ``waiting_steps`` and ``holding_steps`` each name processes of this module, as
a list or as a text with commas. ``seconds`` is how long each of its processes, and each change of
its power, has it locked. Without any of them, each deployment fails.
"""

DEPLOY_STEPS = (
    "[{'step': 'deploy', 'priority': 100, 'abortable': True, 'argsinfo': None, "
    "'interface': 'deploy'}]"
)
"""The steps of every deployment on the fake hardware."""

WAIT_SECONDS = 60.0
"""Seconds that a node waits for its agent."""


class Process(NamedTuple):
    """The process between two stable states.

    :param busy: the state until it ends.
    :param target: the state that it ends in.
    :param failed: the state that it ends in where it fails.
    :param seconds: how long it takes.
    :param waiting: the state in which the agent is waited for.
    :param held: the state in which an operator is waited for.
    :param event: what its entries in the history begin with.
    """

    busy: str
    target: str
    failed: str
    seconds: float
    waiting: str | None = None
    held: str | None = None
    event: str = ''
    fault: str | None = None


PROCESSES = {
    'verify': Process('verifying', 'manageable', 'enroll', 0.5),
    'inspect': Process('inspecting', 'manageable', 'inspect failed', 1.0, 'inspect wait'),
    'provide': Process(
        'cleaning', 'available', 'clean failed', 1.0, 'clean wait', 'clean hold',
        fault='clean failure',
    ),
    'clean': Process(
        'cleaning', 'manageable', 'clean failed', 1.0, 'clean wait', 'clean hold',
        'manual cleaning',
        'clean failure',
    ),
    'deploy': Process(
        'deploying', 'active', 'deploy failed', 2.0, 'wait call-back', 'deploy hold', 'deployment'
    ),
    'adopt': Process('adopting', 'active', 'adopt failed', 0.5),
    'rescue': Process('rescuing', 'rescue', 'rescue failed', 1.0, 'rescue wait'),
    'unrescue': Process('unrescuing', 'active', 'unrescue failed', 1.0),
    'service': Process(
        'servicing', 'active', 'service failed', 1.0, 'service wait', 'service hold', 'servicing',
        'service failure',
    ),
    'delete': Process('deleting', 'available', 'error', 0.5),
}  # fmt: skip
"""Every process by the word that ``driver_info`` of a failing node names it by."""

_DEPLOYED = ('active', 'deploy failed', 'error', 'wait call-back', 'deploy hold')
_RESCUED = ('rescue', 'rescue failed', 'unrescue failed')
_DELETABLE = (*_DEPLOYED, *_RESCUED, 'rescue wait', 'service failed', 'service wait')

VERBS: dict[str, dict[str, tuple[str, ...]]] = {
    'manage': {
        'verify': ('enroll',),
        '': ('available', 'clean failed', 'inspect failed', 'adopt failed'),
    },
    'inspect': {'inspect': ('manageable', 'inspect failed')},
    'provide': {'provide': ('manageable',)},
    'clean': {'clean': ('manageable',)},
    'adopt': {'adopt': ('manageable', 'adopt failed')},
    'active': {'deploy': ('available', 'deploy failed')},
    'deploy': {'deploy': ('available', 'deploy failed')},
    'rebuild': {'deploy': ('active', 'deploy failed', 'error', 'wait call-back')},
    'deleted': {'delete': _DELETABLE},
    'undeploy': {'delete': _DELETABLE},
    'rescue': {'rescue': ('active', *_RESCUED)},
    'unrescue': {'unrescue': _RESCUED},
    'service': {'service': ('active', 'service failed')},
    'unhold': {'': ('clean hold', 'deploy hold', 'service hold')},
    'abort': {
        '': (
            'clean wait', 'clean hold', 'inspect wait', 'wait call-back', 'deploy hold',
            'rescue wait', 'service wait', 'service hold',
        )
    },
}  # fmt: skip
"""Allowed states of each verb, by the process that it starts, if it starts one."""

MINIMUM = {
    'manage': 4, 'provide': 4, 'inspect': 6, 'abort': 13, 'clean': 15, 'adopt': 17, 'rescue': 38,
    'unrescue': 38, 'deploy': 73, 'delete': 73,
}  # fmt: skip
"""The minor version that each verb came with, where it did not come with its states."""

STATES = {
    'enroll', 'manageable', 'available', 'active', 'rescue', 'error', 'deleted', 'verifying',
    *(state for process in PROCESSES.values() for state in process[:3]),
    *(process.waiting for process in PROCESSES.values() if process.waiting),
    *(process.held for process in PROCESSES.values() if process.held),
}  # fmt: skip
"""Every provision state."""


def process_of(verb: str, state: str) -> str | None:
    """The process that a verb starts in a state, empty for none; ``None``: it is not allowed."""
    for process, states in VERBS.get(verb, {}).items():
        if state in states:
            return process
    return None


def named_steps(node: Document, key: str) -> list[str]:
    """The processes that ``driver_info`` of a failing node names below a key."""
    if node['driver'] != FAILING_DRIVER:
        return []
    steps = node['driver_info'].get(key)
    if steps is None:
        keys = ('failing_steps', 'waiting_steps', 'holding_steps', 'seconds')
        is_bare = not any(name in node['driver_info'] for name in keys)
        return ['deploy'] if is_bare and key == 'failing_steps' else []
    return steps if isinstance(steps, list) else [word.strip() for word in steps.split(',')]


def seconds_of(node: Document, usual: float) -> float:
    """Return the seconds of work that locks a node.

    :param usual: where ``driver_info`` says nothing of it.
    """
    if node['driver'] != FAILING_DRIVER:
        return usual
    try:
        return max(0.0, min(float(node['driver_info'].get('seconds', usual)), 3600.0))
    except (TypeError, ValueError):
        return usual


def event(severity: str, words: str, kind: str, state: str, target: str | None = None) -> Document:
    """An entry of the history."""
    return {
        'uuid': str(uuid.uuid4()),
        'severity': severity,
        'event_type': kind,
        'event': words,
        'conductor': handlers.CONDUCTOR,
        'user': None,
        'project': None,
        'state': state,
        'target_provision_state': target,
        'duration_seconds': 0,
    }


def ended(state: str, now: float, **more: Any) -> Document:
    """Return the changes on reaching a stable state."""
    return {
        'provision_state': state,
        'target_provision_state': None,
        'reservation': None,
        'provision_updated_at': now,
        'clean_step': {},
        'deploy_step': {},
        'service_step': {},
        **more,
    }


def failed(node: Document, name: str, words: str, now: float, target: str | None) -> Document:
    """Return the changes of a failed process; the history keeps an error that the node drops."""
    process = PROCESSES[name]
    is_final = process.failed in ('enroll', 'error')
    changes = ended(process.failed, now, last_error=words)
    changes['target_provision_state'] = None if is_final else target
    changes['event'] = event('ERROR', words, _kind(name), process.busy, target)
    if process.fault and name in ('provide', 'service'):
        changes.update(maintenance=True, maintenance_reason=words, fault=process.fault)
    return changes


def _kind(name: str) -> str:
    return {'provide': 'cleaning', 'clean': 'cleaning', 'deploy': 'deployment'}.get(name, name)


def run(
    node: Document, name: str, now: float, start: float = 0, listed: str = '[]', **done: Any
) -> list[Step]:
    """The steps of a process.

    :param start: seconds from now.
    :param listed: its steps, as the history tells them.
    :param done: what else changes where it succeeds.
    """
    process = PROCESSES[name]
    seconds = seconds_of(node, process.seconds)
    listed = DEPLOY_STEPS if name == 'deploy' else listed
    begun: Document = {
        'provision_state': process.busy,
        'target_provision_state': process.target,
        'reservation': handlers.CONDUCTOR,
        'provision_updated_at': now + start,
        'last_error': None,
        'process': name,
    }
    if process.event:
        words = f'Starting {process.event} with steps={listed}'
        begun['event'] = event('INFO', words, f'{_kind(name)}_start', process.busy, process.target)
    steps: list[Step] = [(start, begun)]
    middle = start + seconds / 2
    if process.held and name in named_steps(node, 'holding_steps'):
        return [*steps, (middle, _paused(process.held, process.target, now + middle))]
    if process.waiting and name in named_steps(node, 'waiting_steps'):
        steps.append((middle, _paused(process.waiting, process.target, now + middle)))
        start = middle + WAIT_SECONDS
    return [*steps, *finish(node, name, now, start + seconds, **done)]


def finish(node: Document, name: str, now: float, end: float, **done: Any) -> list[Step]:
    """The last steps of a process, in which it succeeds or fails."""
    process = PROCESSES[name]
    at = now + end
    if name in named_steps(node, 'failing_steps'):
        words = f'The step {name!r} of node {node["uuid"]} failed, as its driver_info says.'
        return [(end, failed(node, name, words, at, process.target))]
    if name == 'delete':
        return run(node, 'provide', now, end, **_forgotten(), **done)
    changes = ended(process.target, at, **done)
    if process.event:
        title = process.event.title() if ' ' in process.event else process.event.capitalize()
        listed = DEPLOY_STEPS if name == 'deploy' else '[]'
        words = f'{title} completed successfully with steps={listed}'
        changes['event'] = event('INFO', words, f'{_kind(name)}_end', process.busy, process.target)
    return [(end, changes)]


def _forgotten() -> Document:
    """Return the fields that a node loses with its instance."""
    return {'instance_uuid': None, 'instance_info': {}, 'instance_name': None}


def _paused(state: str, target: str, at: float) -> Document:
    return {
        'provision_state': state,
        'target_provision_state': target,
        'reservation': None,
        'provision_updated_at': at,
    }


def start(node: Document, now: float, steps: list[Step]) -> None:
    """Plan steps for a node in place of what is planned, and take those that are due."""
    node['plan'] = [[now + seconds, changes] for seconds, changes in steps]
    baremetal_nodes.settle(node, now)


def add(node: Document, now: float, step: Step) -> None:
    """Plan a step besides what is planned for a node."""
    before = [(moment - now, changes) for moment, changes in node['plan']]
    start(node, now, sorted([*before, step], key=lambda item: item[0]))


def spelt_state(state: str | None, minor: float) -> str | None:
    """A state as a version spells it."""
    if state == 'available' and minor < 2:
        return None
    if state == 'inspect wait' and minor < 39:
        return 'inspecting'
    return state
