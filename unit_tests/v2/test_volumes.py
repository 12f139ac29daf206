"""Volumes of servers: bodies and columns by version, answers without a body, waits."""

from __future__ import annotations

import json
from typing import Any

import pytest

from unit_tests import records
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import Answer, Request, ScriptedCloud, StartCloud, fault
from unit_tests.v2 import exchange, instance_actions
from unit_tests.v2.conftest import Connect

WEB = records.server(1, 'web')
ID = WEB['id']
VOLUME = '0a1b2c3d-0000-4000-8000-00000000000a'
OTHER = '0a1b2c3d-0000-4000-8000-00000000000b'
PLACE = f'/servers/{ID}/os-volume_attachments'


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    cloud: ScriptedCloud = start_cloud(maximum=NEWEST)
    records.add_server(cloud, WEB)
    cloud.on('GET', PLACE, lambda request: {'volumeAttachments': [shown_to(request)]})
    cloud.on('GET', f'{PLACE}/{VOLUME}', lambda request: {'volumeAttachment': shown_to(request)})
    cloud.on('POST', PLACE, attached)
    cloud.on('PUT', f'{PLACE}/{VOLUME}', status=202)
    cloud.on('DELETE', f'{PLACE}/{VOLUME}', status=202)
    return cloud


@pytest.mark.parametrize(
    'catalog',
    [
        {'volumev3': '/old', 'block-storage': '/volume'},
        {'volumev2': '/old', 'volumev3': '/volume'},
        {'volume': '/volume'},
    ],
)
def test_volumes_are_named(nova: Nova, start_cloud: StartCloud, catalog: dict[str, str]) -> None:
    cloud = start_cloud(maximum=NEWEST, catalog=catalog)
    records.add_server(cloud, WEB)
    cloud.on('POST', PLACE, attached)
    cloud.on('DELETE', f'{PLACE}/{VOLUME}', status=202)
    cloud.on('GET', '/volume/volumes', {'volumes': [{'id': VOLUME, 'name': 'data'}]})
    # A cloud that takes the word is asked for no name.
    nova('volume-attach', 'web', 'data', cloud=cloud)
    assert exchange.bodies(cloud) == [{'volumeAttachment': {'volumeId': 'data'}}]
    assert 'GET /volume/volumes' not in exchange.sent(cloud)
    cloud.on('POST', PLACE, lambda request: refused_name(request) or attached(request))
    nova('volume-attach', 'web', 'data', cloud=cloud)
    assert exchange.bodies(cloud)[-1] == {'volumeAttachment': {'volumeId': VOLUME}}
    nova('volume-detach', 'web', 'data', cloud=cloud)
    assert cloud.requests[-1].path.endswith(f'{PLACE}/{VOLUME}')
    cloud.on('GET', '/volume/volumes', {'volumes': []})
    assert nova('volume-detach', 'web', 'data', cloud=cloud).status == 5


def refused_name(request: Request) -> Answer | None:
    """Nova's refusal of an id that is no UUID."""
    return None if VOLUME in str(request.body) else fault(400, 'Invalid input for volumeId')


def minor(request: Request) -> int:
    return int((request.headers['OpenStack-API-Version'] or 'compute 2.1').split('2.')[1])


def shown_to(request: Request) -> dict[str, Any]:
    """The attachment as Nova shows it at the version of a request."""
    found: dict[str, Any] = {'device': '/dev/vdb', 'serverId': ID, 'volumeId': VOLUME}
    if minor(request) <= 88 or request.method == 'POST':
        found['id'] = VOLUME
    if minor(request) >= 70:
        found['tag'] = 'data'
    if minor(request) >= 79:
        found['delete_on_termination'] = True
    if minor(request) >= 89 and request.method == 'GET':
        found |= {'attachment_id': 'a1', 'bdm_uuid': 'b1'}
    return found


def attached(request: Request) -> Answer:
    """Nova's answer to an attach: without a body from 2.101."""
    if minor(request) >= 101:
        return Answer(202)
    return Answer(200, {'volumeAttachment': shown_to(request)})


