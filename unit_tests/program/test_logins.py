"""Tests of the commands about the login itself: ``login``, ``logout`` and ``token-issue``."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
from collections.abc import Mapping
from typing import Any

import pytest

from novaclient_mv.clouds.logins import issued_tokens
from unit_tests.nova import Nova, Result
from unit_tests.scripted import PROJECT, ScriptedCloud
from unit_tests.scripted_services import SECRET
from unit_tests.typed_answers import Asked

LIST = ('server-list', '-f', 'json')
WITHOUT = {'OS_PASSWORD': ''}


def logins(cloud: ScriptedCloud) -> int:
    """The number of logins."""
    return sum(
        (request.method, request.path) == ('POST', '/v3/auth/tokens') for request in cloud.requests
    )


def revoked(cloud: ScriptedCloud) -> list[str]:
    """The tokens that were revoked."""
    return [
        str(request.headers['X-Subject-Token'])
        for request in cloud.requests
        if request.method == 'DELETE'
    ]


def cached(nova: Nova) -> list[str]:
    """The kinds of what is kept of logins."""
    folder = nova.home / '.cache' / 'nova-mv'
    kinds = {file.name.partition('-')[0] for file in folder.glob('*.json')}
    return sorted(kinds & {'token', 'way'})


# -- login ---------------------------------------------------------------------


def test_login_keeps_what_later_runs_need(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('login', cloud=cloud)
    assert (result.err, result.status) == ('', 0)
    until = '2099-01-01T00:00:00Z'
    assert result.out == f'Logged in as demo in project demo on {cloud.url}/v3, until {until}.\n'
    assert cached(nova) == ['token', 'way']
    for _ in range(2):
        assert nova(*LIST, cloud=cloud).status == 0
    assert logins(cloud) == 1


def test_later_runs_need_no_password_and_nobody_to_ask(nova: Nova, cloud: ScriptedCloud) -> None:
    variables = {name: text for name, text in nova.variables(cloud, WITHOUT).items() if text}
    with Asked(['login'], variables) as run:
        run.until('Password of demo at ')
        run.type(f'{SECRET}\n')
        assert run.status() == 0
    with Asked(LIST, variables, '</dev/null') as run:
        assert run.status() == 0
    with Asked(['login', '--show', '-f', 'json'], variables, '</dev/null') as run:
        assert run.status() == 0
    assert json.loads(run.screen)['is_kept'] is True
    with Asked(['logout'], variables, '</dev/null') as run:
        assert run.status() == 0
    with Asked(LIST, variables, '</dev/null') as run:
        assert run.status() == 2
    assert logins(cloud) == 1


def test_login_makes_a_new_token_each_time(nova: Nova, cloud: ScriptedCloud) -> None:
    for _ in range(2):
        assert nova('login', cloud=cloud).status == 0
    assert nova('token-issue', '-f', 'value', '-c', 'id', cloud=cloud).out == 'token-2\n'


def test_refused_login_leaves_what_is_kept(nova: Nova, cloud: ScriptedCloud) -> None:
    folder = nova.home / 'bin'
    folder.mkdir()
    file = folder / 'secret'
    file.write_text(f'{SECRET}\n')
    auth = {name[3:].lower(): text for name, text in cloud.environ().items() if 'PASS' not in name}
    entry = {'auth': auth, 'password_command': ['cat', str(file)]}
    nova.cloud_file(json.dumps({'clouds': {'own': entry}}))
    assert nova('--os-cloud', 'own', 'login').status == 0
    file.write_text('wrong\n')
    assert nova('--os-cloud', 'own', 'login').status == 4
    assert nova('--os-cloud', 'own', *LIST).status == 0


@pytest.mark.parametrize(('words', 'env'), [(('--no-cache',), {}), ((), {'OS_CACHE': '0'})])
def test_login_that_may_not_be_kept_is_refused(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...], env: dict[str, str]
) -> None:
    result = nova(*words, 'login', cloud=cloud, env=env)
    assert (result.status, 'which --no-cache and OS_CACHE forbid' in result.message) == (2, True)
    assert not cloud.requests
    assert nova(*words, 'login', '--show', cloud=cloud, env=env).status == 0


def test_ready_token_is_used_and_not_kept(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.keystone.tokens.add('ready')
    env = {**WITHOUT, 'OS_AUTH_TYPE': 'token', 'OS_TOKEN': 'ready', 'OS_USERNAME': ''}
    result = nova('login', cloud=cloud, env=env)
    assert result.lines[1] == 'Nothing is kept of a login with a token that settings give.'
    assert cached(nova) == []


def test_folder_that_cannot_be_written_is_named(nova: Nova, cloud: ScriptedCloud) -> None:
    (nova.home / '.cache').write_text('no folder')
    result = nova('login', cloud=cloud)
    assert result.status == 0
    assert result.lines[1] == f'The token cannot be kept in {nova.home}/.cache/nova-mv.'


@pytest.mark.parametrize(
    'words', [('login',), ('login', '--export'), ('logout',), ('token-issue',)]
)
@pytest.mark.parametrize('auth_type', ['none', 'http_basic'])
def test_service_without_logins_says_so(nova: Nova, words: tuple[str, ...], auth_type: str) -> None:
    env = {
        'OS_AUTH_TYPE': auth_type,
        'OS_ENDPOINT': 'http://x',
        'OS_USERNAME': 'demo',
        'OS_PASSWORD': 'secret',
    }
    result = nova(*words, env=env)
    assert result.message == (
        f'nova-mv: The auth type {auth_type} has neither a login nor a token: each request says by '
        'itself who asks.'
    )
    assert result.status == 2


# -- login --show ----------------------------------------------------------------


def shown(result: Result) -> dict[str, Any]:
    """The facts of a login."""
    facts: dict[str, Any] = json.loads(result.out)
    return facts


def test_user_scope_roles_and_end_are_shown_but_no_token(nova: Nova, cloud: ScriptedCloud) -> None:
    for _ in range(2):
        result = nova('login', '--show', '-f', 'json', cloud=cloud)
        assert shown(result) == {
            'cloud': None,
            'region': cloud.region,
            'auth_url': f'{cloud.url}/v3',
            'auth_type': 'password',
            'user': 'demo',
            'user_id': 'user-1',
            'user_domain': 'Default',
            'project': 'demo',
            'project_id': PROJECT,
            'project_domain': 'Default',
            'domain': None,
            'domain_id': None,
            'system': None,
            'roles': ['member'],
            'expires_at': '2099-01-01T00:00:00Z',
            'is_kept': True,
        }
    assert logins(cloud) == 1
    for words in ((), ('-f', 'yaml'), ('-f', 'csv'), ('--debug',), ('--timings',)):
        result = nova('login', '--show', *words, cloud=cloud)
        assert 'token-1' not in result.out + result.err
        assert SECRET not in result.out


@pytest.mark.parametrize(
    ('env', 'sentence', 'told'),
    [
        ({'OS_SYSTEM_SCOPE': 'all'}, 'for the system', {'system': 'all', 'project': None}),
        ({'OS_DOMAIN_ID': 'd'}, 'in domain Default', {'domain': 'Default', 'project_id': None}),
        ({}, 'without a scope', {'roles': None, 'system': None, 'domain': None}),
    ],
)
def test_other_scopes_are_named(
    nova: Nova, cloud: ScriptedCloud, env: dict[str, str], sentence: str, told: dict[str, Any]
) -> None:
    env = {'OS_PROJECT_NAME': '', 'OS_PROJECT_DOMAIN_NAME': '', **env}
    assert f'Logged in as demo {sentence} on' in nova('login', cloud=cloud, env=env).out
    facts = shown(nova('login', '--show', '-f', 'json', cloud=cloud, env=env))
    assert {key: facts[key] for key in told} == told


# -- login --export ----------------------------------------------------------------


def environment_of(script: str, variables: Mapping[str, str]) -> dict[str, str]:
    """The environment after a shell has evaluated some lines, where errors end it."""
    line = 'set -eu; eval "$LINES_OF_LOGIN"; unset LINES_OF_LOGIN; exec env -0'
    ended = subprocess.run(
        ['/bin/sh', '-c', line],
        env={'LINES_OF_LOGIN': script, 'PATH': os.environ['PATH'], **variables},
        stdout=subprocess.PIPE,
        check=True,
    )
    pairs = (pair.split('=', 1) for pair in ended.stdout.decode().split('\0') if pair)
    return {name: text for name, text in pairs if name not in ('PATH', 'PWD', '_', 'SHLVL')}


def test_exported_login_is_used_by_the_lines_of_a_shell(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('login', '--export', cloud=cloud)
    assert (result.err, result.status) == ('', 0)
    variables = nova.variables(cloud, {'OS_CLOUD': 'another', 'OS_PASSCODE': '1'})
    exported = environment_of(result.out, variables)
    kept = {name: variables[name] for name in variables if not name.startswith('OS_')}
    assert exported == {
        **kept,
        'OS_AUTH_TYPE': 'token',
        'OS_AUTH_URL': f'{cloud.url}/v3',
        'OS_TOKEN': 'token-1',
        'OS_PROJECT_ID': PROJECT,
        'OS_REGION_NAME': cloud.region,
    }
    assert nova(*LIST, env=exported).status == 0
    last = [each for each in cloud.requests if each.path == '/v3/auth/tokens'][-1]
    assert last.body['auth']['identity'] == {'methods': ['token'], 'token': {'id': 'token-1'}}
    assert last.body['auth']['scope'] == {'project': {'id': PROJECT}}


def test_what_the_cloud_file_says_besides_goes_along(nova: Nova, cloud: ScriptedCloud) -> None:
    auth = {name[3:].lower(): text for name, text in cloud.environ().items()}
    auth.pop('region_name', None)
    hostile = "it's $(touch broken) & ünïcode"
    more = {
        'region_name': hostile,
        'interface': 'internal',
        'verify': 'false',
        'compute_default_microversion': '2.50',
        'baremetal_default_microversion': '1.80',
    }
    nova.cloud_file(json.dumps({'clouds': {'own': {'auth': auth, **more}}}))
    result = nova('login', '--export', cloud='own')
    exported = environment_of(result.out, {})
    assert exported.pop('OS_TOKEN') == 'token-1'
    assert exported == {
        'OS_AUTH_TYPE': 'token',
        'OS_AUTH_URL': f'{cloud.url}/v3',
        'OS_PROJECT_ID': PROJECT,
        'OS_REGION_NAME': hostile,
        'OS_INTERFACE': 'internal',
        'NOVACLIENT_INSECURE': '1',
        'OS_COMPUTE_API_VERSION': '2.50',
        'OS_BAREMETAL_API_VERSION': '1.80',
    }


def test_terminal_that_shows_the_token_is_warned_of(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('login', '--export', cloud=cloud, is_terminal=True)
    assert result.status == 0
    assert 'this shows a token' in result.message


@pytest.mark.parametrize(
    ('env', 'kind'),
    [
        ({'OS_TRUST_ID': 't', 'OS_PROJECT_NAME': ''}, 'a trust'),
        (
            {
                'OS_AUTH_TYPE': 'v3applicationcredential',
                'OS_APPLICATION_CREDENTIAL_ID': 'i',
                'OS_APPLICATION_CREDENTIAL_SECRET': SECRET,
            },
            'an application credential',
        ),
    ],
)
def test_token_that_keystone_exchanges_for_no_other_is_not_exported(
    nova: Nova, cloud: ScriptedCloud, env: dict[str, str], kind: str
) -> None:
    result = nova('login', '--export', cloud=cloud, env=env)
    assert result.status == 2
    assert f'Keystone exchanges the token of {kind} for no other one' in result.message


# -- token-issue -----------------------------------------------------------------------


def test_token_is_shown_as_keystone_clients_show_it(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('token-issue', '-f', 'json', cloud=cloud)
    assert json.loads(result.out) == {
        'expires': '2099-01-01T00:00:00+0000',
        'id': 'token-1',
        'project_id': PROJECT,
        'user_id': 'user-1',
    }
    assert nova('token-issue', '-f', 'value', '-c', 'id', cloud=cloud).out == 'token-1\n'
    assert logins(cloud) == 1


def test_token_is_in_no_debug_output(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('--debug', '--timings', 'token-issue', '-f', 'value', '-c', 'id', cloud=cloud)
    assert result.out == 'token-1\n'
    assert 'token-1' not in result.err


def test_token_of_the_sandbox_is_one(nova: Nova) -> None:
    result = nova('token-issue', '-f', 'value', '-c', 'id', cloud='sandbox')
    assert (result.status, len(result.out.strip())) == (0, 182)
    again = nova('login', cloud='sandbox')
    assert again.lines[1] == 'The built-in cloud needs no login: nothing is kept.'
    assert nova('logout', cloud='sandbox').out == 'No login is kept: nothing to do.\n'
    assert nova('login', '--export', cloud='sandbox').status == 2


# -- logout ---------------------------------------------------------------------------


def test_token_is_revoked_and_forgotten(nova: Nova, cloud: ScriptedCloud) -> None:
    nova(*LIST, cloud=cloud)
    result = nova('logout', cloud=cloud)
    assert result == ('Logged out: the token is revoked and forgotten.\n', '', 0)
    assert revoked(cloud) == ['token-1']
    assert cloud.keystone.tokens == set()
    assert cached(nova) == []
    again = nova('logout', '-f', 'json', cloud=cloud)
    assert json.loads(again.out) == {'was_kept': False, 'was_valid': False}
    assert (logins(cloud), len(revoked(cloud))) == (1, 1)


@pytest.mark.parametrize('words', [('--debug',), ('--timings',)])
def test_logout_over_a_session_revokes_as_well(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...]
) -> None:
    nova(*LIST, cloud=cloud)
    result = nova(*words, 'logout', cloud=cloud)
    assert (result.status, revoked(cloud), cached(nova)) == (0, ['token-1'], [])
    assert 'token-1' not in result.out + result.err
    assert logins(cloud) == 1


def test_token_that_had_ended_is_forgotten(nova: Nova, cloud: ScriptedCloud) -> None:
    nova(*LIST, cloud=cloud)
    cloud.keystone.tokens.clear()
    result = nova('logout', cloud=cloud)
    assert result.out == 'Logged out: the token had ended already, and is forgotten.\n'
    assert (result.status, cached(nova), logins(cloud)) == (0, [], 1)


def test_identity_service_gone_leaves_nothing_behind(nova: Nova, cloud: ScriptedCloud) -> None:
    nova(*LIST, cloud=cloud)
    cloud.__exit__(None, None, None)
    result = nova('logout', cloud=cloud)
    assert (result.status, cached(nova)) == (7, [])


def test_factors_of_a_login_are_logged_out(nova: Nova, cloud: ScriptedCloud) -> None:
    env = {'OS_AUTH_TYPE': 'v3multifactor', 'OS_AUTH_METHODS': 'v3password'}
    nova(*LIST, cloud=cloud, env=env)
    assert cached(nova) == ['token']
    assert nova('logout', cloud=cloud, env=env).status == 0
    assert (revoked(cloud), cached(nova)) == (['token-1'], [])


def test_ready_token_is_revoked(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.keystone.tokens.add('ready')
    env = {**WITHOUT, 'OS_AUTH_TYPE': 'token', 'OS_TOKEN': 'ready', 'OS_USERNAME': ''}
    assert nova('logout', cloud=cloud, env=env).status == 0
    assert revoked(cloud) == ['ready']
    assert logins(cloud) == 0


@pytest.fixture
def two_clouds(nova: Nova, cloud: ScriptedCloud) -> ScriptedCloud:
    """A cloud under two names."""
    auth = {name[3:].lower(): text for name, text in cloud.environ().items()}
    entries = {name: {'auth': {**auth, 'username': name}} for name in ('a', 'b')}
    nova.cloud_file(json.dumps({'clouds': entries}))
    return cloud


def test_several_clouds_are_logged_in_and_out(nova: Nova, two_clouds: ScriptedCloud) -> None:
    several = ('--os-cloud', 'a,b')
    assert nova(*several, 'login').status == 0
    assert logins(two_clouds) == 2
    result = nova(*several, 'login', '--show', '-f', 'json')
    assert [(row['cloud'], row['user']) for row in json.loads(result.out)] == [
        ('a', 'a'),
        ('b', 'b'),
    ]
    assert nova(*several, 'logout').status == 0
    assert len(revoked(two_clouds)) == 2
    assert cached(nova) == []
    refused = nova(*several, 'login', '--export')
    assert (refused.status, 'login works on one cloud' in refused.message) == (2, True)


@pytest.mark.parametrize(
    'url', ['http://x/v3', 'http://x/v3/', 'http://x', 'http://x/', 'http://x/v2.0', 'http://x/?q']
)
def test_tokens_stand_below_the_third_version(url: str) -> None:
    assert issued_tokens.tokens_url(url) == 'http://x/v3/auth/tokens'
    below = url.replace('//x', '//x/identity')
    assert issued_tokens.tokens_url(below) == 'http://x/identity/v3/auth/tokens'


# -- lines for a shell ---------------------------------------------------------------------


def test_shell_gets_a_token(nova: Nova, two_clouds: ScriptedCloud, tmp_path: pathlib.Path) -> None:
    words = ('--os-cloud', 'a', '--os-project-name', "it's mine", '--os-password', SECRET)
    two_clouds.on('POST', '/os-keypairs', {'keypair': {}})
    result = nova(*words, 'keypair-create', 'k', '--pub-key', '/dev/null', '--dry-run=curl')
    assert result.status == 0, result.err
    start = '# $TOKEN stands for a token: '
    line = next(line for line in result.lines if line.startswith(start)).removeprefix(start)
    options = "--os-cloud a --os-project-name 'it'\"'\"'s mine'"
    assert line == f'TOKEN=$(nova-mv {options} token-issue -f value -c id)'
    program = tmp_path / 'nova-mv'
    program.write_text('#!/bin/sh\nprintf "<%s>" "$@"\n')
    program.chmod(0o755)
    ended = subprocess.run(
        ['/bin/sh', '-c', f'{line}; printf %s "$TOKEN"'],
        env={'PATH': f'{tmp_path}:{os.environ["PATH"]}'},
        stdout=subprocess.PIPE,
        check=True,
    )
    given = "<--os-cloud><a><--os-project-name><it's mine><token-issue><-f><value><-c><id>"
    assert ended.stdout.decode() == given
