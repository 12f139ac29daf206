"""Inspection rules that are refused, and the arguments of their operations."""

from __future__ import annotations

from unit_tests.sandbox.baremetal.operator import Operator

LOG = {'op': 'log', 'args': {'msg': 'x'}}


def test_what_is_not_known_of_a_call_is_not_kept(metal: Operator) -> None:
    check = {'op': 'is-true', 'args': {'value': 'x'}}
    rule = {
        'actions': [{**LOG, 'nope': 1, 'loop': []}, {**LOG, 'loop': [1], 'multiple': 'all'}],
        'conditions': [{**check, 'multiple': 'all'}, {**check, 'loop': [1]}],
    }
    created = metal.ask('POST', '/inspection_rules', rule).body
    assert created['actions'] == [LOG, {**LOG, 'loop': [1]}]
    assert created['conditions'] == [check, {**check, 'loop': [1], 'multiple': 'any'}]