@pytest.mark.parametrize(
    ('version', 'titles'),
    [
        ('2.69', ['ID', 'DEVICE', 'SERVER ID', 'VOLUME ID']),
        ('2.70', ['ID', 'DEVICE', 'SERVER ID', 'VOLUME ID', 'TAG']),
        ('2.78', ['ID', 'DEVICE', 'SERVER ID', 'VOLUME ID', 'TAG']),
        ('2.79', ['ID', 'DEVICE', 'SERVER ID', 'VOLUME ID', 'TAG', 'DELETE ON TERMINATION']),
        ('2.88', ['ID', 'DEVICE', 'SERVER ID', 'VOLUME ID', 'TAG', 'DELETE ON TERMINATION']),
        (
            '2.89',
            [
                *('DEVICE', 'SERVER ID', 'VOLUME ID', 'ATTACHMENT ID', 'BDM UUID', 'TAG'),
                'DELETE ON TERMINATION',
            ],
        ),
    ],
)
def test_columns_of_volumes_change_with_the_version(
    nova: Nova, cloud: ScriptedCloud, version: str, titles: list[str]
) -> None:
    result = nova('volume-attachments', 'web', version=version, cloud=cloud)
    cells = {
        'ID': VOLUME,
        'DEVICE': '/dev/vdb',
        'SERVER ID': ID,
        'VOLUME ID': VOLUME,
        'ATTACHMENT ID': 'a1',
        'BDM UUID': 'b1',
        'TAG': 'data',
        'DELETE ON TERMINATION': 'True',
    }
    assert exchange.table(result) == [titles, [cells[title] for title in titles]]


@pytest.mark.parametrize(
    ('words', 'version', 'body'),
    [
        ((), '2.1', {'volumeId': VOLUME}),
        (('/dev/vdb',), '2.1', {'volumeId': VOLUME, 'device': '/dev/vdb'}),
        (('--tag', 'data'), '2.49', {'volumeId': VOLUME, 'tag': 'data'}),
        ((), '2.79', {'volumeId': VOLUME}),
        (
            ('--delete-on-termination',),
            '2.79',
            {'volumeId': VOLUME, 'delete_on_termination': True},
        ),
        (('--no-delete-on-termination',), '2.79', {'volumeId': VOLUME}),
        (('--tag', 'data'), NEWEST, {'volumeId': VOLUME, 'tag': 'data'}),
    ],
)
def test_volume_is_attached_with_what_was_given(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...], version: str, body: dict[str, Any]
) -> None:
    result = nova('volume-attach', 'web', VOLUME, *words, version=version, cloud=cloud)
    assert (result.err, result.status) == ('', 0)
    assert exchange.bodies(cloud) == [{'volumeAttachment': body}]


