"""Cloud files read by us and by openstacksdk: the settings must be equal."""

import json
import os
import pathlib
import subprocess
import sys
import textwrap
import warnings
from typing import Any

import pytest

from novaclient_mv.clouds import files as clouds
from unit_tests.clouds import test_clouds

sdk_config = pytest.importorskip(
    'openstack.config', reason='openstacksdk, which these files are compared with, is not installed'
)

KINDS = ('clouds', 'secure', 'clouds-public')

AUTH = 'auth: {auth_url: "http://x/v3", username: u, password: p, project_name: n}\n'


def cases(text: str) -> dict[str, str]:
    """The cases of a text, by the name that stands above each."""
    return dict(each.split('\n', 1) for each in text.split('--- ')[1:])


# The lines of cloud "a" in clouds.yaml.
LOGINS = cases("""
--- password
auth:
  auth_url: http://x/v3
  username: u
  password: p
  project_name: n
  user_domain_name: Default
  project_domain_id: default
region_name: R
--- token_by_its_older_name
auth: {auth_url: "http://x", auth_token: t}
auth_type: token
--- several_methods
auth:
  auth_url: http://x
  username: u
  user_domain_id: d
  password: p
  passcode: "12"
  auth_methods: [v3password, v3totp]
auth_type: v3multifactor
--- login_beside_auth
auth_url: http://x
username: u
password: p
project_name: n
user_domain_name: d
project_domain_name: e
system_scope: all
trust_id: t
default_domain_id: dd
--- default_domain
auth: {auth_url: "http://x", username: u, password: p, default_domain_id: d}
default_domain_name: e
--- domain_without_a_project
auth: {auth_url: "http://x", username: u, password: p, domain_id: d}
--- domain_name_with_a_project
auth: {auth_url: "http://x", username: u, password: p, project_name: n, domain_name: d}
--- domain_beside_one_of_user_and_project
auth: {auth_url: "http://x", username: u, password: p, project_id: n, user_domain_id: e}
domain_id: d
--- tenant_and_project
auth: {auth_url: "http://x", username: u, password: p, project_id: p}
tenant_id: t
--- dashes
auth: {auth-url: "http://x", username: u, password: p, user-domain-name: d}
region-name: R
compute-api-version: "2.15"
compute-endpoint-override: http://c
api-timeout: 7
--- empty_values
auth: {auth_url: "http://x", username: "", password: p, project_id: ""}
username: u
--- reference_to_a_setting
auth: {auth_url: "http://{region_name}.x", username: "u{", password: "p{region_name}"}
region_name: R
cacert: "/{region_name}/{{x}}"
compute_endpoint_override: "http://{interface}"
""")

# The same, after the lines of AUTH.
SETTINGS = cases("""
--- versions_without_quotes
compute_api_version: 2
compute_default_microversion: 2.95
identity_api_version: 3
--- endpoint_type_and_interface
endpoint_type: internal
interface: admin
--- settings_of_a_service
compute_endpoint_type: internal
compute_service_type: c
compute_service_name: nova
compute_endpoint_override: http://c/v2.1
compute_region_name: R2
--- interface_of_a_service_last
compute_endpoint_type: a
compute_interface: b
--- endpoint_type_of_a_service_last
compute_interface: b
compute_endpoint_type: a
--- no_verification
verify: false
--- insecure
insecure: true
cacert: /ca
--- certificates
cacert: /ca
cert: /c
key: /k
--- bundle
verify: /bundle
--- regions_in_one_text
region_name: "R1,R2"
--- region_list
region_name: [R1, R2]
--- region_with_values
interface: internal
regions:
- name: R1
  values:
    interface: admin
    compute_api_version: "2.5"
    auth: {auth_url: "http://r1", project_name: r1}
    verify: false
- R2
--- region_values_do_not_pass_endpoint_type
endpoint_type: internal
regions: [{name: R1, values: {interface: admin}}]
--- unknown_profile
profile: nobody-knows
""")

VENDOR = """
    public-clouds:
      v:
        auth: {auth_url: "http://v", user_domain_name: vd}
        region_name: VR
        interface: admin
        compute-api-version: "2.5"
        deep: {v: w}
    """
VENDOR_REGIONS = """
    public-clouds:
      v: {auth: {auth_url: "http://v"}, regions: [R1, {name: R2, values: {interface: admin}}]}
    """
LOGIN = 'auth: {username: u, password: p}'
WITH_PROFILE = f'clouds: {{a: {{profile: v, {LOGIN}}}}}'
PLAIN = 'clouds: {a: {auth: {auth_url: "http://x", username: u, password: p}}}'

