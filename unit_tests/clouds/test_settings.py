"""The version that was asked for: spellings, where it comes from, and what is refused at once."""

from __future__ import annotations

import itertools
import pathlib
import types
from typing import Any

import pytest

from novaclient_mv import exceptions, services
from novaclient_mv.clouds import environment, global_option, options, requested_versions, settings
from novaclient_mv.clouds.logins import plugins
from novaclient_mv.services import BAREMETAL
from unit_tests import cases, processes
from unit_tests.newest import BEYOND, NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

OPTION, VARIABLE = '--os-compute-api-version', 'OS_COMPUTE_API_VERSION'

MISSPELT = {
    'a word': 'spam',
    'a word with digits': 'l33t',
    'five numbers': '1.2.3.4.5',
    'three numbers': '2.1.0',
    'a leading zero in the minor': '2.01',
    'a leading zero in the major': '02.1',
    'a negative minor': '2.-1',
    'a sign': '+2.1',
    'an underscore between digits': '2.1_0',
    'a blank': ' ',
    'a blank at the end': '2.1 ',
    'a blank at the start': ' 2.1',
    'a line end': '2.1\n',
    'a carriage return': '2.1\r',
    'a null byte': '2.1\0',
    'Arabic digits': '\u0662.\u0661',
    'full-width digits': '\uff12.\uff11',
    'a superscript': '2.\u00b2',
    'no minor': '2.',
    'no major': '.1',
    'a zero major': '0.1',
    'an exponent': '2.1e1',
    'another case of latest': '2.Latest',
    'another case of None': 'none',
    'a prefix': 'v2.1',
    'a comma': '2,1',
    'thousands of digits': '2.' + '1' * 5000,
}
NOT_OURS = {
    'the next major': '3.0',
    'the next major, bare': '3',
    'the newest of the next major': '3.latest',
    'the major before': '1.1',
    'one above the newest': BEYOND,
    'far above the newest': '2.99999999999999999999',
}


def refused(nova: Nova, *words: str, env: dict[str, str] | None = None) -> str:
    """The one line of a refusal with status 2."""
    result = nova(*words, env=env)
    assert (result.status, result.out) == (2, '')
    assert result.err.count('\n') == 1
    return result.err


@pytest.mark.parametrize(
    ('text', 'version'),
    [
        ('2', '2.0'),
        ('2.0', '2.0'),
        ('None', '2.0'),
        ('2.1', '2.1'),
        ('2.10', '2.10'),
        ('2.90', '2.90'),
        (NEWEST, NEWEST),
        ('2.latest', '2.latest'),
        ('latest', '2.latest'),
    ],
)
def test_every_spelling_of_the_specification_is_taken(text: str, version: str) -> None:
    for given, variables in (({'os_compute_api_version': text}, {}), ({}, {VARIABLE: text})):
        requested = requested_by(given, variables)
        assert str(requested.version) == version
        assert requested.text == text
        assert requested.is_named == (version != '2.latest')


def requested_by(given: dict[str, Any], variables: dict[str, str]) -> requested_versions.Requested:
    chosen = settings.Settings(
        given, options.OptionTable(), environment.Environment(variables, cwd='/')
    )
    return requested_versions.requested(chosen, services.COMPUTE)


@cases.one_test_of(
    'text, place',
    itertools.product(
        [*MISSPELT.values(), *NOT_OURS.values()], ['before', 'after', 'with =', 'environment']
    ),
)
def test_other_spellings_are_refused_with_what_was_typed_and_where(
    nova: Nova, text: str, place: str
) -> None:
    if place == 'environment':
        # The system itself keeps null bytes out of the environment; a mapping may hold one.
        line = refused(nova, 'server-list', env={VARIABLE: text})
    elif place == 'before':
        line = refused(nova, OPTION, text, 'server-list')
    elif place == 'after':
        line = refused(nova, 'server-list', OPTION, text)
    else:
        line = refused(nova, f'{OPTION}={text}', 'server-list')
    assert repr(text)[1:-1][:60] in line
    assert (VARIABLE if place == 'environment' else OPTION) in line
    assert f'valid are 2.1 to {NEWEST}, 2.latest, 2.0 and None' in line


def test_an_option_without_its_value_is_refused(nova: Nova) -> None:
    assert refused(nova, OPTION) == f'nova-mv: {OPTION} needs a value.\n'
    assert refused(nova, 'server-list', OPTION) == f'nova-mv: {OPTION} needs a value.\n'


