"""A small sample of each part finds nothing, and a trial that breaks a rule is reported."""

from __future__ import annotations

import pathlib
import time
from collections.abc import Iterator

import pytest

from functional_tests.trust import frame
from functional_tests.trust.bodies import operations
from functional_tests.trust.frame import Outcome, Part, Trial
from functional_tests.trust.judging import Run
from functional_tests.trust.lines import running as lines
from functional_tests.trust.secrets import planted
from functional_tests.trust.secrets import running as secrets

SAMPLES = {'bodies': 4, 'caches': 9, 'faults': 100, 'files': 33, 'lines': 100, 'secrets': 4}
"""The number of trials in the usual run; properties are tests of their own there."""


@pytest.mark.parametrize(('name', 'count'), SAMPLES.items())
def test_sample_finds_nothing(tmp_path: pathlib.Path, name: str, count: int) -> None:
    report = frame.run(frame.part_of(name), tmp_path, 0, count, is_sample=True)
    assert report.problems == {}
    assert report.count == count
    if name == 'bodies':
        assert set(operations.SERVICES) <= set(report.tags)
    if name == 'lines':
        # Most are accepted, and many of them write.
        assert report.tags['ended with 2'] + report.tags['ended with 3'] < count / 2
        assert report.tags['wrote'] > count / 10
    if name == 'secrets':
        assert report.tags['refused, and so shows nothing'] == 0


def test_every_part_has_trials() -> None:
    folder = pathlib.Path(frame.__file__).parent
    assert tuple(sorted(each.parent.name for each in folder.glob('*/trials.py'))) == frame.PARTS


def _trials(folder: pathlib.Path, seed: int, is_sample: bool) -> Iterator[Trial]:
    yield Trial('good', lambda: Outcome([], ['tried']))
    yield Trial('bad', lambda: Outcome(['it crashed'], ['tried']))
    yield Trial('endless', lambda: time.sleep(600) or Outcome())  # type: ignore[func-returns-value]


def test_what_is_wrong_with_a_trial_is_told(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    part = Part(3, _trials, patience=0.01)
    report = frame.run(part, tmp_path, 1, 3)
    assert report.problems == {'bad': ['it crashed'], 'endless': ['it hung']}
    assert (report.count, report.tags) == (3, {'tried': 2})
    assert capsys.readouterr().out == 'WRONG bad\n    it crashed\nWRONG endless\n    it hung\n'
    assert frame.run(part, tmp_path, 1, 3, only='oo').count == 1


def test_refused_line_that_wrote_is_noticed() -> None:
    run = Run(('server-delete', 'web'), '', 'nova-mv: No.\n', 2, ('DELETE /servers/1 ',))
    assert lines.problems(run) == ['it was refused with 2 and wrote: DELETE /servers/1 ']


def test_secret_that_is_shown_is_noticed() -> None:
    run = Run(('server-list',), '', planted.VALUES[0], 0)
    assert secrets.problems(run, secrets.WAYS[0]) == [f'{planted.VALUES[0]} stands in messages']
