"""Tests of what is said of a login that is refused: a status, and the setting that is to blame."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from novaclient_mv import errors
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.logins import advice
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.clouds.settings import Settings
from unit_tests.nova import Nova
from unit_tests.scripted import Answer, Request, ScriptedCloud

LOGIN = '/v3/auth/tokens'

APPLICATION_CREDENTIAL = {
    'OS_AUTH_TYPE': 'v3applicationcredential',
    'OS_APPLICATION_CREDENTIAL_ID': 'x',
    'OS_APPLICATION_CREDENTIAL_SECRET': 'y',
}
BOILERPLATE = (
    ' The server could not comply with the request since it is either malformed or otherwise '
    'incorrect. The client is assumed to be in error.'
)


def one_line(text: str) -> str:
    """The only line of a text."""
    (line,) = text.splitlines()
    return line


def answer_login(cloud: ScriptedCloud, answer: Answer) -> None:
    """Let a cloud answer each login in this way."""
    usual = cloud.keystone.answer

    def changed(request: Request) -> Answer:
        return answer if request.path == LOGIN else usual(request)

    cloud.keystone.answer = changed  # type: ignore[method-assign]


def refuse_login(cloud: ScriptedCloud, status: int, message: str) -> None:
    """Let a cloud refuse each login, in Keystone's form."""
    answer_login(cloud, Answer(status, {'error': {'code': status, 'message': message}}))


# What a Keystone 30 answers.
REFUSALS: list[tuple[int, str, dict[str, str], str]] = [
    (
        404,
        'Could not find Application Credential: x.',
        APPLICATION_CREDENTIAL,
        'Check --os-application-credential-id (OS_APPLICATION_CREDENTIAL_ID).',
    ),
    (
        401,
        'The request you have made requires authentication.',
        APPLICATION_CREDENTIAL,
        '--os-application-credential-secret (OS_APPLICATION_CREDENTIAL_SECRET)',
    ),
    (
        400,
        'Expecting to find user in application credential.' + BOILERPLATE,
        {
            **APPLICATION_CREDENTIAL,
            'OS_APPLICATION_CREDENTIAL_ID': '',
            'OS_APPLICATION_CREDENTIAL_NAME': 'n',
            'OS_USERNAME': '',
        },
        'Not given: --os-username (OS_USERNAME).',
    ),
    (
        400,
        'Expecting to find domain in user.' + BOILERPLATE,
        {'OS_USER_DOMAIN_NAME': ''},
        'Not given: --os-user-domain-name (OS_USER_DOMAIN_NAME).',
    ),
    (
        400,
        'Expecting to find domain in project.' + BOILERPLATE,
        {'OS_PROJECT_DOMAIN_NAME': ''},
        'Not given: --os-project-domain-name (OS_PROJECT_DOMAIN_NAME).',
    ),
    (
        404,
        'Could not recognize Fernet token',
        {'OS_AUTH_TYPE': 'token', 'OS_TOKEN': 't'},
        'Check --os-token (OS_TOKEN).',
    ),
    (
        401,
        'Attempted to authenticate with an unsupported method.',
        {'OS_AUTH_TYPE': 'v3totp', 'OS_PASSCODE': '1'},
        'Check --os-auth-type (OS_AUTH_TYPE).',
    ),
    (
        401,
        'The request you have made requires authentication.',
        {'OS_USER_DOMAIN_NAME': '', 'OS_USER_DOMAIN_ID': 'default'},
        'Check --os-username (OS_USERNAME), --os-user-domain-id (OS_USER_DOMAIN_ID), '
        '--os-password (OS_PASSWORD), --os-project-name (OS_PROJECT_NAME) and '
        '--os-project-domain-name (OS_PROJECT_DOMAIN_NAME).',
    ),
    (
        403,
        'You are not authorized to perform the requested action.',
        {'OS_PROJECT_NAME': '', 'OS_PROJECT_DOMAIN_NAME': '', 'OS_SYSTEM_SCOPE': 'all'},
        '--os-system-scope (OS_SYSTEM_SCOPE)',
    ),
]


