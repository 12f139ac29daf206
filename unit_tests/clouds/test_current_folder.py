"""A folder that one stands in decides nothing for secrets that it does not hold."""

from __future__ import annotations

import dataclasses
import io
import json
import pathlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from novaclient_mv import shell
from novaclient_mv.cli.completing import refreshing
from novaclient_mv.clouds import environment, login_keys
from unit_tests.cases import one_test_of
from unit_tests.nova import Nova, Result
from unit_tests.scripted import SECRET, ScriptedCloud

START = Callable[..., ScriptedCloud]
KINDS = {'clouds': 'clouds', 'secure': 'clouds', 'clouds-public': 'public-clouds'}
VARIABLES = {
    'clouds': 'OS_CLIENT_CONFIG_FILE',
    'secure': 'OS_CLIENT_SECURE_FILE',
    'clouds-public': 'OS_CLIENT_VENDOR_FILE',
}
LOGIN_KEYS = (*login_keys.OPTIONS, *login_keys.OTHER_NAMES.values())
SERVICE_KEYS = [
    f'{service}_{suffix}'
    for service in ('compute', 'image', 'volumev3', 'orchestra')
    for suffix in ('endpoint_override', 'endpoint', 'api_version', 'service_type')
]
DECIDING = {
    *('auth_url', 'endpoint', 'url', 'auth_type', 'auth_plugin', 'verify', 'insecure', 'cacert'),
    *('cert', 'key', 'tls_ciphers', 'tls_min_version', 'proxy', 'https_proxy', 'proxies'),
    *(key for key in SERVICE_KEYS if 'endpoint' in key),
    *('access_token_endpoint', 'discovery_endpoint', 'device_authorization_endpoint'),
    *('oauth2_endpoint', 'identity_provider_url', 'redirect_uri', 'x_any'),
}
"""Keys that say where something goes, or how that is checked; ``x_any`` has a URL as its value."""

EVERY_KEY = sorted({*login_keys._CLOUD, *LOGIN_KEYS, *SERVICE_KEYS, *DECIDING})
VALUES = {
    'verify': 'false',
    'insecure': 'true',
    'api_timeout': '7',
    'max_body': '1MiB',
    'compute_api_version': '2.5',
    'compute_service_type': 'compute',
    'region_name': 'RegionOne',
    'interface': 'internal',
    'endpoint_type': 'internal',
    'auth_type': 'v3password',
    'auth_plugin': 'v3password',
    'password_command': ['echo', 'x'],
    'auth': {'user_domain_id': 'default'},
    'regions': ['RegionOne'],
    'proxies': 'socks5:h',
    'tls_min_version': 'TLSv1',
    'auth_methods': ['v3password'],
}
"""Values that can be used; other keys are given that of a URL or a word."""


@dataclasses.dataclass
class Folder:
    """A user who logged in from their own configuration, and the folder that they stand in."""

    nova: Nova
    own: ScriptedCloud
    evil: ScriptedCloud
    is_logged_in: bool = False

    @property
    def path(self) -> pathlib.Path:
        return self.nova.home

    def entry(self, **more: Any) -> dict[str, Any]:
        """The public facts of the login."""
        auth = {**self.own.credentials(), **more.pop('auth', {})}
        del auth['password']
        return {'auth': auth, **more}

    def configure(self, stem: str = 'clouds', **entry: Any) -> pathlib.Path:
        """Write a file of the user's own configuration."""
        return self.write(self.path / '.config' / 'openstack', stem, entry)

    def write(self, folder: pathlib.Path, stem: str, entry: Any) -> pathlib.Path:
        folder.mkdir(parents=True, exist_ok=True)
        name = 'vendor' if stem == 'clouds-public' else 'own'
        file = folder / f'{stem}.yaml'
        file.write_text(json.dumps({KINDS[stem]: {name: entry}}, indent=1))
        return file

    def appear(self, stem: str, **entry: Any) -> pathlib.Path:
        """Write a file into the current folder."""
        return self.write(self.path, stem, entry)

    def run(self, *words: str, **variables: str) -> Result:
        self.own.requests.clear()
        self.evil.requests.clear()
        return self.nova('--os-cloud', 'own', '--error-format', 'text', *words, env=variables)

    def clear(self) -> None:
        """Have no file of clouds in the current folder."""
        for file in self.path.glob('*.yaml'):
            file.unlink()

    def press_tab(self, *options: str, **variables: str) -> None:
        """Look up what completes a line, as the process in the background does."""
        self.own.requests.clear()
        self.evil.requests.clear()
        given = self.nova.variables(None, variables)
        surroundings = environment.Environment(
            given, clock=self.nova.clock.clock(), cwd=str(self.path)
        )
        refreshing.refresh('server', ['--os-cloud', 'own', *options], surroundings)

    def log_in(self, **variables: str) -> None:
        """Log in by a password that nothing keeps, outside of any project."""
        assert self.run('login', **variables).status == 0
        self.is_logged_in = True

    @property
    def sent(self) -> list[str]:
        return [*self.own.wire(), *self.evil.wire()]

    @property
    def logins(self) -> int:
        return self.own.posts('/v3/auth/tokens') + self.evil.posts('/v3/auth/tokens')

    @property
    def evil_has_secret(self) -> bool:
        """Whether a token or a password came to the wrong place."""
        return any(
            request.headers['X-Auth-Token'] or SECRET in json.dumps(request.body)
            for request in self.evil.requests
        )


