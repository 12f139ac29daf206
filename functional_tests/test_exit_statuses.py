"""Exit statuses and messages of what commonly fails."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from typing import Any

from functional_tests import conftest
from functional_tests.nova import Inside, Nova, program
from functional_tests.things import Things, unique
from unit_tests.patience import PATIENCE

ERROR_KEYS = {
    *('code', 'message', 'status', 'http_status', 'request_id'),
    *('needs_version', 'cloud_range', 'retryable', 'release'),
}
NOWHERE = 'http://127.0.0.1:9/v3'
LOGIN = {
    'OS_CLOUD': '',
    'OS_AUTH_URL': NOWHERE,
    'OS_USERNAME': 'anybody',
    'OS_PASSWORD': 'anything',
    'OS_PROJECT_NAME': 'any',
    'OS_USER_DOMAIN_NAME': 'Default',
    'OS_PROJECT_DOMAIN_NAME': 'Default',
}


def test_error_is_an_object_for_programs(user: Nova, version: str) -> None:
    result = user('-f', 'json', 'server-show', 'no-such-server', version=version)
    error = json.loads(result.err)
    assert set(error) == ERROR_KEYS
    assert (error['code'], error['status'], result.status) == ('not_found', 5, 5)
    assert error['retryable'] is False


def test_what_is_not_there_is_not_found(inside: Inside, version: str) -> None:
    nobody = '00000000-0000-4000-8000-000000000000'
    for words in (
        ('server-show', 'no-such-server'),
        ('server-show', nobody),
        ('server-stop', nobody),
        ('server-list', '--flavor', 'no-such-flavor'),
        ('server-list', '--image', 'no-such-image'),
        ('keypair-show', 'no-such-key'),
        ('keypair-delete', 'no-such-key'),
        ('flavor-show', 'no-such-flavor'),
    ):
        result = inside(*words, version=version)
        assert (result.out, result.status) == ('', 5), (words, result.err)


def test_name_of_two_servers_is_ambiguous(nova: Nova, things: Things) -> None:
    name = unique('twin')
    for _ in range(2):
        things.keep(nova('-f', 'json', *things.create_words(name)))
    result = nova('server-show', name)
    assert (result.out, result.status) == ('', 5)
    assert all(id in result.err for id in things.servers)


def test_what_the_state_forbids_is_a_conflict(
    user: Nova, server: dict[str, Any], version: str
) -> None:
    result = user('-f', 'json', 'server-start', server['id'], version=version)
    error = json.loads(result.err)
    assert (error['code'], error['http_status'], result.status) == ('conflict', 409, 6)
    assert error['request_id'].startswith('req-')


def test_second_keypair_of_a_name_is_a_conflict(user: Nova, things: Things, version: str) -> None:
    name = things.import_keypair(version=version)
    again = user('keypair-create', name, '--pub-key', '-', version=version, stdin='ssh-rsa AAAA x')
    assert (again.out, again.status) in (('', 6), ('', 1))


def test_some_of_several_that_fail_are_told(
    user: Nova, things: Things, server: dict[str, Any], version: str
) -> None:
    mine = things.create(version=version)
    things.forget(mine['id'])
    result = user('server-delete', mine['id'], 'no-such-server', version=version)
    assert result.status == 8
    assert result.out == f'{mine["name"]} ({mine["id"]}): delete accepted\n'
    assert 'no-such-server' in result.err
    assert '1 of 2 failed' in result.err


def test_wait_that_runs_out_fails(inside: Inside, things: Things, version: str) -> None:
    line = things.create_words(unique('server'), '--wait', '--wait-timeout', '0.001')
    result = inside(*line, version=version)
    name = line[1]
    things.keep_named(name)
    assert result.status == 9
    assert name in result.err
    assert "'nova-mv server-show " in result.err


def test_cloud_that_does_not_answer_is_unreachable(user: Nova, version: str) -> None:
    result = user('--no-cache', 'server-list', version=version, env=LOGIN)
    assert (result.out, result.status) == ('', 7)
    assert '127.0.0.1:9' in result.err


def test_ctrl_c_ends_a_wait(nova: Nova, things: Things) -> None:
    line = things.create_words(unique('server'), '--wait')
    # Progress is told to a terminal when the cloud has begun and the command waits.
    terminal, end = os.openpty()
    process = nova.start(*line, stderr=end)
    os.close(end)
    said = b''
    while line[1].encode() not in said:
        said += os.read(terminal, 1000)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=PATIENCE)
    said += os.read(terminal, 1000)
    os.close(terminal)
    things.keep_named(line[1])
    assert process.returncode == 130
    stopped = b'\r\nnova-mv: Interrupted. Still in progress on the cloud: %s.\r\n'
    assert said.endswith(stopped % line[1].encode())
    # What was begun is shown all the same.
    assert line[1] in out


def test_reader_that_leaves_is_no_error(nova: Nova, server: object) -> None:
    words = [*program(), '-f', 'ndjson', 'server-list']
    process = subprocess.Popen(
        words,
        env=nova.variables,
        cwd=nova.cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding='utf-8',
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == ''
    process.stderr.close()
    assert process.wait(timeout=PATIENCE) == 141


def test_report_says_which_program_is_run() -> None:
    assert conftest.pytest_report_header() == f'program: {" ".join(program())}'
