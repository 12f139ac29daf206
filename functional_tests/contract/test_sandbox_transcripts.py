"""Replays recorded exchanges of the Compute API, in the order in which they took place."""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from functional_tests.contract import (
    facts,
    recorded_exceptions,
    recorded_figures,
    recorded_names,
    recorded_scenes,
    recorded_spoils,
)
from functional_tests.contract.recorded_exceptions import EXCEPTED, LENIENCY
from functional_tests.contract.recorded_figures import Exchange
from functional_tests.contract.recorded_replay import Outcome
from unit_tests import cases

# How many records there were when the exceptions were made, and of a thousand, how many may
# not come out, or not in all.
RECORDS = 1000
MOST_EXCEPTED = 4
MOST_LENIENT = 30

# The pages that state the figures, and how.
PAGES = ('doc/source/reference/sandbox.rst', 'doc/source/contributor/testing.rst')
FIGURES = {
    'exchanges': r'Of ([\d,]+) exchanges',
    'same': r'([\d,]+) come out the same',
    'compared': r'([\d,]+) values (?:of their answers )?are compared',
    'by_form': r'([\d,]+) that chance makes',
    'by_kind': r'([\d,]+) by their kind',
    'left_out': r'([\d,]+) are left out',
}

ALL = recorded_figures.exchanges()


@pytest.fixture(scope='module')
def replayed(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[dict[int, Outcome], set[str]]:
    """The outcome of each exchange, and the names that scenes were given."""
    told: set[str] = set()
    make = recorded_scenes.Scene.__init__

    def spy(self: Any, cloud: Any, record: dict[str, Any], path: str) -> None:
        told.update(record)
        make(self, cloud, record, path)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recorded_scenes.Scene, '__init__', spy)
        return recorded_figures.replay(ALL, tmp_path_factory.mktemp('transcripts')), told


@pytest.fixture
def outcomes(replayed: tuple[dict[int, Outcome], set[str]]) -> dict[int, Outcome]:
    return replayed[0]


@cases.one_test_of('exchange', ALL)
def test_exchange_comes_out_as_recorded(outcomes: dict[int, Outcome], exchange: Exchange) -> None:
    reason = recorded_exceptions.reason_of(exchange.record)
    differences = outcomes[exchange.number].differences
    if reason is None:
        assert differences == ()
        return
    assert differences, f'It comes out; drop the exception: {reason}'
    pytest.xfail(reason)


def _spoilt(
    group: list[Exchange], outcomes: dict[int, Outcome], spoil: recorded_spoils.Spoil
) -> Iterator[tuple[Exchange, recorded_spoils.Spoilt, set[str]]]:
    """The spoilt exchanges of a test, with what was to be found, and where something was."""
    names = recorded_names.Names(each.record for each in group)
    changed = {
        each.number: spoil(each.record, outcomes[each.number].leniency, names) for each in group
    }
    records = [Exchange(each.number, changed[each.number].record) for each in group]
    found = dict(recorded_figures.compared_again(records, outcomes, names))
    for each in group:
        if not outcomes[each.number].differences:
            places = set(recorded_spoils.places_of(found[each.number]))
            yield each, changed[each.number], places


@pytest.mark.skipif(not ALL, reason=facts.ABSENT)
@pytest.mark.parametrize('kind', ['values', 'keys', 'headers'])
def test_everything_that_is_compared_can_fail(outcomes: dict[int, Outcome], kind: str) -> None:
    """Spoil all of a kind in the records at once: each difference is reported."""
    spoil: recorded_spoils.Spoil = getattr(recorded_spoils, kind)
    count = 0
    for group in recorded_figures.by_test(ALL):
        for exchange, spoilt, places in _spoilt(group, outcomes, spoil):
            assert spoilt.places <= places, (str(exchange), spoilt.places - places)
            count += len(spoilt.places)
    assert count > len(ALL)


@pytest.mark.skipif(not ALL, reason=facts.ABSENT)
def test_scenes_see_no_answer(replayed: tuple[dict[int, Outcome], set[str]]) -> None:
    """Not even the status, but what stands for the ids of earlier answers."""
    assert replayed[1] == {
        'test', 'operation', 'method', 'path', 'microversion', 'request', 'request_sample',
        'names', 'again',
    }  # fmt: skip


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


def test_figures_are_printed_by_a_process(tmp_path: pathlib.Path) -> None:
    """On no records: :func:`test_page_states_the_figures` is about their content."""
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
    # What is missing is found, but nothing breaks.
    assert found.differences == (
        '.tenant_usages: 0 are recorded, not 1'
        if operation
        else '.versions: 0 are recorded, not 2',
    )


def test_few_exchanges_are_excepted() -> None:
    records = [each.record for each in ALL]
    excepted = [each for each in records if recorded_exceptions.reason_of(each) is not None]
    lenient = [each for each in records if recorded_exceptions.of_record(each, LENIENCY)]
    thousands = max(1, len(records) / RECORDS)
    assert len(excepted) <= MOST_EXCEPTED * thousands
    assert len(lenient) <= MOST_LENIENT * thousands


@pytest.mark.parametrize('table', [EXCEPTED, LENIENCY], ids=['exceptions', 'leniency'])
def test_every_exception_is_for_a_record(table: dict[tuple[str, str], Any]) -> None:
    if len(facts.lines('nova-api/transcripts.jsonl')) < RECORDS:
        pytest.skip('these are not all of the records that the exceptions are for')
    used = {recorded_exceptions.of_record(each.record, table) for each in ALL}
    assert set(table.values()) <= used
