"""``config-show`` says of each setting where it came from and what it overrode."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import pytest

from unit_tests.nova import Nova, Result

CLOUDS = """\
clouds:
  prod:
    profile: vendor
    auth: &login
      username: ada
      password: hidden-too
      project-name: engines
    regions:
    - name: one
      values: {compute_api_version: 2.60}
    - two
    verify: false
  stage:
    auth:
      <<: *login
      auth_url: https://user:hidden@stage.example/v3
    region_name: three
    network_api_version: 2
"""
SECURE = """\
clouds:
  prod:
    auth:
      password: hidden
"""
PUBLIC = """\
public-clouds:
  vendor:
    auth:
      auth_url: https://vendor.example/v3
"""


@pytest.fixture
def files(nova: Nova) -> dict[str, str]:
    """Cloud files by the stems of their names."""
    clouds = nova.cloud_file(CLOUDS)
    paths = {'clouds': str(clouds)}
    for stem, text in (('secure', SECURE), ('clouds-public', PUBLIC)):
        file = clouds.with_name(f'{stem}.yaml')
        file.write_text(text, encoding='utf-8')
        paths[stem] = str(file)
    return paths


def rows(result: Result) -> dict[str, Any]:
    """Setting to its row."""
    assert result.status == 0, result.err
    return {row['setting']: row for row in json.loads(result.out)}


def origin(row: dict[str, Any]) -> tuple[Any, ...]:
    return row['value'], row['source'], row['file'], row['line']


def test_settings_of_files_have_their_lines(nova: Nova, files: dict[str, str]) -> None:
    by_setting = rows(nova('--os-cloud', 'prod', 'config-show', '-f', 'json'))
    clouds = files['clouds']
    assert origin(by_setting['username']) == ('ada', 'file', clouds, 5)
    assert origin(by_setting['project_name']) == ('engines', 'file', clouds, 7)
    assert origin(by_setting['auth_url'])[1:] == ('file', files['clouds-public'], 4)
    assert origin(by_setting['region_name']) == ('one', 'file', clouds, 9)
    assert origin(by_setting['compute_api_version']) == ('2.60', 'file', clouds, 10)
    assert origin(by_setting['insecure']) == (True, 'file', clouds, 12)
    assert origin(by_setting['timeout']) == (600, 'default', None, None)


def test_secrets_are_masked_wherever_they_stand(nova: Nova, files: dict[str, str]) -> None:
    for cloud in ('prod', 'stage'):
        for form in ('json', 'table', 'csv'):
            words = ('--os-cloud', cloud, 'config-show', '-f', form)
            result = nova(*words, env={'OS_PASSWORD': 'hidden-again'})
            assert 'hidden' not in result.out + result.err
    row = rows(nova('--os-cloud', 'prod', 'config-show', '-f', 'json'))['password']
    assert origin(row) == ('***', 'file', files['secure'], 4)
    assert [origin(value) for value in row['overrides']] == [('***', 'file', files['clouds'], 6)]


def test_variables_of_another_cloud_bring_a_warning(nova: Nova, files: dict[str, str]) -> None:
    env = {'OS_USERNAME': 'bob', 'OS_PROJECT_NAME': 'engines', 'OS_USER_DOMAIN_NAME': 'other'}
    result = nova('--os-cloud', 'prod', 'config-show', '-f', 'json', env=env)
    assert 'OS_USERNAME, OS_USER_DOMAIN_NAME from the environment win over' in result.err
    by_setting = rows(result)
    assert by_setting['username']['warning'] == 'OS_USERNAME is set, and cloud prod says otherwise.'
    assert 'says nothing of it' in by_setting['user_domain_name']['warning']
    # What both say alike is no mistake.
    assert by_setting['project_name']['warning'] is None
    assert by_setting['username']['overrides'][0]['value'] == 'ada'
    assert nova('--os-cloud', 'prod', 'config-show').err == ''
    assert nova('config-show', env=env).err == ''
    env = {'OS_AUTH_TYPE': 'v3oidcpassword', 'OS_IDENTITY_PROVIDER': 'us'}
    clouds = CLOUDS.replace('username: ada', 'identity_provider: we')
    pathlib.Path(files['clouds']).write_text(clouds)
    by_setting = rows(nova('--os-cloud', 'prod', 'config-show', '-f', 'json', env=env))
    row = by_setting['identity_provider']
    assert (row['value'], row['name'], row['overrides'][0]['line']) == (
        *('us', 'OS_IDENTITY_PROVIDER', 5),
    )


@pytest.mark.parametrize(
    ('words', 'env', 'message'),
    [
        (('--os-cloud', 'nowhere'), {}, 'Unknown cloud nowhere'),
        (('--os-cloud', 'prod', '--os-region-name', 'ten'), {}, 'has no region ten'),
        (('--os-cloud', 'prod,stage'), {}, 'works on one cloud'),
        ((), {'OS_COMPUTE_API_VERSION': 'x'}, "'x' (from OS_COMPUTE_API_VERSION) is not an API"),
        ((), {'OS_TLS_MIN_VERSION': '7'}, "OS_TLS_MIN_VERSION is '7', which is not one of"),
        ((), {'OS_CACERT': '/nowhere'}, 'OS_CACERT names /nowhere, which cannot be read'),
        ((), {'OS_PROJECT_NAME': '\udcff'}, 'OS_PROJECT_NAME is not text'),
    ],
)
def test_what_is_wrong_is_told_behind_what_is_known(
    nova: Nova, files: dict[str, str], words: tuple[str, ...], env: dict[str, str], message: str
) -> None:
    env = {'OS_USERNAME': 'bob', 'OS_CLOUD': 'stage', **env}
    result = nova(*words, 'config-show', '-f', 'json', env=env)
    assert (result.status, json.loads(result.err.splitlines()[-1])['status']) == (2, 2)
    assert message in result.err
    by_setting = {row['setting']: row for row in json.loads(result.out)}
    assert origin(by_setting['username'])[:2] == ('bob', 'variable')
    assert by_setting['cloud']['value'] == (words[1] if words else 'stage')
    if 'OS_COMPUTE_API_VERSION' in env:
        assert by_setting['compute_api_version']['value'] == 'x'


def known(nova: Nova, *words: str) -> dict[str, tuple[Any, ...]]:
    """Where the settings of a cloud that cannot be used come from."""
    result = nova(*words, 'config-show', '-f', 'json')
    assert result.status == 2
    return {row['setting']: origin(row) for row in json.loads(result.out)}


@pytest.mark.parametrize('word', ['profile', 'cloud'])
def test_an_unknown_region_hides_nothing_but_what_is_its_own(
    nova: Nova, files: dict[str, str], word: str
) -> None:
    clouds = files['clouds']
    pathlib.Path(clouds).write_text(CLOUDS.replace('profile', word))
    by_setting = known(nova, '--os-cloud', 'prod', '--os-region-name', 'ten')
    assert by_setting['username'] == ('ada', 'file', clouds, 5)
    assert by_setting['password'] == ('***', 'file', files['secure'], 4)
    assert by_setting['auth_url'][1:] == ('file', files['clouds-public'], 4)
    assert by_setting['insecure'] == (True, 'file', clouds, 12)
    assert by_setting['region_name'][:2] == ('ten', 'option')
    assert by_setting['compute_api_version'][1] == 'default'


@pytest.mark.parametrize('stem', ['clouds', 'secure', 'clouds-public'])
@pytest.mark.parametrize('content', [b'clouds: [', b'- x', b'\xff', b'{clouds: [x], a: 1}', b'x'])
def test_a_broken_file_hides_nothing_but_what_it_says(
    nova: Nova, files: dict[str, str], stem: str, content: bytes
) -> None:
    pathlib.Path(files[stem]).write_bytes(content)
    result = nova('--os-cloud', 'prod', '--os-project-name', 'p', 'config-show', '-f', 'json')
    by_setting = {row['setting']: origin(row) for row in json.loads(result.out)}
    assert by_setting['project_name'][:2] == ('p', 'option')
    if result.status or stem == 'clouds':
        folder = str(pathlib.Path(files[stem]).parent)
        assert (result.status, folder in result.err) == (2, True)
    if stem != 'clouds':
        assert by_setting['username'] == ('ada', 'file', files['clouds'], 5)
        where = 'clouds' if stem == 'secure' else 'secure'
        assert by_setting['password'][2] == files[where]


def test_a_pin_counts_below_options_variables_and_files(nova: Nova, files: dict[str, str]) -> None:
    for cloud in ('stage', 'prod'):
        assert nova('version-pin', '2.53', '--force', cloud=cloud).status == 0

    def version(cloud: str, *words: str, env: dict[str, str] | None = None) -> dict[str, Any]:
        result = nova('--os-cloud', cloud, *words, 'config-show', '-f', 'json', env=env)
        row: dict[str, Any] = rows(result)['compute_api_version']
        return row

    row = version('stage')
    assert (row['value'], row['source'], row['name'], row['line']) == ('2.53', 'pin', 'stage', 1)
    assert row['file'].endswith('pins')
    row = version('prod')
    assert origin(row) == ('2.60', 'file', files['clouds'], 10)
    assert [value['source'] for value in row['overrides']] == ['pin']
    env = {'OS_COMPUTE_API_VERSION': '2.40'}
    row = version('stage', '--os-compute-api-version', '2.30', env=env)
    assert (row['value'], row['source']) == ('2.30', 'option')
    assert [value['value'] for value in row['overrides']] == ['2.40', '2.53']
