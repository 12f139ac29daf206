"""Each row of the table of exit statuses, and the JSON form of errors."""

from __future__ import annotations

import json
import os
import pathlib
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

from novaclient_mv import exceptions
from unit_tests import processes, records
from unit_tests.newest import BEYOND
from unit_tests.nova import Nova
from unit_tests.patience import PATIENCE
from unit_tests.scripted import Request, ScriptedCloud, fault

KEYS = {'code', 'message', 'status', 'request_id', 'needs_version', 'cloud_range', 'retryable'}
ROOT = pathlib.Path(__file__).parents[2]


@pytest.fixture
def busy_cloud(start_cloud: Callable[..., ScriptedCloud]) -> ScriptedCloud:
    """A cloud up to 2.53 with one server."""
    cloud = start_cloud()
    records.add_server(cloud, records.server(1, 'web'))
    return cloud


SERVER = f'/servers/{records.server_id(1)}'

# What is typed, how the cloud answers a deletion, the status, and the error's code.
ROWS: list[tuple[str, tuple[str, ...], tuple[int, str] | None, int, str]] = [
    ('unknown command', ('server-lsit',), None, 2, 'unknown_command'),
    ('unknown option', ('server-list', '--spam'), None, 2, 'unknown_option'),
    ('unknown column', ('server-list', '-c', 'spam'), None, 2, 'unknown_column'),
    ('bad value', ('server-list', '--limit', 'many'), None, 2, 'usage'),
    ('bad expression', ('server-list', '--query', '[?'), None, 2, 'usage'),
    ('missing argument', ('server-show',), None, 2, 'usage'),
    ('bad spelling of a version', ('--os-compute-api-version', '2.01', 'help'), None, 2, ''),
    ('too new', ('--os-compute-api-version', BEYOND, 'server-list'), None, 2, ''),
    (
        'option outside the named version',
        ('--os-compute-api-version', '2.9', 'server-list', '--tags', 'a'),
        None,
        2,
        'outside_version',
    ),
    (
        'named version that the cloud lacks',
        ('--os-compute-api-version', '2.90', 'server-list'),
        None,
        3,
        'version_not_offered',
    ),
    (
        'option that the cloud lacks',
        ('server-update', 'web', '--hostname', 'x'),
        None,
        3,
        'version_not_offered',
    ),
    ('no login', ('server-delete', 'web', '--os-password', 'wrong'), None, 4, 'login'),
    ('400', ('server-delete', 'web'), (400, 'Bad.'), 1, 'bad_request'),
    ('401', ('server-delete', 'web'), (401, 'No.'), 4, 'unauthorized'),
    ('403', ('server-delete', 'web'), (403, 'Policy forbids it.'), 4, 'forbidden'),
    ('403 quota', ('server-delete', 'web'), (403, 'Quota exceeded for cores.'), 6, 'over_quota'),
    ('404', ('server-delete', records.server_id(9)), None, 5, 'not_found'),
    ('name of nothing', ('server-show', 'db'), None, 5, 'not_found'),
    ('405', ('server-delete', 'web'), (405, 'No such method.'), 1, 'method_not_allowed'),
    ('406', ('server-delete', 'web'), (406, 'Not that version.'), 3, 'not_acceptable'),
    ('409', ('server-delete', 'web'), (409, 'It is locked.'), 6, 'conflict'),
    ('410', ('server-delete', 'web'), (410, 'Gone.'), 1, 'gone'),
    ('413', ('server-delete', 'web'), (413, 'Too much.'), 6, 'over_limit'),
    ('429', ('server-delete', 'web'), (429, 'Slow down.'), 7, 'rate_limit'),
    ('500', ('server-delete', 'web'), (500, 'Broken.'), 7, 'write_uncertain'),
    ('501', ('server-delete', 'web'), (501, 'Cannot.'), 1, 'not_implemented'),
]


@pytest.mark.parametrize(
    ('words', 'answer', 'status', 'code'), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS]
)
def test_status_and_json_error_of(
    nova: Nova,
    busy_cloud: ScriptedCloud,
    words: tuple[str, ...],
    answer: tuple[int, str] | None,
    status: int,
    code: str,
) -> None:
    if answer is not None:
        busy_cloud.on('DELETE', SERVER, lambda request: fault(*answer))
    result = nova(*words, '--error-format', 'json', cloud=busy_cloud)
    assert result.status == status, result
    told = json.loads(result.err)
    assert set(told) >= KEYS
    assert told['status'] == status
    assert told['code'] == code or not code
    assert told['message']
    if answer is not None and answer[0] != 401:
        assert told['request_id'].startswith('req-')
        assert answer[1].rstrip('.') in told['message']
        assert told['http_status'] == answer[0]
    if words[0].startswith('server-l'):
        assert not busy_cloud.requests  # refused before any login


@pytest.mark.parametrize(
    ('statuses', 'expected'),
    [((204, 409), 8), ((409, 409), 6), ((404, 404), 5), ((409, 404), 8), ((204, 204), 0)],
)
def test_several_targets(
    nova: Nova, busy_cloud: ScriptedCloud, statuses: tuple[int, int], expected: int
) -> None:
    for number, status in enumerate(statuses, 1):
        path = f'/servers/{records.server_id(number)}'
        busy_cloud.on('GET', path, {'server': records.server(number)})
        said = None if status == 204 else {'conflictingRequest': {'message': f'No {number}.'}}
        busy_cloud.on('DELETE', path, said, status)
    ids = [records.server_id(number) for number in (1, 2)]
    result = nova('server-delete', *ids, '--error-format', 'json', cloud=busy_cloud)
    assert result.status == expected
    failed = [each for each, status in zip(ids, statuses, strict=True) if status != 204]
    if failed:
        told = json.loads(result.err)
        assert list(told['failures']) == failed
        assert (told['code'], told['status']) == ('some_failed', expected)
    assert result.out.count('delete accepted') == 2 - len(failed)


