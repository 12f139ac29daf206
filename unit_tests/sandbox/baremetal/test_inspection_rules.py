"""Inspection rules that are refused, and arguments of their operations that fail."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.baremetal.operator import Operator, words

LOG = {'op': 'log', 'args': {'msg': 'x'}}


@pytest.mark.parametrize(
    ('change', 'status', 'message'),
    [
        ({'phase': 'early'}, 400, 'Invalid phase: early. Valid phases are: main'),
        ({'conditions': None}, 400, "None is not of type 'array'"),
        ({'actions': [{'op': 'nope', 'args': {}}]}, 400, "'nope' is not one of ['fail', 'log',"),
        ({'actions': [{'op': 'fail', 'args': {}}]}, 500, 'missing required argument(s): msg'),
        ({'priority': 10000}, 400, 'Priority must be between 0 and 9999'),
    ],
)
def test_inspection_rules_are_refused(
    metal: Operator, change: dict[str, Any], status: int, message: str
) -> None:
    rule = {'actions': [{'op': 'fail', 'args': {'msg': 'x'}}], 'conditions': []}
    assert metal.ask('POST', '/inspection_rules', rule).status == 201
    refused = metal.ask('POST', '/inspection_rules', {**rule, **change})
    assert (refused.status, message in words(refused)) == (status, True)


@pytest.mark.parametrize(
    ('operation', 'arguments', 'message'),
    [
        ('log', {}, 'missing required argument(s): msg'),
        ('log', {'msg': 'x', 'level': 'y'}, None),
        ('log', {'msg': 'x', 'value': 1}, 'unexpected argument(s): value'),
        ('log', [], "('Not enough arguments provided. Missing: %s', 'msg')"),
        ('log', ['x', 'y', 'z'], None),
        ('fail', {'level': 1}, 'missing required argument(s): msg; unexpected argument(s): level'),
        ('set-port-attribute', {}, 'missing required argument(s): port_id, path, value'),
        ('extend-attribute', {'path': 1, 'value': 2, 'unique': 3}, None),
        ('unset-plugin-data', {'path': 1, 'plugin_data': 2}, None),
        (
            'set-plugin-data',
            [],
            "Missing: %s', 'value, plugin_data'",
        ),
        ('set-plugin-data', ['x', 'y'], None),
        ('api-call', {'url': 1, 'headers': 2, 'timeout': 3, 'retries': 4}, None),
        ('eq', {'values': [], 'force_strings': True}, None),
        (
            '!eq',
            {'value': 1},
            'missing required argument(s): values; unexpected argument(s): value',
        ),
        ('!one-of', {'value': 1, 'values': 2}, None),
        ('in-net', {'address': 1}, 'missing required argument(s): subnet'),
        ('matches', ['x'], "('Not enough arguments provided. Missing: %s', 'regex')"),
    ],
)
def test_operations_fail_over_arguments_that_they_do_not_take(
    metal: Operator, operation: str, arguments: Any, message: str | None
) -> None:
    call = {'op': operation, 'args': arguments}
    is_action = metal.ask('POST', '/inspection_rules', {'actions': [call]}).status == 500
    rule = {'actions': [call if is_action else LOG], 'conditions': [] if is_action else [call]}
    answer = metal.ask('POST', '/inspection_rules', rule)
    assert answer.status == (201 if message is None else 500)
    if message is not None:
        assert message in words(answer)
        assert answer.headers['Location'] is None


def test_conditions_are_looked_at_before_actions(metal: Operator) -> None:
    rule = {
        'actions': [{'op': 'fail', 'args': {}}],
        'conditions': [{'op': 'eq', 'args': {}}],
    }
    failed = metal.ask('POST', '/inspection_rules', rule)
    assert words(failed) == 'missing required argument(s): values'


def test_what_is_not_known_of_a_call_is_not_kept(metal: Operator) -> None:
    check = {'op': 'is-true', 'args': {'value': 'x'}}
    rule = {
        'actions': [{**LOG, 'nope': 1, 'loop': []}, {**LOG, 'loop': [1], 'multiple': 'all'}],
        'conditions': [{**check, 'multiple': 'all'}, {**check, 'loop': [1]}],
    }
    created = metal.ask('POST', '/inspection_rules', rule).body
    assert created['actions'] == [LOG, {**LOG, 'loop': [1]}]
    assert created['conditions'] == [check, {**check, 'loop': [1], 'multiple': 'any'}]
