"""The fixture for the tests of client programs, and the example that its page shows."""

from __future__ import annotations

import os
import pathlib
import re
from typing import Any

import pytest
import requests

from novaclient_mv import services
from novaclient_mv.sandbox import pytest_plugin
from unit_tests import processes
from unit_tests.patience import PATIENCE

ROOT = pathlib.Path(__file__).parents[2]
PAGE = ROOT / 'doc' / 'source' / 'how-to' / 'test-an-application.rst'
PLUGIN = 'novaclient_mv.sandbox.pytest_plugin'


def example() -> str:
    """The program that the page shows."""
    text = PAGE.read_text(encoding='utf-8')
    _, _, rest = text.partition('.. example-begin')
    shown, _, _ = rest.partition('.. example-end')
    lines = shown.split('code-block:: python')[1].splitlines()
    return '\n'.join(line[3:] for line in lines) + '\n'


MARKED = """
import pytest

pytestmark = pytest.mark.sandbox_cloud(minimum='2.10', maximum='2.60')


def newest(cloud):
    latest = {'X-OpenStack-Nova-API-Version': 'latest'}
    answer = cloud.session().get('http://sandbox.invalid/v2.1/', headers=latest)
    found = answer.json()['version']
    return found['min_version'], found['version']


def test_module(sandbox_cloud):
    assert newest(sandbox_cloud) == ('2.10', '2.60')


@pytest.mark.sandbox_cloud(maximum='2.79')
def test_function(sandbox_cloud):
    assert newest(sandbox_cloud) == ('2.10', '2.79')


@pytest.mark.sandbox_cloud(maximum='2.79')
@pytest.mark.parametrize('sandbox_cloud', [{'maximum': '2.90'}], indirect=True)
def test_parameter(sandbox_cloud):
    assert newest(sandbox_cloud) == ('2.10', '2.90')
"""


OF_RELEASES = """
import pytest
from keystoneauth1 import adapter


def newest(cloud):
    compute = adapter.Adapter(cloud.session(), service_type='compute')
    baremetal = adapter.Adapter(cloud.session(), service_type='baremetal')
    names = 'X-OpenStack-Nova-API-Version', 'X-OpenStack-Ironic-API-Maximum-Version'
    latest = compute.get('/', headers={names[0]: 'latest'}).json()['version']['version']
    return latest, baremetal.get('/v1').headers[names[1]]


@pytest.mark.sandbox_cloud(release='pike')
def test_release(sandbox_cloud):
    assert newest(sandbox_cloud) == ('2.53', '1.34')


@pytest.mark.sandbox_cloud(release='Pike', maximum='2.50', baremetal_maximum='1.30')
def test_versions_besides_a_release(sandbox_cloud):
    assert newest(sandbox_cloud) == ('2.50', '1.30')


def test_number_of_a_release(make_sandbox_cloud):
    assert newest(make_sandbox_cloud(release='2024.1')) == newest(
        make_sandbox_cloud(release='caracal')
    )
"""

_NAMES = services.COMPUTE.releases.names()
RELEASES = f'{_NAMES[0]} to {_NAMES[-1]}'.lower()
REFUSALS = {
    "maximun='2.53'": "sandbox_cloud has no option 'maximun'. Did you mean maximum?",
    "colour='red'": "sandbox_cloud has no option 'colour'. It has minimum, maximum, ",
    "'pike'": "sandbox_cloud takes options by name, as in release='pike', not 'pike'.",
    "release='pyke'": f"sandbox_cloud: unknown release 'pyke'. Known: {RELEASES}. Did you mean",
    "maximum='pike'": "sandbox_cloud: 'pike' is not a version like '2.53'; name a release with",
    'maximum=2.10': "sandbox_cloud: 2.1 is not a version like '2.53'; name a release",
    "seed={'serverz': []}": 'The seed is wrong at $: Additional properties are not allowed',
}
"""Options that are refused, with how the sentence begins."""


@pytest.fixture(scope='module')
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The outcomes of programs' tests, as a user runs them who has installed the package."""
    folder = tmp_path_factory.mktemp('programs')
    programs = {
        'example': example(),
        'marked': MARKED,
        'of_releases': OF_RELEASES,
        'refused': 'import pytest\n\n'
        + '\n'.join(
            f'@pytest.mark.sandbox_cloud({options})\ndef test_{number}(sandbox_cloud): pass\n'
            for number, options in enumerate(REFUSALS)
        ),
    }
    for name, source in programs.items():
        (folder / f'test_{name}.py').write_text(source, encoding='utf-8')
    variables = {name: value for name, value in os.environ.items() if not name.startswith('OS_')}
    words = ('-p', PLUGIN, '-p', 'no:cacheprovider', '--strict-markers', '-rpfE')
    done = processes.python(
        '-m',
        'pytest',
        *words,
        cwd=folder,
        env={**variables, 'PYTHONPATH': str(ROOT), 'PYTEST_ADDOPTS': ''},
    )
    return done.stdout


