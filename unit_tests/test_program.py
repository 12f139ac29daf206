"""The program as a process: its first frame, and the way of ``--version`` alone."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

import pytest

from novaclient_mv import __main__ as program
from unit_tests.newest import BEYOND
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

ROOT = pathlib.Path(__file__).parents[1]
DEPTHS, CALLS = 300, 200

IN_THE_PROGRAM = """
import resource, sys, types

# Its frame is longer than that of the other one, so that at some depth it crosses an edge.
exec(f'def leaf({", ".join(f"a{n}=0" for n in range(99))}): pass')

def faults_at(depth):
    if depth: return faults_at(depth - 1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(CALLS): leaf()
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

def endless(depth): return endless(depth + 1)

def shell(argv):
    # Each depth once before, so that memory that is touched for the first time is not counted.
    for _ in range(2): worst = max(map(faults_at, range(DEPTHS)))
    try: endless(0)
    except RecursionError: print(worst, 'RecursionError')
    return 0

sys.modules['novaclient_mv.shell'] = stub = types.ModuleType('novaclient_mv.shell')
stub.main = shell
from novaclient_mv.__main__ import main
main()
"""


def run(*words: str, **options: object) -> subprocess.CompletedProcess[str]:
    """The outcome of a Python process."""
    environment = {'PYTHONPATH': str(ROOT), 'HOME': os.devnull}
    done: subprocess.CompletedProcess[str] = subprocess.run(
        [sys.executable, *words],
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        **{'stdout': subprocess.PIPE, **options},  # type: ignore[call-overload]
    )
    return done


def test_first_frame_asks_for_the_room_of_all_others() -> None:
    assert program.main.__code__.co_stacksize >= 1 << 14


@pytest.mark.skipif(sys.platform != 'linux', reason='Other systems count page faults otherwise.')
def test_calls_at_no_depth_give_memory_back_and_take_it_again() -> None:
    code = f'CALLS, DEPTHS = {CALLS}, {DEPTHS}\n{IN_THE_PROGRAM}'
    done = run('-c', code)
    assert done.returncode == 0, done.stderr
    faults, deepest = done.stdout.split()
    assert int(faults) < CALLS // 2
    assert deepest == 'RecursionError'


def test_version_alone_is_said_as_it_is_with_anything_else(nova: Nova) -> None:
    said = nova('--version')
    alone = run('-m', 'novaclient_mv', '--version')
    assert (alone.stdout, alone.stderr, alone.returncode) == (said.out, said.err, said.status)


@pytest.mark.parametrize('stderr', ['2>/dev/full', '2>&-', '2>&1 >/dev/null | exec true'])
@pytest.mark.parametrize(
    ('words', 'status'),
    [('server-show nope', 5), ('nosuch', 2), ('--debug --timings server-list', 0)],
)
def test_messages_that_cannot_be_written_leave_the_status(
    nova: Nova, cloud: ScriptedCloud, words: str, status: int, stderr: str
) -> None:
    cloud.on('GET', '/servers/detail', {'servers': []})
    program = f'{sys.executable} -m novaclient_mv {words}'
    # The status is written where no redirection takes it away.
    script = f'{{ {program}; echo $? >&3; }} {stderr}'
    done = subprocess.run(
        ['sh', '-c', f'exec 3>status; {script}'],
        env={**nova.variables(cloud, {}), 'PYTHONPATH': str(ROOT), 'PATH': os.environ['PATH']},
        cwd=nova.home,
        capture_output=True,
        check=False,
    )
    assert (nova.home / 'status').read_text() == f'{status}\n', done


@pytest.mark.skipif(not os.path.exists('/dev/full'), reason='Needs a device that is always full.')
def test_version_that_cannot_be_written_fails_like_any_other_output() -> None:
    with open('/dev/full', 'w', encoding='utf-8') as full:
        alone = run('-m', 'novaclient_mv', '--version', stdout=full)
        longer = run('-m', 'novaclient_mv', '--version', '--no-cache', stdout=full)
    assert alone.returncode == longer.returncode != 0
    assert alone.stderr == longer.stderr != ''


def test_version_for_a_reader_that_is_gone_ends_like_any_other_output() -> None:
    statuses = []
    for words in (['--version'], ['--version', '--no-cache']):
        reading, writing = os.pipe()
        os.close(reading)
        statuses.append(run('-m', 'novaclient_mv', *words, stdout=writing).returncode)
        os.close(writing)
    assert statuses == [141, 141]


def test_version_without_an_output_is_an_error() -> None:
    code = 'import sys; sys.stdout = None; sys.argv[1:] = ["--version"]\n'
    done = run('-c', f'{code}from novaclient_mv.__main__ import main; main()')
    assert (done.returncode != 0, done.stderr != '') == (True, True)


def test_package_has_its_versions_when_they_are_asked_for() -> None:
    code = (
        'import sys, novaclient_mv\n'
        'assert "novaclient_mv.api_versions" not in sys.modules\n'
        'print(novaclient_mv.api_versions.__name__, novaclient_mv.API_MIN_VERSION)\n'
        'print(novaclient_mv.API_MAX_VERSION, hasattr(novaclient_mv, "nothing"))\n'
    )
    done = run('-c', code)
    assert done.returncode == 0, done.stderr
    first, last = done.stdout.splitlines()
    assert first == 'novaclient_mv.api_versions 2.1'
    assert last.endswith(' False')
    assert last.split()[0] != BEYOND


@pytest.mark.parametrize('name', ['base', 'client', 'exceptions', 'extension', 'v2'])
def test_package_has_its_modules_once_any_is_imported(name: str) -> None:
    # tobiko 0.8.33 imports novaclient.v2.client, and then calls novaclient.client.Client.
    done = run(
        '-c', f'import novaclient_mv.api_versions, sys; print(novaclient_mv.{name}.__name__)'
    )
    assert (done.stdout, done.stderr) == (f'novaclient_mv.{name}\n', '')
