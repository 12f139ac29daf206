"""Tests of how a run logs in: auth types, settings and where they come from, TLS, endpoints."""

from __future__ import annotations

import base64
import pathlib
import warnings
from collections.abc import Callable
from typing import Any

import pytest
from stevedore import extension

from novaclient_mv.clouds import environment, settings
from novaclient_mv.clouds import options as globals
from novaclient_mv.clouds.logins import login
from unit_tests import cases
from unit_tests.nova import Nova
from unit_tests.scripted import Answer, ScriptedCloud

LIST = ('server-list', '-f', 'json')


def identity(cloud: ScriptedCloud) -> dict[str, Any]:
    """Return the body of the last login."""
    sent = [each for each in cloud.requests if each.path == '/v3/auth/tokens']
    return dict(sent[-1].body['auth'])


def opened(nova: Nova, *, env: dict[str, str] | None = None, **given: Any) -> login.Login:
    """The login of a run with these settings; nothing is sent."""
    variables = {
        **nova.variables(None, {}),
        'OS_AUTH_URL': 'http://keystone.example/v3',
        'OS_USERNAME': 'demo',
        'OS_PASSWORD': 'secret',
        **(env or {}),
    }
    table = globals.OptionTable()
    chosen = settings.Settings(given, table, environment.Environment(variables))
    return login.Login(chosen)


# -- auth types --------------------------------------------------------------


def test_password_is_the_default(nova: Nova, cloud: ScriptedCloud) -> None:
    assert nova(*LIST, cloud=cloud, env={'OS_AUTH_TYPE': ''}).status == 0
    assert identity(cloud) == {
        'identity': {
            'methods': ['password'],
            'password': {
                'user': {'name': 'demo', 'domain': {'name': 'Default'}, 'password': 'secret'}
            },
        },
        'scope': {'project': {'name': 'demo', 'domain': {'name': 'Default'}}},
    }