def test_error_is_json_when_the_output_is(nova: Nova, busy_cloud: ScriptedCloud) -> None:
    missing = ('server-show', 'db')
    assert json.loads(nova(*missing, '-f', 'json', cloud=busy_cloud).err)['status'] == 5
    text = nova(*missing, '-f', 'json', '--error-format', 'text', cloud=busy_cloud).err
    assert text.startswith('nova-mv: There is no server')
    assert nova(*missing, '-f', 'yaml', cloud=busy_cloud).err == text


@pytest.mark.parametrize(
    'words',
    [
        ('--error-format', 'json', '--spam', 'server-list'),
        ('--error-format', 'json', 'spam'),
        ('--error-format=json', 'server-list', '--limit'),
        ('server-list', '--spam', '-f', 'json'),
        ('-fjson', 'server-list', '--limit', 'x'),
    ],
)
def test_error_in_the_command_line_itself_is_json_too(nova: Nova, words: tuple[str, ...]) -> None:
    result = nova(*words)
    assert result.status == 2
    assert json.loads(result.err)['status'] == 2


def test_wait_that_runs_out_is_9(nova: Nova, busy_cloud: ScriptedCloud) -> None:
    busy_cloud.on('POST', f'{SERVER}/action', None, 202)
    words = ('server-stop', 'web', '--wait', '--wait-timeout', '10', '--error-format', 'json')
    result = nova(*words, cloud=busy_cloud)
    told = json.loads(result.err)
    assert (result.status, told['code'], told['status']) == (9, 'timed_out', 9)
    assert told['message'] == (
        'web is ACTIVE after 10 seconds; it was to be SHUTOFF. It goes on without this command. '
        f"'nova-mv server-show {records.server_id(1)}' shows how it went on."
    )


def test_every_status_is_in_the_documentation() -> None:
    page = (ROOT / 'doc' / 'source' / 'reference' / 'exit-statuses.rst').read_text(encoding='utf-8')
    listed = re.findall(r'^(\d+) {2,}\S', page, re.MULTILINE)
    assert [int(each) for each in listed] == [int(each) for each in exceptions.ExitStatus]


# -- as a process ------------------------------------------------------------


def process(nova: Nova, cloud: ScriptedCloud, *words: str, **options: Any) -> subprocess.Popen[str]:
    """The program as a process of its own."""
    variables = {**nova.variables(cloud, {}), 'PYTHONPATH': str(ROOT), 'PATH': os.environ['PATH']}
    return subprocess.Popen(
        [sys.executable, '-m', 'novaclient_mv', *words],
        env=variables,
        cwd=nova.home,
        text=True,
        stderr=subprocess.PIPE,
        **options,
    )


def test_reader_that_leaves_makes_it_141_without_a_traceback(
    nova: Nova, busy_cloud: ScriptedCloud
) -> None:
    rows = [records.server(number) for number in range(3000)]
    busy_cloud.on('GET', '/servers/detail', records.pages(rows, 'servers', 1000))
    with process(nova, busy_cloud, 'server-list', '-f', 'ndjson', stdout=subprocess.PIPE) as writer:
        head = processes.run(['head', '-1'], stdin=writer.stdout, check=True)
        assert writer.stdout is not None
        writer.stdout.close()
        assert writer.stderr is not None
        assert writer.stderr.read() == ''
        assert writer.wait(PATIENCE) == 141
    assert json.loads(head.stdout)['name'] == 'web0'


def test_output_into_a_full_disk_is_1_and_one_line(nova: Nova, busy_cloud: ScriptedCloud) -> None:
    with (
        open('/dev/full', 'w') as full,
        process(nova, busy_cloud, 'server-list', stdout=full) as done,
    ):
        _, err = done.communicate(timeout=PATIENCE)
    assert (done.returncode, err) == (1, 'nova-mv: No space left on device\n')


def test_output_that_was_closed_is_1_and_one_line(nova: Nova, busy_cloud: ScriptedCloud) -> None:
    variables = {**nova.variables(busy_cloud, {}), 'PYTHONPATH': str(ROOT)}
    done = subprocess.run(
        ['sh', '-c', f'exec {sys.executable} -m novaclient_mv server-list >&-'],
        env=variables,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, 'nova-mv: Bad file descriptor: output\n')


def test_ctrl_c_is_130_without_a_traceback(nova: Nova, busy_cloud: ScriptedCloud) -> None:
    is_asked, is_over = threading.Event(), threading.Event()

    def hang(request: Request) -> Any:
        is_asked.set()
        is_over.wait(PATIENCE)
        return {'servers': []}

    busy_cloud.on('GET', '/servers/detail', hang)
    with process(nova, busy_cloud, 'server-list', stdout=subprocess.PIPE) as done:
        assert is_asked.wait(PATIENCE)
        processes.interrupt(done)
        _, err = done.communicate(timeout=PATIENCE)
        is_over.set()
    assert (done.returncode, err) == (130, '\nnova-mv: Interrupted.\n')
