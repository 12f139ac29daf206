"""Tests of the command in a cloud file that prints the secret of a login."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import pty
import sys
import time
from typing import Any

import pytest

from novaclient_mv import errors
from novaclient_mv.cli.completing import refreshing
from novaclient_mv.clouds import environment
from novaclient_mv.clouds.logins import password_commands
from unit_tests import processes
from unit_tests.nova import Nova
from unit_tests.patience import PATIENCE
from unit_tests.scripted import ScriptedCloud
from unit_tests.scripted_services import SECRET
from unit_tests.typed_answers import Asked

LIST = ('--os-cloud', 'own', '--error-format', 'text', 'server-list', '-f', 'json')
SHELL = ('/bin/sh', '-c')
COUNTED = 'echo run >> runs; echo {secret}; echo more'


def entry(cloud: ScriptedCloud, command: Any, **more: Any) -> str:
    """The cloud file, as JSON, which is YAML."""
    auth = {
        'auth_url': f'{cloud.url}/v3',
        'username': 'demo',
        'user_domain_name': 'Default',
        'project_name': 'demo',
        'project_domain_name': 'Default',
    }
    own = {'auth': auth, 'password_command': command, **more}
    return json.dumps({'clouds': {'own': own}})


def counted(nova: Nova, secret: str = SECRET) -> list[str]:
    """A command that writes down that it runs."""
    return [*SHELL, COUNTED.format(secret=secret).replace('runs', str(nova.home / 'runs'))]


def runs(nova: Nova) -> int:
    """The number of its runs."""
    file = nova.home / 'runs'
    return len(file.read_text().splitlines()) if file.exists() else 0


def test_first_line_of_the_command_is_the_password(nova: Nova, cloud: ScriptedCloud) -> None:
    nova.cloud_file(entry(cloud, counted(nova)))
    result = nova(*LIST)
    assert (result.out, result.err, result.status) == ('[]\n', '', 0)


def test_command_runs_only_where_a_login_is_made(nova: Nova, cloud: ScriptedCloud) -> None:
    nova.cloud_file(entry(cloud, counted(nova)))
    for _ in range(3):
        assert nova(*LIST).status == 0
    for options in (('--debug',), ('--timings',)):
        assert nova(*options, *LIST).status == 0
    assert nova('--os-cloud', 'own', 'config-show').status == 0
    assert nova('--os-cloud', 'own', 'help', 'server-list').status == 0
    assert runs(nova) == 1
    nova(*LIST, '--no-cache')
    assert runs(nova) == 2


def test_other_command_is_another_login(nova: Nova, cloud: ScriptedCloud) -> None:
    nova.cloud_file(entry(cloud, counted(nova)))
    nova(*LIST)
    nova.cloud_file(entry(cloud, [*counted(nova), 'argument']))
    nova(*LIST)
    assert runs(nova) == 2


def test_refused_password_has_the_command_to_blame(nova: Nova, cloud: ScriptedCloud) -> None:
    file = nova.cloud_file(entry(cloud, counted(nova, 'wrong-one')))
    result = nova(*LIST)
    assert result.status == 4
    assert f'the password from password_command of cloud own in {file}' in result.err
    assert 'wrong-one' not in result.err
    assert runs(nova) == 1


def test_standalone_service_with_a_password_has_the_command_run(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    cloud.on('GET', '/servers/detail', lambda request: {'servers': []})
    auth = {'username': 'demo', 'endpoint': f'{cloud.url}/v2.1'}
    nova.cloud_file(entry(cloud, counted(nova), auth_type='http_basic', auth=auth))
    nova('--os-compute-api-version', '2.1', *LIST)
    assert runs(nova) == 1
    sent = {request.headers.get('Authorization') for request in cloud.requests}
    assert sent == {'Basic ZGVtbzpzZWNyZXQ='}


def test_command_is_not_run_for_the_completion_of_a_line(nova: Nova, cloud: ScriptedCloud) -> None:
    auth = {'username': 'demo', 'endpoint': f'{cloud.url}/v2.1'}
    of_service = entry(cloud, counted(nova), auth_type='http_basic', auth=auth)
    for text in (of_service, entry(cloud, counted(nova))):
        nova.cloud_file(text)
        surroundings = environment.Environment(nova.variables(None, {}), cwd=str(nova.home))
        refreshing.refresh('server', ['--os-cloud', 'own'], surroundings)
    assert runs(nova) == 0


@pytest.mark.parametrize('command', ['pass show os', [], [''], [['pass']], {'pass': 'show'}])
def test_anything_but_a_list_of_words_is_refused(
    nova: Nova, cloud: ScriptedCloud, command: Any
) -> None:
    nova.cloud_file(entry(cloud, command))
    result = nova(*LIST)
    assert 'needs a list of words as password_command' in result.message
    assert result.status == 2
    assert not cloud.requests


@pytest.mark.parametrize(
    'place', [{'auth': {'password_command': 'x'}}, {'regions': [{'name': 'r', 'values': {}}]}]
)
def test_command_stands_beside_auth(
    nova: Nova, cloud: ScriptedCloud, place: dict[str, Any]
) -> None:
    if 'regions' in place:
        place['regions'][0]['values'] = {'password_command': ['x']}
    nova.cloud_file(json.dumps({'clouds': {'own': place}}))
    result = nova(*LIST)
    assert (result.status, 'password_command beside auth' in result.message) == (2, True)


def test_file_of_the_current_folder_runs_nothing_unless_it_is_named(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    file = nova.home / 'clouds.yaml'
    file.write_text(entry(cloud, counted(nova)))
    refused = nova(*LIST)
    assert refused.status == 2
    assert 'is in the current folder' in refused.message
    assert runs(nova) == 0
    assert nova(*LIST, env={'OS_CLIENT_CONFIG_FILE': str(file)}).status == 0


def test_command_may_stand_in_the_file_of_secrets(nova: Nova, cloud: ScriptedCloud) -> None:
    file = nova.cloud_file(entry(cloud, None))
    secure = json.dumps({'clouds': {'own': {'password_command': counted(nova)}}})
    (file.parent / 'secure.yaml').write_text(secure)
    assert nova(*LIST).status == 0
    row = json.loads(nova('--os-cloud', 'own', 'config-show', '-f', 'json').out)[-1]
    assert (row['setting'], row['value']) == ('password_command', '/bin/sh ...')
    assert row['file'] == str(file.parent / 'secure.yaml')


def first_line(script: str, seconds: float = 60) -> str:
    """The first line of the output of a script."""
    return password_commands.first_line([*SHELL, script], os.environ, 'the file', seconds)


@pytest.mark.parametrize(
    ('script', 'line'),
    [
        ('echo one; echo two', 'one'),
        ("printf 'no end'", 'no end'),
        (r"printf ' blanks \r\n'", ' blanks '),
        ('echo ümlaut', 'ümlaut'),
        ('echo first; head -c 1000000 /dev/zero', 'first'),
    ],
)
def test_line_is_as_it_was_printed(script: str, line: str) -> None:
    assert first_line(script) == line


@pytest.mark.parametrize(
    ('script', 'reason'),
    [
        ('echo secret; exit 3', 'ended with status 3'),
        ('kill -9 $$', 'was ended by SIGKILL'),
        ('true', 'printed no secret: its first line is empty'),
        ('head -c 70000 /dev/zero | tr "\\0" a', 'printed no secret: its first line is too long'),
        ('echo; echo secret', 'printed no secret: its first line is empty'),
        (r"printf '\377\n'", 'printed something that is not text in UTF-8'),
    ],
)
def test_failure_is_told_without_what_was_printed(script: str, reason: str) -> None:
    with pytest.raises(errors.LoginError) as caught:
        first_line(script)
    assert str(caught.value) == f'No secret came from the file: /bin/sh {reason}.'


STARTED = 'sleep 600 & echo $! > "$PID"; '


@pytest.mark.parametrize(
    'end',
    ['echo one', 'echo one; sleep 600', 'echo one; sleep 600 >&-', 'echo one; wait', 'yes one'],
)
@pytest.mark.parametrize('is_at_terminal', [False, True])
def test_command_ends_with_its_first_line_and_so_does_what_it_started(
    tmp_path: pathlib.Path, end: str, is_at_terminal: bool
) -> None:
    program = (
        'import os, sys; from novaclient_mv.clouds.logins import password_commands as p; '
        'print(p.first_line(sys.argv[1:], os.environ, "file", 60, os.isatty(0)))'
    )
    environ = {**os.environ, 'PID': str(tmp_path / 'pid')}
    line = [sys.executable, '-c', program, *SHELL, STARTED + end]
    if is_at_terminal:
        pid, terminal = pty.fork()
        if not pid:
            os.execve(line[0], line, environ)
        screen = b''
        with contextlib.suppress(OSError):
            while piece := os.read(terminal, 1024):
                screen += piece
        os.close(terminal)
        assert (screen.strip(), os.waitpid(pid, 0)[1]) == (b'one', 0)
    else:
        assert processes.run(line, env=environ).stdout == 'one\n'
    started = pathlib.Path(f'/proc/{(tmp_path / "pid").read_text().strip()}')
    until = time.monotonic() + PATIENCE
    while started.exists() and 'Z' not in (started / 'stat').read_text().rpartition(')')[2]:
        assert time.monotonic() < until
        time.sleep(0.01)


@pytest.mark.parametrize('script', ['sleep 600', 'exec >&-; sleep 600', 'sleep 600 & wait'])
def test_command_that_does_not_end_is_ended(script: str) -> None:
    with pytest.raises(errors.LoginError, match='took more than'):
        first_line(script, 0.2)


@pytest.mark.parametrize('source', ['', '</dev/tty'])
def test_command_may_ask_at_the_terminal(nova: Nova, cloud: ScriptedCloud, source: str) -> None:
    nova.cloud_file(entry(cloud, [*SHELL, f'echo Which? >&2; read line {source}; echo $line']))
    for keys, status in ((f'{SECRET}\n', 0), ('\x03', 130)):
        words = ('--no-cache', *LIST)
        with Asked(words, nova.variables(None, {})) as run:
            run.until('Which?')
            run.type(keys, is_shown=True)
            assert run.status() == status, run.screen


def test_program_that_is_not_there_is_named() -> None:
    with pytest.raises(errors.LoginError, match='nowhere cannot be run: No such file'):
        password_commands.first_line(['nowhere'], os.environ, 'the file')


def test_nothing_of_it_is_in_the_list_of_processes_or_in_the_output(
    nova: Nova, cloud: ScriptedCloud, tmp_path: pathlib.Path
) -> None:
    nova.cloud_file(entry(cloud, [sys.executable, '-c', f'print({SECRET[::-1]!r}[::-1])']))
    result = nova('--debug', '--timings', *LIST)
    assert result.status == 0
    assert SECRET not in result.out + result.err.replace('application_credential_secret', '')
