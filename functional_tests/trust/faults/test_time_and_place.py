"""Runs and pauses, signals, full disks, strange homes and clocks that jump."""

from __future__ import annotations

import os
import pathlib
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from functional_tests.trust import judging
from functional_tests.trust.faults import kinds, roles
from functional_tests.trust.faults.exchange import Exchange, Kind, Reply
from functional_tests.trust.faults.front import PASSWORD, Plan
from functional_tests.trust.faults.stage import Stage
from unit_tests import processes
from unit_tests.nova import Result
from unit_tests.patience import PATIENCE

ROOT = pathlib.Path(__file__).parents[3]
LIST = ('server-list',)
DELETE = ('keypair-delete', 'key-1')


@pytest.fixture(scope='module')
def whole_stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """A cloud and its user."""
    with Stage(tmp_path_factory.mktemp('stage')) as stage:
        yield stage


@pytest.fixture
def stage(whole_stage: Stage) -> Stage:
    """A cloud and its user, as they were at first."""
    whole_stage.restore(whole_stage.template)
    return whole_stage


def place_of(stage: Stage, words: tuple[str, ...], role: str) -> int:
    """The number of the first request of a role in a cold run."""
    assert stage.run(words).status == 0
    number = next(n for n, asked in enumerate(stage.front.asked) if asked.role == role)
    stage.restore(stage.template)
    return number


def good(stage: Stage, result: Result, words: tuple[str, ...]) -> Result:
    """A result with which nothing is wrong by the rules of all runs."""
    writes = tuple(stage.front.carried_out)
    assert not judging.problems(judging.Run(words, *result, writes), [PASSWORD]), result
    return result


# -- Retry-After


@pytest.mark.parametrize('status', [429, 503])
@pytest.mark.parametrize('words', [LIST, DELETE])
def test_pause_beyond_the_limit_is_told_and_not_waited_for(
    stage: Stage, words: tuple[str, ...], status: int
) -> None:
    place = place_of(stage, words, roles.READ if words is LIST else roles.WRITE)
    kind = kinds.all_kinds()[f'{status} and Retry-After: 3600']
    result = good(stage, stage.run(words, Plan(kind, place, True, 1)), words)
    assert 'try again after 3600 seconds' in result.err
    assert (result.status != 0, stage.nova.clock.sleeps) == (True, [])


def test_pause_up_to_the_limit_is_obeyed(stage: Stage) -> None:
    kind = kinds.all_kinds()['503 and Retry-After: 60']
    plan = Plan(kind, place_of(stage, LIST, roles.READ), False, 1)
    assert good(stage, stage.run(LIST, plan), LIST).status == 0
    assert stage.nova.clock.sleeps == [60]


def test_login_that_is_put_off_says_until_when(stage: Stage) -> None:
    kind = kinds.all_kinds()['429 and Retry-After: 300']
    plan = Plan(kind, place_of(stage, LIST, roles.LOGIN), True, 1)
    result = good(stage, stage.run(LIST, plan), LIST)
    assert (result.status, 'try again after 300 seconds' in result.err) == (7, True)


# -- tokens


@pytest.mark.parametrize('words', [LIST, ('server-reboot', 'web-1', 'web-2', 'web-3')])
def test_token_that_is_always_refused_is_renewed_once(stage: Stage, words: tuple[str, ...]) -> None:
    assert stage.run(LIST).status == 0
    stage.front.begin(Plan(kinds.all_kinds()['401 with Keystone'], 0, False, 1))
    stage.front.refuses_tokens = True
    try:
        result = good(stage, stage.nova(*words, env=stage.variables), words)
    finally:
        stage.front.refuses_tokens = False
    assert (result.status, 'HTTP 401' in result.err) == (4, True)
    assert [asked.role for asked in stage.front.asked].count(roles.LOGIN) == 1


# -- processes


