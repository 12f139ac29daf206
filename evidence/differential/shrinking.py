"""Makes a session that shows a difference as short as it goes."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from functional_tests.drawn_requests.service import Step

Session = Sequence[Step]


def shrunk(session: Session, shows: Callable[[Session], bool], tries: int = 60) -> Session:
    """The shortest session that was found to show what a session shows.

    :param shows: whether a session shows it.
    :param tries: how many sessions are tried.
    """
    left = tries
    best = tuple(session)

    def holds(candidate: Session) -> bool:
        nonlocal left
        left -= 1
        return shows(candidate)

    if left and len(best) > 1 and holds(best[-1:]):
        best = best[-1:]
    size = (len(best) - 1) // 2
    while size >= 1 and left > 0:
        start = 0
        while start < len(best) - 1 and left > 0:
            candidate = (*best[:start], *best[min(start + size, len(best) - 1) :])
            if holds(candidate):
                best = candidate
            else:
                start += size
        size //= 2
    changed = True
    while changed and left > 0:
        changed = False
        for step in _simpler(best[-1]):
            if left <= 0:
                break
            if holds((*best[:-1], step)):
                best = (*best[:-1], step)
                changed = True
                break
    return best


def _simpler(step: Step) -> Iterator[Step]:
    """The steps with one thing less."""
    for at in range(len(step.query)):
        yield replace(step, query=step.query[:at] + step.query[at + 1 :])
    for at in range(len(step.headers)):
        yield replace(step, headers=step.headers[:at] + step.headers[at + 1 :])
    if step.role != 'admin':
        yield replace(step, role='admin')
    if isinstance(step.body, (dict, list)):
        for way in _ways(step.body, ()):
            body = copy.deepcopy(step.body)
            owner: Any = body
            for key in way[:-1]:
                owner = owner[key]
            del owner[way[-1]]
            yield replace(step, body=body)


def _ways(value: Any, way: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    entries = (
        list(value.items())
        if isinstance(value, dict)
        else list(enumerate(value))
        if isinstance(value, list)
        else []
    )
    for key, part in entries:
        yield (*way, key)
        yield from _ways(part, (*way, key))
