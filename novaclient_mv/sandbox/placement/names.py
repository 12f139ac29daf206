"""The resource classes and traits that a cloud has: the standard ones and its own."""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from novaclient_mv.sandbox.placement.records import CLASS, TRAIT

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Session


_DATA = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(__file__))), 'data')


@functools.cache
def standard_classes() -> tuple[str, ...]:
    """The standard resource classes."""
    return _names('placement', 'resource_classes.json')


@functools.cache
def standard_traits() -> tuple[str, ...]:
    """The standard traits."""
    return _names('traits.json')


def _names(*path: str) -> tuple[str, ...]:
    with open(os.path.join(_DATA, *path), encoding='utf-8') as file:
        return tuple(json.load(file))


def classes(session: Session) -> dict[str, None]:
    """The names of all resource classes, the standard ones first."""
    own = (row.id for row in session.find(CLASS))
    return dict.fromkeys((*standard_classes(), *own))


def traits(session: Session) -> set[str]:
    """The names of all traits."""
    return {*standard_traits(), *(row.id for row in session.find(TRAIT))}


def listed(session: Session, some: Iterable[str]) -> list[str]:
    """Some classes in the order in which errors list them: that of a set of their numbers."""
    first_own = len(standard_classes())
    numbers = {
        name: place if place < first_own else 10000 + place - first_own
        for place, name in enumerate(classes(session))
    }
    names = {number: name for name, number in numbers.items()}
    return [names[number] for number in {numbers[name] for name in some}]
