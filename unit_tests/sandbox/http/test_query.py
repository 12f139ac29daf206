"""Valid queries, and refusals of others."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv.sandbox.http import query, schema_parts
from novaclient_mv.sandbox.http.wsgi import Fault
from unit_tests.sandbox.caller import Caller


def _is_accepted(schema: dict[str, Any], *pairs: tuple[str, str]) -> bool:
    """Whether a query passes."""
    try:
        query.check(schema, list(pairs))
    except Fault:
        return False
    return True


@pytest.mark.parametrize(
    ('rule', 'passing', 'refused'),
    [
        ({'type': 'integer'}, [], ['x']),
        ({'type': ['null', 'integer']}, [], ['x']),
        ({'type': ['integer', 'string']}, ['x', ''], []),
        ({'enum': ['a', 'b']}, ['a', 'b'], ['c']),
        ({'const': 'a'}, ['a'], ['b']),
        ({'pattern': '^[0-9]+$'}, ['10'], ['1x']),
        ({'minLength': 2}, ['ab'], ['', 'a']),
        ({'maxLength': 2}, ['', 'ab'], ['abc']),
        ({'minimum': 3}, ['3', '20', 'x', '-1'], ['2']),
        ({'format': 'uuid'}, ['0' * 32], ['x']),
        ({'format': 'none such'}, ['x'], []),
        ({'anyOf': [{'const': 'a'}, {'maxLength': 0}]}, ['a', ''], ['b']),
        ({'oneOf': [{'const': 'a'}, {'const': 'b'}]}, ['a', 'b'], ['c']),
        ({'allOf': [{'maxLength': 3}, {'minLength': 2}]}, ['ab'], ['a', 'abcd']),
        ({'maxLength': 1, 'pattern': '^a'}, ['a'], ['bb', 'b', 'ab']),
        ({}, ['', 'anything'], []),
    ],
)
def test_value_that_breaks_a_rule_is_refused(
    rule: dict[str, Any], passing: list[str], refused: list[str]
) -> None:
    schema = schema_parts.query({'p': schema_parts.texts(**rule)}, False)
    assert [value for value in passing if not _is_accepted(schema, ('p', value))] == []
    assert [value for value in refused if _is_accepted(schema, ('p', value))] == []


def test_operation_whose_schema_is_empty_takes_no_parameter(cloud: Caller) -> None:
    assert cloud('GET', '/v2.1/os-hosts/host1').status == 200
    assert cloud('GET', '/v2.1/os-cells').status == 410
    for place in ('/os-hosts/host1', '/os-hypervisors/statistics', '/os-networks', '/os-cells'):
        assert cloud('GET', f'/v2.1{place}?z=').status == 400
    assert cloud('DELETE', '/v2.1/os-cells/x?z=').status == 410
