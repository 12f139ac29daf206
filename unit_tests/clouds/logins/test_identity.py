"""Tests of the identity that all keys of the cache are made of: which settings are part of it."""

from __future__ import annotations

import ast
import json
import os
import pathlib
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest
from keystoneauth1 import loading

import novaclient_mv
from novaclient_mv.clouds import environment, global_option, login_keys, options, settings
from novaclient_mv.clouds.logins import identity, plugins
from novaclient_mv.services import SERVICES
from unit_tests.nova import Nova

LOOKED_UP = 'An endpoint is remembered by it, and a range by the URL.'
VERSION = 'It says what is sent to a cloud, not whom it is learnt from.'
SHOWN = 'It says what is shown.'
PATIENCE = 'It says how long, how often or when something is tried.'
CACHE = 'It says whether anything is remembered.'
CARRIED = 'Through a proxy, too, certificates are checked, and what goes over http:// is not.'
OTHERS = 'Other clients read it; this one does not.'
SIZE = 'It says how large an answer may be.'
VALUES = 'It says where settings stand, and each of them is looked at by itself.'

CANNOT_MATTER = {
    **{service.version_dest: VERSION for service in SERVICES},
    'os_cloud': VALUES,
    **dict.fromkeys(('os_region_name', 'service_type', 'service_name'), LOOKED_UP),
    'endpoint_override': 'Nobody told it but the user; a range is remembered by the URL.',
    'os_token': 'Nothing is remembered of runs with a ready token.',
    **dict.fromkeys(('format', 'columns', 'query', 'show_availability', 'error_format'), SHOWN),
    **dict.fromkeys(('style', 'color', 'wide', 'short_ids', 'pager', 'local_time'), SHOWN),
    'view': SHOWN,
    'watch': SHOWN,
    'strict_filters': 'It says what becomes of filters of lists.',
    **dict.fromkeys(('timings', 'collect_timing', 'debug', 'quiet', 'version', 'help'), SHOWN),
    'timeout': PATIENCE,
    'max_body': SIZE,
    **dict.fromkeys(('no_cache', 'os_cache'), CACHE),
}
"""Global options, by their names in settings, that are no part of the identity."""

LOGIN_KEYS = {
    'passcode': 'A one-time passcode is another one for each login; one serves for a whole token.'
}
"""Options of logins that are no part of the identity."""

READ_ELSEWHERE = dict.fromkeys(('auth', 'profile', 'cloud', 'regions'), VALUES)
FILE_KEYS = {
    **READ_ELSEWHERE,
    'region_name': LOOKED_UP,
    'password_command': 'It is part of a login that has no password besides.',
    'api_timeout': PATIENCE,
    'max_body': SIZE,
    **dict.fromkeys(
        (
            *('timeout', 'timing', 'load_envvars', 'force_ipv4', 'prefer_ipv6', 'private'),
            *('networks', 'external_network', 'internal_network', 'requires_floating_ip'),
            *('floating_ip_source', 'secgroup_source', 'image_format', 'image_api_use_tasks'),
            *('disable_vendor_agent', 'vendor_hook', 'metrics', 'statsd', 'influxdb', 'client'),
            *('extra_config', 'message', 'status', 'app_name', 'app_version', 'log_file'),
            *('log_level', 'verbose_level', 'debug'),
        ),
        OTHERS,
    ),
}
"""Keys of a cloud file, beside those of logins, that are no part of the identity."""

KEYS_OF_A_SERVICE = {
    **dict.fromkeys(('api_version', 'default_microversion', 'min_version', 'max_version'), VERSION),
    **dict.fromkeys(('endpoint_override', 'endpoint'), CANNOT_MATTER['endpoint_override']),
    **dict.fromkeys(('service_type', 'service_name', 'region_name'), LOOKED_UP),
    **dict.fromkeys(
        (
            *('api_timeout', 'connect_retries', 'connect_retry_delay', 'status_code_retries'),
            *('status_code_retry_delay', 'retriable_status_codes', 'rate_limit'),
        ),
        PATIENCE,
    ),
}
"""Keys after the name of a service that are no part of the identity."""

VARIABLES = {
    **dict.fromkeys(
        (
            *('OS_CLIENT_SECURE_FILE', 'OS_CLIENT_CONFIG_FILE', 'OS_CLIENT_VENDOR_FILE'),
            *('XDG_CONFIG_HOME', 'XDG_CONFIG_DIRS', 'HOME'),
        ),
        VALUES,
    ),
    **dict.fromkeys(('OS_CACHE', 'XDG_CACHE_HOME'), CACHE),
    'XDG_STATE_HOME': 'The built-in cloud stands there, of which nothing is remembered.',
    **dict.fromkeys(('COLUMNS', 'TERM', 'NO_COLOR'), SHOWN),
    'SSLKEYLOGFILE': 'It says where keys are written, not who is trusted.',
    **dict.fromkeys(('http_proxy', 'https_proxy', 'all_proxy'), CARRIED),
}
"""Other variables that are read, and are no part of the identity."""

