"""Clouds are pinned to the version of today or to one that is named, and pins are checked."""

from __future__ import annotations

import json
import pathlib

import pytest

from novaclient_mv.services import COMPUTE
from unit_tests.baremetal.ironic import Ironic
from unit_tests.clouds.test_settings import clouds_of
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud, StartCloud


def pins(nova: Nova) -> str:
    path = nova.home / '.config' / 'nova-mv' / 'pins'
    return path.read_text() if path.exists() else ''


def test_the_version_of_today_is_what_a_run_would_use(nova: Nova) -> None:
    result = nova('version-pin', '-f', 'json', cloud='sandbox')
    assert json.loads(result.out) == {
        'cloud': 'sandbox',
        'service': 'compute',
        'version': str(COMPUTE.range.end),
        'file': str(nova.home / '.config' / 'nova-mv' / 'pins'),
    }
    assert pins(nova) == f'sandbox compute={COMPUTE.range.end}\n'
    # A pin of before does not keep a newer one from being found.
    nova('version-pin', '2.1', cloud='sandbox')
    nova('version-pin', cloud='sandbox')
    assert pins(nova) == f'sandbox compute={COMPUTE.range.end}\n'


def test_each_service_has_a_pin_of_its_own(nova: Nova) -> None:
    assert nova('version-pin', '1.46', '--service', 'baremetal', cloud='sandbox').status == 0
    assert nova('version-pin', '--service', 'placement', cloud='sandbox').status == 0
    assert pins(nova).startswith('sandbox baremetal=1.46 placement=1.')
    result = nova('baremetal-node-list', '--owner', 'x', cloud='sandbox')
    assert 'named 1.46' in result.err
    nova('version-pin', '--remove', '--service', 'baremetal', cloud='sandbox')
    assert pins(nova).startswith('sandbox placement=1.')


def test_a_pin_that_is_spelt_wrong_can_be_taken_out(nova: Nova) -> None:
    nova('version-pin', '2.53', cloud='sandbox')
    path = nova.home / '.config' / 'nova-mv' / 'pins'
    for content in ('sandbox compute=x\n', 'sandbox 2.53\n'):
        path.write_text(content)
        result = nova('server-list', cloud='sandbox')
        assert result.status == 2
        assert 'pins' in result.err
        assert nova('version-pin', '--remove', cloud='sandbox').status == 0
        assert nova('server-list', cloud='sandbox').status == 0


def test_what_wins_over_the_pin_is_told(nova: Nova) -> None:
    env = {'OS_COMPUTE_API_VERSION': '2.60'}
    result = nova('version-pin', '2.53', cloud='sandbox', env=env)
    assert 'OS_COMPUTE_API_VERSION names 2.60, which wins over the pin.' in result.out


@pytest.mark.parametrize(
    ('words', 'message'),
    [
        (('2.999',), 'Cannot pin a cloud to'),
        (('2.latest',), 'Cannot pin a cloud to'),
        (('x',), 'not a valid API version'),
        (('1.46',), 'not a valid API version'),
        (('2.53', '--remove'), 'cannot be combined'),
        (('--force',), '--force needs the version'),
        (('--force', '--remove'), '--force needs the version'),
        (('--check', '/nowhere', '--remove'), 'not allowed with'),
    ],
)
def test_refused_line_writes_nothing(nova: Nova, words: tuple[str, ...], message: str) -> None:
    result = nova('version-pin', *words, cloud='sandbox')
    assert (result.status, pins(nova)) == (2, '')
    assert message in result.err


def test_version_beyond_the_remembered_range_is_looked_up(nova: Nova, cloud: ScriptedCloud) -> None:
    nova.cloud_file(clouds_of(cloud))
    assert nova('server-list', cloud='mine').status == 0
    before = len(cloud.requests)
    # What is remembered is enough to pin, and never to refuse.
    assert nova('version-pin', '2.50', cloud='mine').status == 0
    assert len(cloud.requests) == before
    result = nova('version-pin', '2.90', cloud='mine')
    assert (result.status, result.out, pins(nova)) == (3, '', 'mine compute=2.50\n')
    assert 'API version 2.90 (version-pin) is not available: this cloud offers 2.1' in result.err
    assert cloud.wire()[before:] == ['GET /v2.1/']
    error = json.loads(nova('version-pin', 'xena', '-f', 'json', cloud='mine').err)
    assert (error['status'], error['cloud_range']) == (3, '2.1 to 2.53')
    cloud.nova.maximum = '2.90'
    assert nova('version-pin', 'xena', cloud='mine').status == 0
    assert pins(nova) == 'mine compute=2.90\n'


def test_silent_cloud_is_pinned_with_a_warning(nova: Nova, start_cloud: StartCloud) -> None:
    cloud = start_cloud()
    login = cloud.environ()
    nowhere = {**login, 'OS_AUTH_URL': 'http://127.0.0.1:9/v3'}
    without_password = {name: text for name, text in login.items() if name != 'OS_PASSWORD'}
    wrong = {**login, 'OS_PASSWORD': 'wrong'}
    for env in (nowhere, without_password, wrong):
        nova('version-pin', '--remove', env=env)
        result = nova('version-pin', '2.90', env=env)
        assert (result.status, 'is pinned to 2.90 (Xena)' in result.out) == (0, True)
        assert result.err.startswith('nova-mv: it is unknown whether this cloud serves 2.90: ')
        assert f'{env["OS_AUTH_URL"]} compute=2.90\n' in pins(nova)


