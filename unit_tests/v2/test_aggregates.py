"""Aggregates: lookups, tables on both sides of 2.41, metadata, caching of images from 2.81."""

from __future__ import annotations

import json
from typing import Any

import pytest

from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud, StartCloud
from unit_tests.v2 import exchange
from unit_tests.v2.conftest import Connect

FIRST = {
    'id': 1,
    'name': 'fast',
    'availability_zone': 'here',
    'hosts': ['h1', 'h2'],
    'metadata': {'ssd': 'yes', 'availability_zone': 'here'},
    'created_at': '2026-01-01T00:00:00.000000',
    'updated_at': None,
    'deleted_at': None,
    'deleted': False,
    'uuid': 'c65f6abc-ccb4-42fc-8605-30504cf082fa',
}
SECOND = {**FIRST, 'id': 2, 'name': '1', 'availability_zone': None, 'hosts': [], 'metadata': {}}
IMAGE = '70a599e0-31e7-49b7-b260-868f441e862b'


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud with two aggregates, one of which has the other's id for a name."""
    cloud = start_cloud(maximum=NEWEST, catalog={'image': '/image'})
    cloud.on('GET', '/os-aggregates', {'aggregates': [FIRST, SECOND]})
    cloud.on('GET', '/os-aggregates/*', {'aggregate': FIRST})
    cloud.on('PUT', '/os-aggregates/*', {'aggregate': FIRST})
    cloud.on('POST', '/os-aggregates/*/action', {'aggregate': FIRST})
    cloud.on('POST', '/os-aggregates', {'aggregate': {'id': 1, 'name': 'fast'}})
    cloud.on('POST', '/os-aggregates/*/images', status=202)
    cloud.on('DELETE', '/os-aggregates/*')
    return cloud


@pytest.mark.parametrize(
    ('version', 'titles'),
    [
        ('2.40', ['Id', 'Name', 'Availability Zone']),
        ('2.41', ['Id', 'Name', 'Availability Zone', 'UUID']),
    ],
)
def test_list_shows_uuids_from_2_41(
    nova: Nova, cloud: ScriptedCloud, version: str, titles: list[str]
) -> None:
    result = nova('aggregate-list', version=version, cloud=cloud)
    assert exchange.table(result)[0] == titles
    assert exchange.table(result)[2][:3] == ['2', '1', '']


