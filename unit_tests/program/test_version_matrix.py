"""The offers of several clouds, from their own ranges."""

from __future__ import annotations

import json
import re
import threading

import pytest

from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud, StartCloud

HOSTNAME = ('--feature', 'server-create --hostname')


@pytest.fixture
def fleet(nova: Nova, start_cloud: StartCloud) -> list[ScriptedCloud]:
    """Clouds ``pike`` and ``xena``."""
    clouds = [start_cloud(maximum=maximum) for maximum in ('2.53', '2.90')]
    nova.cloud_file('clouds:\n')
    for name, cloud in zip(('pike', 'xena'), clouds, strict=True):
        add(nova, name, cloud.entry())
    return clouds


def add(nova: Nova, name: str, entry: str) -> None:
    file = nova.home / '.config' / 'openstack' / 'clouds.yaml'
    file.write_text(f'{file.read_text()}  {name}: {entry}\n')


def test_features_are_told_for_each_cloud(nova: Nova, fleet: list[ScriptedCloud]) -> None:
    fleet[1].nova.maximum = '2.1'
    assert nova('version-matrix', '--os-cloud', 'all', *HOSTNAME).status == 0
    # What was remembered does not count.
    fleet[1].nova.maximum = '2.90'
    result = nova('version-matrix', '--os-cloud', 'all', *HOSTNAME, '-f', 'json')
    matrix = json.loads(result.out)
    assert [(cloud['name'], cloud['max'], cloud['status']) for cloud in matrix['clouds']] == [
        ('pike', '2.53', 'ok'),
        ('xena', '2.90', 'ok'),
    ]
    assert matrix['features'] == [
        {
            'feature': 'server-create --hostname',
            'ranges': [
                {'start': '2.90', 'end': None, 'start_release': 'Xena', 'end_release': None}
            ],
            'on': {'pike': False, 'xena': True},
        }
    ]
    assert (matrix['common'], matrix['common_features'], matrix['compared_features']) == (
        {'start': '2.1', 'end': '2.53'},
        0,
        1,
    )
    assert (result.err, result.status) == ('', 0)


def test_clouds_that_do_not_answer_are_columns_with_their_reason(
    nova: Nova, fleet: object, start_cloud: StartCloud
) -> None:
    wrong = start_cloud()
    add(nova, 'down', wrong.entry().replace(wrong.url, 'http://127.0.0.1:9'))
    add(nova, 'wrong', wrong.entry().replace('secret', 'wrong'))
    add(nova, 'first', start_cloud('/v2').entry())
    result = nova('version-matrix', '--os-cloud', 'all', *HOSTNAME, '-f', 'json')
    matrix = json.loads(result.out)
    statuses = {cloud['name']: cloud['status'] for cloud in matrix['clouds']}
    assert statuses == {
        'pike': 'ok',
        'xena': 'ok',
        'down': 'unreachable',
        'wrong': 'login',
        'first': 'no-microversions',
    }
    on = matrix['features'][0]['on']
    assert on == {'pike': False, 'xena': True, 'down': None, 'wrong': None, 'first': False}
    messages = {cloud['name']: cloud['message'] for cloud in matrix['clouds']}
    assert messages['down']
    assert messages['wrong']
    assert messages['first'] is None
    assert (result.status, set(json.loads(result.err)['failures'])) == (8, {'down', 'wrong'})


def test_cloud_too_slow_is_unreachable(nova: Nova, fleet: object, start_cloud: StartCloud) -> None:
    slow, is_over = start_cloud(), threading.Event()
    slow.on('GET', '/v2.1', lambda request: {'waited': is_over.wait(30)})
    slow.on('GET', '/', lambda request: {'waited': is_over.wait(30)})
    add(nova, 'slow', slow.entry())
    result = nova(
        'version-matrix', '--os-cloud', 'all', '--cloud-timeout', '1.5', *HOSTNAME, '-f', 'json'
    )
    is_over.set()
    cloud = json.loads(result.out)['clouds'][-1]
    assert (cloud['name'], cloud['status'], result.status) == ('slow', 'unreachable', 8)


def test_without_features_those_are_shown_at_which_the_clouds_differ(
    nova: Nova, fleet: list[ScriptedCloud]
) -> None:
    fleet[1].nova.maximum = '2.53'
    line = ('version-matrix', '--os-cloud', 'pike,xena', '-f', 'json')
    assert json.loads(nova(*line).out)['features'] == []
    # Whatever is remembered of them.
    fleet[1].nova.maximum = '2.90'
    matrix = json.loads(nova('version-matrix', '--os-cloud', 'pike,xena', '-f', 'json').out)
    assert matrix['features']
    on_pike = json.loads(nova('version-matrix', '--os-cloud', 'pike', '-f', 'json').out)
    ended = [row for row in matrix['features'] if row['on']['pike']]
    assert matrix['common_features'] == on_pike['common_features'] - len(ended)
    assert matrix['compared_features'] > matrix['common_features'] > 0
    for feature in matrix['features']:
        assert set(feature['on'].values()) == {True, False}
    one = json.loads(nova('version-matrix', '--os-cloud', 'pike', '-f', 'json').out)
    assert (len(one['clouds']), one['features']) == (1, [])


