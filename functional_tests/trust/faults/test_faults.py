"""A fault that breaks a rule is found; answers that would take all memory are refused."""

from __future__ import annotations

import pathlib
import resource
import subprocess
import sys

import pytest

from functional_tests.trust.faults import kinds
from functional_tests.trust.faults.families import FAMILIES
from functional_tests.trust.faults.front import Plan
from functional_tests.trust.faults.stage import Stage
from functional_tests.trust.faults.trials import Fault, Setting, Trials
from novaclient_mv.cli.running import failure

ROOT = pathlib.Path(__file__).parents[3]


def test_program_that_says_nothing_when_it_fails_is_noticed(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setting = Setting(FAMILIES[0], 'session', 'cold')
    fault = Fault(setting, Plan(kinds.all_kinds()['404 with Nova'], 3, True, 1))
    with Stage(tmp_path) as stage:
        trials = Trials(stage)
        trials.healthy(setting)
        monkeypatch.setattr(failure, 'report', lambda error, circumstances: 7)
        assert any('said nothing' in problem for problem in trials.problems(fault))


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