def test_show_needs_one_request_and_quotes_hosts_and_metadata(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    result = nova('aggregate-show', 'fast', version='2.1', cloud=cloud)
    assert exchange.sent(cloud) == ['GET /os-aggregates']
    assert exchange.table(result)[1] == [
        *('1', 'fast', 'here'),
        "'h1', 'h2'",
        "'availability_zone=here', 'ssd=yes'",
    ]


def test_a_name_goes_before_an_id(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('aggregate-show', '1', '-f', 'json', cloud=cloud)
    assert json.loads(result.out)['id'] == 2


@pytest.mark.parametrize('reference', ['2', 'c65f6abc-ccb4-42fc-8605-30504cf082fa'])
def test_an_id_or_uuid_finds_one_where_no_name_does(
    nova: Nova, start_cloud: StartCloud, reference: str
) -> None:
    cloud = start_cloud(maximum=NEWEST)
    other = {**SECOND, 'name': 'slow', 'uuid': 'other'}
    cloud.on('GET', '/os-aggregates', {'aggregates': [FIRST, other]})
    result = nova('aggregate-show', reference, '-f', 'value', '-c', 'name', cloud=cloud)
    assert result.out.strip() == ('slow' if reference == '2' else 'fast')


def test_unknown_and_ambiguous_names_exit_5(nova: Nova, start_cloud: StartCloud) -> None:
    cloud = start_cloud(maximum=NEWEST)
    cloud.on('GET', '/os-aggregates', {'aggregates': [FIRST, {**FIRST, 'id': 3}]})
    twice = nova('aggregate-delete', 'fast', cloud=cloud)
    none = nova('aggregate-delete', 'nothing', cloud=cloud)
    assert (twice.status, none.status) == (5, 5)
    assert '1, 3' in twice.err
    assert not exchange.bodies(cloud)


def test_create_reads_what_the_answer_lacks(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('aggregate-create', 'fast', 'here', cloud=cloud)
    assert exchange.sent(cloud) == ['POST /os-aggregates', 'GET /os-aggregates/1']
    assert exchange.bodies(cloud) == [{'aggregate': {'name': 'fast', 'availability_zone': 'here'}}]
    assert "'h1', 'h2'" in result.out


@pytest.mark.parametrize(
    ('words', 'body'),
    [
        (('aggregate-add-host', 'fast', 'h3'), {'add_host': {'host': 'h3'}}),
        (('aggregate-remove-host', 'fast', 'h1'), {'remove_host': {'host': 'h1'}}),
        (
            ('aggregate-set-metadata', 'fast', 'a=b=c', 'ssd'),
            {'set_metadata': {'metadata': {'a': 'b=c', 'ssd': None}}},
        ),
        (('aggregate-update', 'fast', '--name', 'x'), {'aggregate': {'name': 'x'}}),
        (
            ('aggregate-update', 'fast', '--availability-zone', 'z', '--name', 'x'),
            {'aggregate': {'name': 'x', 'availability_zone': 'z'}},
        ),
    ],
)
def test_changes_send_one_write_and_show_its_answer(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...], body: Any
) -> None:
    result = nova(*words, cloud=cloud)
    assert result.status == 0
    assert exchange.bodies(cloud) == [body]
    assert len(exchange.sent(cloud)) == 2
    assert exchange.table(result)[1][1] == 'fast'


@pytest.mark.parametrize(
    ('pair', 'status', 'message'),
    [
        ('ssd=yes', 1, 'fast has the metadata ssd=yes already.'),
        ('gpu', 5, 'fast has no metadata gpu.'),
    ],
)
def test_metadata_that_would_change_nothing_is_refused(
    nova: Nova, cloud: ScriptedCloud, pair: str, status: int, message: str
) -> None:
    result = nova('aggregate-set-metadata', 'fast', 'new=1', pair, cloud=cloud)
    assert (result.status, result.err) == (status, f'nova-mv: {message}\n')
    assert not exchange.bodies(cloud)


@pytest.mark.parametrize(
    ('words', 'metadata'),
    [((), {'ssd': None}), (('a=1',), {'ssd': None, 'a': '1'}), (('ssd=yes',), {'ssd': 'yes'})],
)
def test_other_metadata_is_cleared(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...], metadata: dict[str, Any]
) -> None:
    assert nova('aggregate-set-metadata', 'fast', '--clear', *words, cloud=cloud).status == 0
    assert exchange.bodies(cloud) == [{'set_metadata': {'metadata': metadata}}]


def test_metadata_that_is_empty_is_cleared_without_a_write(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    cloud.on(
        'GET',
        '/os-aggregates',
        {'aggregates': [{**FIRST, 'metadata': {'availability_zone': 'az1'}}]},
    )
    assert nova('aggregate-set-metadata', 'fast', '--clear', cloud=cloud).status == 0
    assert nova('aggregate-set-metadata', 'fast', cloud=cloud).status == 2
    assert not exchange.bodies(cloud)


def test_delete_names_what_is_gone(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('aggregate-delete', 'fast', cloud=cloud)
    assert exchange.sent(cloud)[-1] == 'DELETE /os-aggregates/1'
    assert result.out == 'fast (1): deleted\n'


def test_images_are_cached_from_2_81(nova: Nova, cloud: ScriptedCloud) -> None:
    named = {'id': 'id-of-named', 'name': 'cirros'}

    def answer(request: Any) -> Any:
        query = dict(request.query)
        found = [{'id': IMAGE}] if query.get('id') == f'in:{IMAGE}' else [named]
        return {'images': found}

    cloud.on('GET', '/image/v2/images', answer)
    words = ('aggregate-cache-images', 'fast', 'cirros', IMAGE)
    assert nova(*words, version='2.80', cloud=cloud).status == 2
    assert not exchange.bodies(cloud)
    assert nova(*words, version='2.81', cloud=cloud).status == 0
    assert exchange.bodies(cloud) == [{'cache': [{'id': 'id-of-named'}, {'id': IMAGE}]}]


def test_resource_acts_through_its_manager(cloud: ScriptedCloud, connect: Connect) -> None:
    client = connect(cloud, NEWEST)
    aggregate = client.aggregates.get_details('1')
    assert aggregate.add_host('h3').hosts == ['h1', 'h2']
    aggregate.remove_host('h3')
    aggregate.set_metadata({'a': None})
    aggregate.update({'name': 'x'})
    aggregate.cache_images([IMAGE])
    aggregate.delete()
    assert exchange.writes(cloud) == [
        'POST /os-aggregates/1/action',
        'POST /os-aggregates/1/action',
        'POST /os-aggregates/1/action',
        'PUT /os-aggregates/1',
        'POST /os-aggregates/1/images',
        'DELETE /os-aggregates/1',
    ]