def test_regions_are_columns_of_their_own(nova: Nova, start_cloud: StartCloud) -> None:
    nova.cloud_file(f'clouds: {{big: {start_cloud().entry(regions=["RegionOne", "RegionTwo"])}}}')
    line = ('version-matrix', '--os-cloud', 'big', '--os-region-name', 'all', *HOSTNAME)
    matrix = json.loads(nova(*line, '-f', 'json').out)
    assert [(cloud['name'], cloud['region'], cloud['status']) for cloud in matrix['clouds']] == [
        ('big', 'RegionOne', 'ok'),
        ('big', 'RegionTwo', 'unreachable'),
    ]
    assert matrix['features'][0]['on'] == {'big/RegionOne': False, 'big/RegionTwo': None}


def test_bars_lie_on_one_axis(nova: Nova, fleet: object) -> None:
    lines = nova('version-matrix', '--os-cloud', 'all', *HOSTNAME, env={'COLUMNS': '100'}).lines
    lengths = [line.count('\u2588') or line.count('=') for line in lines[:2]]
    newest = float(re.findall(r'2\.(\d+)$', lines[3])[0])
    axis = len(lines[2].strip())
    for length, minor in zip(lengths, (53, 90), strict=True):
        assert abs(length - axis * minor / newest) < 2
    assert 'Pike' in ''.join(lines[4:8])


@pytest.mark.parametrize(
    'words',
    [
        ('--feature', 'nope'),
        ('--feature', 'server-create --nope'),
        ('--feature', 'baremetal-node-list'),
        ('--cloud-timeout', '0'),
        ('--service', 'nope'),
        ('--os-cloud', 'pike,nope'),
    ],
)
def test_bad_input_is_refused_before_any_cloud_is_asked(
    nova: Nova, fleet: list[ScriptedCloud], words: tuple[str, ...]
) -> None:
    result = nova('version-matrix', '--os-cloud', 'pike,xena', *words)
    assert (result.out, result.status) == ('', 2)
    assert [cloud.wire() for cloud in fleet] == [[], []]


def test_other_services_are_compared_too(nova: Nova) -> None:
    line = ('version-matrix', '--os-cloud', 'sandbox', '-f', 'json', '--service')
    for service, feature in (
        ('baremetal', 'baremetal-node-list --shards'),
        ('placement', 'placement-reshape'),
    ):
        matrix = json.loads(nova(*line, service, '--feature', feature).out)
        assert matrix['features'][0]['on'] == {'sandbox': True}
        assert matrix['clouds'][0]['service'] == service


def test_features_of_a_script_are_those_that_its_calls_need(nova: Nova, fleet: object) -> None:
    (nova.home / 'deploy.sh').write_text(
        'nova boot --flavor 1 --hostname "$NAME" --nic auto web\n'
        'nova-mv server-list # all\n'
        'nova-mv baremetal-node-list\n'
    )
    line = ('version-matrix', '--os-cloud', 'all', '--for', 'deploy.sh', '-f', 'json')
    features = json.loads(nova(*line).out)['features']
    assert [(feature['feature'], feature['on']) for feature in features] == [
        ('server-create --hostname --nic auto', {'pike': False, 'xena': True}),
        ('server-list', {'pike': True, 'xena': True}),
    ]
    both = json.loads(nova(*line, *HOSTNAME).out)['features']
    assert [feature['feature'] for feature in both][:1] == ['server-create --hostname']


@pytest.mark.parametrize('content', [None, b'\x00', b'echo nothing\n'])
def test_a_script_that_cannot_be_read_is_refused(
    nova: Nova, fleet: list[ScriptedCloud], content: bytes | None
) -> None:
    if content is not None:
        (nova.home / 'deploy.sh').write_bytes(content)
    result = nova('version-matrix', '--os-cloud', 'all', '--for', 'deploy.sh')
    assert (result.out, result.status) == ('', 2)
    assert [cloud.wire() for cloud in fleet] == [[], []]


def test_a_page_that_cannot_be_written_is_said_so(nova: Nova) -> None:
    words = ('version-matrix', '--os-cloud', 'sandbox', *HOSTNAME)
    result = nova(*words, '--html', 'nowhere/page.html')
    assert result.status == 2
    assert result.err == 'nova-mv: Cannot write nowhere/page.html: No such file or directory.\n'


@pytest.mark.parametrize('words', [(), ('--os-region-name', 'one'), ('--os-username', 'demo')])
def test_without_a_cloud_none_is_made_up(nova: Nova, words: tuple[str, ...]) -> None:
    done = nova(*words, 'version-matrix', '--feature', 'server-list')
    assert (done.status, done.out) == (2, '')
    assert done.err.startswith('nova-mv: No cloud is named: ')


def test_cloud_without_a_name_and_a_login_is_called_by_its_url(nova: Nova) -> None:
    endpoint = 'http://127.0.0.1:1/compute'
    options = ('--os-auth-type', 'none', '--os-endpoint-override', endpoint)
    done = nova(*options, 'version-matrix', '--feature', 'server-list', '-f', 'json')
    assert [cloud['name'] for cloud in json.loads(done.out)['clouds']] == [endpoint]
