"""Answers of two clouds are compared, without what cannot be the same."""

from __future__ import annotations

from typing import Any

import pytest

from functional_tests import comparison
from functional_tests.comparison import Answer, Comparison, Liberties, Mask

OURS = 'aaaaaaaa-0000-4000-8000-000000000001'
THEIRS = 'bbbbbbbb-0000-4000-8000-000000000002'
CHOSEN = 'cccccccc-0000-4000-8000-000000000003'
UNKNOWN = 'dddddddd-0000-4000-8000-000000000004'
LIBERTIES = Liberties(frozenset(('traits',)), frozenset(('skipped',)), frozenset(('own',)))


def message(body: Any) -> str | None:
    """The words of an error of these tests."""
    return body.get('message') if isinstance(body, dict) else None


def differences(ours: Answer, theirs: Answer) -> list[tuple[str, str]]:
    """In what two answers differ."""
    masks = (
        Mask('http://one', {OURS: '<thing 0>'}, frozenset((CHOSEN,))),
        Mask('http://other', {THEIRS: '<thing 0>'}, frozenset((CHOSEN,))),
    )
    comparison = Comparison(masks, message, liberties=LIBERTIES)
    return [(each.kind, each.where) for each in comparison.differences(ours, theirs)]


def of_body(ours: Any, theirs: Any, status: int = 200) -> list[tuple[str, str]]:
    """In what answers with two bodies differ."""
    return differences(Answer(status, {}, ours), Answer(status, {}, theirs))


def test_ids_times_and_addresses_of_the_cloud_do_not_count() -> None:
    ours = {'id': OURS, 'at': '2026-01-01T00:00:00Z', 'href': f'http://one/things/{OURS}', 'x': 1}
    theirs = {'id': THEIRS, 'at': '2025-12-31T23:59:59Z', 'x': 1}
    theirs['href'] = f'http://other/things/{THEIRS}'
    assert of_body(ours, theirs) == []


def test_id_of_another_thing_counts() -> None:
    assert of_body({'id': OURS}, {'id': CHOSEN}) == [('values', '.id')]
    assert of_body({'id': CHOSEN}, {'id': CHOSEN}) == []


def test_things_of_earlier_sessions_are_compared_in_the_order_of_their_list() -> None:
    ours = [{'id': OURS, 'x': 1}, {'id': UNKNOWN, 'x': 2}, {'id': UNKNOWN, 'x': 3}]
    theirs = [{'id': THEIRS, 'x': 1}, {'id': UNKNOWN, 'x': 2}, {'id': UNKNOWN, 'x': 3, 'y': 4}]
    assert of_body(ours, theirs) == [('shape', '[] -y')]


def test_other_status_is_the_only_difference() -> None:
    found = differences(Answer(400, {'a': 'b'}, {'x': 1}), Answer(404, {}, None))
    assert found == [('status', '400 for 404')]


@pytest.mark.parametrize(
    ('ours', 'theirs', 'expected'),
    [
        ({'a': 1}, {'b': 1}, [('shape', ' -b +a')]),
        ({'skipped': 1}, {}, []),
        ({'own': [1, 'x']}, {'own': [2, 'y']}, []),
        ({'own': 1}, {'own': '1'}, [('shape', '.own number for str')]),
        ({'a': 1}, {'a': '1'}, [('shape', '.a number for str')]),
        ({'a': None}, {'a': False}, [('shape', '.a NoneType for bool')]),
        ({'a': 1}, {'a': 1.0}, [('values', '.a')]),
        ({'a': [1]}, {'a': [1.0]}, [('values', '.a[]')]),
        ({'a': 'x'}, {'a': 'y'}, [('values', '.a')]),
        ({'a': [1, 2]}, {'a': [1]}, [('values', '.a[] length')]),
        ({'a': [1, 2]}, {'a': [2, 1]}, [('order', '.a[]')]),
        ({'traits': ['A', 'B']}, {'traits': ['B', 'A']}, []),
        ({CHOSEN: {'a': 1}}, {CHOSEN: {'a': 2}}, [('values', '.*.a')]),
        ({'id': 4}, {'id': 7}, []),
        ({'id': 4}, {'id': '7'}, [('values', '.id')]),
        (None, {'a': 1}, [('shape', ' NoneType for dict')]),
    ],
)
def test_difference_is_told_with_its_place(
    ours: Any, theirs: Any, expected: list[tuple[str, str]]
) -> None:
    assert of_body(ours, theirs) == expected


def test_words_of_a_refusal_are_to_name_the_thing() -> None:
    ours, theirs = {'message': f'No {OURS}.', 'code': 1}, {'message': f'{THEIRS} lacks.', 'code': 1}
    assert of_body(ours, theirs, 404) == []
    assert of_body({**ours, 'message': 'No x.'}, theirs, 404) == [('words', '… lacks.')]
    assert of_body(ours, {**theirs, 'message': f'{THEIRS} is in use.'}, 409) == [
        ('words', '… is in use.')
    ]
    assert of_body(ours, {**theirs, 'code': 2}, 404) == [('values', 'error.code')]


@pytest.mark.parametrize(
    ('spoiled', 'status', 'counts'),
    [('', 400, True), ('body', 400, False), ('body', 409, True), ('version', 406, False)],
)
def test_words_for_malformed_input_count_for_nothing(
    spoiled: str, status: int, counts: bool
) -> None:
    answers = Answer(status, {}, {'message': 'No.'}), Answer(status, {}, {'message': CHOSEN})
    masks = (Mask('http://one', {}, frozenset((CHOSEN,))),) * 2
    comparison = Comparison(masks, message, spoiled=spoiled)
    assert bool(list(comparison.differences(*answers))) == counts


@pytest.mark.parametrize(
    ('ours', 'theirs', 'stands'),
    [(400, 500, True), (409, 503, True), (200, 500, False), (500, 400, False), (400, 404, False)],
)
def test_any_refusal_stands_for_a_crash(ours: int, theirs: int, stands: bool) -> None:
    found = differences(Answer(ours, {'a': 'b'}, {'x': 1}), Answer(theirs, {}, None))
    assert bool(found) != stands


def test_words_of_one_rule_have_one_pattern() -> None:
    one, other = f'No {OURS} of CUSTOM_A, 3.5', f'No {CHOSEN} of VCPU, 12'
    assert comparison.pattern_of(one) == comparison.pattern_of(other)
    assert comparison.pattern_of('No name') != comparison.pattern_of('No thing')


def test_headers_are_compared_but_for_those_of_the_server() -> None:
    ours = Answer(200, {'vary': 'A, b', 'date': 'x', 'allow': 'GET'}, None)
    theirs = Answer(200, {'vary': 'B,a', 'server': 'y', 'retry-after': '1'}, None)
    assert differences(ours, theirs) == [
        ('headers', 'allow is more'),
        ('headers', 'retry-after is missing'),
    ]
