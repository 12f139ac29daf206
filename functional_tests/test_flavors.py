"""Flavors: listed, in pages and in order, and shown."""

from __future__ import annotations

from typing import Any

import pytest

from functional_tests.nova import Inside, Nova, Reaches
from functional_tests.things import Things


@pytest.fixture(scope='module')
def flavors(user: Nova, version: str) -> list[dict[str, Any]]:
    """All public flavors."""
    found: list[dict[str, Any]] = user.json('flavor-list', version=version)
    return found


def ids(flavors: list[dict[str, Any]]) -> list[str]:
    """The ids, in order."""
    return [each['id'] for each in flavors]


def test_all_lists_public_flavors_too(
    inside: Inside, flavors: list[dict[str, Any]], version: str
) -> None:
    found = inside.json('flavor-list', '--all', version=version)
    assert set(ids(flavors)) <= set(ids(found))


def test_extra_specs_are_shown_when_asked_for(user: Nova, version: str) -> None:
    line = ('flavor-list', '--extra-specs', '--limit', '2')
    assert 'extra_specs' in user(*line, version=version).table[0]
    for flavor in user.json(*line, version=version):
        assert isinstance(flavor['extra_specs'], dict)


def test_flavor_is_shown_by_name_and_by_id(
    user: Nova, things: Things, version: str, reaches: Reaches
) -> None:
    by_name = user.json('flavor-show', things.flavor, version=version)
    assert user.json('flavor-show', by_name['id'], version=version) == by_name
    assert isinstance(by_name['extra_specs'], dict)
    properties = dict(user('flavor-show', by_name['id'], version=version).table)
    assert properties['name'] == by_name['name']
    assert ('rxtx_factor' in properties) is (not reaches('2.102'))