# Name of a case -> the files, by kind, and the region that is asked for.
SEVERAL_FILES: dict[str, tuple[dict[str, str], str | None]] = {
    'secrets': (
        {
            'clouds': 'clouds: {a: {auth: {auth_url: "http://x", username: u}, cacert: /c}}',
            'secure': 'clouds: {a: {auth: {password: s, username: su}, key: /k}}',
        },
        None,
    ),
    'secrets_replace_lists': (
        {'clouds': PLAIN[:-2] + ', regions: [R1]}}', 'secure': 'clouds: {a: {regions: [R2]}}'},
        None,
    ),
    'profile_by_its_older_name': (
        {'clouds': f'clouds: {{a: {{cloud: v, {LOGIN}}}}}', 'clouds-public': VENDOR},
        None,
    ),
    'profile_overridden': (
        {
            'clouds': """
                clouds:
                  a:
                    profile: v
                    auth: {username: u, password: p, user_domain_name: d}
                    region_name: R
                    interface: internal
                    deep: {x: y}
                """,
            'clouds-public': VENDOR,
        },
        None,
    ),
    'region_of_the_profile': (
        {'clouds': WITH_PROFILE, 'clouds-public': VENDOR_REGIONS},
        'R2',
    ),
    'own_region_hides_values_of_the_profile': (
        {
            'clouds': f'clouds: {{a: {{profile: v, region_name: R2, {LOGIN}}}}}',
            'clouds-public': VENDOR_REGIONS,
        },
        None,
    ),
    'region_asked_for': ({'clouds': PLAIN}, 'R9'),
    'merge_key': (
        {'clouds': 'clouds:\n  b: &b {auth: {auth_url: "http://x"}, region_name: R}\n'
                   '  a: {<<: *b, username: u, password: p}\n'},
        None,
    ),
}  # fmt: skip


def cloud_a(lines: str) -> str:
    """A clouds.yaml with these lines as cloud "a"."""
    return 'clouds:\n  a:\n' + textwrap.indent(lines, '    ')


def write(folder: pathlib.Path, texts: dict[str, str]) -> dict[str, list[str]]:
    """Write the files; the arguments that point openstacksdk at them."""
    arguments: dict[str, list[str]] = {}
    for kind in KINDS:
        path = folder / f'{kind}.yaml'
        if kind in texts:
            path.write_text(textwrap.dedent(texts[kind]))
        argument = {'clouds': 'config', 'secure': 'secure', 'clouds-public': 'vendor'}[kind]
        arguments[f'{argument}_files'] = [str(path)]
    return arguments


def read_by_openstacksdk(arguments: dict[str, list[str]], region: str | None = None) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        config = sdk_config.OpenStackConfig(load_envvars=False, **arguments)
        return dict(config.get_one('a', **({'region_name': region} if region else {})).config)


def read_by_us(folder: pathlib.Path, region: str | None = None) -> clouds.Cloud:
    cloud = clouds.find({}, 'a', region, cwd=str(folder), home=str(folder))
    assert cloud is not None
    return cloud


def defaults(folder: pathlib.Path) -> dict[str, Any]:
    """Return openstacksdk's defaults for a cloud without settings."""
    folder.mkdir()
    arguments = write(folder, {'clouds': 'clouds: {a: {auth_type: none, auth: {endpoint: x}}}'})
    return dict(read_by_openstacksdk(arguments))


def assert_same(folder: pathlib.Path, texts: dict[str, str], region: str | None = None) -> None:
    theirs = read_by_openstacksdk(write(folder, texts), region)
    ours = read_by_us(folder, region)
    silent = defaults(folder / 'silent')
    assert ours.auth == theirs.pop('auth')
    assert (ours.auth_type or 'password') == theirs.pop('auth_type')
    assert (ours.region or '') == theirs.pop('region_name')
    for key in ('auth', 'auth_type', 'region_name'):
        silent.pop(key)
    assert silent | ours.settings == theirs


@pytest.mark.parametrize('case', LOGINS)
def test_a_login_reads_as_in_openstacksdk(case: str, tmp_path: pathlib.Path) -> None:
    assert_same(tmp_path, {'clouds': cloud_a(LOGINS[case])})


@pytest.mark.parametrize('case', SETTINGS)
def test_settings_read_as_in_openstacksdk(case: str, tmp_path: pathlib.Path) -> None:
    assert_same(tmp_path, {'clouds': cloud_a(AUTH + SETTINGS[case])})


@pytest.mark.parametrize('case', SEVERAL_FILES)
def test_several_files_read_as_in_openstacksdk(case: str, tmp_path: pathlib.Path) -> None:
    texts, region = SEVERAL_FILES[case]
    assert_same(tmp_path, texts, region)