@pytest.fixture
def folder(nova: Nova, start_cloud: START) -> Iterator[Folder]:
    made = Folder(nova, start_cloud(), start_cloud())
    for cloud in (made.own, made.evil):
        cloud.on('GET', '/servers', {'servers': []})
    yield made
    made.evil.errors.clear()


def value_of(key: str, folder: Folder) -> Any:
    named = VALUES.get(key)
    return named or (folder.evil.url + '/v3' if key in DECIDING else 'x')


def planted(folder: Folder, stem: str, key: str) -> pathlib.Path:
    """Have a file with a key appear; a ``clouds.yaml`` repeats the public facts as well."""
    value = value_of(key, folder)
    entry: dict[str, Any] = {'auth': {key: value}} if key in LOGIN_KEYS else {key: value}
    if stem == 'clouds':
        facts = folder.entry()
        entry = {**facts, **entry, 'auth': {**facts['auth'], **(entry.get('auth') or {})}}
    return folder.appear(stem, **entry)


PLANTED = [
    (stem, key)
    for stem in KINDS
    for key in EVERY_KEY
    # Each other key stands in one of the files: which one it is makes no difference.
    if (stem == 'secure' or key in DECIDING or key in ('region_name', 'username'))
    # What the user's own file says wins over a profile.
    and (stem != 'clouds-public' or key != 'auth_url')
]
REFUSED = ('password_command', 'application_credential_secret')
"""Keys that a run is refused for: a command, and a secret without its application credential."""

COMMANDS = (('server-list',), ('login',))


@one_test_of('stem, key', PLANTED)
def test_no_key_of_a_file_that_appears_gets_a_kept_login(
    folder: Folder, stem: str, key: str
) -> None:
    env = {'OS_PASSWORD': SECRET}
    folder.configure(**folder.entry(profile='vendor'))
    folder.clear()
    if not folder.is_logged_in:
        folder.log_in(**env)
    file = planted(folder, stem, key)
    decides = stem == 'clouds' or key in DECIDING
    folder.press_tab(**env)
    assert folder.evil.wire() == []
    assert not decides or folder.sent == []
    for words in COMMANDS[: 1 + decides]:
        result = folder.run(*words, **env)
        if key in REFUSED and result.status == 2:
            assert folder.sent == []
            continue
        assert ('the current folder decides' in result.err) == decides, result
        assert not decides or f'{file}, line ' in result.err
        if decides and words == ('server-list',):
            # The kept token stays where it is: the secret is used, after that line.
            assert folder.logins or result.status, folder.sent
        elif not decides:
            assert not folder.evil_has_secret


@one_test_of('stem, key', [each for each in PLANTED if each[1] in DECIDING])
def test_command_that_prints_a_secret_is_not_run_for_what_the_folder_decides(
    folder: Folder, stem: str, key: str
) -> None:
    ran = folder.path / 'ran'
    command = ['/bin/sh', '-c', f'echo run >> {ran}; echo {SECRET}']
    # A file of the folder hides the user's own of that kind.
    folder.configure(**folder.entry(profile='vendor', password_command=command))
    folder.configure('secure', password_command=command)
    folder.clear()
    file = planted(folder, stem, key)
    folder.press_tab()
    assert folder.sent == []
    for words in COMMANDS:
        result = folder.run(*words)
        assert (result.status, folder.sent, ran.exists()) == (2, [], False), result
        assert 'password_command of cloud own is not run' in result.err
        assert f'{key} ({file}, line ' in result.err


@pytest.mark.parametrize('is_in_file', [False, True])
def test_password_is_used_after_a_line_and_then_kept_for_the_same_files(
    folder: Folder, is_in_file: bool
) -> None:
    entry = folder.entry()
    env = {} if is_in_file else {'OS_PASSWORD': SECRET}
    if is_in_file:
        entry['auth']['password'] = SECRET
    folder.configure(**entry)
    folder.log_in(**env)
    file = folder.appear('secure', compute_endpoint_override=f'{folder.own.url}/v2.1')
    line = (
        'nova-mv: cloud own: a secret from elsewhere is used, and the current folder decides '
        f'compute_endpoint_override ({file}, line 4)'
    )
    first = folder.run('server-list', **env)
    assert (first.message, first.status, folder.logins) == (line, 0, 1)
    assert (folder.run('server-list', **env).err, folder.logins) == ('', 0)
    folder.press_tab(**env)
    assert folder.sent == []
    # A token that is refused has the secret used once more.
    folder.own.expire()
    assert folder.run('server-list', **env).message == line
    file.write_text(file.read_text() + '\n')
    assert folder.run('server-list', **env).message == line
    assert folder.logins == 1


