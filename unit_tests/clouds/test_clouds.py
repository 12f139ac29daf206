"""Finding and reading cloud files, and what is said when they are wrong."""

import json
import os
import pathlib
import sys
from typing import Any

import pytest
from keystoneauth1 import loading

from novaclient_mv import exceptions
from novaclient_mv.clouds import files as clouds
from unit_tests import processes

ONE = 'clouds: {one: {auth: {auth_url: "http://x", username: u, password: s3cret}}}\n'


def find(
    folder: pathlib.Path, name: str | None = 'one', region: str | None = None, **environ: str
) -> clouds.Cloud | None:
    return clouds.find(environ, name, region, cwd=str(folder), home=str(folder / 'home'))


def found(
    folder: pathlib.Path, name: str | None = 'one', region: str | None = None, **environ: str
) -> clouds.Cloud:
    cloud = find(folder, name, region, **environ)
    assert cloud is not None
    return cloud


def refusal(folder: pathlib.Path, name: str = 'one', **environ: str) -> str:
    with pytest.raises(clouds.CloudFileError) as caught:
        find(folder, name, **environ)
    assert caught.value.exit_status == exceptions.ExitStatus.USAGE
    assert caught.value.facts() == {'file': caught.value.file}
    message = str(caught.value)
    if not message.startswith('Unknown cloud'):
        assert message.startswith(str(caught.value.file))
    return message


def test_no_name_means_no_cloud_even_if_the_file_has_just_one(tmp_path: pathlib.Path) -> None:
    (tmp_path / 'clouds.yaml').write_text(ONE)
    assert find(tmp_path, None) is None
    assert find(tmp_path, None, OS_CLOUD='') is None


def test_environment_names_the_cloud_unless_the_caller_does(tmp_path: pathlib.Path) -> None:
    (tmp_path / 'clouds.yaml').write_text('clouds: {one: , two: }\n')
    assert found(tmp_path, None, OS_CLOUD='two').name == 'two'
    assert found(tmp_path, 'one', OS_CLOUD='two').name == 'one'


@pytest.mark.parametrize('name', ['sandbox', 'envvars'])
def test_cloud_that_needs_no_file_is_none_unless_a_file_defines_it(
    tmp_path: pathlib.Path, name: str
) -> None:
    assert find(tmp_path, name) is None
    (tmp_path / 'clouds.yaml').write_text(f'clouds: {{{name}: {{region_name: R}}}}\n')
    assert found(tmp_path, name).region == 'R'


def test_unknown_cloud_is_refused_with_those_that_exist_and_the_files(
    tmp_path: pathlib.Path,
) -> None:
    (tmp_path / 'clouds.yaml').write_text('clouds: {production: , test: }\n')
    (tmp_path / 'secure.yaml').write_text('clouds: {hidden: }\n')
    assert refusal(tmp_path, 'prodution') == (
        'Unknown cloud prodution. Did you mean production? '
        f'{tmp_path}/clouds.yaml with {tmp_path}/secure.yaml defines production, test, hidden.'
    )


def test_refusal_names_the_folders_when_there_is_no_file(tmp_path: pathlib.Path) -> None:
    message = refusal(tmp_path, OS_CLIENT_CONFIG_FILE='/not/there.yaml')
    home = tmp_path / 'home/.config/openstack'
    assert f'{tmp_path}, {home}, /etc/xdg/openstack, /etc/openstack' in message
    assert 'OS_CLIENT_CONFIG_FILE names /not/there.yaml, which is not there' in message


