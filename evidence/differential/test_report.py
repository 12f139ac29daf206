"""Differences are accepted, counted and made short."""

from __future__ import annotations

import random
from dataclasses import replace

from evidence.differential import shrinking
from evidence.differential.accepted import TABLE, Acceptance, Accepted
from evidence.differential.report import Report
from functional_tests.comparison import CLASSES, Answer, Difference
from functional_tests.drawn_requests import drawing
from functional_tests.drawn_requests.service import Step

STEP = Step('GET /things', 'GET', '/things')


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
