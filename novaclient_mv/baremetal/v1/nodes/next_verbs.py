"""The next verb for a node whose provision state forbids one."""

from __future__ import annotations

import re
from collections.abc import Mapping

_FORBIDDEN = re.compile(r'"([\w -]+)" can not be performed on node .* in state "([\w -]+)"')
_DEPLOYED = ('active', 'deploy failed', 'error')
_RESCUED = ('rescue', 'rescue failed', 'unrescue failed')

# The states that a verb is for, and the one that it ends in.
_VERBS: Mapping[str, tuple[tuple[str, ...], str]] = {
    'manage': (
        ('enroll', 'available', 'clean failed', 'inspect failed', 'adopt failed'),
        'manageable',
    ),
    'provide': (('manageable',), 'available'),
    'deploy': (('available', 'deploy failed'), 'active'),
    'inspect': (('manageable', 'inspect failed'), 'manageable'),
    'clean': (('manageable',), 'manageable'),
    'adopt': (('manageable', 'adopt failed'), 'active'),
    'rebuild': (_DEPLOYED, 'active'),
    'rescue': (('active', *_RESCUED), 'rescue'),
    'unrescue': (_RESCUED, 'active'),
    'service': (('active', 'service failed'), 'active'),
    'undeploy': ((*_DEPLOYED, *_RESCUED, 'service failed'), 'available'),
    'unhold': (('clean hold', 'deploy hold', 'service hold'), ''),
    'abort': (
        (
            *('clean wait', 'inspect wait', 'wait call-back', 'deploy wait', 'rescue wait'),
            'service wait',
        ),
        '',
    ),
}
_ENDING = ('undeploy', 'unrescue', 'unhold', 'abort')
"""Verbs that end something: nobody begins it for that."""
_SAME = {'active': 'deploy', 'deleted': 'undeploy'}


def advice(refusal: str) -> str | None:
    """Return the command that comes next, for the message of a refused verb; ``None`` for another.

    A verb that would end a node's instance is named as what it is.
    """
    match = _FORBIDDEN.search(refusal)
    if match is None:
        return None
    goal, state = _SAME.get(match[1], match[1]), match[2]
    # A node is back in the states before a hold or a wait once that is over.
    waits = next((verb for verb in ('unhold', 'abort') if state in _VERBS[verb][0]), None)
    path = [waits] if waits else [] if goal in _ENDING else _path(state, goal)
    if not path:
        verbs = [verb for verb, (states, _) in _VERBS.items() if state in states]
        listed = ', '.join(f'baremetal-node-{verb}' for verb in verbs)
        return f'In that state it takes {listed}.' if verbs else None
    then = f', then {", then ".join(path[1:])}' if path[1:] else ''
    ends = ', which ends its instance' if path[0] == 'undeploy' else ''
    return f'Next is baremetal-node-{path[0]}{ends}{then}.'


def _path(state: str, goal: str) -> list[str]:
    """The fewest verbs that lead to ``goal``, itself included; none where no path leads there."""
    if goal not in _VERBS:
        return []
    paths: list[tuple[str, list[str]]] = [(state, [])]
    seen = {state}
    for place, verbs in paths:
        if place in _VERBS[goal][0]:
            return [*verbs, goal]
        for verb, (states, end) in _VERBS.items():
            if place in states and end and end not in seen:
                seen.add(end)
                paths.append((end, [*verbs, verb]))
    return []