@pytest.mark.parametrize(('status', 'message', 'env', 'blamed'), REFUSALS)
def test_refused_login_is_4_and_names_the_setting(
    nova: Nova, cloud: ScriptedCloud, status: int, message: str, env: dict[str, str], blamed: str
) -> None:
    refuse_login(cloud, status, message)
    result = nova('server-list', cloud=cloud, env=env)
    assert result.status == 4
    line = one_line(result.err)
    assert message.partition('.')[0] in line
    assert blamed in line
    assert BOILERPLATE not in line
    told = json.loads(nova('server-list', '-f', 'json', cloud=cloud, env=env).err)
    assert (told['code'], told['status'], told['retryable']) == ('login', 4, False)
    assert blamed in told['hint']


def test_setting_of_a_cloud_file_is_named_with_its_place(nova: Nova, cloud: ScriptedCloud) -> None:
    file = nova.cloud_file(
        f"""
        clouds:
          mine:
            auth_type: v3applicationcredential
            auth:
              auth_url: {cloud.url}/v3
              application_credential_id: x
              application_credential_secret: y
        """
    )
    refuse_login(cloud, 404, 'Could not find Application Credential: x.')
    result = nova('server-list', cloud='mine')
    assert result.status == 4
    assert f'application_credential_id of cloud mine in {file}' in one_line(result.err)


def test_login_without_a_project_is_4(nova: Nova, cloud: ScriptedCloud) -> None:
    env = {'OS_PROJECT_NAME': '', 'OS_PROJECT_DOMAIN_NAME': ''}
    result = nova('server-list', cloud=cloud, env=env)
    assert result.status == 4
    assert 'Not given: --os-project-name (OS_PROJECT_NAME).' in one_line(result.err)