def _outcomes(report: str, program: str) -> list[str]:
    return re.findall(rf'^([A-Z]+) test_{program}\.py::', report, re.MULTILINE)


def test_example_of_the_page_passes(report: str) -> None:
    count = len(re.findall(r'^def test_', example(), re.MULTILINE))
    assert count >= 4
    outcomes = _outcomes(report, 'example')
    assert len(outcomes) >= count
    assert set(outcomes) == {'PASSED'}, report


def test_markers_nearer_to_a_test_win_and_parameters_above_all(report: str) -> None:
    assert _outcomes(report, 'marked') == ['PASSED'] * 3, report


def test_release_brings_its_versions(report: str) -> None:
    assert _outcomes(report, 'of_releases') == ['PASSED'] * 3, report


def test_options_that_are_wrong_are_refused_in_a_sentence(report: str) -> None:
    for number, sentence in enumerate(REFUSALS.values()):
        _, _, rest = report.partition(f' ERROR at setup of test_{number} ')
        lines = rest.splitlines()[1:3]
        assert lines[0].startswith(sentence)
        assert lines[1].startswith(('___', '==='))


def test_plugin_costs_other_tests_nothing() -> None:
    code = f"""
import sys, pytest
before = set(sys.modules)
import {PLUGIN}
new = {{name for name in set(sys.modules) - before if not name.startswith('novaclient_mv')}}
print(sorted(new - sys.stdlib_module_names & new))
print('novaclient_mv.sandbox.cloud' in sys.modules, 'keystoneauth1' in sys.modules)
"""
    done = processes.python('-c', code, env={'PYTHONPATH': str(ROOT)}, check=True)
    assert done.stdout.splitlines()[1] == 'False False'


@pytest.fixture
def cloud(tmp_path: pathlib.Path) -> Any:
    found = pytest_plugin.SandboxCloud(tmp_path / 'state.sqlite')
    yield found
    found.close()


def test_both_doors_lead_to_one_cloud(
    cloud: pytest_plugin.SandboxCloud, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Neither leads through a proxy.
    monkeypatch.setenv('http_proxy', 'http://127.0.0.1:9')
    assert cloud.environ['OS_AUTH_URL'] == f'{cloud.url}/identity/v3'
    cloud.client('2.53').keypairs.create('inside')
    cloud.is_http = True
    nova = cloud.client('2.53')
    assert [each.name for each in nova.keypairs.list()] == ['inside']


def test_http_ends_with_the_test(cloud: pytest_plugin.SandboxCloud) -> None:
    url = cloud.url
    assert requests.get(url, timeout=PATIENCE).status_code == 200
    cloud.close()
    deadline = 50
    while deadline:
        try:
            requests.get(url, timeout=PATIENCE)
        except requests.ConnectionError:
            break
        deadline -= 1
    assert deadline, 'it still serves'


def test_tokens_grow_old_with_the_clock(cloud: pytest_plugin.SandboxCloud) -> None:
    session = cloud.session()
    compute = {'service_type': 'compute'}
    token = session.get_token()
    assert session.get('/servers', endpoint_filter=compute).status_code == 200
    cloud.clock.advance(3601)
    # keystoneauth1 goes by its own clock, so that it finds out from a 401.
    assert session.get('/servers', endpoint_filter=compute).status_code == 200
    assert session.get_token() != token


def test_cloud_of_a_test_contains_what_its_seed_says(make_sandbox_cloud: Any) -> None:
    seed = {'projects': ['lab'], 'servers': [{'name': 'one', 'project': 'lab'}]}
    cloud = make_sandbox_cloud(seed=seed)
    assert [each.name for each in cloud.client('2.53', 'lab').servers.list()] == ['one']


def test_deletion_is_put_off_where_the_cloud_of_a_test_says_so(make_sandbox_cloud: Any) -> None:
    cloud = make_sandbox_cloud(reclaim_instance_interval=60)
    nova = cloud.client('2.90')
    server = nova.servers.find(name='web-1')
    server.delete()
    cloud.clock.advance(5)
    assert nova.servers.get(server).status == 'SOFT_DELETED'
    server.restore()
    cloud.clock.advance(60)
    assert nova.servers.get(server).status == 'ACTIVE'
