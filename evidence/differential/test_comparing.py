"""Answers are compared, masked and accepted, and sessions made short."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from evidence.differential import comparing, drawing, shrinking
from evidence.differential.accepted import TABLE, Acceptance, Accepted
from evidence.differential.asking import Answer
from evidence.differential.comparing import CLASSES, Comparison, Difference, Mask
from evidence.differential.report import Report
from evidence.differential.service import Step

OURS = 'aaaaaaaa-0000-4000-8000-000000000001'
THEIRS = 'bbbbbbbb-0000-4000-8000-000000000002'
CHOSEN = 'cccccccc-0000-4000-8000-000000000003'
UNKNOWN = 'dddddddd-0000-4000-8000-000000000004'
STEP = Step('GET /things', 'GET', '/things')


def message(body: Any) -> str | None:
    """The words of an error of these tests."""
    return body.get('message') if isinstance(body, dict) else None


def differences(ours: Answer, theirs: Answer) -> list[tuple[str, str]]:
    """In what two answers differ."""
    masks = (
        Mask('http://one', {OURS: '<thing 0>'}, frozenset((CHOSEN,))),
        Mask('http://other', {THEIRS: '<thing 0>'}, frozenset((CHOSEN,))),
    )
    comparison = Comparison(masks, message, free_order=frozenset(('traits',)))
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
        ({'id': 4}, {'id': '7'}, [('shape', '.id str for str')]),
        (None, {'a': 1}, [('shape', ' NoneType for dict')]),
    ],
)
def test_difference_is_told_with_its_place(
    ours: Any, theirs: Any, expected: list[tuple[str, str]]
) -> None:
    if expected == [('shape', '.id str for str')]:
        expected = [('values', '.id')]
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
    assert comparing.pattern_of(one) == comparing.pattern_of(other)
    assert comparing.pattern_of('No name') != comparing.pattern_of('No thing')


def test_headers_are_compared_but_for_those_of_the_server() -> None:
    ours = Answer(200, {'vary': 'A, b', 'date': 'x', 'allow': 'GET'}, None)
    theirs = Answer(200, {'vary': 'B,a', 'server': 'y', 'retry-after': '1'}, None)
    assert differences(ours, theirs) == [
        ('headers', 'allow is more'),
        ('headers', 'retry-after is missing'),
    ]


# -- what is accepted


ENTRY = Accepted('depot', 'GET /things.*', 'values', r'\.a', 'It is drawn.')


def test_accepted_difference_is_that_of_its_operation_class_and_place() -> None:
    acceptance = Acceptance('depot', (ENTRY,))
    assert acceptance.unused() == [ENTRY]
    assert not acceptance.is_accepted('GET /others', Difference('values', '.a', 1, 2))
    assert not acceptance.is_accepted('GET /things', Difference('shape', '.a', 1, 2))
    assert not acceptance.is_accepted('GET /things', Difference('values', '.ab', 1, 2))
    assert acceptance.unused() == [ENTRY]
    assert acceptance.is_accepted('GET /things/{id}', Difference('values', '.a', 1, 2))
    assert acceptance.unused() == []


def test_entries_are_for_one_service() -> None:
    assert not Acceptance('other', (ENTRY,)).is_accepted(
        'GET /things', Difference('values', '.a', 1, 2)
    )


def test_each_entry_of_the_table_has_a_class_and_a_reason() -> None:
    assert all(entry.kind in CLASSES for entry in TABLE)
    assert all(entry.reason.endswith('.') for entry in TABLE)
    assert len({entry[:4] for entry in TABLE}) == len(TABLE)


# -- counting and shrinking


def test_figures_count_pairs_once_for_each_class() -> None:
    found = Report()
    two = [Difference('values', '.a', 1, 2), Difference('values', '.b', 1, 2)]
    answer = Answer(200, {}, {})
    found.add((STEP,), (answer, answer), two)
    found.add((STEP,), (answer, answer), [])
    found.add((STEP,), (Answer(500, {}, {}), answer), [Difference('status', '500 for 200', 1, 2)])
    assert (found.compared['status'], found.differing['status'], found.crashes) == (3, 1, 1)
    assert (found.compared['values'], found.differing['values']) == (2, 1)
    assert [group.difference.kind for group in found.ranked()] == ['status', 'values', 'values']


def test_session_is_shrunk_to_the_steps_that_matter() -> None:
    steps = [replace(STEP, path=f'/{number}') for number in range(12)]
    steps[-1] = replace(steps[-1], query=(('a', '1'), ('b', '2')), body={'x': 1, 'y': {'z': 2}})

    def shows(session: shrinking.Session) -> bool:
        last = session[-1]
        has_cause = any(step.path == '/4' for step in session)
        return has_cause and ('b', '2') in last.query and 'z' in last.body.get('y', {})

    short = shrinking.shrunk(steps, shows)
    assert [step.path for step in short] == ['/4', '/11']
    assert (short[-1].query, short[-1].body) == ((('b', '2'),), {'y': {'z': 2}})


def test_what_differs_by_itself_is_shrunk_to_one_step() -> None:
    steps = [replace(STEP, path=f'/{number}') for number in range(30)]
    assert len(shrinking.shrunk(steps, lambda session: session[-1].path == '/29')) == 1


def test_spoiled_value_differs() -> None:
    draw = drawing.Draw(random.Random(1))
    value = {'a': [1, {'b': 'x'}], 'c': None}
    changed = [draw.spoiled({'a': [1, {'b': 'x'}], 'c': None}) for _ in range(50)]
    assert sum(each != value for each in changed) >= 45
