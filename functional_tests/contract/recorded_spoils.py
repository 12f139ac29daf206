"""Spoils recorded exchanges, so that a comparison that can find something finds it.

Each spoils all places of its kind at once, and comes with the places whose differences are due.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from functional_tests.contract import recorded_names, shapes
from novaclient_mv.sandbox.state import clocks

Record = dict[str, Any]


class Spoilt(NamedTuple):
    """A record that was spoilt.

    :param places: at which something is to be found.
    """

    record: Record
    places: frozenset[str]


Spoil = Callable[[Record, shapes.Leniency, recorded_names.Names], Spoilt]


def values(record: Record, leniency: shapes.Leniency, names: recorded_names.Names) -> Spoilt:
    """Another value wherever one is compared, be it by its form; ids are another matter."""
    places = set()

    def other(value: Any, at: str) -> Any:
        how = shapes.category(at, value, leniency, names)
        if how is shapes.Category.LEFT_OUT or _is_id(value):
            return value
        places.add(at)
        if how is shapes.Category.BY_KIND or value is None or isinstance(value, bool):
            return {'spoilt': value}
        if isinstance(value, int | float):
            return value + 1
        if isinstance(value, str):
            return f'{value} spoilt'
        # Of an empty map or list.
        return ['spoilt'] if isinstance(value, list) else {'spoilt': 'spoilt'}

    return Spoilt(_with_leaves(record, other), frozenset(places))


def lengths(record: Record, leniency: shapes.Leniency, names: recorded_names.Names) -> Spoilt:
    """Lists that are one longer."""
    places = set()

    def walk(content: Any, at: str) -> Any:
        if isinstance(content, dict):
            return {key: walk(value, shapes.below(at, key)) for key, value in content.items()}
        if not isinstance(content, list) or _is_left_out(at, leniency):
            return content
        places.add(at)
        walked = [walk(value, f'{at}[{number}]') for number, value in enumerate(content)]
        return [*walked, 'spoilt']

    changed = {**record, 'response': walk(record['response'], '')}
    return Spoilt(changed, frozenset(places))


def keys(record: Record, leniency: shapes.Leniency, names: recorded_names.Names) -> Spoilt:
    """Maps without their last key, and with another one."""
    places = set()

    def walk(content: Any, at: str) -> Any:
        if isinstance(content, list):
            return [walk(value, f'{at}[{number}]') for number, value in enumerate(content)]
        if not isinstance(content, dict) or _is_left_out(at, leniency):
            return content
        kept = dict(content)
        if content and list(content)[-1] not in leniency.keys and at:
            kept.popitem()
            places.add(f'{at}.{list(content)[-1]}')
        places.add(f'{at}.spoilt')
        walked = {key: walk(value, shapes.below(at, key)) for key, value in kept.items()}
        return {**walked, 'spoilt': 1}

    changed = {**record, 'response': walk(record['response'], '')}
    return Spoilt(changed, frozenset(places))


def headers(record: Record, leniency: shapes.Leniency, names: recorded_names.Names) -> Spoilt:
    """Other values of headers."""
    known = record.get('headers') or {}
    changed = {name: f'{value} spoilt' for name, value in known.items()}
    return Spoilt({**record, 'headers': changed}, frozenset(f'header {name}' for name in known))


def moments(record: Record, leniency: shapes.Leniency, names: recorded_names.Names) -> Spoilt:
    """The first moment of an answer an hour behind the last one."""
    found = {
        place: clocks.moment(value)
        for place, value in shapes.leaves(record['response'])
        if isinstance(value, str)
        and recorded_names.MOMENT.fullmatch(value)
        and shapes.category(place, value, leniency, names) is shapes.Category.BY_FORM
    }
    ordered = sorted(found, key=lambda place: found[place])
    if not ordered or found[ordered[-1]] < found[ordered[0]] + 1:
        return Spoilt(record, frozenset())
    first, last = ordered[0], ordered[-1]

    def other(value: Any, at: str) -> Any:
        if at != first:
            return value
        later = clocks.iso_micro(found[last] + 3600) or ''
        return later if '.' in value else f'{later[:19]}Z'

    return Spoilt(_with_leaves(record, other), frozenset((first, last)))


def ids(known: frozenset[str], *, first: bool) -> Spoil:
    """Other ids in one answer after the other, where they stand for the first time or again.

    :param known: ids of requests, which are never new.
    """
    seen = set(known)
    numbers = itertools.count(1)

    def spoil(record: Record, leniency: shapes.Leniency, names: recorded_names.Names) -> Spoilt:
        places = set()

        def other(value: Any, at: str) -> Any:
            if not isinstance(value, str) or _is_left_out(at, leniency):
                return value
            for id in recorded_names.ID.findall(value):
                if (id not in seen) == first and not names.is_alone(id):
                    places.add(id if first else at)
                    value = value.replace(id, f'{next(numbers):08x}-ffff-ffff-ffff-ffffffffffff')
                seen.add(id)
            return value

        return Spoilt(_with_leaves(record, other), frozenset(places))

    return spoil


def places_with(id: str, group: Iterable[tuple[int, Record]]) -> set[tuple[int, str]]:
    """The places of an id in the answers of a test, with the numbers of these."""
    found = set()
    for number, record in group:
        for place, value in shapes.leaves(record['response']):
            if id in str(value):
                found.add((number, place))
        headers = record.get('headers') or {}
        found |= {(number, f'header {name}') for name, value in headers.items() if id in value}
    return found


def _is_id(value: Any) -> bool:
    return isinstance(value, str) and bool(recorded_names.ID.search(value))


def _is_left_out(at: str, leniency: shapes.Leniency) -> bool:
    return bool({part.partition('[')[0] for part in at.split('.')} & leniency.keys)


def _with_leaves(record: Record, other: Callable[[Any, str], Any]) -> Record:
    def walk(content: Any, at: str) -> Any:
        if isinstance(content, dict) and content:
            return {key: walk(value, shapes.below(at, key)) for key, value in content.items()}
        if isinstance(content, list) and content:
            return [walk(value, f'{at}[{number}]') for number, value in enumerate(content)]
        return content if content is None and not at else other(content, at)

    return {**record, 'response': walk(record['response'], '')}


def places_of(differences: list[str]) -> Iterator[str]:
    """The places that differences are at."""
    for each in differences:
        place = each.partition(': ')[0]
        yield place
        # Of a map that was empty the key is found.
        yield place.removesuffix('.spoilt')