def test_project_that_holds_its_secret_keeps_its_logins_and_completes(folder: Folder) -> None:
    entry = folder.entry(auth={'password': SECRET})
    entry['auth']['password'] = SECRET
    file = folder.appear('clouds', **entry)
    assert (folder.run('server-list').err, folder.logins) == ('', 1)
    assert (folder.run('server-list').err, folder.logins) == ('', 0)
    folder.press_tab()
    assert folder.own.wire() == ['GET /v2.1/servers']
    # The same facts from another place are another login.
    elsewhere = folder.configure(**entry)
    file.unlink()
    assert (folder.run('server-list').err, folder.logins) == ('', 1)
    elsewhere.rename(file)
    assert (folder.run('server-list').err, folder.logins) == ('', 0)
    file.write_text(file.read_text() + '\n')
    assert (folder.run('server-list').err, folder.logins) == ('', 1)


CHOICES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    'a text for a URL': (
        {'auth': {'auth_url': '{x_base}/v3'}, 'x_base': 'OWN'},
        {'x_base': 'EVIL'},
    ),
    'a region for a URL': (
        {'auth': {'auth_url': '{region_name}/v3'}, 'region_name': 'OWN'},
        {'region_name': 'EVIL'},
    ),
    'values of a region': (
        {},
        {'regions': [{'name': 'RegionOne', 'values': {'compute_endpoint_override': 'EVIL'}}]},
    ),
    'a profile of the user': ({}, {'profile': 'vendor'}),
    'an override taken away': (
        {'compute_endpoint_override': 'OWN/v2.1'},
        {'compute_endpoint_override': None},
    ),
    'authorities taken away': ({'cacert': '/dev/null'}, {'cacert': None}),
}


@pytest.mark.parametrize('what', CHOICES)
def test_folder_decides_by_what_it_chooses_fills_in_or_takes_away(
    folder: Folder, what: str
) -> None:
    def with_urls(values: dict[str, Any]) -> dict[str, Any]:
        text = json.dumps(values).replace('OWN', folder.own.url)
        return dict(json.loads(text.replace('EVIL', folder.evil.url)))

    own, hostile = map(with_urls, CHOICES[what])
    entry = folder.entry(**own)
    folder.configure(**entry)
    folder.configure('clouds-public', compute_endpoint_override=folder.evil.url)
    env = {'OS_PASSWORD': SECRET}
    folder.log_in(**env)
    file = folder.appear('secure', **hostile)
    folder.press_tab(**env)
    assert folder.sent == []
    result = folder.run('server-list', **env)
    assert 'the current folder decides' in result.err
    assert f'{file}, line ' in result.err
    folder.configure(**entry, password_command=['echo', SECRET])
    assert (folder.run('server-list').status, folder.sent) == (2, [])


@pytest.mark.parametrize('key', ['cacert', 'verify', 'cert', 'key', 'password_command'])
def test_file_of_a_relative_path_is_of_the_folder(folder: Folder, key: str) -> None:
    (folder.path / 'files').mkdir()
    file = folder.path / 'files' / 'one'
    value: Any = ['files/one'] if key == 'password_command' else 'files/one'
    folder.configure(**folder.entry(**{key: value}))
    env = {} if key == 'password_command' else {'OS_PASSWORD': SECRET}
    folder.run('server-list', **env)
    file.write_text(f'#!/bin/sh\necho {SECRET}\n')
    file.chmod(0o700)
    folder.press_tab(**env)
    assert folder.sent == []
    result = folder.run('server-list', **env)
    assert f'{key} ({file})' in result.err.splitlines()[0]
    named = {VARIABLES['clouds']: str(folder.appear('clouds', **folder.entry(**{key: value})))}
    assert str(file) not in folder.run('server-list', **env, **named).err.splitlines()[0:1]
    assert 'decides' not in folder.run('server-list', **env, **named).err
    if not env:
        return
    folder.clear()
    folder.configure(**folder.entry(**{key: value}), password_command=['echo', SECRET])
    assert (folder.run('server-list').status, folder.sent) == (2, [])


