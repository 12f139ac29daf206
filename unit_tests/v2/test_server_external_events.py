"""Events told to Compute: names by version, what is refused, several servers."""

from __future__ import annotations

import pytest

from unit_tests import records
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import Answer, Request, ScriptedCloud, StartCloud
from unit_tests.v2 import exchange
from unit_tests.v2.conftest import Connect

ONE, TWO = records.server_id(1), records.server_id(2)
PLACE = '/os-server-external-events'


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud with two servers, of which it takes no events for the second."""
    cloud: ScriptedCloud = start_cloud(maximum=NEWEST)
    for number in (1, 2):
        records.add_server(cloud, records.server(number))
    cloud.on('POST', PLACE, answered)
    return cloud


def answered(request: Request) -> Answer:
    told = [
        {'status': 'completed', **each, 'code': 422 if each['server_uuid'] == TWO else 200}
        for each in request.body['events']
    ]
    return Answer(207 if any(each['code'] != 200 for each in told) else 200, {'events': told})


@pytest.mark.parametrize(
    ('event', 'first'),
    [
        ('network-changed', '2.0'),
        ('network-vif-plugged', '2.1'),
        ('network-vif-unplugged', '2.1'),
        ('network-vif-deleted', '2.1'),
        ('volume-extended', '2.51'),
        ('power-update', '2.76'),
        ('accelerator-request-bound', '2.82'),
        ('volume-reimaged', '2.93'),
    ],
)
def test_event_is_told_from_its_version_on(
    nova: Nova, cloud: ScriptedCloud, event: str, first: str
) -> None:
    words = ('server-external-event-create', event, ONE)
    result = nova(*words, version=first, cloud=cloud)
    assert (result.err, result.status) == ('', 0)
    assert exchange.bodies(cloud) == [{'events': [{'server_uuid': ONE, 'name': event}]}]
    assert exchange.table(result) == [
        ['Name', 'Server UUID', 'Status', 'Tag', 'Code'],
        [event, ONE, 'completed', '', '200'],
    ]


def test_status_and_tag_are_sent(nova: Nova, cloud: ScriptedCloud) -> None:
    more = ('--status', 'failed', '--tag', 'port-1')
    nova('server-external-event-create', 'network-vif-plugged', ONE, *more, cloud=cloud)
    (event,) = exchange.bodies(cloud)[0]['events']
    assert (event['status'], event['tag']) == ('failed', 'port-1')


def test_refused_event_does_not_hide_the_others(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('server-external-event-create', 'network-changed', ONE, TWO, cloud=cloud)
    assert result.status == 8
    assert len(exchange.writes(cloud)) == 1
    assert [row[1] for row in exchange.table(result)[1:]] == [ONE]
    assert f'{TWO}: The event network-changed for the server {TWO} was refused' in result.err


def test_nothing_is_told_when_a_server_is_not_there(nova: Nova, cloud: ScriptedCloud) -> None:
    words = ('server-external-event-create', 'network-changed', ONE, 'none')
    cloud.on('GET', '/servers', {'servers': []})
    assert nova(*words, cloud=cloud).status == 8
    assert exchange.writes(cloud) == []


def test_snapshots_for_the_volume_service(
    nova: Nova, cloud: ScriptedCloud, connect: Connect
) -> None:
    place = '/os-assisted-volume-snapshots'
    cloud.on('POST', place, {'snapshot': {'id': 's1', 'volumeId': 'v1'}})
    cloud.on('DELETE', f'{place}/s1', status=204)
    made = nova('volume-snapshot-assisted-create', 'v1', 's1', 'new.qcow2', cloud=cloud)
    assert exchange.properties(made) == {'id': 's1', 'volumeId': 'v1'}
    deleted = nova(
        *('volume-snapshot-assisted-delete', 's1', 'v1', '--file-to-merge', 'a.qcow2'), cloud=cloud
    )
    assert deleted == ('', '', 0)
    wanted = {'snapshot_id': 's1', 'type': 'qcow2', 'new_file': 'new.qcow2'}
    assert exchange.bodies(cloud)[0] == {'snapshot': {'volume_id': 'v1', 'create_info': wanted}}
    assert exchange.writes(cloud)[1] == (
        f'DELETE {place}/s1?delete_info='
        '{"type": "qcow2", "volume_id": "v1", "file_to_merge": "a.qcow2"}'
    )