def test_token_replaces_the_password(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.keystone.tokens.add('given')
    env = {'OS_AUTH_TYPE': ''}
    assert nova(*LIST, '--os-token', 'given', cloud=cloud, env=env).status == 0
    assert identity(cloud)['identity'] == {'methods': ['token'], 'token': {'id': 'given'}}
    env = {'OS_AUTH_TYPE': '', 'OS_PASSWORD': '', 'OS_TOKEN': 'given'}
    assert nova(*LIST, cloud=cloud, env=env).status == 0
    assert identity(cloud)['identity']['methods'] == ['token']


@pytest.mark.parametrize('is_named', [True, False])
def test_application_credential(nova: Nova, cloud: ScriptedCloud, is_named: bool) -> None:
    env = {
        'OS_AUTH_TYPE': 'v3applicationcredential' if is_named else '',
        'OS_PASSWORD': '',
        'OS_APPLICATION_CREDENTIAL_ID': 'credential-1',
        'OS_APPLICATION_CREDENTIAL_SECRET': 'secret',
    }
    assert nova(*LIST, cloud=cloud, env=env).status == 0
    sent = identity(cloud)
    assert sent['identity'] == {
        'methods': ['application_credential'],
        'application_credential': {'id': 'credential-1', 'secret': 'secret'},
    }
    # Its scope is its own: Keystone refuses another.
    assert 'scope' not in sent


@pytest.mark.parametrize('place', ['before', 'after', 'environment'])
def test_totp(nova: Nova, cloud: ScriptedCloud, place: str) -> None:
    passed: list[Any] = []

    def is_right(method: str, given: Any) -> bool:
        passed.append(given)
        return method == 'totp' and given['user']['passcode'] == '123456'

    cloud.keystone._is_right = is_right  # type: ignore[method-assign]
    option = ('--os-passcode', '123456')
    before = option if place == 'before' else ()
    after = option if place == 'after' else ()
    env = {'OS_AUTH_TYPE': 'v3totp'}
    if place == 'environment':
        env['OS_PASSCODE'] = '123456'
    for _ in range(2):
        assert nova(*before, *LIST, *after, cloud=cloud, env=env).status == 0
    assert identity(cloud)['identity']['methods'] == ['totp']
    # The second run found the token, though a passcode works once.
    assert len(passed) == 1
    env['OS_PASSCODE'] = '654321'
    assert nova(*LIST, cloud=cloud, env=env).status == 0
    assert len(passed) == 1


def test_no_login_at_all(nova: Nova, cloud: ScriptedCloud) -> None:
    # What keystoneauth1 sends there.
    cloud.keystone.tokens.add('notused')
    result = nova(*LIST, *('--os-auth-type', 'none', '--os-endpoint-override', f'{cloud.url}/v2.1'))
    assert result.status == 0
    nova.cloud_file('clouds: {one: {auth_type: none, compute_endpoint_override: "http://[::1]:9"}}')
    assert nova(*LIST, '--os-cloud', 'one').status == 7
    assert cloud.wire() == ['GET /v2.1/', 'GET /v2.1/servers/detail']
    assert not list(nova.home.rglob('token-*'))


def test_http_basic(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.keystone.tokens.add(None)  # type: ignore[arg-type]
    env = {
        'OS_AUTH_TYPE': 'http_basic',
        'OS_USERNAME': 'demo',
        'OS_PASSWORD': 'secret',
        'OS_ENDPOINT_OVERRIDE': f'{cloud.url}/v2.1',
    }
    assert nova(*LIST, env=env).status == 0
    said = 'Basic ' + base64.b64encode(b'demo:secret').decode()
    assert cloud.requests[-1].headers['Authorization'] == said
    assert not list(nova.home.rglob('token-*'))


def test_admin_token(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.keystone.tokens.add('ADMIN')
    result = nova(
        *LIST,
        *('--os-auth-type', 'admin_token', '--os-token', 'ADMIN'),
        *('--os-endpoint-override', f'{cloud.url}/v2.1'),
    )
    assert result.status == 0, result.err
    assert cloud.wire() == ['GET /v2.1/', 'GET /v2.1/servers/detail']
    assert cloud.requests[-1].headers['X-Auth-Token'] == 'ADMIN'
    assert not list(nova.home.rglob('token-*'))


@pytest.mark.parametrize('place', ['before', 'after'])
def test_options_of_an_openid_login_are_taken(nova: Nova, cloud: ScriptedCloud, place: str) -> None:
    cloud.on('POST', '/oidc/token', Answer(400, {'error': 'invalid_grant'}))
    options = (
        *('--os-auth-type', 'v3oidcpassword', '--os-identity-provider', 'idp'),
        *('--os-protocol', 'openid', '--os-client-id', 'id', '--os-client-secret', 'hidden'),
        *('--os-access-token-endpoint', f'{cloud.url}/oidc/token'),
    )
    words = (*options, *LIST) if place == 'before' else (*LIST, *options)
    result = nova(*words, cloud=cloud)
    assert result.status in (4, 7), result
    assert cloud.wire()[-1] == 'POST /oidc/token'
    assert b'hidden' not in result.err.encode()


def test_unknown_auth_type_names_the_known_ones(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova(*LIST, '--os-auth-type', 'spam', cloud=cloud)
    assert result.status == 2
    assert "'spam'" in result.err
    assert 'v3applicationcredential' in result.err


def test_auth_type_that_cannot_be_loaded_says_why(
    nova: Nova, cloud: ScriptedCloud, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = tmp_path / 'ours-1.0.dist-info'
    info.mkdir()
    (info / 'METADATA').write_text('Name: ours\nVersion: 1.0\n')
    (info / 'entry_points.txt').write_text('[keystoneauth1.plugin]\nours = nothing_there:Login\n')
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(extension.ExtensionManager, 'ENTRY_POINT_CACHE', {})
    result = nova('server-list', cloud=cloud, env={'OS_AUTH_TYPE': 'ours'})
    assert result.status == 2
    assert result.err == (
        "nova-mv: The auth type 'ours' cannot be loaded: No module named 'nothing_there'.\n"
    )


# -- settings that are missing -----------------------------------------------

NEEDED = {
    '--os-auth-url': 'URL of the identity service',
    '--os-username': 'user',
    '--os-password': 'password',
    '--os-token': 'token',
    '--os-application-credential-id': 'application credential',
    '--os-application-credential-secret': 'secret of the application credential',
    '--os-endpoint': 'URL of the service',
}
BASIC = {'OS_AUTH_TYPE': 'http_basic', 'OS_ENDPOINT': 'http://x'}


@pytest.mark.parametrize(
    ('env', 'said'),
    [
        ({'OS_AUTH_URL': ''}, '--os-auth-url'),
        ({'OS_AUTH_URL': 'x:5000'}, "The URL of the identity service is not valid: 'x:5000'."),
        ({**BASIC, 'OS_ENDPOINT': 'x:5000'}, "The URL of the service is not valid: 'x:5000'."),
        ({'OS_USERNAME': ''}, '--os-username'),
        ({'OS_PASSWORD': ''}, '--os-password'),
        ({'OS_AUTH_TYPE': 'token'}, '--os-token'),
        ({'OS_AUTH_TYPE': 'v3password', 'OS_PASSWORD': ''}, '--os-password'),
        ({'OS_AUTH_TYPE': 'v3applicationcredential'}, '--os-application-credential-id'),
        (
            {'OS_AUTH_TYPE': 'v3applicationcredential', 'OS_APPLICATION_CREDENTIAL_ID': 'x'},
            '--os-application-credential-secret',
        ),
        ({'OS_AUTH_TYPE': 'v3totp', 'OS_USERNAME': ''}, '--os-username'),
        ({'OS_AUTH_TYPE': 'none'}, '--os-endpoint'),
        ({**BASIC, 'OS_USERNAME': ''}, '--os-username'),
        ({**BASIC, 'OS_PASSWORD': ''}, '--os-password'),
    ],
)
def test_missing_setting_is_said_before_any_request(
    nova: Nova, cloud: ScriptedCloud, env: dict[str, str], said: str
) -> None:
    result = nova('server-list', cloud=cloud, env=env)
    assert result.status == 2
    if said.startswith('--'):
        variable = said.removeprefix('--').upper().replace('-', '_')
        advice = f'set {said} or {variable}, or name a cloud of clouds.yaml with --os-cloud.'
        said = f'No {NEEDED[said]} given: {advice}'
    assert result.err == f'nova-mv: {said}\n'
    assert not cloud.requests


def test_login_without_identity_needs_the_url_of_one_service(nova: Nova) -> None:
    for service in ('compute', 'baremetal', 'placement'):
        nova.cloud_file(f'clouds: {{one: {{{service}_endpoint: "http://x"}}}}')
        opened(nova, os_cloud='one', os_auth_type='none')


# -- environment variables ---------------------------------------------------


VARIABLES = [
    (option.dest, name, later)
    for option in globals.OPTIONS
    for place, name in enumerate(option.variables)
    for later in [option.variables[place + 1 :]]
    if option.kind == 'value' and not option.choices and option.dest != 'os_compute_api_version'
]


@cases.one_test_of('dest, name, later', VARIABLES)
def test_variable_is_read_and_wins_over_those_after_it(
    dest: str, name: str, later: tuple[str, ...]
) -> None:
    variables = {name: 'first', **dict.fromkeys(later, 'second')}
    surroundings = environment.Environment(variables)
    table = globals.OptionTable()
    chosen = settings.Settings({}, table, surroundings)
    assert chosen.setting(dest) == ('first', name)
    flag = next(each for each in table.options if each.dest == dest).flags[0]
    assert settings.Settings({dest: 'given'}, table, surroundings).setting(dest) == ('given', flag)
    # An empty variable counts as not given.
    empty = environment.Environment({**variables, name: ''})
    found = settings.Settings({}, table, empty).get(dest)
    assert found == ('second' if later else None)


@pytest.mark.parametrize(
    ('env', 'scope'),
    [
        ({'OS_PROJECT_ID': 'p'}, {'project': {'id': 'p'}}),
        ({'OS_TENANT_ID': 'p'}, {'project': {'id': 'p'}}),
        ({'OS_DOMAIN_ID': 'd'}, {'domain': {'id': 'd'}}),
        ({'OS_SYSTEM_SCOPE': 'all'}, {'system': {'all': True}}),
        ({'OS_TRUST_ID': 't'}, {'OS-TRUST:trust': {'id': 't'}}),
    ],
)
def test_scope(
    nova: Nova, cloud: ScriptedCloud, env: dict[str, str], scope: dict[str, Any]
) -> None:
    nova(*LIST, cloud=cloud, env={'OS_PROJECT_NAME': '', 'OS_PROJECT_DOMAIN_NAME': '', **env})
    assert identity(cloud)['scope'] == scope


# -- cloud files -------------------------------------------------------------


def test_cloud_file_logs_in_whatever_else_its_auth_has(nova: Nova, cloud: ScriptedCloud) -> None:
    nova.cloud_file(
        f"""
        clouds:
          mine:
            region_name: {cloud.region}
            auth:
              auth_url: {cloud.url}/v3
              username: demo
              project_name: demo
              user_domain_name: Default
              project_domain_name: Default
              something_new: 7
              identity_provider: idp
        """
    )
    folder = nova.home / '.config' / 'openstack'
    (folder / 'secure.yaml').write_text('clouds: {mine: {auth: {password: secret}}}')
    result = nova(*LIST, cloud='mine')
    assert (result.status, result.err) == (0, '')
    assert set(identity(cloud)['identity']) == {'methods', 'password'}
    assert nova(*LIST, '--os-password', 'wrong', cloud='mine').status == 4


def test_auth_type_of_the_cloud_file_is_used(nova: Nova, cloud: ScriptedCloud) -> None:
    nova.cloud_file(
        f"""
        clouds:
          robot:
            auth_type: v3applicationcredential
            auth:
              auth_url: {cloud.url}/v3
              application_credential_id: x
              application_credential_secret: secret
              username: demo
              password: secret
              project_name: demo
        """
    )
    assert nova(*LIST, cloud='robot').status == 0
    assert identity(cloud)['identity']['methods'] == ['application_credential']


# -- session -----------------------------------------------------------------


def test_tls_and_timeout_reach_the_session(nova: Nova) -> None:
    session = opened(nova).session
    assert (session.verify, session.cert, session.timeout) == (True, None, 600)
    env = {'OS_CACERT': '~/ca.pem', 'OS_CERT': 'me.pem', 'OS_KEY': 'me.key', 'HOME': str(nova.home)}
    session = opened(nova, env=env, timeout=5.0).session
    assert session.verify.endswith('/ca.pem')
    assert '~' not in session.verify
    assert (session.cert, session.timeout) == (('me.pem', 'me.key'), 5)
    assert opened(nova, env={'OS_CERT': 'me.pem'}).session.cert == 'me.pem'
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        assert opened(nova, env=env, insecure=True).session.verify is False
        warnings.warn('Unverified HTTPS request is being made', stacklevel=1)
        with pytest.raises(UserWarning, match='Another'):
            warnings.warn('Another', stacklevel=1)
    assert opened(nova, env={'NOVACLIENT_INSECURE': '1'}).session.verify is False
    assert opened(nova, env={'NOVACLIENT_INSECURE': '0'}).session.verify is True


# -- endpoints ---------------------------------------------------------------


@pytest.fixture
def several(start_cloud: Callable[..., ScriptedCloud]) -> ScriptedCloud:
    """A cloud whose interfaces lie at different paths."""
    cloud = start_cloud()
    catalog = cloud.catalog()

    def differing() -> list[dict[str, Any]]:
        for service in catalog:
            for each in service['endpoints']:
                if service['type'] == 'compute' and each['interface'] != 'public':
                    each['url'] = f'{cloud.url}/{each["interface"]}/v2.1'
        return catalog

    cloud.keystone.catalog = differing
    for interface in ('internal', 'admin'):
        cloud.on('GET', f'/{interface}/v2.1/', {'version': cloud.nova.document('v2.1')})
        cloud.on('GET', f'/{interface}/v2.1/servers/detail', {'servers': []})
    return cloud


@pytest.mark.parametrize('url', ['spam', 'ftp://x/v2.1', 'http://x/%(nobody)s', 'http://x/%(a'])
def test_endpoint_override_that_is_none_is_named(
    nova: Nova, cloud: ScriptedCloud, url: str
) -> None:
    result = nova('server-list', '--os-endpoint-override', url, cloud=cloud)
    assert result.status == 7
    assert url in result.err
    assert len(result.err.splitlines()) == 1


# -- timings -----------------------------------------------------------------