def start(stage: Stage, *words: str, **variables: str) -> subprocess.Popen[str]:
    """Start the program as a process."""
    return subprocess.Popen(
        [sys.executable, '-m', 'novaclient_mv', *words],
        env={**environment(stage), **variables},
        cwd=stage.home,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def environment(stage: Stage) -> dict[str, str]:
    """The variables of a process."""
    own = {'PYTHONPATH': str(ROOT), 'PATH': os.environ['PATH']}
    return {**stage.nova.variables(None, stage.variables), **own}


@pytest.mark.parametrize('words', [LIST, DELETE])
def test_sigterm_is_told_like_ctrl_c(stage: Stage, words: tuple[str, ...]) -> None:
    role = roles.READ if words is LIST else roles.WRITE
    place, told = place_of(stage, words, role), []
    for number in (signal.SIGINT, signal.SIGTERM):
        came = threading.Event()

        def stalled(exchange: Exchange, came: threading.Event = came) -> Reply:
            came.set()
            return Reply((), 'stall')

        stage.restore(stage.template)
        stage.front.begin(Plan(Kind('stalled', stalled), place, True, 1))
        process = start(stage, *words)
        assert came.wait(PATIENCE)
        processes.interrupt(process, number)
        out, err = process.communicate(timeout=PATIENCE)
        told.append((process.returncode, out, sorted(err.split())))
    assert told[0] == told[1]
    assert told[0][0] == 130


@pytest.fixture
def full_disk(tmp_path: pathlib.Path) -> Iterator[pathlib.Path]:
    """A folder on a disk without room."""
    folder = tmp_path / 'full'
    folder.mkdir()
    words = ['mount', '-t', 'tmpfs', '-o', 'size=8k,mode=0777', 'tmpfs', str(folder)]
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip('There is no program that mounts a disk.')
    if done.returncode:
        pytest.skip(f'A small disk cannot be mounted: {done.stderr.strip()}')
    try:
        with (folder / 'all').open('wb', buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                pass
        yield folder
    finally:
        subprocess.run(['umount', str(folder)], check=True)


@pytest.mark.parametrize('variable', ['XDG_CACHE_HOME', 'XDG_STATE_HOME', 'HOME'])
def test_full_disk_below_the_home_costs_no_command(
    stage: Stage, full_disk: pathlib.Path, variable: str
) -> None:
    healthy = stage.run(LIST)
    variables = {**stage.variables, variable: str(full_disk)}
    for _ in range(2):
        stage.front.begin()
        assert stage.nova(*LIST, env=variables).out == healthy.out


@pytest.mark.parametrize('home', ['', '/dev/null/at/all', '/dev/null', '/proc/self'])
def test_home_that_is_none_costs_no_command(stage: Stage, home: str) -> None:
    healthy = stage.run(LIST)
    stage.front.begin()
    variables = {**environment(stage), 'HOME': home}
    variables = {name: value for name, value in variables.items() if not name.startswith('XDG')}
    if not home:
        # Where there is no variable, the list of users tells the home.
        del variables['HOME']
        variables['OS_CACHE'] = '0'
    done = subprocess.run(
        [sys.executable, '-m', 'novaclient_mv', *LIST],
        env=variables,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.stdout, done.returncode) == (healthy.out, 0)
    assert 'Traceback' not in done.stderr


# -- clocks


@pytest.mark.parametrize('seconds', [-86400 * 3650, -7200, -1, 1, 7200, 86400 * 3650])
def test_clock_that_jumps_between_runs(stage: Stage, seconds: float) -> None:
    healthy = stage.run(LIST)
    stage.nova.clock.time += seconds
    after = good(stage, stage.run(LIST), LIST)
    assert after == healthy
    assert [asked.role for asked in stage.front.asked].count(roles.LOGIN) <= 1


@pytest.mark.parametrize('seconds', [-86400, -60, 60, 86400])
def test_clock_that_jumps_in_a_wait(stage: Stage, seconds: float) -> None:
    words = ('server-stop', 'web-1', '--wait')
    place = place_of(stage, words, roles.WRITE)

    def jumping(exchange: Exchange) -> Reply:
        stage.nova.clock.time += seconds
        return Reply((exchange.answer(),))

    # What measures how long a wait has taken is another clock, which does not jump.
    result = good(stage, stage.run(words, Plan(Kind('jump', jumping), place, False, 1)), words)
    assert result.status in (0, 9)
    assert len(stage.front.carried_out) == 1