# Files in the order in which they are looked for, from the environment named with them.
SEARCH_CASES: dict[str, tuple[dict[str, str], list[str]]] = {
    'current_folder': ({}, ['cwd/clouds.yaml', 'cwd/clouds.yml', 'cwd/clouds.json']),
    'json_before_home': ({}, ['cwd/clouds.json', 'home/.config/openstack/clouds.yaml']),
    'home': ({}, ['home/.config/openstack/clouds.yml', 'home/.config/openstack/clouds.json']),
    'xdg_before_home': (
        {'XDG_CONFIG_HOME': '@/xdg'},
        ['xdg/openstack/clouds.yaml', 'home/.config/openstack/clouds.yaml'],
    ),
    'home_beside_xdg': ({'XDG_CONFIG_HOME': '@/xdg'}, ['home/.config/openstack/clouds.yaml']),
    'relative_xdg_is_ignored': (
        {'XDG_CONFIG_HOME': 'xdg'},
        ['home/.config/openstack/clouds.yaml', 'cwd/xdg/openstack/clouds.yaml'],
    ),
    'system_folder': (
        {'XDG_CONFIG_DIRS': '@/etc'},
        ['home/.config/openstack/clouds.yaml', 'etc/openstack/clouds.yaml'],
    ),
    'system_folder_alone': ({'XDG_CONFIG_DIRS': '@/etc'}, ['etc/openstack/clouds.yaml']),
    'named_file': ({'OS_CLIENT_CONFIG_FILE': '@/my.yaml'}, ['my.yaml', 'cwd/clouds.yaml']),
    'named_file_without_extension': ({'OS_CLIENT_CONFIG_FILE': '@/my'}, ['my', 'cwd/clouds.yaml']),
    'named_file_in_current_folder': (
        {'OS_CLIENT_CONFIG_FILE': 'my'},
        ['cwd/my', 'cwd/clouds.yaml'],
    ),
    'named_file_that_is_not_there': ({'OS_CLIENT_CONFIG_FILE': '@/no'}, ['cwd/clouds.yaml']),
    'empty_name': ({'OS_CLIENT_CONFIG_FILE': ''}, ['cwd/clouds.yaml']),
}


def write_search_case(case: str, top: pathlib.Path) -> tuple[dict[str, str], list[str]]:
    """Write the files of a case, each with its own name as auth_url; its environment and files."""
    variables, files = SEARCH_CASES[case]
    for folder in ('cwd', 'home'):
        (top / folder).mkdir()
    for name in files:
        path = top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({'clouds': {'a': {'auth': {'auth_url': name}}}}))
    environ = {key: value.replace('@', str(top)) for key, value in variables.items()}
    return {**environ, 'HOME': str(top / 'home')}, files


@pytest.mark.parametrize('case', SEARCH_CASES)
def test_first_file_of_the_search_order_wins(case: str, tmp_path: pathlib.Path) -> None:
    environ, files = write_search_case(case, tmp_path)
    cloud = clouds.find(environ, 'a', cwd=str(tmp_path / 'cwd'))
    assert cloud is not None
    assert cloud.auth['auth_url'] == files[0]
    assert cloud.file == str(tmp_path / files[0])


def test_second_folder_of_xdg_config_dirs_is_searched(tmp_path: pathlib.Path) -> None:
    # openstacksdk 4.22 takes the whole list for one path.
    (tmp_path / 'b/openstack').mkdir(parents=True)
    (tmp_path / 'b/openstack/clouds.yaml').write_text(ONE)
    cloud = found(tmp_path, XDG_CONFIG_DIRS=f'{tmp_path}/a:{tmp_path}/b')
    assert cloud.file == f'{tmp_path}/b/openstack/clouds.yaml'


def test_variables_name_the_files_of_secrets_and_of_vendors(tmp_path: pathlib.Path) -> None:
    (tmp_path / 'clouds.yaml').write_text('clouds: {one: {profile: v}}\n')
    (tmp_path / 's').write_text('clouds: {one: {auth: {password: p}}}\n')
    (tmp_path / 'v').write_text('public-clouds: {v: {auth: {auth_url: "http://v"}}}\n')
    cloud = found(tmp_path, OS_CLIENT_SECURE_FILE='s', OS_CLIENT_VENDOR_FILE='v')
    assert cloud.auth == {'auth_url': 'http://v', 'password': 'p'}


