"""Server groups: policies up to 2.63, one policy with rules from 2.64, all pages by offset."""

from __future__ import annotations

import json
from typing import Any

import pytest

from novaclient_mv import exceptions
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud, StartCloud, fault
from unit_tests.v2 import exchange
from unit_tests.v2.conftest import Connect

OLD = {
    'id': 'g1',
    'name': 'apart',
    'policies': ['anti-affinity'],
    'members': ['s1'],
    'metadata': {},
    'project_id': 'p1',
    'user_id': 'u1',
}
NEW = {
    **{key: value for key, value in OLD.items() if key not in ('policies', 'metadata')},
    'policy': 'anti-affinity',
    'rules': {'max_server_per_host': 3},
}


def cloud_with(start: StartCloud, group: dict[str, Any]) -> ScriptedCloud:
    """A cloud with one group."""
    cloud = start(maximum=NEWEST)
    cloud.on('GET', '/os-server-groups', {'server_groups': [group]})
    cloud.on('GET', '/os-server-groups/g1', {'server_group': group})
    cloud.on('POST', '/os-server-groups', {'server_group': group})
    cloud.on('DELETE', '/os-server-groups/*', status=204)
    return cloud


@pytest.mark.parametrize(
    ('version', 'group', 'titles', 'row'),
    [
        (
            '2.12',
            OLD,
            ['Id', 'Name', 'Policies', 'Members', 'Metadata'],
            ['g1', 'apart', "['anti-affinity']", "['s1']", '{}'],
        ),
        (
            '2.13',
            OLD,
            ['Id', 'Name', 'Project Id', 'User Id', 'Policies', 'Members', 'Metadata'],
            ['g1', 'apart', 'p1', 'u1', "['anti-affinity']", "['s1']", '{}'],
        ),
        (
            '2.64',
            NEW,
            ['Id', 'Name', 'Project Id', 'User Id', 'Policy', 'Rules', 'Members'],
            [*('g1', 'apart', 'p1', 'u1'), 'anti-affinity', "{'max_server_per_host': 3}", "['s1']"],
        ),
    ],
)
@pytest.mark.parametrize('words', [('server-group-list',), ('server-group-get', 'g1')])
def test_columns_follow_the_version(
    nova: Nova,
    start_cloud: StartCloud,
    version: str,
    group: dict[str, Any],
    titles: list[str],
    row: list[str],
    words: tuple[str, ...],
) -> None:
    cloud = cloud_with(start_cloud, group)
    assert exchange.table(nova(*words, version=version, cloud=cloud)) == [titles, row]


@pytest.mark.parametrize(('version', 'group'), [('2.63', OLD), ('2.64', NEW)])
def test_policy_is_one_key_at_every_version(
    nova: Nova, start_cloud: StartCloud, version: str, group: dict[str, Any]
) -> None:
    cloud = cloud_with(start_cloud, group)
    result = nova('server-group-show', 'g1', '-f', 'json', version=version, cloud=cloud)
    assert json.loads(result.out)['policy'] == 'anti-affinity'


@pytest.mark.parametrize(
    ('version', 'words', 'body'),
    [
        ('2.63', (), {'name': 'x', 'policies': ['affinity']}),
        ('2.64', (), {'name': 'x', 'policy': 'affinity'}),
        (
            '2.64',
            ('--rule', 'max_server_per_host=3', '--rule', 'a=b'),
            {'name': 'x', 'policy': 'affinity', 'rules': {'max_server_per_host': 3, 'a': 'b'}},
        ),
    ],
)
def test_create_sends_the_shape_of_its_version(
    nova: Nova, start_cloud: StartCloud, version: str, words: tuple[str, ...], body: Any
) -> None:
    cloud = cloud_with(start_cloud, NEW)
    result = nova('server-group-create', 'x', 'affinity', *words, version=version, cloud=cloud)
    assert result.status == 0
    assert exchange.bodies(cloud) == [{'server_group': body}]


@pytest.mark.parametrize(
    ('version', 'rule', 'message'),
    [
        ('2.63', 'max_server_per_host=3', '--rule needs API version 2.64 (Rocky) or later'),
        ('2.64', 'max_server_per_host=foo', "'foo' is not a whole number"),
        ('2.64', 'max_server_per_host', 'is not of the form key=value'),
    ],
)
def test_rules_are_checked_before_login(
    nova: Nova, start_cloud: StartCloud, version: str, rule: str, message: str
) -> None:
    cloud = cloud_with(start_cloud, NEW)
    words = ('server-group-create', 'x', 'anti-affinity', '--rule', rule)
    result = nova(*words, version=version, cloud=cloud)
    assert result.status == 2
    assert message in result.err
    assert cloud.requests == []


def test_all_projects_is_sent_before_limit_and_offset(nova: Nova, start_cloud: StartCloud) -> None:
    cloud = cloud_with(start_cloud, NEW)
    nova('server-group-list', '--all-projects', '--limit', '5', '--offset', '1', cloud=cloud)
    assert exchange.sent(cloud) == ['GET /os-server-groups?all_projects=True&limit=5&offset=1']


def test_delete_goes_on_after_a_failure(nova: Nova, start_cloud: StartCloud) -> None:
    cloud = cloud_with(start_cloud, NEW)
    cloud.on('DELETE', '/os-server-groups/none', fault(404, 'Instance group none is not there.'))
    result = nova('server-group-delete', 'g1', 'none', 'g2', cloud=cloud)
    assert result.status == 8
    assert result.out == 'g1: deleted\ng2: deleted\n'
    assert 'none: Instance group none is not there.' in result.err


def test_library_has_the_arguments_of_its_version(
    start_cloud: StartCloud, connect: Connect
) -> None:
    cloud = cloud_with(start_cloud, NEW)
    connect(cloud, '2.63').server_groups.create('x', 'affinity')
    connect(cloud, '2.63').server_groups.create(name='x', policies=['affinity'])
    connect(cloud, '2.64').server_groups.create('x', 'affinity', {'max_server_per_host': 2})
    assert [each['server_group'].get('policies') for each in exchange.bodies(cloud)] == [
        ['affinity'],
        ['affinity'],
        None,
    ]
    with pytest.raises(TypeError):
        connect(cloud, '2.63').server_groups.create('x', 'affinity', rules={})
    with pytest.raises(exceptions.NotFound):
        connect(cloud, '2.64').server_groups.get('g2')


def test_groups_are_named(nova: Nova, start_cloud: StartCloud) -> None:
    cloud = cloud_with(start_cloud, NEW)
    for method in ('GET', 'DELETE'):
        cloud.on(method, '/os-server-groups/apart', lambda request: fault(404, 'no apart'))
    shown = nova('server-group-show', 'apart', '-f', 'json', cloud=cloud)
    assert json.loads(shown.out)['id'] == 'g1'
    deleted = nova('server-group-delete', 'apart', '-f', 'json', cloud=cloud)
    assert json.loads(deleted.out) == [{'id': 'g1', 'action': 'delete'}]
    writes = [each for each in exchange.sent(cloud) if each.startswith('DELETE')]
    assert writes == ['DELETE /os-server-groups/apart', 'DELETE /os-server-groups/g1']


def test_group_that_nothing_has_as_id_or_name_is_refused_in_the_words_of_the_cloud(
    nova: Nova, start_cloud: StartCloud
) -> None:
    cloud = cloud_with(start_cloud, NEW)
    cloud.on('DELETE', '/os-server-groups/other', lambda request: fault(404, 'no other'))
    result = nova('server-group-delete', 'other', cloud=cloud)
    assert (result.status, 'no other' in result.err) == (5, True)
