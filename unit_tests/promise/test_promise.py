"""The promise to scripts: the declarations still match every line of the record."""

from __future__ import annotations

import functools
from typing import Any

import pytest

from unit_tests.promise import declared

NAMES = (*declared.VERSIONS, declared.EVERYWHERE)


@functools.cache
def now() -> dict[str, dict[str, Any]]:
    return declared.promised()


def unrecorded(seen: dict[str, Any], record: dict[str, Any]) -> list[str]:
    """The lines that scripts can see, and the record lacks."""
    return sorted(declared.flat(seen).keys() - declared.flat(record).keys())


@pytest.mark.parametrize('name', NAMES)
def test_every_recorded_line_still_holds(name: str) -> None:
    before, after = declared.recorded(name), declared.flat(now()[name])
    missing = object()
    broken = [
        f'{place}: {value!r}' + ('' if place not in after else f' is now {after[place]!r}')
        for place, value in before.items()
        # An empty part may be filled: that adds lines, it changes none.
        if value != {} and after.get(place, missing) != value
    ]
    assert broken == [], (
        f'Scripts may rely on these lines of {name}.txt. If the change is meant, write a release '
        'note under upgrade and run: python -m unit_tests.record'
    )


@pytest.mark.parametrize('name', NAMES)
def test_what_is_new_is_recorded(name: str) -> None:
    new = unrecorded(now()[name], declared.recorded(name))
    assert new == [], f'Scripts can see more in {name}.txt. Run: python -m unit_tests.record'


def test_a_new_line_is_found() -> None:
    recorded = now()['2.1']
    keypair = recorded['keypair-create']
    arguments = {**keypair['arguments'], '--new': 'switch'}
    added = {**recorded, 'keypair-create': {**keypair, 'arguments': arguments}}
    assert unrecorded(added, recorded) == ['keypair-create / arguments / --new']
    assert unrecorded(recorded, recorded) == []


def test_a_removed_or_changed_line_is_found() -> None:
    one = {'server-list': {'arguments': {'--name': 'value'}, 'columns': {'id': 'ID', 'x': None}}}
    assert declared.flat(one) == {
        'server-list / arguments / --name': 'value',
        'server-list / columns / id': 'ID',
        'server-list / columns / x': None,
    }
    assert declared.flat({'a': {'b': {}}}) == {'a / b': {}}
