"""Valid queries, and messages for others."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv.sandbox.http import query, schema_parts
from novaclient_mv.sandbox.http.wsgi import Fault
from unit_tests.sandbox.caller import Caller

BEFORE = 'Invalid input for query parameters p. Value: '


def _refusal(schema: dict[str, Any], *pairs: tuple[str, str]) -> str | None:
    """The words in which a query is refused, with 400; ``None`` where it passes."""
    try:
        query.check(schema, list(pairs))
    except Fault as fault:
        return fault.message if fault.status == 400 else f'status {fault.status}'
    return None


def _of(rule: dict[str, Any], value: str) -> str | None:
    """Return the error of a parameter's value under a rule."""
    message = _refusal(schema_parts.query({'p': schema_parts.texts(**rule)}, False), ('p', value))
    if message is None:
        return None
    assert message.startswith(f'{BEFORE}{value}. ')
    return message.removeprefix(f'{BEFORE}{value}. ')


@pytest.mark.parametrize(
    ('rule', 'passing', 'value', 'words'),
    [
        ({'type': 'integer'}, [], 'x', "'x' is not of type 'integer'"),
        ({'type': ['null', 'integer']}, [], 'x', "'x' is not of type 'null', 'integer'"),
        ({'type': ['integer', 'string']}, ['x', ''], None, None),
        ({'enum': ['a', 'b']}, ['a', 'b'], 'c', "'c' is not one of ['a', 'b']"),
        ({'const': 'a'}, ['a'], 'b', "'a' was expected"),
        ({'pattern': '^[0-9]+$'}, ['10'], '1x', "'1x' does not match '^[0-9]+$'"),
        ({'minLength': 1}, ['a', 'ab'], '', "'' should be non-empty"),
        ({'minLength': 2}, ['ab'], 'a', "'a' is too short"),
        ({'maxLength': 2}, ['', 'ab'], 'abc', "'abc' is too long"),
        ({'minimum': 3}, ['3', '20', 'x', '-1'], '2', "'2' is less than the minimum of 3"),
        ({'format': 'uuid'}, ['0' * 32], 'x', "'x' is not a 'uuid'"),
        ({'format': 'none such'}, ['x'], None, None),
        (
            {'anyOf': [{'const': 'a'}, {'maxLength': 0}]},
            ['a', ''],
            'b',
            "'b' is not valid under any of the given schemas",
        ),
        (
            {'oneOf': [{'const': 'a'}, {'const': 'b'}]},
            ['a', 'b'],
            'c',
            "'c' is not valid under any of the given schemas",
        ),
        ({'allOf': [{'maxLength': 3}, {'minLength': 2}]}, ['ab'], 'a', "'a' is too short"),
        ({'maxLength': 1, 'pattern': '^a'}, ['a'], 'bb', "'bb' does not match '^a'"),
        ({}, ['', 'anything'], None, None),
    ],
)
def test_value_that_breaks_a_rule_is_refused_in_the_words_of_the_schema_library(
    rule: dict[str, Any], passing: list[str], value: str | None, words: str | None
) -> None:
    assert [_of(rule, text) for text in passing] == [None] * len(passing)
    if value is not None:
        assert _of(rule, value) == words


def test_every_value_of_a_parameter_is_looked_at() -> None:
    schema = schema_parts.query({'p': schema_parts.texts(const='a')}, False)
    assert _refusal(schema, ('p', 'a'), ('p', 'a')) is None
    assert _refusal(schema, ('p', 'a'), ('p', 'b')) == f"{BEFORE}b. 'a' was expected"


def test_parameter_is_given_no_more_often_than_its_rule_allows() -> None:
    schema = schema_parts.query({'p': {**schema_parts.TEXT, 'maxItems': 2}}, False)
    assert _refusal(schema, ('p', 'a'), ('p', 'b')) is None
    words = f"{BEFORE}['a', 'b', 'c']. ['a', 'b', 'c'] is too long"
    assert _refusal(schema, ('p', 'a'), ('p', 'b'), ('p', 'c')) == words


@pytest.mark.parametrize(
    ('names', 'words'),
    [
        (['z'], "Additional properties are not allowed ('z' was unexpected)"),
        (['z', 'y'], "Additional properties are not allowed ('y', 'z' were unexpected)"),
        (['p'], None),
        ([], None),
    ],
)
def test_parameters_that_nobody_knows_are_named_in_order(
    names: list[str], words: str | None
) -> None:
    schema = schema_parts.query({'p': schema_parts.TEXT}, False)
    assert _refusal(schema, *((name, '') for name in names)) == words


@pytest.mark.parametrize(
    ('names', 'words'),
    [
        (['x_a', 'y_a', 'p'], None),
        (['z'], "'z' does not match any of the regexes: '^x_', '^y_'"),
        (['z', 'b', 'x_a'], "'b', 'z' do not match any of the regexes: '^x_', '^y_'"),
    ],
)
def test_patterns_let_parameters_pass_beside_the_named_ones(
    names: list[str], words: str | None
) -> None:
    schema = schema_parts.query({'p': schema_parts.TEXT}, False)
    schema['patternProperties'] = {'^x_': {}, '^y_': {}}
    assert _refusal(schema, *((name, '') for name in names)) == words


def test_schema_that_forbids_no_parameters_lets_them_pass() -> None:
    assert _refusal(schema_parts.ANY_QUERY, ('z', '')) is None
    assert _refusal({'additionalProperties': False}, ('z', '')) is not None


def test_operation_whose_schema_is_empty_takes_no_parameter(cloud: Caller) -> None:
    assert cloud('GET', '/v2.1/os-hosts/host1').status == 200
    assert cloud('GET', '/v2.1/os-cells').status == 410
    for place in ('/os-hosts/host1', '/os-hypervisors/statistics', '/os-networks', '/os-cells'):
        assert cloud('GET', f'/v2.1{place}?z=').status == 400
    assert cloud('DELETE', '/v2.1/os-cells/x?z=').status == 410


def test_only_known_parameters_are_left_for_handlers() -> None:
    pairs = [('z', '1'), ('p', '2'), ('x_a', '3'), ('p', '4')]
    schema: dict[str, Any] = {'properties': {'p': {}}}
    assert query.known_pairs(schema, pairs) == [('p', '2'), ('p', '4')]
    schema['patternProperties'] = {'^w_': {}, '^x_': {}}
    assert query.known_pairs(schema, pairs) == [('p', '2'), ('x_a', '3'), ('p', '4')]
    for everything in ({}, {'properties': {}}, schema_parts.ANY_QUERY):
        assert query.known_pairs(everything, pairs) == pairs


def test_query_that_is_no_text_is_refused(cloud: Caller) -> None:
    answer = cloud('GET', '/v2.1/flavors?name=%FF')
    assert (answer.status, answer.message) == (400, 'Query string is not UTF-8 encoded')


def test_limit_of_a_list_is_a_whole_number_from_0(cloud: Caller) -> None:
    def words(value: str) -> str:
        answer = cloud('GET', f'/v2.1/flavors?limit={value}')
        assert answer.status == 400
        return answer.message

    before = 'Invalid input for query parameters limit. Value: '
    assert words('x') == f"{before}x. 'x' does not match '^[0-9]*$'"
    assert words('-1') == f"{before}-1. '-1' does not match '^[0-9]*$'"
    assert words('') == f"{before}. '' should be non-empty"
    assert cloud('GET', '/v2.1/flavors?limit=0').status == 200