def test_missing_region_is_not_a_silent_cloud(nova: Nova, cloud: ScriptedCloud) -> None:
    nova.cloud_file(clouds_of(cloud, 'region_name: nosuch'))
    result = nova('version-pin', '2.53', cloud='mine')
    assert (result.status, pins(nova)) == (2, '')


def test_a_service_that_tells_its_range_by_refusals_is_asked_too(
    nova: Nova, start_cloud: StartCloud
) -> None:
    cloud = start_cloud(catalog={'baremetal': '/baremetal'})
    nova.cloud_file(clouds_of(cloud))
    ironic = Ironic(cloud, maximum='1.46')
    result = nova('version-pin', '1.81', '--service', 'baremetal', cloud='mine')
    assert (result.status, pins(nova)) == (3, '')
    assert 'this cloud offers 1.1 to 1.46 (Rocky)' in result.err
    ironic.requests.clear()
    assert nova('version-pin', 'pike', '--service', 'baremetal', cloud='mine').status == 0
    assert (ironic.wire, pins(nova)) == ([], 'mine baremetal=1.34\n')


def test_a_cloud_must_be_named(nova: Nova) -> None:
    result = nova('version-pin', '2.53')
    assert (result.status, pins(nova)) == (2, '')
    assert 'No cloud is named' in result.err


def test_a_check_tells_what_a_newer_pin_changes(nova: Nova, tmp_path: pathlib.Path) -> None:
    script = tmp_path / 'script.sh'
    script.write_text(
        'nova-mv server-create --flavor m --image i --file a=/b web\n'
        'nova-mv server-create --flavor m --image i --hostname b web\n'
    )
    nova('version-pin', '2.53', cloud='sandbox')
    words = ('version-pin', '--check', str(script))
    result = nova(*words, '-f', 'json', cloud='sandbox')
    assert result.status == 1
    form = json.loads(result.out)
    assert (form['pinned'], form['newest']) == ('2.53', str(COMPUTE.range.end))
    assert [(row['line'], row['code']) for row in form['breaks']] == [(1, 'option-removed')]
    assert [(row['line'], row['code']) for row in form['mends']] == [(2, 'option-too-new')]
    assert {name for row in form['changes'] for name in row['commands']} == {'server-create'}
    assert '2.53' not in {row['version'] for row in form['changes']}
    told = [(row['option'], row['kind'], row['instead']) for row in form['options']]
    assert told == [('--file', 'removed', '--user-data'), ('--hostname', 'added', None)]
    text = nova(*words, cloud='sandbox').out
    assert 'breaks' in text
    assert 'server-create --file: removed; use --user-data instead' in text
    assert pins(nova) == 'sandbox compute=2.53\n'


def test_check_tells_the_net_difference_by_version(nova: Nova, tmp_path: pathlib.Path) -> None:
    script = tmp_path / 'script.sh'
    script.write_text(
        'nova-mv server-create --flavor m --image i web\nnova-mv server-evacuate web\n'
    )
    nova('version-pin', '2.28', cloud='sandbox')
    out = nova('version-pin', '--check', str(script), cloud='sandbox').out
    # It came with 2.29 and went with 2.68.
    assert 'evacuate.force' not in out
    # It came with 2.32, went with 2.33 and came with 2.42.
    assert '2.32 (Newton)' not in out
    assert (
        '\n2.42 (Ocata)\n------------\n'
        '  POST /servers: added in the request: server.block_device_mapping_v2[].tag, '
        'server.networks[].tag\n    (server-create)\n'
    ) in out


def test_check_leaves_out_commands_of_a_named_version(nova: Nova, tmp_path: pathlib.Path) -> None:
    script = tmp_path / 'script.sh'
    words = ('version-pin', '--check', str(script))
    nova('version-pin', '2.53', cloud='sandbox')
    script.write_text(
        'nova server-list\n'
        'nova-mv --os-compute-api-version 2.53 server-list\n'
        'export OS_COMPUTE_API_VERSION=2.53\n'
        'nova-mv server-list\n'
    )
    result = nova(*words, cloud='sandbox')
    assert (result.status, 'nothing changes' in result.out) == (0, True)
    script.write_text('OS_COMPUTE_API_VERSION=2.53 nova-mv flavor-list\nnova-mv server-list\n')
    form = json.loads(nova(*words, '-f', 'json', cloud='sandbox').out)
    assert {name for row in form['changes'] for name in row['commands']} == {'server-list'}


def test_a_check_needs_a_pin_and_scripts(nova: Nova, tmp_path: pathlib.Path) -> None:
    script = tmp_path / 'script.sh'
    script.write_text('nova-mv server-list\n')
    result = nova('version-pin', '--check', str(script), cloud='sandbox')
    assert (result.status, 'is not pinned' in result.err) == (2, True)
    nova('version-pin', '2.53', cloud='sandbox')
    result = nova('version-pin', '--check', '/nowhere', cloud='sandbox')
    assert (result.status, 'No such file' in result.err) == (2, True)
