"""Replays recorded exchanges of the Compute API, in the order in which they took place."""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys
from typing import Any

import pytest

from functional_tests.contract import (
    facts,
    recorded_answers,
    recorded_exceptions,
    recorded_figures,
    shapes,
)
from functional_tests.contract.recorded_exceptions import EXCEPTED, LENIENCY
from functional_tests.contract.recorded_figures import Exchange
from functional_tests.contract.recorded_replay import Outcome
from unit_tests import cases

# How many records there were when the exceptions were made, and of a thousand, how many may
# not come out, or not in all.
RECORDS = 1000
MOST_EXCEPTED = 4
MOST_LENIENT = 31

# The pages that state the figures, and how.
PAGES = ('doc/source/reference/sandbox.rst', 'doc/source/contributor/testing.rst')
FIGURES = {
    'exchanges': r'Of ([\d,]+) exchanges',
    'same': r'([\d,]+) come out the same',
    'compared': r'([\d,]+) values (?:of their answers )?are compared',
    'by_kind': r'([\d,]+) that differ from cloud to cloud',
    'taken': r'([\d,]+) (?:values that had to be taken from the answer|are taken from answers)',
    'left_out': r'([\d,]+) (?:others|are left out)',
}

ALL = recorded_figures.exchanges()


@pytest.fixture(scope='module')
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Outcome]:
    return recorded_figures.replay(ALL, tmp_path_factory.mktemp('transcripts'))


@cases.one_test_of('exchange', ALL)
def test_exchange_comes_out_as_recorded(outcomes: dict[int, Outcome], exchange: Exchange) -> None:
    reason = recorded_exceptions.reason_of(exchange.record)
    differences = outcomes[exchange.number].differences
    if reason is None:
        assert differences == ()
        return
    assert differences, f'It comes out; drop the exception: {reason}'
    pytest.xfail(reason)


@pytest.mark.skipif(not ALL, reason=facts.ABSENT)
def test_every_compared_value_can_fail(
    outcomes: dict[int, Outcome], tmp_path: pathlib.Path
) -> None:
    """Spoil all compared values in the records at once: each difference is reported."""
    came_out = [each for each in ALL if not outcomes[each.number].differences]
    spoiled = [
        Exchange(number, {**record, 'response': _spoiled(record['response'], outcomes[number])})
        for number, record in came_out
    ]
    found = recorded_figures.replay(spoiled, tmp_path)
    for number, record in came_out:
        if record['response'] is None:
            continue
        places = {each.partition(': ')[0] for each in found[number].differences}
        # Of a map that was empty the key is found.
        places |= {each.removesuffix('.spoiled') for each in places}
        compared = {
            place
            for place, value in recorded_answers.leaves(record['response'])
            if recorded_figures.is_compared(outcomes[number], place, value)
        }
        assert compared <= places, (record['operation'], record['test'], compared - places)


def _spoiled(content: Any, outcome: Outcome, at: str = '') -> Any:
    """A recorded answer with another value wherever values are compared."""
    if isinstance(content, dict) and content:
        return {
            key: _spoiled(value, outcome, shapes.below(at, key)) for key, value in content.items()
        }
    if isinstance(content, list) and content:
        return [_spoiled(each, outcome, f'{at}[{number}]') for number, each in enumerate(content)]
    if content is None and not at:
        return None
    if not recorded_figures.is_compared(outcome, at, content):
        return content
    if isinstance(content, bool) or content is None:
        return not content
    if isinstance(content, int | float):
        return content + 1
    if isinstance(content, str):
        return f'{content} spoiled'
    return ['spoiled'] if isinstance(content, list) else {'spoiled': 'spoiled'}


