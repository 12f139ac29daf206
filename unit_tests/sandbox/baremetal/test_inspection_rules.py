"""Inspection rules that are refused, and the arguments of their operations."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv.sandbox.baremetal import inspection_rules
from unit_tests.sandbox.baremetal.operator import Operator

LOG = {'op': 'log', 'args': {'msg': 'x'}}


@pytest.mark.parametrize(
    'change',
    [
        {'phase': 'early'},
        {'conditions': None},
        {'actions': [{'op': 'nope', 'args': {}}]},
        {'priority': 10000},
    ],
)
def test_inspection_rules_are_refused(metal: Operator, change: dict[str, Any]) -> None:
    rule = {'actions': [{'op': 'fail', 'args': {'msg': 'x'}}], 'conditions': []}
    assert metal.ask('POST', '/inspection_rules', rule).status == 201
    assert metal.ask('POST', '/inspection_rules', {**rule, **change}).status == 400


@pytest.mark.parametrize(
    ('operation', 'arguments', 'is_accepted'),
    [
        ('log', {}, False),
        ('log', {'msg': 'x', 'level': 'y'}, True),
        ('log', {'msg': 'x', 'value': 1}, False),
        ('log', ['x', 'y', 'z'], True),
        ('set-plugin-data', [], False),
        ('set-plugin-data', ['x', 'y'], True),
        ('api-call', {'url': 1, 'headers': 2, 'timeout': 3, 'retries': 4}, True),
        ('eq', {'values': [], 'force_strings': True}, True),
        ('!eq', {'value': 1}, False),
        ('!one-of', {'value': 1, 'values': 2}, True),
    ],
)
def test_operations_take_their_arguments_alone(
    metal: Operator, operation: str, arguments: Any, is_accepted: bool
) -> None:
    call = {'op': operation, 'args': arguments}
    is_action = operation in inspection_rules._ACTIONS
    rule = {'actions': [call if is_action else LOG], 'conditions': [] if is_action else [call]}
    answer = metal.ask('POST', '/inspection_rules', rule)
    assert answer.status == (201 if is_accepted else 400)


def test_what_is_not_known_of_a_call_is_not_kept(metal: Operator) -> None:
    check = {'op': 'is-true', 'args': {'value': 'x'}}
    rule = {
        'actions': [{**LOG, 'nope': 1, 'loop': []}, {**LOG, 'loop': [1], 'multiple': 'all'}],
        'conditions': [{**check, 'multiple': 'all'}, {**check, 'loop': [1]}],
    }
    created = metal.ask('POST', '/inspection_rules', rule).body
    assert created['actions'] == [LOG, {**LOG, 'loop': [1]}]
    assert created['conditions'] == [check, {**check, 'loop': [1], 'multiple': 'any'}]
