"""Tests of waits of programs that are judged by the outcome of what an action returned."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from novaclient_mv import client, exceptions
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova, TestClock
from unit_tests.scripted import Request, StartCloud
from unit_tests.v2.acting import (
    ID,
    NO_HOST,
    OTHER_IMAGE,
    SERVER,
    SMALL,
    SUCCESS,
    Fields,
    Work,
    failed,
    on,
)


@pytest.fixture
def work(start_cloud: StartCloud) -> Work:
    return Work(start_cloud(maximum=NEWEST, catalog={'image': '/image'}))


@pytest.fixture
def library(work: Work, nova: Nova) -> Any:
    variables = {**nova.variables(work.cloud, {}), 'OS_CACHE': '0'}
    library = client.from_cloud(version='2.90', variables=variables)
    clock = TestClock()
    library.client.sleep, library.client.monotonic = clock.sleep, clock.now
    return library


def test_wait_of_a_program_takes_what_the_action_returned(library: Any, work: Work) -> None:
    work.goes_through(on('a'))
    work.has_record({**failed(), 'action': 'live-migration', 'request_id': 'req-1'})
    server = library.servers.get(ID)
    answer = server.live_migrate()
    # By its state alone it is there.
    assert library.wait_for(server, 'ACTIVE').status == 'ACTIVE'
    with pytest.raises(exceptions.EndNotReached) as caught:
        library.wait_for(server, 'ACTIVE', after=answer)
    error = caught.value
    assert isinstance(error, exceptions.ActionFailed)
    assert (error.action, error.reason, error.request_id) == ('live-migration', NO_HOST, 'req-1')
    assert error.resource.id == ID
    # What was known before the action counts, also where the program has asked again since.
    work.goes_through(on('b'))
    server.get()
    assert library.servers.wait_for(server, 'ACTIVE', after=answer).status == 'ACTIVE'


def _swap_volumes(server: Any) -> Any:
    return server.manager.api.volumes.update_server_volume(server.id, 'v', 'w')


@pytest.mark.parametrize(
    ('act', 'record', 'expected'),
    [
        (lambda server: server.reboot(), SUCCESS, None),
        (lambda server: server.reboot(), failed(), exceptions.ActionFailed),
        (lambda server: server.resize('2'), failed(), exceptions.ActionFailed),
        (lambda server: server.create_image('snap'), failed(), exceptions.ActionFailed),
        (lambda server: server.rebuild(OTHER_IMAGE), failed(), exceptions.ActionFailed),
        (lambda server: server.change_password('x'), failed(), exceptions.ActionFailed),
        (lambda server: server.interface_detach('p'), failed(), exceptions.ActionFailed),
        (_swap_volumes, failed(), exceptions.ActionFailed),
    ],
)
def test_each_action_of_a_program_is_judged(
    library: Any, work: Work, act: Callable[[Any], Any], record: Fields, expected: Any
) -> None:
    def accept(request: Request) -> Any:
        if 'createImage' in request.body:
            return {'image_id': OTHER_IMAGE}
        return work._accept(request)

    work.cloud.on('POST', f'{SERVER}/action', accept, 202)
    work.cloud.on('DELETE', f'{SERVER}/os-interface/*', None, 202)
    work.cloud.on('PUT', f'{SERVER}/os-volume_attachments/*', None, 202)
    work.goes_through({})
    work.has_record(record)
    server = library.servers.get(ID)
    if expected is None:
        assert library.wait_for(server, 'ACTIVE', after=act(server)).status == 'ACTIVE'
        return
    with pytest.raises(expected):
        library.wait_for(server, 'ACTIVE', after=act(server))


def test_server_that_was_to_be_restored_is_not_gone(library: Any, work: Work) -> None:
    work.goes_through({'status': 'SOFT_DELETED'})
    work.has_record(failed())
    server = library.servers.get(ID)
    with pytest.raises(exceptions.ActionFailed, match='the restore failed'):
        library.wait_for(server, 'ACTIVE', after=server.restore())
    with pytest.raises(exceptions.InstanceInDeletedState):
        library.wait_for(server, 'ACTIVE')


def test_host_that_a_program_reads_after_the_request_is_not_the_one_before(
    library: Any, work: Work
) -> None:
    rows = [{'status': 'completed', 'created_at': '2099-01-01T12:00:00', 'source_compute': 'a'}]
    work.cloud.on('GET', '/os-migrations', {'migrations': rows})
    work.goes_through(on('b'))
    answer = library.servers.live_migrate(ID, None, 'auto')
    server = library.servers.get(ID)
    assert library.wait_for(server, 'ACTIVE', after=answer) == server


def test_resize_that_is_still_to_be_confirmed_has_not_failed(library: Any, work: Work) -> None:
    work.goes_through({}, {'status': 'VERIFY_RESIZE', 'flavor': SMALL})
    work.has_record(SUCCESS)
    server = library.servers.get(ID)
    with pytest.raises(exceptions.WaitTimeout):
        library.wait_for(server, 'ACTIVE', 20, after=server.resize('2'))


def test_error_state_after_an_action_has_both_names(library: Any, work: Work) -> None:
    work.goes_through({}, {'status': 'ERROR', 'fault': {'message': NO_HOST}})
    server = library.servers.get(ID)
    with pytest.raises(exceptions.ActionFailed) as caught:
        library.wait_for(server, 'SHUTOFF', after=server.stop())
    assert isinstance(caught.value, exceptions.ResourceInErrorState)
    assert (caught.value.reason, caught.value.fault, caught.value.action) == (
        NO_HOST,
        NO_HOST,
        'stop',
    )


def test_id_of_a_request_will_do(library: Any, work: Work) -> None:
    work.goes_through({})
    work.has_record({**failed(), 'action': 'reboot'})
    answer = library.servers.reboot(ID)
    del answer._begun
    with pytest.raises(exceptions.ActionFailed, match='the reboot failed') as caught:
        library.servers.wait_for(ID, 'ACTIVE', after=answer)
    assert caught.value.action == 'reboot'


def test_image_of_a_rebuild_is_not_judged_where_only_the_id_is_known(
    library: Any, work: Work
) -> None:
    work.goes_through({})
    work.has_record({**SUCCESS, 'action': 'rebuild'})
    answer = library.servers.rebuild(ID, OTHER_IMAGE)
    del answer._begun
    assert library.servers.wait_for(ID, 'ACTIVE', after=answer).status == 'ACTIVE'