def test_secrets_may_lie_in_another_folder_than_the_cloud(tmp_path: pathlib.Path) -> None:
    (tmp_path / 'clouds.yaml').write_text(ONE)
    folder = tmp_path / 'home/.config/openstack'
    folder.mkdir(parents=True)
    (folder / 'secure.yml').write_text('clouds: {one: {auth: {password: p}}}\n')
    cloud = found(tmp_path)
    assert cloud.auth['password'] == 'p'
    assert cloud.file == f'{tmp_path}/clouds.yaml'


def test_names_tells_each_cloud_with_its_file(tmp_path: pathlib.Path) -> None:
    (tmp_path / 'clouds.yaml').write_text('clouds: {one: , 2: , no: }\n')
    (tmp_path / 'secure.yaml').write_text('clouds: {one: , secret: }\n')
    assert clouds.names({}, cwd=str(tmp_path), home='/none') == [
        ('one', f'{tmp_path}/clouds.yaml'),
        ('2', f'{tmp_path}/clouds.yaml'),
        ('no', f'{tmp_path}/clouds.yaml'),
        ('secret', f'{tmp_path}/secure.yaml'),
    ]


def test_version_is_the_text_of_a_json_file(tmp_path: pathlib.Path) -> None:
    (tmp_path / 'clouds.json').write_text(
        '{"clouds": {"one": {"compute_api_version": 2.10, "identity_api_version": 3,'
        ' "api_timeout": 1.5, "verify": false, "auth": {"password": 12.30, "username": true}}}}'
    )
    cloud = found(tmp_path)
    assert cloud.auth == {'password': '12.30', 'username': 'true'}
    assert cloud.settings == {
        'compute_api_version': '2.10',
        'identity_api_version': '3',
        'api_timeout': 1.5,
        'verify': False,
    }


def test_every_login_option_may_stand_beside_auth(tmp_path: pathlib.Path) -> None:
    loaders: dict[str, Any] = loading.get_available_plugin_loaders()
    for loader in loaders.values():
        if not type(loader).__module__.startswith('keystoneauth1.'):
            continue
        options = {option.dest: 'x' for option in loader.get_options()}
        options.pop('auth_methods', None)
        cloud = {'auth_type': 'v2password' if 'tenant_name' in options else 'v3', **options}
        if {'project_id', 'domain_id'} <= set(options):
            del cloud['domain_id'], cloud['domain_name']
        (tmp_path / 'clouds.json').write_text(json.dumps({'clouds': {'one': cloud}}))
        assert found(tmp_path).auth == {key: 'x' for key in cloud if key != 'auth_type'}
        assert found(tmp_path).settings == {}


def test_byte_order_mark_is_no_part_of_the_first_key(tmp_path: pathlib.Path) -> None:
    (tmp_path / 'clouds.json').write_text('\ufeff{"clouds": {"one": {}}}', encoding='utf-8')
    assert found(tmp_path).auth == {}


@pytest.mark.parametrize(
    ('text', 'message'),
    [
        (
            'clouds: {one: {auth: {a: b}\n',
            "clouds.yaml, line 2, column 1: did not find expected ',' or '}'",
        ),
        (
            'clouds:\n\ta: {}\n',
            'clouds.yaml, line 2, column 1: found character that cannot start any token',
        ),
        ('a: b\n---\nc: d\n', 'clouds.yaml, line 2, column 1: but found another document'),
        (
            'clouds:\n  a\x01b: c\n',
            'clouds.yaml, line 2, column 4: control characters are not allowed',
        ),
        ('? [a]\n: b\n', 'clouds.yaml, line 1, column 3: found unhashable key'),
        ('{"clouds":\n {"one": }}', 'clouds.json, line 2, column 10: Expecting value'),
        ('clouds: {one: }', 'clouds.json, line 1, column 1: Expecting value'),
        ('[' * 99999 + ']' * 99999, 'clouds.json is nested too deeply'),
        ('clouds: !!int x\n', 'clouds.yaml has a value that does not fit its type'),
        ('- a\n', 'clouds.yaml: the file must be a mapping, not a list'),
        ('text\n', 'clouds.yaml: the file must be a mapping, not a single value'),
        ('clouds: [one]\n', 'clouds.yaml: "clouds" must be a mapping, not a list'),
        ('clouds: [one]\n', 'secure.yaml: "clouds" must be a mapping, not a list'),
        ('clouds: {one: [a]}\n', 'clouds.yaml: cloud one must be a mapping, not a list'),
    ],
)
def test_file_that_cannot_be_used_is_refused(
    tmp_path: pathlib.Path, text: str, message: str
) -> None:
    (tmp_path / message[: len('clouds.yaml')]).write_text(text)
    assert refusal(tmp_path) == f'{tmp_path}/{message}.'