OF_LIBRARIES = ('REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE', *identity._SETTINGS_OF_OPENSSL)
WITH_TLS_SETTINGS = identity._AUTHORITIES_OF_OPENSSL
VARIABLE = re.compile('[A-Z]+(_[A-Z]+)+|SSLKEYLOGFILE|HOME|COLUMNS|TERM|[a-z]+_proxy')
URL = 'https://cloud.example/v3'
PASSWORD = {'auth_url': URL, 'username': 'demo', 'password': 'secret', 'project_name': 'demo'}
CREDENTIAL = {'application_credential_id': 'id', 'application_credential_secret': 'secret'}
LOGINS: Mapping[str, Mapping[str, str]] = {
    'password': PASSWORD,
    'none': {'endpoint': URL},
    'v3applicationcredential': {'auth_url': URL, **CREDENTIAL},
    **{
        auth_type: {'auth_url': URL}
        for auth_type in loading.get_available_plugin_names()
        if not plugins.is_ours(auth_type)
    },
    'v3totp': {'auth_url': URL, 'username': 'demo', 'passcode': '123456'},
}

Known = Callable[..., identity.Identity | None]


@pytest.fixture
def known(nova: Nova, monkeypatch: pytest.MonkeyPatch) -> Known:
    """The identity of a run: its options by their names, its variables, keys of its cloud's file,
    and those inside ``auth``.
    """
    for name in (*OF_LIBRARIES, *WITH_TLS_SETTINGS):
        monkeypatch.delenv(name, raising=False)

    def identity_of(
        given: Mapping[str, Any] | None = None,
        env: Mapping[str, str] | None = None,
        file: Mapping[str, Any] | None = None,
        auth: Mapping[str, Any] | None = None,
        auth_type: str | None = None,
    ) -> identity.Identity | None:
        login = dict(LOGINS[auth_type or 'password'])
        entry = {'auth': {**login, **(auth or {})}, **(file or {})}
        if auth_type is not None:
            entry['auth_type'] = auth_type
        # JSON is YAML.
        nova.cloud_file(json.dumps({'clouds': {'c': entry}}))
        surroundings = environment.Environment(nova.variables('c', env or {}), cwd=str(nova.home))
        chosen = settings.Settings(dict(given or {}), options.OptionTable(), surroundings)
        its_type = plugins.auth_type_of(chosen)
        return identity.of(chosen, its_type, plugins.checked_values(its_type, chosen))

    return identity_of


@pytest.fixture
def file(nova: Nova) -> str:
    """A file."""
    (nova.home / 'file').write_text('content')
    return str(nova.home / 'file')


def undecided(parts: Iterable[str], reasons: Iterable[str], every: Iterable[str]) -> set[str]:
    """Return parts outside both the identity and the list of irrelevant ones, or in both."""
    return (set(parts) ^ set(every)) ^ set(reasons)


def value_of(option: global_option.GlobalOption, file: str) -> Any:
    """Something that an option may be."""
    if option.kind == 'switch':
        return True
    if option.dest in ('os_cacert', 'os_cert', 'os_key'):
        return file
    if option.dest == 'os_auth_type':
        return 'v3password'
    return option.choices[-1] if option.choices else f'https://{option.dest}.example'


def test_every_global_option_is_part_of_the_identity_or_cannot_matter(
    known: Known, file: str
) -> None:
    # A key alone is not one of a certificate.
    both = {'os_key': {'os_cert': __file__}}
    parts = set()
    for option in options.OPTIONS:
        if option.dest == 'os_cloud':
            continue
        before = both.get(option.dest, {})
        given = {**before, option.dest: value_of(option, file)}
        if any(
            known(given, auth_type=login) != known(before, auth_type=login)
            for login in ('password', 'none')
            if (option.dest, login) != ('os_auth_type', 'none')
        ):
            parts.add(option.dest)
    every = {option.dest for option in options.OPTIONS}
    assert undecided(parts, CANNOT_MATTER, every) == set()


def test_every_variable_of_an_option_speaks_for_it(known: Known, file: str) -> None:
    parts = {option for option in options.OPTIONS if option.dest not in CANNOT_MATTER}
    for option in parts:
        # What the cloud's file says of a login would win over nothing.
        login = 'none' if option.dest == 'os_endpoint' else None
        before = {'OS_CERT': __file__} if option.dest == 'os_key' else {}
        text = str(value_of(option, file))
        for variable in option.variables:
            env = {**before, variable: text}
            changed = known(env=env, auth_type=login) != known(env=before, auth_type=login)
            assert changed, variable