def test_project_of_a_login_that_got_none_is_named(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.keystone.catalog = list
    result = nova('server-list', cloud=cloud)
    # The token is for a project, so that the catalog is at fault and not the login.
    assert result.status == 7
    assert 'no public endpoint for compute' in one_line(result.err)


@pytest.mark.parametrize('path', ['', '/nowhere', '/v2.1', '/v3/nowhere'])
def test_url_without_an_identity_service_is_4(nova: Nova, cloud: ScriptedCloud, path: str) -> None:
    url = cloud.url + path
    result = nova('server-list', cloud=cloud, env={'OS_AUTH_URL': url})
    assert result.status == 4
    line = one_line(result.err)
    assert 'There is no identity service' in line
    assert f'--os-auth-url (OS_AUTH_URL: {url})' in line


# -- answers that are no login -----------------------------------------------


def put(**values: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda token: token | values


def drop(name: str) -> Callable[[dict[str, Any]], Any]:
    return lambda token: {key: value for key, value in token.items() if key != name}


# -- cloud files -------------------------------------------------------------


def mine(cloud: ScriptedCloud, auth: str = '', beside: str = '') -> str:
    """A cloud file of the cloud ``mine``."""
    return f"""
clouds:
  mine:
    region_name: {cloud.region}
    {beside}
    auth:
      auth_url: {cloud.url}/v3
      username: demo
      password: secret
      project_name: demo
      user_domain_name: Default
      project_domain_name: Default
      {auth}
"""


@pytest.mark.parametrize(
    ('auth', 'beside', 'key', 'meant'),
    [
        ('pasword: x', '', 'pasword', 'password'),
        ('', 'compute_api_verson: 2', 'compute_api_verson', 'compute_api_version'),
    ],
)
def test_misspelt_key_is_named(
    nova: Nova, cloud: ScriptedCloud, auth: str, beside: str, key: str, meant: str
) -> None:
    file = nova.cloud_file(mine(cloud, auth, beside))
    result = nova('server-list', '-f', 'json', cloud='mine')
    assert (result.status, result.out) == (0, '[]\n')
    keys = [text.strip().replace('-', '_').split(':')[0] for text in file.read_text().splitlines()]
    line = 1 + keys.index(key)
    assert one_line(result.err) == (
        f'nova-mv: cloud mine in {file}, line {line}: unknown key {key}; did you mean {meant}?'
    )


def test_key_that_is_no_slip_is_left_alone(nova: Nova, cloud: ScriptedCloud) -> None:
    services = ('volume_api_version', 'object_store_endpoint_override', 'compute_interface')
    others = ('my_own_note', 'x-colour', 'floating_ip_source', 'load_balancer_api_version')
    retries = 'baremetal_introspection_status_code_retries'
    beside = '\n    '.join(f'{key}: 3' for key in (*services, *others, retries))
    nova.cloud_file(
        mine(cloud, 'something_new: 7', beside.replace('interface: 3', 'interface: public'))
    )
    assert nova('server-list', '-f', 'json', cloud='mine') == ('[]\n', '', 0)


@pytest.mark.parametrize('how', ['option', 'variable'])
def test_leftover_auth_url_is_told(
    nova: Nova, start_cloud: Callable[..., ScriptedCloud], how: str
) -> None:
    cloud, other = start_cloud(), start_cloud()
    file = nova.cloud_file(mine(cloud))
    env = {'OS_AUTH_URL': f'{other.url}/v3'}
    words = ('--os-cloud', 'mine') if how == 'option' else ()
    env |= {'OS_CLOUD': 'mine'} if how == 'variable' else {}
    result = nova(*words, 'server-list', '-f', 'json', env=env)
    assert result.status == 0
    line = one_line(result.err)
    assert (
        line == f'nova-mv: cloud mine: auth_url (OS_AUTH_URL) from the environment wins over {file}'
    )
    assert other.requests


def test_other_leftovers_are_told_too(nova: Nova, cloud: ScriptedCloud) -> None:
    nova.cloud_file(mine(cloud))
    env = {'OS_USERNAME': 'someone', 'OS_PROJECT_NAME': 'demo'}
    result = nova('server-list', '-f', 'json', cloud='mine', env=env)
    assert 'username (OS_USERNAME) from the environment wins over' in one_line(result.err)
    env |= {'OS_PASSWORD': 'other', 'OS_TOKEN': '', 'OS_PROJECT_NAME': 'p'}
    line = nova('server-list', '-f', 'json', cloud='mine', env=env).err.splitlines()[0]
    several = 'password (OS_PASSWORD), project_name (OS_PROJECT_NAME) and username (OS_USERNAME)'
    assert f'cloud mine: {several} from the environment win over' in line


@pytest.mark.parametrize('given', ['same', 'option', 'password'])
def test_what_is_meant_is_not_told(nova: Nova, cloud: ScriptedCloud, given: str) -> None:
    text = mine(cloud)
    env, words = {'OS_AUTH_URL': f'{cloud.url}/v3'}, ()
    if given == 'option':
        env, words = {}, ('--os-auth-url', f'{cloud.url}/v3/')
    elif given == 'password':
        env, text = {'OS_PASSWORD': 'secret'}, text.replace('      password: secret', '')
    nova.cloud_file(text)
    assert nova('server-list', '-f', 'json', *words, cloud='mine', env=env) == ('[]\n', '', 0)


@pytest.mark.parametrize(
    ('auth_url', 'url', 'is_identity'),
    [
        ('http://x:5000/v3', 'http://x:5000/', True),
        ('http://x:5000', 'http://x:5000/v3/auth/tokens', True),
        ('http://x/id/v2.0/', 'http://x/id/v3/auth/tokens', True),
        ('http://x/id/v3', 'http://x:80/id', True),
        ('http://x/id/v3', 'http://x/v3', False),
        ('http://x/id/v3', 'http://x/identity', False),
        ('http://x/id/v3', 'http://x/id/v4', False),
        ('http://x/id/v3', 'http://x/id/v3x', False),
        ('http://x/id/v3', 'https://x/id/v3', False),
        ('http://x/id/v3', 'http://y/id/v3', False),
        ('http://x/id/v3', 'http://[', False),
        ('http://x/id/v3', None, False),
    ],
)
def test_url_of_the_identity_service_is_known_from_those_beside_it(
    auth_url: str, url: str | None, is_identity: bool
) -> None:
    run = Settings({}, OptionTable(), Environment({'OS_AUTH_URL': auth_url}))
    error = errors.CloudError('down', url=url)
    where = f'Its URL is that of --os-auth-url (OS_AUTH_URL: {auth_url}).'
    assert advice.hint(run, 'password', error) == (where if is_identity else None)


@pytest.mark.parametrize('base', ['/v3', '/v3/'])
def test_failure_of_compute_beside_the_identity_service_names_no_auth_url(
    nova: Nova, cloud: ScriptedCloud, base: str
) -> None:
    cloud.on('GET', '/servers/detail', b'no JSON')
    url = cloud.url + base
    result = nova('server-list', '--os-auth-url', url, cloud=cloud, version='2.1')
    assert result.status == 7
    assert '/servers/detail answered' in result.err
    assert 'auth-url' not in result.err