@pytest.mark.parametrize('page', PAGES)
def test_page_states_the_figures(outcomes: dict[int, Outcome], page: str) -> None:
    counted = recorded_figures.figures(ALL, outcomes)
    if counted.exchanges != RECORDS:
        pytest.skip('these are not the records that the figures are of')
    text = ' '.join((facts.CHECKOUT / page).read_text(encoding='utf-8').split())
    stated = {
        name: int(found[1].replace(',', '')) if (found := re.search(words, text)) else None
        for name, words in FIGURES.items()
    }
    assert stated == counted._asdict()


@pytest.mark.skipif(not ALL, reason=facts.ABSENT)
def test_figures_and_what_is_taken_are_printed(outcomes: dict[int, Outcome]) -> None:
    printed = recorded_figures.report(ALL, outcomes)
    figures, taken = printed.split('\n\nTaken from answers:\n')
    counted = recorded_figures.figures(ALL, outcomes)
    stated = [int(line.split()[1].replace(',', '')) for line in figures.splitlines()]
    assert stated == list(counted)
    numbers = re.findall(r' (\d+)(?=,|$)', taken, re.MULTILINE)
    assert sum(map(int, numbers)) >= counted.taken > 0


def test_figures_are_printed_by_a_process(tmp_path: pathlib.Path) -> None:
    """On no records: :func:`test_figures_and_what_is_taken_are_printed` is about their content."""
    done = subprocess.run(
        [sys.executable, '-m', 'functional_tests.contract.recorded_figures'],
        cwd=facts.CHECKOUT,
        env={**os.environ, facts.VARIABLE: str(tmp_path / 'none')},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[0].split() == ['exchanges', '0']


def test_exchange_that_cannot_be_replayed_is_one_failure(tmp_path: pathlib.Path) -> None:
    record = {
        'operation': 'GET /os-services', 'method': 'GET', 'path': '/v2.1/os-services',
        'microversion': 'no version', 'request': None, 'status': 200, 'response': [], 'test': '',
    }  # fmt: skip
    whole = {**record, 'microversion': '2.1', 'response': {'services': []}}
    found = recorded_figures.replay([Exchange(0, record), Exchange(1, whole)], tmp_path)
    assert found[0].differences
    assert found[1].differences == ('.services: 0 are recorded, not 4',)


@pytest.mark.parametrize('operation', ['GET /os-simple-tenant-usage', None])
def test_answers_without_anything_are_replayed(
    tmp_path: pathlib.Path, operation: str | None
) -> None:
    query = 'start=2026-11-21T04:33:28&end=2026-11-21T05:33:28'
    paths = {None: '/', 'GET /os-simple-tenant-usage': f'/v2.1/os-simple-tenant-usage?{query}'}
    record = {
        'operation': operation, 'method': 'GET', 'path': paths[operation], 'microversion': '2.1',
        'request': None, 'status': 200, 'test': '',
        'response': {'tenant_usages': []} if operation else {'versions': []},
    }  # fmt: skip
    (found,) = recorded_figures.replay([Exchange(0, record)], tmp_path).values()
    # A sandbox has two versions; what is missing is found, but nothing breaks.
    expected = () if operation else ('.versions: 0 are recorded, not 2',)
    assert found.differences == expected


def test_few_exchanges_are_excepted() -> None:
    records = [each.record for each in ALL]
    excepted = [each for each in records if recorded_exceptions.reason_of(each) is not None]
    lenient = [
        each for each in records if recorded_exceptions.leniency_for(each) is not shapes.STRICT
    ]
    thousands = max(1, len(records) / RECORDS)
    assert len(excepted) <= MOST_EXCEPTED * thousands
    assert len(lenient) <= MOST_LENIENT * thousands


@pytest.mark.parametrize('table', [EXCEPTED, LENIENCY], ids=['exceptions', 'leniency'])
def test_every_exception_is_for_a_record(table: dict[tuple[str, str], Any]) -> None:
    if len(facts.lines('nova-api/transcripts.jsonl')) < RECORDS:
        pytest.skip('these are not all of the records that the exceptions are for')
    used = {recorded_exceptions.of_record(each.record, table) for each in ALL}
    assert set(table.values()) <= used
