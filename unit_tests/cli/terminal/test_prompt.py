"""Tests of questions for a password and a passcode, on a terminal."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator, Mapping

import pytest

from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud
from unit_tests.scripted_services import PASSCODE, SECRET
from unit_tests.typed_answers import Asked

LIST = ('server-list', '-f', 'json')
WITHOUT = {'OS_PASSWORD': ''}
QUESTION = 'Password of demo at '


@contextlib.contextmanager
def asked(
    nova: Nova,
    cloud: ScriptedCloud,
    *words: str,
    env: Mapping[str, str] = WITHOUT,
    redirect: str = '',
) -> Iterator[Asked]:
    variables = nova.variables(cloud, env)
    with Asked(words, {name: text for name, text in variables.items() if text}, redirect) as run:
        yield run


def logins(cloud: ScriptedCloud) -> int:
    return sum(request.path == '/v3/auth/tokens' for request in cloud.requests)


def test_missing_password_is_asked_for_and_not_shown(nova: Nova, cloud: ScriptedCloud) -> None:
    with asked(nova, cloud, *LIST) as run:
        assert run.until(QUESTION) == f'Password of demo at {cloud.url}/v3: '
        run.type(f'{SECRET}\n')
        assert run.status() == 0
    assert run.screen == f'Password of demo at {cloud.url}/v3: \n[]\n'
    # What was typed once serves until the token ends, also where nobody can be asked.
    with asked(nova, cloud, *LIST, redirect='</dev/null') as run:
        assert run.status() == 0
    assert run.screen == '[]\n'
    assert logins(cloud) == 1


def test_what_is_typed_is_not_shown_after_a_pause(nova: Nova, cloud: ScriptedCloud) -> None:
    with asked(nova, cloud, *LIST) as run:
        run.until(QUESTION)
        run.type('')
        run.pause()
        run.until(QUESTION, 2)
        run.type(f'{SECRET}\n')
        assert run.status() == 0
    assert SECRET not in run.screen


def test_output_may_be_a_pipe(nova: Nova, cloud: ScriptedCloud) -> None:
    with asked(nova, cloud, *LIST, redirect='| sed s/^/out:/') as run:
        run.until(QUESTION)
        run.type(f'{SECRET}\n')
        run.status()
    assert run.screen.endswith('\nout:[]\n')


@pytest.mark.parametrize('redirect', ['</dev/null', '2>/dev/null'])
def test_nobody_is_asked_where_input_or_messages_are_no_terminal(
    nova: Nova, cloud: ScriptedCloud, redirect: str
) -> None:
    with asked(nova, cloud, *LIST, redirect=redirect) as run:
        assert run.status() == 2
    assert 'Password' not in run.screen
    assert not cloud.requests


def test_one_time_passcode_is_asked_for(nova: Nova, cloud: ScriptedCloud) -> None:
    env = {**WITHOUT, 'OS_AUTH_TYPE': 'v3totp'}
    with asked(nova, cloud, *LIST, env=env) as run:
        run.until('One-time passcode of demo at ')
        run.type(f'{PASSCODE}\n')
        assert run.status() == 0


def test_factors_are_asked_for_one_after_the_other(nova: Nova, cloud: ScriptedCloud) -> None:
    factors = {'OS_AUTH_TYPE': 'v3multifactor', 'OS_AUTH_METHODS': 'v3password, v3totp'}
    with asked(nova, cloud, *LIST, env={**WITHOUT, **factors}) as run:
        run.until('Password of demo at ')
        run.type(f'{SECRET}\n')
        run.until('One-time passcode of demo at ')
        run.type(f'{PASSCODE}\n')
        assert run.status() == 0
    body = next(each.body for each in cloud.requests if each.path == '/v3/auth/tokens')
    assert body['auth']['identity']['methods'] == ['password', 'totp']


@pytest.mark.parametrize(
    ('env', 'name'), [({'OS_USERNAME': ''}, 'username'), ({'OS_AUTH_URL': ''}, 'auth-url')]
)
@pytest.mark.parametrize('auth_type', ['password', 'v3password', 'v3totp', 'v3multifactor'])
def test_nobody_is_asked_where_more_is_missing(
    nova: Nova, cloud: ScriptedCloud, env: dict[str, str], name: str, auth_type: str
) -> None:
    methods = {'OS_AUTH_TYPE': auth_type, 'OS_AUTH_METHODS': 'v3password, v3totp'}
    with asked(nova, cloud, 'server-list', env={**WITHOUT, **methods, **env}) as run:
        assert run.status() == 2
    assert f'given: set --os-{name}' in run.screen.replace('\n', ' ')
    assert not cloud.requests


def test_wrong_password_is_refused_once_and_blamed(nova: Nova, cloud: ScriptedCloud) -> None:
    with asked(nova, cloud, *LIST) as run:
        run.until(QUESTION)
        run.type('a-wrong-one\n')
        assert run.status() == 4
    assert 'The login was refused' in run.screen
    assert 'the password that was typed' in run.screen
    assert 'a-wrong-one' not in run.screen
    assert logins(cloud) == 1


@pytest.mark.parametrize('keys', ['\n', '\x04'])
def test_no_answer_is_no_login(nova: Nova, cloud: ScriptedCloud, keys: str) -> None:
    with asked(nova, cloud, *LIST) as run:
        run.until(QUESTION)
        run.type(keys)
        assert run.status() == 2
    assert '/v3: \n{' in run.screen
    assert 'No password given: set --os-password' in run.screen
    assert not cloud.requests


@pytest.mark.parametrize(('key', 'status'), [('\x03', 130), ('\x1c', -signal.SIGQUIT)])
def test_key_that_ends_the_run_has_the_terminal_show_again_what_is_typed(
    nova: Nova, cloud: ScriptedCloud, key: str, status: int
) -> None:
    nova.cloud_file(
        'clouds:\n'
        + ''.join(
            f'  {name}: {{auth: {{auth_url: "{cloud.url}/v3", username: demo}}}}\n'
            for name in ('a', 'b')
        )
    )
    for clouds in ('a', 'a,b'):
        with Asked((*LIST, '--os-cloud', clouds), nova.variables(None, {})) as run:
            run.until('Password of demo at ')
            run.type(key)
            assert run.status() == status
            assert run.shows_what_is_typed
        assert ('"Interrupted' in run.screen) == (status == 130)
        assert 'Traceback' not in run.screen


def test_several_clouds_ask_one_after_the_other(nova: Nova, cloud: ScriptedCloud) -> None:
    entry = (
        f'{{auth: {{auth_url: "{cloud.url}/v3", username: demo, user_domain_name: Default, '
        'project_name: demo, project_domain_name: Default}}'
    )
    nova.cloud_file(f'clouds:\n  a: {entry}\n  b: {entry}\n')
    with Asked((*LIST, '--os-cloud', 'a,b'), nova.variables(None, {})) as run:
        for count in (1, 2):
            run.until('Password of demo at ', count)
            run.type(f'{SECRET}\n')
        assert run.status() == 0
    assert run.screen.count('Password of demo at ') == 2


def test_question_has_no_messages_of_other_clouds(nova: Nova, cloud: ScriptedCloud) -> None:
    auth = f'auth_url: "{cloud.url}/v3", username: demo, user_domain_name: Default'
    nova.cloud_file(f'clouds:\n  a: {{auth: {{{auth}}}}}\n  b: {{auth: {{{auth}}}}}\n')
    with Asked((*LIST, '--os-cloud', 'a,b'), nova.variables(None, {})) as run:
        for count in (1, 2):
            run.until('Password of demo at ', count)
            run.type('wrong\n')
        assert run.status() == 4
    questions = [line for line in run.screen.splitlines() if line.startswith('Password')]
    assert sorted(questions) == [f'Password of demo at {name}: ' for name in ('a', 'b')]


def test_secret_is_nowhere_in_debug_output(nova: Nova, cloud: ScriptedCloud) -> None:
    with asked(nova, cloud, '--debug', '--timings', *LIST) as run:
        run.until(QUESTION)
        run.type(f'{SECRET}\n')
        assert run.status() == 0
    assert f'"{SECRET}"' not in run.screen
    assert 'token-1' not in run.screen