@pytest.mark.parametrize(
    ('text', 'place'),
    [
        ('{v: [a]}', 'profile v'),
        ('{v: {auth: [a]}}', 'auth of profile v'),
        ('[a]', '"public-clouds"'),
    ],
)
def test_wrong_vendor_file_is_refused(tmp_path: pathlib.Path, text: str, place: str) -> None:
    (tmp_path / 'clouds.yaml').write_text('clouds: {one: {profile: v}, two: {}}\n')
    (tmp_path / 'clouds-public.yaml').write_text(f'public-clouds: {text}\n')
    message = refusal(tmp_path)
    assert message == f'{tmp_path}/clouds-public.yaml: {place} must be a mapping, not a list.'
    # A cloud without a profile does not read that file.
    assert find(tmp_path, 'two') is not None


def test_alias_that_refers_to_itself_is_no_endless_loop(tmp_path: pathlib.Path) -> None:
    text = 'clouds: {one: &x {auth: {username: u}, again: *x}}\n'
    (tmp_path / 'clouds.yaml').write_text(text)
    (tmp_path / 'secure.yaml').write_text(text)
    assert found(tmp_path).auth == {'username': 'u'}


def test_file_that_is_not_utf8_is_refused(tmp_path: pathlib.Path) -> None:
    (tmp_path / 'clouds.yaml').write_bytes(b'clouds: {one: {region_name: \xff}}\n')
    assert refusal(tmp_path) == f'{tmp_path}/clouds.yaml is not UTF-8 text.'


@pytest.mark.skipif(not os.path.exists('/proc/self/mem'), reason='needs a file of Linux')
def test_file_that_cannot_be_read_is_refused(tmp_path: pathlib.Path) -> None:
    # Mode 0 would not stop the superuser; this file fails for everyone.
    message = refusal(tmp_path, OS_CLIENT_CONFIG_FILE='/proc/self/mem')
    assert message == '/proc/self/mem cannot be read: Input/output error.'


@pytest.mark.parametrize(
    'password', ['*s3cret', '!s3cret', '"s3cret', '%s3cret', '@s3cret', '{s3cret']
)
def test_error_does_not_quote_a_password(tmp_path: pathlib.Path, password: str) -> None:
    (tmp_path / 'clouds.yaml').write_text(f'clouds:\n one:\n  auth:\n   password: {password}\n')
    assert 's3cret' not in refusal(tmp_path)
    with pytest.raises(clouds.CloudFileError) as caught:
        find(tmp_path)
    assert caught.value.__cause__ is None


def test_reading_works_without_libyaml(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import yaml

    monkeypatch.delattr(yaml, 'CSafeLoader', raising=False)
    (tmp_path / 'clouds.yaml').write_text('clouds: {one: {compute_api_version: 2.10}}\n')
    assert found(tmp_path).settings == {'compute_api_version': '2.10'}
    (tmp_path / 'clouds.yaml').write_text('clouds:\n  a\x01b: c\n')
    assert 'clouds.yaml, line 2, column 4: ' in refusal(tmp_path)


def test_module_imports_no_third_party_package() -> None:
    code = (
        'import sys; import novaclient_mv.clouds.files;'
        'print([each for each in ("yaml", "json", "keystoneauth1", "openstack")'
        ' if each in sys.modules])'
    )
    done = processes.python(
        '-I', '-c', f'import sys; sys.path[:0] = {sys.path!r}; {code}', check=True
    )
    assert done.stdout.strip() == '[]'
