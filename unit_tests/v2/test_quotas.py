"""Quotas of projects and classes: which exist at a version, and what an update sends."""

from __future__ import annotations

import pytest

from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import PROJECT, ScriptedCloud, StartCloud
from unit_tests.v2 import exchange
from unit_tests.v2.conftest import Connect

LIMITS = {'id': 'p1', 'ram': -1, 'cores': 20, 'instances': 10, 'fixed_ips': 3, 'key_pairs': 0}


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud that tells some quotas."""
    cloud = start_cloud(maximum=NEWEST)
    for tail in ('', '/defaults'):
        cloud.on('GET', f'/os-quota-sets/*{tail}', {'quota_set': LIMITS})
    detail = {'cores': {'reserved': 0, 'limit': 20, 'in_use': 3}}
    cloud.on('GET', '/os-quota-sets/*/detail', {'quota_set': detail})
    cloud.on('PUT', '/os-quota-sets/*', {'quota_set': LIMITS})
    cloud.on('DELETE', '/os-quota-sets/*', status=202)
    cloud.on('GET', '/os-quota-class-sets/*', {'quota_class_set': LIMITS})
    cloud.on('PUT', '/os-quota-class-sets/*', {'quota_class_set': LIMITS})
    return cloud


@pytest.mark.parametrize(
    ('words', 'request_'),
    [
        (('quota-show',), f'GET /os-quota-sets/{PROJECT}'),
        (('quota-defaults',), f'GET /os-quota-sets/{PROJECT}/defaults'),
        (('quota-defaults', '--tenant', 'p1'), 'GET /os-quota-sets/p1/defaults'),
        (('quota-show', '--tenant', 'p1'), 'GET /os-quota-sets/p1'),
        (
            ('quota-show', '--tenant', 'p1', '--user', 'u1', '--detail'),
            'GET /os-quota-sets/p1/detail?user_id=u1',
        ),
        (('quota-class-show', 'default'), 'GET /os-quota-class-sets/default'),
        (
            ('quota-delete', '--tenant', 'p1', '--user', 'u1'),
            'DELETE /os-quota-sets/p1?user_id=u1',
        ),
    ],
)
def test_project_is_the_own_one_unless_named(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...], request_: str
) -> None:
    assert nova(*words, cloud=cloud).status == 0
    assert exchange.sent(cloud) == [request_]


@pytest.mark.parametrize('command', ['quota-show', 'quota-defaults', 'usage-show'])
def test_login_without_a_project_is_asked_to_name_one(
    nova: Nova, cloud: ScriptedCloud, command: str
) -> None:
    # What keystoneauth1 sends there.
    cloud.keystone.tokens.add('notused')
    login = ('--os-auth-type', 'none', '--os-endpoint-override', f'{cloud.url}/v2.1')
    result = nova(command, *login, cloud=cloud)
    assert result.status == 2
    assert result.err == ('nova-mv: The login has no project of its own: give one with --tenant.\n')
    assert exchange.sent(cloud) == []


def test_quotas_are_shown_in_their_order(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('quota-show', version='2.35', cloud=cloud)
    assert exchange.table(result) == [
        ['Quota', 'Limit'],
        ['instances', '10'],
        ['cores', '20'],
        ['ram', '-1'],
        ['fixed_ips', '3'],
        ['key_pairs', '0'],
    ]


def test_details_are_shown_with_their_parts_in_order(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('quota-show', '--detail', cloud=cloud)
    assert exchange.table(result)[1] == ['cores', "{'in_use': 3, 'limit': 20, 'reserved': 0}"]


# A command, an option of it, and the last version that has it.


@pytest.mark.parametrize('version', ['2.1', '2.56', '2.57', NEWEST])
def test_update_sends_what_was_given_even_0_and_no_limit(
    nova: Nova, cloud: ScriptedCloud, version: str
) -> None:
    words = ('quota-update', 'p1', '--user', 'u1', '--cores', '0', '--ram=-1', '--force')
    result = nova(*words, version=version, cloud=cloud)
    assert (result.status, result.out) == (0, '')
    assert exchange.sent(cloud) == ['PUT /os-quota-sets/p1?user_id=u1']
    assert exchange.bodies(cloud) == [{'quota_set': {'cores': 0, 'ram': -1, 'force': True}}]


@pytest.mark.parametrize('command', ['quota-update', 'quota-class-update'])
def test_update_without_values_sends_nothing(
    nova: Nova, cloud: ScriptedCloud, command: str
) -> None:
    assert nova(command, 'x', cloud=cloud).status == 0
    assert exchange.sent(cloud) == []


def test_library_takes_any_quota_up_to_2_56_and_named_ones_from_2_57(
    cloud: ScriptedCloud, connect: Connect
) -> None:
    connect(cloud, '2.35').quotas.update('p1', fixed_ips=1, force=False, user_id='u')
    connect(cloud, '2.57').quotas.update('p1', cores=1, force=True)
    assert exchange.bodies(cloud) == [
        {'quota_set': {'fixed_ips': 1}},
        {'quota_set': {'cores': 1, 'force': True}},
    ]
    with pytest.raises(TypeError):
        connect(cloud, '2.57').quotas.update('p1', fixed_ips=1)


def test_resources_update_themselves(cloud: ScriptedCloud, connect: Connect) -> None:
    client = connect(cloud, NEWEST)
    client.quotas.get('p1').update(cores=4)
    client.quota_classes.get('p1').update(cores=5)
    assert exchange.writes(cloud) == ['PUT /os-quota-sets/p1', 'PUT /os-quota-class-sets/p1']