def test_every_option_of_a_login_is_part_of_the_identity_or_cannot_matter(known: Known) -> None:
    plain = {login: known(auth_type=login) for login in LOGINS}
    parts = set()
    for name in login_keys.OPTIONS:
        if any(
            known(auth={name: f'https://{name}.example'}, auth_type=login) != plain[login]
            for login in LOGINS
        ):
            parts.add(name)
    # An older keystoneauth1 lacks some.
    assert undecided(parts, LOGIN_KEYS, login_keys.OPTIONS) & installed_options() == set()


def installed_options() -> set[str]:
    """The options of the logins that are installed."""
    return {
        option.dest
        for login in loading.get_available_plugin_names()
        for option in loading.get_plugin_loader(login).get_options()
    }


def test_every_option_of_a_login_that_is_installed_is_a_key_of_cloud_files() -> None:
    others = {'tenant_id', 'tenant_name'}
    assert installed_options() - set(login_keys.OPTIONS) - others == set()


def test_every_key_of_a_cloud_file_is_part_of_the_identity_or_cannot_matter(
    known: Known, file: str
) -> None:
    values: dict[str, Any] = {
        **dict.fromkeys(('cacert', 'cert', 'key'), file),
        'verify': 'false',
        'insecure': 'true',
        'auth_type': 'v3password',
        'auth_plugin': 'v3password',
        'api_timeout': '5',
        'max_body': '5MiB',
        'password_command': ['pass'],
    }

    def differs(key: str) -> bool:
        if key in READ_ELSEWHERE:
            return False
        before = {'cert': __file__} if key == 'key' else {}
        return known(file={**before, key: values.get(key, 'other')}) != known(file=before)

    parts = set(filter(differs, login_keys._CLOUD))
    assert undecided(parts, FILE_KEYS, login_keys._CLOUD) == set()
    values['compute_api_timeout'] = '5'
    parts = {key for key in login_keys._OF_A_SERVICE if differs(f'compute_{key}')}
    assert undecided(parts, KEYS_OF_A_SERVICE, login_keys._OF_A_SERVICE) == set()


def test_every_other_variable_is_part_of_the_identity_or_cannot_matter(
    known: Known, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = pathlib.Path(novaclient_mv.__file__).parent
    of_options = {variable for option in options.OPTIONS for variable in option.variables}
    variables = {
        node.value
        for room in ('clouds', 'wire')
        for module in (package / room).rglob('*.py')
        # Names of what OpenSSL complains about look the same.
        if module.name != 'tls_errors.py'
        for node in ast.walk(ast.parse(module.read_text()))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and VARIABLE.fullmatch(node.value)
    }
    parts = set()
    for name in variables - of_options:
        # Some are those of a login with an application credential.
        login = 'v3applicationcredential' if 'CREDENTIAL' in name else None
        given = {'tls_ciphers': 'HIGH'} if name in WITH_TLS_SETTINGS else {}
        differs = VARIABLES.get(name) != VALUES and (
            known(given, env={name: file}, auth_type=login) != known(given, auth_type=login)
        )
        if differs:
            parts.add(name)
    assert undecided(parts, VARIABLES, variables - of_options) == set()


@pytest.mark.parametrize('name', [*OF_LIBRARIES, *WITH_TLS_SETTINGS])
def test_variable_of_the_process_counts_whatever_a_program_gave(
    known: Known, file: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sessions and OpenSSL read it, and not those of ``from_cloud(variables=...)``."""
    given = {'tls_min_version': '1.3'}
    before = known(given), known()
    monkeypatch.setenv(name, file)
    named = known(given)
    assert named != before[0]
    assert (known() == before[1]) == (name in WITH_TLS_SETTINGS)
    pathlib.Path(file).write_text('changed')
    assert known(given) != named


def test_folder_counts_by_path_names_and_times(known: Known, tmp_path: pathlib.Path) -> None:
    folder = tmp_path / 'authorities'
    folder.mkdir()
    (folder / 'a.0').write_text('a')
    os.symlink('/nowhere', folder / 'b.0')
    given = {'os_cacert': str(folder)}
    seen = [known(given)]
    assert known(given) == seen[0]
    (folder / 'a.0').rename(folder / 'c.0')
    seen.append(known(given))
    os.utime(folder / 'c.0', (1, 1))
    seen.append(known(given))
    (folder / 'd.0').write_text('d')
    seen.append(known(given))
    folder.rename(tmp_path / 'others')
    seen += [known(given), known({'os_cacert': str(tmp_path / 'others')})]
    assert all(one != other for n, one in enumerate(seen) for other in seen[:n])


def test_authorities_out_of_a_pipe_are_read_by_nobody_else(
    known: Known, tmp_path: pathlib.Path
) -> None:
    os.mkfifo(tmp_path / 'pipe')
    assert known({'os_cacert': str(tmp_path / 'pipe')}) is None