def test_the_last_of_several_options_wins_and_only_it_is_checked(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    words = (OPTION, 'spam', 'server-list', OPTION, '2.9', f'{OPTION}=2.11')
    assert nova(*words, cloud=cloud).status == 0
    assert cloud.versions_sent() == [('compute 2.11', '2.11')]


def test_an_abbreviated_version_option_counts(nova: Nova, cloud: ScriptedCloud) -> None:
    assert nova('server-list', '--os-compute-api', '2.11', cloud=cloud).status == 0
    assert nova('--os-compute-api', '2.12', 'server-list', cloud=cloud).status == 0
    assert nova('server-list', '--os_compute_api_version', '2.13', cloud=cloud).status == 0
    words = ('server-list', '--os-compute-api', '2.14')
    assert nova(*words, cloud=cloud, env={VARIABLE: 'spam'}).status == 0
    assert [sent for _, sent in cloud.versions_sent()] == ['2.11', '2.12', '2.13', '2.14']
    assert "'spam'" in refused(nova, 'server-list', '--os-compute-api', 'spam')


# -- precedence -----------------------------------------------------------------------


CLOUD = """
clouds:
  mine:
    auth: {{auth_url: http://127.0.0.1:9/v3, username: u, password: p, project_name: p}}
    {}
"""


def from_file(nova: Nova, *keys: str, **variables: str) -> requested_versions.Requested:
    nova.cloud_file(CLOUD.format('\n    '.join(keys)))
    surroundings = environment.Environment(
        {**nova.variables('mine', {}), **variables}, cwd=str(nova.home)
    )
    chosen = settings.Settings({}, options.OptionTable(), surroundings)
    return requested_versions.requested(chosen, services.COMPUTE)


@pytest.mark.parametrize(
    ('key', 'version'),
    [
        ('compute_default_microversion: 2.10', '2.10'),
        ("compute_default_microversion: '2.9'", '2.9'),
        ('compute_default_microversion: 2.latest', '2.latest'),
        ('compute_default_microversion: latest', '2.latest'),
        ('compute_api_version: 2.10', '2.10'),
        ('compute_api_version: 2.100', '2.100'),
        ('compute_api_version: 2', '2.latest'),
        ("compute_api_version: '2'", '2.latest'),
        ('compute_api_version: v2', '2.latest'),
        ('compute_api_version: 2.0', '2.0'),
        ('compute-api-version: 2.60', '2.60'),
    ],
)
def test_cloud_files_are_read_as_text_and_a_bare_major_is_its_newest(
    nova: Nova, key: str, version: str
) -> None:
    assert str(from_file(nova, key).version) == version


def clouds_of(cloud: ScriptedCloud, *keys: str) -> str:
    """A cloud file with one cloud, ``mine``."""
    auth = {
        name.removeprefix('OS_').lower(): value
        for name, value in cloud.environ().items()
        if name not in ('OS_AUTH_TYPE', 'OS_REGION_NAME')
    }
    return f'clouds: {{mine: {{auth: {auth}{"".join(", " + key for key in keys)}}}}}\n'


def test_only_the_version_that_wins_is_checked(nova: Nova, start_cloud: Any) -> None:
    cloud = start_cloud()
    nova.cloud_file(clouds_of(cloud, 'compute_default_microversion: spam'))
    assert nova('server-list', version='2.9', cloud='mine', env={VARIABLE: 'l33t'}).status == 0
    assert nova('server-list', cloud='mine', env={VARIABLE: '2.9'}).status == 0
    result = nova('server-list', cloud='mine', env={VARIABLE: ''})
    assert result.status == 2
    assert 'compute_default_microversion of cloud mine' in result.err
    assert len(cloud.versions_sent()) == 2


@pytest.mark.parametrize(
    ('key', 'text'),
    [
        ('compute_default_microversion: spam', 'spam'),
        ('compute_api_version: 2.01', '2.01'),
        ('compute_api_version: 3', '3'),
        ('compute_api_version: v3', 'v3'),
        (f'compute_api_version: {BEYOND}', BEYOND),
    ],
)
def test_a_version_of_a_cloud_file_is_refused_by_key_cloud_and_file(
    nova: Nova, key: str, text: str
) -> None:
    with pytest.raises(exceptions.UnsupportedVersion) as raised:
        from_file(nova, key)
    name = key.partition(':')[0]
    file = nova.home / '.config' / 'openstack' / 'clouds.yaml'
    assert str(raised.value).startswith(f"'{text}' (from {name} of cloud mine in {file}, line 5)")


# -- before anything else ---------------------------------------------------------------

PROBE = """
import sys
from novaclient_mv import shell
status = shell.main(sys.argv[1:])
third = ('keystoneauth1', 'requests', 'urllib3', 'stevedore', 'prettytable', 'oslo_utils')
third = (*third, 'yaml')
print(status, *[name for name in third if name in sys.modules])
"""


def probe(home: pathlib.Path, *words: str, **variables: str) -> tuple[str, str]:
    """Exit status with the third-party packages that a process imported, and its messages."""
    variables = {
        'HOME': str(home),
        'PYTHONPATH': str(pathlib.Path(__file__).parents[2]),
        'OS_AUTH_URL': 'http://127.0.0.1:9/v3',
        **variables,
    }
    done = processes.python('-c', PROBE, *words, env=variables, cwd=home, check=True)
    return done.stdout.strip(), done.stderr


def test_a_wrong_version_is_refused_before_any_import_of_other_packages(
    tmp_path: pathlib.Path,
) -> None:
    for words in (
        (OPTION, 'spam', 'server-list'),
        ('server-list', OPTION, 'spam'),
        ('server-list', '--flavor', 'm1', f'{OPTION}={BEYOND}', '--os-cloud', 'nowhere'),
        ('server-list', '--os-compute-api', 'spam'),
        ('no-such-command', OPTION, 'spam'),
        ('server-list', '--os-passcode', '1', '--os-auth-type', 'v3totp', OPTION, 'spam'),
    ):
        out, err = probe(tmp_path, *words)
        assert out == '2', (words, out)
        assert OPTION in err
    out, err = probe(tmp_path, 'server-list', OS_COMPUTE_API_VERSION='spam')
    assert out == '2'
    assert VARIABLE in err


def test_option_of_a_version_is_named_after_its_service() -> None:
    words = (
        'X.Y, a release, 1.latest (default), common (the newest that all named clouds share), or '
        'None for no microversion.'
    )
    assert options.version_option(BAREMETAL) == global_option.GlobalOption(
        ('--os-baremetal-api-version',),
        'os_baremetal_api_version',
        f'API version of the Bare Metal API: {words}',
        global_option.CLOUD,
        ('OS_BAREMETAL_API_VERSION',),
        '<version>',
    )


def test_option_of_an_auth_type_is_what_its_plugin_says(monkeypatch: pytest.MonkeyPatch) -> None:
    (option,) = plugins.own_options('v3totp')
    assert option[:3] == (('--os-passcode',), 'os_passcode', "User's TOTP passcode")
    assert option[3:6] == (global_option.LOGIN, ('OS_PASSCODE',), '<value>')
    unexplained = types.SimpleNamespace(name='a-b', dest='a_b', help=None, deprecated=[])
    loader = types.SimpleNamespace(get_options=lambda: [unexplained])
    monkeypatch.setattr(plugins, '_loader', lambda auth_type: loader)
    (option,) = plugins.own_options('ours')
    assert option[:3] == (('--os-a-b',), 'os_a_b', '')


@pytest.mark.parametrize(
    ('auth_type', 'flag', 'looked_at'),
    [
        (None, '--os-identity-provider', ('password',)),
        (None, '--os-application-credential-id', ('password', 'v3applicationcredential')),
        ('v3applicationcredential', '--os-application-credential-id', ('v3applicationcredential',)),
        ('v3oidcpassword', '--os-client-id', ('v3oidcpassword',)),
    ],
)
def test_options_of_application_credentials_need_no_auth_type(
    monkeypatch: pytest.MonkeyPatch, auth_type: str | None, flag: str, looked_at: tuple[str, ...]
) -> None:
    monkeypatch.setattr(plugins, 'own_options', lambda auth_type: (auth_type,))
    given = {} if auth_type is None else {'os_auth_type': auth_type}
    run = settings.Settings(given, options.OptionTable(), environment.Environment({}))
    assert plugins.auth_options(run, flag) == looked_at


@pytest.mark.parametrize('service', services.SERVICES, ids=lambda service: service.name)
def test_service_has_settings_of_its_own(nova: Nova, service: services.Service) -> None:
    kinds = ('interface', 'endpoint_override', 'service_type', 'service_name')
    keys = [f'{other.service_type}_{kind}' for other in services.SERVICES for kind in kinds]
    file = nova.cloud_file(f'clouds: {{a: {{{", ".join(f"{key}: {key}" for key in keys)}}}}}')

    def of_service(**variables: str) -> list[tuple[str, str]]:
        surroundings = environment.Environment({'HOME': str(nova.home), **variables}, cwd='/')
        run = settings.Settings({'os_cloud': 'a'}, options.OptionTable(), surroundings)
        stated = [run.setting(dest, service) for dest in ('endpoint_type', *kinds[1:])]
        return [(each.value, str(each.origin)) for each in stated if each]

    own = [f'{service.service_type}_{kind}' for kind in kinds]
    in_file = [(key, f'{key} of cloud a in {file}, line 1') for key in own]
    assert of_service() == in_file
    # These are of Compute alone.
    names = ('NOVA_ENDPOINT_TYPE', 'NOVACLIENT_BYPASS_URL', 'NOVA_SERVICE_NAME')
    stated = of_service(**dict.fromkeys(names, 'v'))
    of_compute = [('v', names[0]), ('v', names[1]), in_file[2], ('v', names[2])]
    assert stated == (of_compute if service is services.COMPUTE else in_file)
    stated = of_service(OS_INTERFACE='i', OS_ENDPOINT_OVERRIDE='o')
    assert stated == [('i', 'OS_INTERFACE'), ('o', 'OS_ENDPOINT_OVERRIDE'), *in_file[2:]]
