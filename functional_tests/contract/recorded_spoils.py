"""Spoils recorded exchanges, so that a comparison that can find something finds it.

Each spoils all places of its kind at once, and comes with the places whose differences are due.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from functional_tests.contract import recorded_names, shapes

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