REFUSED = {
    'region_that_is_not_listed': (AUTH + 'regions: [R1, R2]\n', 'R3'),
    'other_region_than_the_one_named': (AUTH + 'region_name: R1\n', 'R3'),
    'region_without_a_name': (AUTH + 'regions: [{values: {interface: admin}}]\n', None),
    'region_with_more_than_name_and_values': (AUTH + 'regions: [{name: R1, x: y}]\n', None),
    'unknown_reference': ('auth: {auth_url: "http://{nowhere}.x"}\n', None),
    'auth_that_is_a_list': ('auth: [a]\n', None),
    'profile_that_is_a_mapping': (AUTH + 'profile: {a: b}\n', None),
}


@pytest.mark.parametrize('case', REFUSED)
def test_what_openstacksdk_refuses_is_refused(case: str, tmp_path: pathlib.Path) -> None:
    lines, region = REFUSED[case]
    arguments = write(tmp_path, {'clouds': cloud_a(lines)})
    with pytest.raises(Exception):  # noqa: B017, PT011 (often a plain TypeError or KeyError)
        read_by_openstacksdk(arguments, region)
    with pytest.raises(clouds.CloudFileError):
        read_by_us(tmp_path, region)


DIFFERENT: list[tuple[str, str, Any, Any]] = [
    # A version keeps its last zero, and is no number with underscores.
    (AUTH + 'compute_api_version: 2.10', 'compute_api_version', '2.10', '2.1'),
    (AUTH + 'compute_default_microversion: 2.90', 'compute_default_microversion', '2.90', '2.9'),
    (AUTH + 'compute_api_version: 2_1', 'compute_api_version', '2_1', '21'),
    # A password is neither octal nor a boolean, and nothing is not the word None.
    ('auth: {auth_url: "http://x", password: 0123}', 'auth.password', '0123', '83'),
    ('auth: {auth_url: "http://x", password: yes}', 'auth.password', 'yes', True),
    ('auth: {auth_url: "http://x", project_name: }', 'auth.project_name', None, 'None'),
    (AUTH + 'auth_plugin: v3password', 'auth_type', 'v3password', 'password'),
    (AUTH + 'auth-type: v3password', 'auth_type', 'v3password', 'password'),
    # What is in quotes is a boolean or a number as well.
    (AUTH + 'verify: "False"', 'verify', False, 'False'),
    (AUTH + 'api_timeout: "5"', 'api_timeout', 5, '5'),
    # The timeout of a service is its own.
    (AUTH + 'compute_api_timeout: 3', 'api_timeout', None, 3),
    (AUTH + 'cacert: ~/ca', 'cacert', '/home/u/ca', '~/ca'),
    (
        AUTH + 'regions: [{name: R1, values: {endpoint-type: admin}}]',
        *('interface', 'admin', 'public'),
    ),
]
"""Where we differ on purpose: lines, setting, our value, that of openstacksdk 4.22."""


@pytest.mark.parametrize(('lines', 'setting', 'ours', 'theirs'), DIFFERENT)
def test_differences_are_those_that_we_want(
    lines: str, setting: str, ours: Any, theirs: Any, tmp_path: pathlib.Path
) -> None:
    config = read_by_openstacksdk(write(tmp_path, {'clouds': cloud_a(lines)}))
    cloud = clouds.find({}, 'a', cwd=str(tmp_path), home='/home/u')
    assert cloud is not None
    name = setting.removeprefix('auth.')
    if name != setting:
        config, values = config['auth'], cloud.auth
    else:
        values = {**cloud.settings, 'auth_type': cloud.auth_type}
    assert values.get(name) == ours
    assert config.get(name) in (theirs, ours)


CHILD = """
import importlib, json, os, sys
from openstack.config import loader
for os.environ, folder in json.load(sys.stdin):
    os.chdir(folder)
    importlib.reload(loader)  # It finds out then in which folders it is to look.
    print(loader.OpenStackConfig().get_one('a', validate=False).config['auth']['auth_url'])
"""


def test_openstacksdk_finds_the_same_files(tmp_path: pathlib.Path) -> None:
    searches, expected = [], {}
    for case in test_clouds.SEARCH_CASES:
        (folder := tmp_path / case).mkdir()
        variables, (expected[case], *_) = test_clouds.write_search_case(case, folder)
        searches.append((variables, str(folder / 'cwd')))
    env = {'PYTHONPATH': os.pathsep.join(sys.path)}
    words = [sys.executable, '-W', 'ignore', '-c', CHILD]
    printed = subprocess.check_output(words, input=json.dumps(searches), env=env, text=True)
    assert dict(zip(expected, printed.splitlines(), strict=True)) == expected
