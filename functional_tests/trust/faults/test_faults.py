"""Trials with faults: a small sample always, a large one among the tests of strength."""

from __future__ import annotations

import pathlib
import random
import resource
import subprocess
import sys
from collections.abc import Iterator

import pytest

from functional_tests.trust.faults import kinds
from functional_tests.trust.faults.families import FAMILIES
from functional_tests.trust.faults.front import Plan
from functional_tests.trust.faults.stage import Stage
from functional_tests.trust.faults.trials import STATES, TRANSPORTS, Setting, Trial, Trials

ROOT = pathlib.Path(__file__).parents[3]
FEW = ('server-list', 'server-stop web-1 --wait', 'keypair-create key-9', 'baremetal-node-list')
"""The command lines of the small sample, whose healthy runs take long to prepare."""


@pytest.fixture(scope='module')
def trials(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trials]:
    """Carries out trials."""
    with Stage(tmp_path_factory.mktemp('stage')) as stage:
        yield Trials(stage)


def test_there_are_kinds_enough() -> None:
    assert len(kinds.all_kinds()) >= 300
    assert len({name.partition(' ')[0] for name in kinds.all_kinds()}) >= 60


def few(trials: Trials, chance: random.Random, count: int) -> Iterator[Trial]:
    """Trials of few settings, so that each has its healthy run once."""
    families = [family for family in FAMILIES if family.name in FEW]
    settings = [
        Setting(chance.choice(families), transport, state)
        for transport in TRANSPORTS
        for state in chance.sample(STATES, 2)
    ]
    while count:
        kind = chance.choice(chance.choice(kinds.by_sort()))
        setting = chance.choice(settings)
        places = trials.places(setting, kind)
        # What takes time of the wall is for the large sample.
        if places and not kind.words:
            count -= 1
            plan = Plan(kind, chance.choice(places), chance.random() < 0.5, chance.getrandbits(32))
            yield Trial(setting, plan)


def test_fault_breaks_no_rule(trials: Trials) -> None:
    found = {
        trial.name: problems
        for trial in few(trials, random.Random(2026), 100)
        if (problems := trials.problems(trial))
    }
    assert not found


@pytest.mark.slow
def test_many_faults_break_no_rule(trials: Trials) -> None:
    chance = random.Random(27)
    found = {}
    for _ in range(2000):
        trial = trials.drawn(chance)
        if problems := trials.problems(trial):
            found[trial.name] = problems
    assert not found


def test_broken_rule_is_found(trials: Trials, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that says nothing when it fails is noticed."""
    from novaclient_mv.cli.running import failure

    setting = Setting(FAMILIES[0], 'session', 'cold')
    trial = Trial(setting, Plan(kinds.all_kinds()['404 with Nova'], 3, True, 1))
    monkeypatch.setattr(failure, 'report', lambda error, circumstances: 7)
    assert any('said nothing' in problem for problem in trials.problems(trial))


# -- memory

_BOMBED = """
import pathlib, resource, sys, tempfile
from functional_tests.trust.faults import kinds
from functional_tests.trust.faults.front import Plan
from functional_tests.trust.faults.stage import Stage
from functional_tests.trust.faults.kinds import bombs
with tempfile.TemporaryDirectory() as folder, Stage(pathlib.Path(folder)) as stage:
    stage.run(('server-list',))
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
    for kind in bombs.kinds():
        result = stage.run(('server-list',), Plan(kind, 0, True, 1))
        print(result.status, kind.name, result.err.strip(), sep='|', flush=True)
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(resource, 'RLIMIT_AS'), reason='Memory has no limits here.')
def test_bombs_are_refused_within_a_gigabyte() -> None:
    done = subprocess.run(
        [sys.executable, '-c', _BOMBED], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    for line in done.stdout.splitlines():
        status, name, message = line.split('|', 2)
        assert (status, message.startswith('nova-mv: ')) == ('7', True), line
        assert 'Traceback' not in message, name