def test_setting_that_is_overridden_does_not_decide(folder: Folder) -> None:
    folder.configure(**folder.entry())
    folder.appear('secure', auth={'auth_url': folder.evil.url}, compute_endpoint=folder.evil.url)
    env = {'OS_PASSWORD': SECRET, 'OS_AUTH_URL': f'{folder.own.url}/v3'}
    options = ('--os-endpoint-override', f'{folder.own.url}/v2.1')
    result = folder.run(*options, 'server-list', **env)
    assert (result.status, 'decides' in result.err, folder.evil.wire()) == (0, False, [])


def test_setting_of_a_file_that_is_none_of_the_folder_decides_as_ever(
    folder: Folder, tmp_path: pathlib.Path
) -> None:
    """The files are named, or the folder is the user's own configuration, whatever leads to it."""
    entry = {**folder.entry(), 'password_command': ['echo', SECRET]}
    project = tmp_path / 'project'
    named = {VARIABLES['clouds']: 'clouds.yaml'}
    folder.write(project, 'clouds', entry)
    assert run_in(folder, project).status == 2
    assert run_in(folder, project, **named).status == 0
    assert run_in(folder, project, **{VARIABLES['clouds']: f'{project}/clouds.yaml'}).status == 0
    assert run_in(folder, tmp_path, **{VARIABLES['secure']: 'project/clouds.yaml'}).status == 0
    # Another file that is named says nothing of this one.
    other = folder.write(tmp_path / 'other', 'secure', {})
    assert run_in(folder, project, **{VARIABLES['secure']: str(other)}).status == 2
    own = folder.configure(**entry).parent
    (tmp_path / 'link').symlink_to(own)
    folder.write(own.parent, 'clouds', {**entry, 'auth': {'auth_url': folder.evil.url}})
    for place, status in ((own, 0), (tmp_path / 'link', 0), (f'{own}/', 0), (own.parent, 2)):
        assert run_in(folder, place).status == status, place
    (tmp_path / 'linked').mkdir()
    (tmp_path / 'linked' / 'clouds.yaml').symlink_to(own / 'clouds.yaml')
    assert run_in(folder, tmp_path / 'linked').status == 2
    # A configuration folder that is a link, as to a folder of one's own settings.
    dotfiles = {'XDG_CONFIG_HOME': str(tmp_path / 'config')}
    (tmp_path / 'config').mkdir()
    (tmp_path / 'config' / 'openstack').symlink_to(project)
    assert run_in(folder, project, **dotfiles).status == 0
    assert run_in(folder, project, XDG_CONFIG_HOME='.').status == 2


def run_in(folder: Folder, place: object, **variables: str) -> Result:
    """List servers while one stands somewhere."""
    surroundings = environment.Environment(
        {**folder.nova.variables(None, variables), 'OS_CACHE': '0'},
        stdout=io.StringIO(),
        stderr=(messages := io.StringIO()),
        cwd=str(place),
    )
    folder.evil.requests.clear()
    status = shell.run(['--os-cloud', 'own', 'server-list'], surroundings)
    assert folder.evil.wire() == []
    return Result('', messages.getvalue(), int(status))


def test_cloud_without_a_login_is_used_without_a_word_and_not_for_completion(
    folder: Folder,
) -> None:
    folder.appear('clouds', auth_type='none', auth={'endpoint': f'{folder.evil.url}/v2.1'})
    folder.press_tab()
    assert folder.sent == []
    result = folder.run('server-list')
    assert ('decides' in result.err, bool(folder.sent)) == (False, True)


def test_secret_of_a_request_by_itself_is_used_after_a_line(folder: Folder) -> None:
    folder.configure('secure', auth={'username': 'demo', 'password': SECRET})
    file = folder.appear(
        'clouds', auth_type='http_basic', auth={'endpoint': f'{folder.evil.url}/v2.1'}
    )
    folder.press_tab()
    assert folder.sent == []
    assert f'endpoint ({file}, line 6)' in folder.run('server-list').err.splitlines()[0]


MISTAKES = {
    'verify': 'maybe/[',
    'insecure': 'perhaps',
    'api_timeout': 'soon',
    'auth_type': ['password'],
    'usrname': 'ada',
}


@pytest.mark.parametrize('key', MISTAKES)
@pytest.mark.parametrize('stem', ['clouds', 'secure', 'clouds-public'])
def test_message_names_the_file_and_line_that_a_value_came_from(
    folder: Folder, stem: str, key: str
) -> None:
    own = folder.entry(profile='vendor')
    folder.configure(**own)
    more = own if stem == 'clouds' else {}
    file = folder.configure(stem, **{'x_first': 'x', key: MISTAKES[key], **more})
    result = folder.run('server-list', OS_PASSWORD=SECRET)
    if (stem, key) == ('clouds-public', 'usrname'):
        # Slips of a profile, which others wrote, are not named.
        assert result.status == 0
    else:
        assert f'{file}, line 5' in result.err, result
