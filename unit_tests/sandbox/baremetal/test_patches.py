"""Patches that the Bare Metal service refuses or fails over, and what it looks at first."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.baremetal.operator import Operator, words

MISSING = 'Node nosuch could not be found.'


def _replaced(field: str, *value: Any) -> dict[str, Any]:
    return {'op': 'replace', 'path': f'/{field}', **({'value': value[0]} if value else {})}


@pytest.mark.parametrize(
    ('fields', 'status', 'message'),
    [
        (('automated_clean', 'description', 'driver', 'network_data'), 500, "'value'"),
        (('name', 'owner', 'parent_node', 'extra', 'lessee'), 404, MISSING),
    ],
)
def test_only_some_new_values_of_a_node_are_read_before_it_is_looked_for(
    metal: Operator, fields: tuple[str, ...], status: int, message: str
) -> None:
    for field in fields:
        refused = metal.ask('PATCH', '/nodes/nosuch', [_replaced(field)])
        assert (refused.status, words(refused)) == (status, message), field


@pytest.mark.parametrize(
    ('patch', 'status', 'message'),
    [
        ([_replaced('name')], 500, "'value'"),
        ([_replaced('extra/a')], 400, "The operation does not contain a 'value' member"),
        ([_replaced('name'), _replaced('parent_node', 'nosuch')], 400, "parent_node 'nosuch'"),
        ([_replaced('owner'), _replaced('parent_node', 'nosuch')], 400, "parent_node 'nosuch'"),
        ([_replaced('name', 'a b'), _replaced('owner')], 500, "'value'"),
        ([_replaced('name', 'a b'), _replaced('name', 'c')], 400, "to invalid name 'a b'"),
        ([_replaced('name', 5), _replaced('extra/a')], 400, "to invalid name '5'"),
        ([_replaced('name', 'detail'), _replaced('extra/a')], 400, 'The word "detail" is reserved'),
    ],
)
def test_new_values_of_a_node_are_refused_before_the_patch_is_applied(
    metal: Operator, patch: list[dict[str, Any]], status: int, message: str
) -> None:
    refused = metal.ask('PATCH', f'/nodes/{metal.enroll("one")}', patch)
    assert (refused.status, message in words(refused)) == (status, True)