def test_attachment_is_shown_as_the_cloud_tells_it_up_to_2_100(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    result = nova('volume-attach', 'web', VOLUME, version='2.100', cloud=cloud)
    assert exchange.properties(result) == {
        'delete_on_termination': 'True',
        'device': '/dev/vdb',
        'id': VOLUME,
        'serverId': ID,
        'tag': 'data',
        'volumeId': VOLUME,
    }


def test_attachment_is_shown_as_it_was_asked_for_from_2_101(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    result = nova('volume-attach', 'web', VOLUME, version='2.101', cloud=cloud)
    assert exchange.properties(result) == {'device': '-', 'serverId': ID, 'volumeId': VOLUME}
    assert len(exchange.writes(cloud)) == 1


def test_attach_is_waited_for_though_the_cloud_records_it_late(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    event = instance_actions.event('compute_attach_volume', 'Success')

    def action() -> Any:
        recorded = {'message': None, 'events': [event]}
        return recorded if nova.clock.sleeps else fault(404, 'Action not found')

    instance_actions.record(cloud, ID, action)
    result = nova('volume-attach', ID, VOLUME, '--wait', '-f', 'json', cloud=cloud)
    assert (result.err, result.status) == ('', 0)
    shown = json.loads(result.out)
    assert (shown['device'], shown['attachment_id']) == ('/dev/vdb', 'a1')
    assert len(nova.clock.sleeps) == 1


def test_attach_that_fails_is_told_with_its_reason(nova: Nova, cloud: ScriptedCloud) -> None:
    event = instance_actions.event('compute_attach_volume', 'Error', details='The device is busy')
    action = {'action': 'attach_volume', 'message': None, 'events': [event]}
    instance_actions.record(cloud, ID, lambda: action)
    result = nova('volume-attach', ID, VOLUME, '--wait', '--error-format', 'json', cloud=cloud)
    error = json.loads(result.err)
    assert (result.status, error['code']) == (1, 'error_state')
    assert error['message'] == f'attaching {VOLUME} went into error: The device is busy'
    facts = (error['action'], error['reason'], error['request_id'][:4])
    assert facts == ('attach_volume', 'The device is busy', 'req-')


def test_wait_ends_when_the_server_is_gone(nova: Nova, cloud: ScriptedCloud) -> None:
    def shown(request: Request) -> Any:
        return {'server': WEB} if not exchange.writes(cloud) else fault(404, 'No such server')

    cloud.on('GET', f'/servers/{ID}', shown)
    result = nova('volume-attach', ID, VOLUME, '--wait', cloud=cloud)
    assert result.status == 1
    assert f'attaching {VOLUME} is gone' in result.err


def test_volume_is_detached_without_a_word(nova: Nova, cloud: ScriptedCloud) -> None:
    assert nova('volume-detach', 'web', VOLUME, cloud=cloud) == ('', '', 0)
    assert exchange.writes(cloud) == [f'DELETE {PLACE}/{VOLUME}']


@pytest.mark.parametrize(
    ('words', 'version', 'more'),
    [
        ((), '2.84', {}),
        ((), '2.85', {}),
        (('--delete-on-termination',), '2.85', {'delete_on_termination': True}),
        (('--no-delete-on-termination',), '2.85', {'delete_on_termination': False}),
    ],
)
def test_volume_is_replaced_with_what_was_given(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...], version: str, more: dict[str, bool]
) -> None:
    result = nova('volume-update', 'web', *words, VOLUME, OTHER, version=version, cloud=cloud)
    assert result == ('', '', 0)
    assert exchange.writes(cloud) == [f'PUT {PLACE}/{VOLUME}']
    assert exchange.bodies(cloud) == [{'volumeAttachment': {'volumeId': OTHER, **more}}]


def test_keeping_and_deleting_a_volume_exclude_each_other(nova: Nova, cloud: ScriptedCloud) -> None:
    both = ('--delete-on-termination', '--no-delete-on-termination')
    assert nova('volume-update', 'web', *both, VOLUME, OTHER, cloud=cloud).status == 2
    assert cloud.requests == []


def test_change_of_options_only_is_not_waited_for(nova: Nova, cloud: ScriptedCloud) -> None:
    words = ('volume-update', ID, VOLUME, VOLUME, '--no-delete-on-termination', '--wait')
    assert nova(*words, cloud=cloud).status == 0
    assert exchange.sent(cloud)[-1] == f'PUT {PLACE}/{VOLUME}'


def test_volume_manager_of_the_library(connect: Connect, cloud: ScriptedCloud) -> None:
    volumes = connect(cloud, '2.89').volumes
    (found,) = volumes.get_server_volumes(ID)
    assert (found.id, str(found), found.attachment_id) == (VOLUME, f'<Volume: {VOLUME}>', 'a1')
    found.get()
    assert exchange.sent(cloud)[-1] == f'GET {PLACE}/{VOLUME}'
    with pytest.warns(UserWarning, match='attachment_id is an older name'):
        assert volumes.get_server_volume(ID, attachment_id=VOLUME) == found
    volumes.delete_server_volume(ID, VOLUME)
    assert exchange.writes(cloud) == [f'DELETE {PLACE}/{VOLUME}']
    for given in ((ID,), (ID, VOLUME, VOLUME)):
        with pytest.raises(TypeError, match='either volume_id or attachment_id'):
            volumes.delete_server_volume(*given)


@pytest.mark.parametrize('version', ['2.0', NEWEST])
def test_part_of_the_volumes_is_listed(nova: Nova, cloud: ScriptedCloud, version: str) -> None:
    cloud.on('GET', PLACE, {'volumeAttachments': []})
    words = ('server-volume-list', ID, '--limit', '2', '--offset', '1')
    assert nova(*words, version=version, cloud=cloud).status == 0
    assert exchange.sent(cloud)[-1] == f'GET {PLACE}?limit=2&offset=1'
    assert nova('server-volume-list', ID, '--limit', '-1', cloud=cloud).status == 0
    assert exchange.sent(cloud)[-1] == f'GET {PLACE}'
