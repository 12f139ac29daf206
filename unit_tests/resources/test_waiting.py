"""Tests of ``wait_for``: every end that a wait of a program can have."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv import client, exceptions, resources
from novaclient_mv.resources import waiting
from unit_tests import records
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova, TestClock
from unit_tests.scripted import Request, ScriptedCloud, fault

SERVER = f'/servers/{records.server_id(1)}'
GONE = None
TASK = 'OS-EXT-STS:task_state'


class Wait:
    """A client of a scripted cloud whose server goes through states, on a clock of its own."""

    def __init__(self, cloud: ScriptedCloud, nova: Nova) -> None:
        self.cloud = cloud
        self.clock = TestClock()
        variables = {**nova.variables(cloud, {}), 'OS_CACHE': '0'}
        self.client = client.from_cloud(version='2.53', variables=variables)
        self.client.client.sleep = self.clock.sleep
        self.client.client.monotonic = self.clock.now

    def goes_through(self, *states: dict[str, Any] | None) -> None:
        left = list(states)

        def answer(request: Request) -> Any:
            now = left.pop(0) if len(left) > 1 else left[0]
            if now is GONE:
                return fault(404, 'Instance could not be found.')
            return {'server': records.server(1, image='', **now)}

        self.cloud.on('GET', SERVER, answer)


@pytest.fixture
def wait(cloud: ScriptedCloud, nova: Nova) -> Wait:
    return Wait(cloud, nova)


BUILDING = {'status': 'BUILD', TASK: 'spawning'}
ACTIVE = {'status': 'ACTIVE', TASK: None}


@pytest.mark.parametrize(
    'state', ['ACTIVE', 'active', ('ACTIVE', 'SHUTOFF'), ['SHUTOFF', 'active']]
)
def test_wait_ends_in_the_state_however_it_is_spelt(wait: Wait, state: Any) -> None:
    wait.goes_through(BUILDING, {'status': 'ACTIVE', TASK: 'spawning'}, ACTIVE)
    server = wait.client.servers.wait_for(records.server_id(1), state)
    assert (server.status, server.name) == ('ACTIVE', 'web1')
    # In between nothing was asked, and the pauses grow.
    assert wait.clock.sleeps == [2.0, 2.4]


def test_client_waits_for_whatever_resource_it_is_given(wait: Wait) -> None:
    wait.goes_through(BUILDING, BUILDING, ACTIVE)
    server = wait.client.servers.get(records.server_id(1))
    assert wait.client.wait_for(server, 'ACTIVE', interval=0.5).status == 'ACTIVE'
    assert wait.clock.sleeps == [0.5]


def test_pauses_grow_to_ten_seconds_and_the_last_look_is_at_the_limit(wait: Wait) -> None:
    wait.goes_through(BUILDING)
    with pytest.raises(exceptions.WaitTimeout) as caught:
        wait.client.servers.wait_for(records.server_id(1), 'active', timeout=60)
    assert max(wait.clock.sleeps) == 10
    assert sum(wait.clock.sleeps) == pytest.approx(60)
    assert str(caught.value) == (
        'web1 is BUILD after 60 seconds; it was to be active. It goes on without this program.'
    )
    assert caught.value.resource.status == 'BUILD'


def test_failure_is_raised_at_once_with_the_fault(wait: Wait) -> None:
    failed = {'status': 'ERROR', TASK: None, 'fault': {'message': 'No valid host was found.'}}
    wait.goes_through(failed)
    with pytest.raises(exceptions.ResourceInErrorState) as caught:
        wait.client.servers.wait_for(records.server_id(1), 'ACTIVE')
    assert (caught.value.fault, caught.value.resource.status) == (
        'No valid host was found.',
        'ERROR',
    )
    assert wait.clock.sleeps == []
    assert wait.client.servers.wait_for(records.server_id(1), 'ERROR').status == 'ERROR'


@pytest.mark.parametrize('gone', [GONE, {'status': 'DELETED'}, {'status': 'SOFT_DELETED'}])
def test_deleted_server_never_becomes_active(wait: Wait, gone: dict[str, Any] | None) -> None:
    wait.goes_through(BUILDING, BUILDING, gone)
    server = wait.client.servers.get(records.server_id(1))
    with pytest.raises(exceptions.InstanceInDeletedState) as caught:
        wait.client.wait_for(server, 'ACTIVE')
    assert str(caught.value) == 'web1 is gone: it was deleted.'
    assert caught.value.resource.id == server.id
    assert wait.clock.sleeps == [2.0]


def test_id_that_nothing_has_may_never_have_been_there(wait: Wait) -> None:
    wait.goes_through(GONE)
    with pytest.raises(exceptions.InstanceInDeletedState, match='No server has the id') as caught:
        wait.client.servers.wait_for(records.server_id(1), 'ACTIVE')
    assert str(caught.value).endswith(f'{records.server_id(1)}: it was deleted, or never existed.')
    assert wait.clock.sleeps == []


def test_soft_deleted_server_that_is_restored_is_waited_for(wait: Wait) -> None:
    wait.goes_through({'status': 'SOFT_DELETED', TASK: 'restoring'}, ACTIVE)
    assert wait.client.servers.wait_for(records.server_id(1), 'ACTIVE').status == 'ACTIVE'


@pytest.mark.parametrize('state', ['DELETED', 'deleted'])
def test_deleted_is_a_state(wait: Wait, state: str) -> None:
    wait.goes_through({'status': 'ACTIVE', TASK: 'deleting'}, GONE)
    assert wait.client.servers.wait_for(records.server_id(1), state).status == 'DELETED'
    wait.goes_through(ACTIVE, {'status': 'DELETED'})
    assert wait.client.servers.wait_for(records.server_id(1), state).status == 'DELETED'


def test_error_of_the_cloud_ends_the_wait(wait: Wait) -> None:
    wait.cloud.on('GET', SERVER, fault(403, 'Policy does not allow this.'))
    with pytest.raises(exceptions.Forbidden):
        wait.client.servers.wait_for(records.server_id(1), 'ACTIVE')
    assert wait.clock.sleeps == []


def test_one_that_is_there_is_looked_at(wait: Wait) -> None:
    wait.goes_through(BUILDING, ACTIVE, GONE)
    id = records.server_id(1)
    one = waiting.Existing(wait.client.servers._of_id(id), waiting.States('active', 'status'))
    assert [(one.name, one.look(), one.name) for _ in range(2)] == [
        (id, False, 'web1'), ('web1', True, 'web1'),
    ]  # fmt: skip
    with pytest.raises(exceptions.NotFound):
        one.look()


def test_wait_needs_a_state_and_a_way_to_look(wait: Wait) -> None:
    wait.goes_through(ACTIVE)
    with pytest.raises(TypeError, match='needs a state'):
        wait.client.servers.wait_for(records.server_id(1), ())
    with pytest.raises(TypeError, match='MigrationManager cannot look for an id'):
        wait.client.migrations.wait_for('1', 'completed')


def test_field_that_there_is_not_is_never_waited_for(wait: Wait) -> None:
    wait.goes_through(ACTIVE)
    with pytest.raises(exceptions.EndNotReached, match="web1 has no 'stat'"):
        wait.client.servers.wait_for(records.server_id(1), 'ACTIVE', field='stat')
    wait.cloud.on('GET', '/flavors/1', {'flavor': {'id': '1', 'name': 'tiny'}})
    with pytest.raises(exceptions.EndNotReached, match="tiny has no 'status'") as caught:
        wait.client.flavors.wait_for('1', 'ACTIVE')
    assert caught.value.resource.name == 'tiny'
    assert wait.clock.sleeps == []
    wait.cloud.on('GET', '/flavors/1', fault(404, 'no'))
    assert wait.client.flavors.wait_for('1', 'DELETED').id == '1'


def test_state_that_is_not_there_yet_is_waited_for(wait: Wait) -> None:
    wait.goes_through({'status': None}, ACTIVE)
    assert wait.client.servers.wait_for(records.server_id(1), 'ACTIVE').status == 'ACTIVE'


# -- other resources ---------------------------------------------------------


def test_attachment_of_a_volume(wait: Wait) -> None:
    attachments = f'{SERVER}/os-volume_attachments'
    rows: list[Any] = [fault(404, 'no'), {'device': None}, {'device': '/dev/vdb'}]

    def answer(request: Request) -> Any:
        row = rows.pop(0)
        known = {'id': 'v', 'volumeId': 'v', 'serverId': records.server_id(1)}
        return {'volumeAttachment': {**known, **row}} if isinstance(row, dict) else row

    wait.cloud.on('GET', f'{attachments}/v', answer)
    wait.cloud.on('POST', attachments, None, 202)
    library = wait.client
    # From 2.101 the cloud answers before it has recorded an attachment.
    wait.cloud.nova.maximum = NEWEST
    late = library.with_version('2.101').volumes.create_server_volume(records.server_id(1), 'v')
    assert library.wait_for(late, 'attached').device == '/dev/vdb'
    # Once it was there, it is gone where it is not found.
    rows += [fault(404, 'no'), {'device': None}, fault(404, 'no')]
    with pytest.raises(exceptions.InstanceInDeletedState):
        library.wait_for(late, 'attached')
    assert rows == []
    rows += [{'device': '/dev/vdb'}, fault(404, 'no')]
    seen = library.volumes.get_server_volume(records.server_id(1), 'v')
    assert library.wait_for(seen, 'DELETED').id == 'v'


def test_migration_is_looked_for_among_those_of_its_server(wait: Wait) -> None:
    statuses = ['running', 'running', 'completed', 'failed']

    def answer(request: Request) -> Any:
        other = {'id': 1, 'instance_uuid': 'i', 'status': 'error'}
        return {'migrations': [other, {'id': 2, 'instance_uuid': 'i', 'status': statuses.pop(0)}]}

    wait.cloud.on('GET', '/os-migrations', answer)
    migration = wait.client.migrations.list(instance_uuid='i')[1]
    assert wait.client.migrations.wait_for(migration, 'completed').status == 'completed'
    assert wait.cloud.requests[-1].query == [('instance_uuid', 'i')]
    with pytest.raises(exceptions.ResourceInErrorState):
        wait.client.wait_for(migration, 'completed')


def test_every_resource_with_a_state_says_where_it_stands() -> None:
    from novaclient_mv.services import SERVICES

    for service in SERVICES:
        library = service.client()
        for name in library.MANAGERS:
            kind = library.manager_class(name).resource_class
            if kind is None or not issubclass(kind, resources.Resource):
                continue
            keys = {field.name for field in kind.fields}
            states = {'status', 'state', 'provision_state'} & keys
            if states and name not in ('services',):
                assert kind.state_field in states, kind
