"""Rescue, restore, reset and passwords of servers."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud, StartCloud
from unit_tests.v2 import one_server

ID, IMAGE = one_server.ID, one_server.IMAGE


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud of today with one server and images."""
    made = start_cloud(maximum=NEWEST, catalog={'image': '/image'})
    one_server.add(made)
    made.on('GET', f'/image/v2/images/{IMAGE}', {'id': IMAGE, 'name': 'cirros'})
    return made


@pytest.mark.parametrize(
    ('words', 'body'),
    [
        ('server-rescue web', {'rescue': None}),
        (
            f'server-rescue web --password p --image {IMAGE}',
            {'rescue': {'adminPass': 'p', 'rescue_image_ref': IMAGE}},
        ),
        ('server-unrescue web', {'unrescue': None}),
        ('server-force-delete web', {'forceDelete': None}),
        ('server-restore web', {'restore': None}),
        ('server-trigger-crash-dump web', {'trigger_crash_dump': None}),
    ],
)
def test_command_sends_its_body(nova: Nova, cloud: ScriptedCloud, words: str, body: Any) -> None:
    result = nova(*words.split(), version='2.17', cloud=cloud)
    assert (result.status, result.err) == (0, '')
    assert one_server.writes(cloud) == [body]


def test_rescue_shows_the_password(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('POST', f'/servers/{ID}/action', {'adminPass': 'sesame'})
    table = nova('server-rescue', 'web', version='2.1', cloud=cloud)
    assert '| adminPass | sesame |' in table.lines
    machine = nova('server-rescue', 'web', '-f', 'json', version='2.1', cloud=cloud)
    assert '"admin_password": "sesame"' in machine.out


def test_restore_looks_among_deleted_servers(nova: Nova, cloud: ScriptedCloud) -> None:
    assert nova('restore', 'web', version='2.1', cloud=cloud).status == 0
    assert 'GET /v2.1/servers?deleted=True&name=web' in cloud.wire(query=True)


def test_states_of_several_servers_are_reset_though_one_is_missing(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    result = nova('server-reset-state', 'web', 'nosuch', '--active', version='2.1', cloud=cloud)
    assert result.status == 8
    assert result.lines == [f'web ({ID}): state set to active']
    assert one_server.writes(cloud) == [{'os-resetState': {'state': 'active'}}]


def test_state_is_set_to_error_by_default_in_any_project(nova: Nova, cloud: ScriptedCloud) -> None:
    assert nova('reset-state', 'web', '--all-tenants', version='2.1', cloud=cloud).status == 0
    assert one_server.writes(cloud) == [{'os-resetState': {'state': 'error'}}]
    assert 'GET /v2.1/servers?all_tenants=1&name=web' in cloud.wire(query=True)


EVENT = {'server_uuid': ID, 'name': 'network-changed'}


def test_network_is_refreshed_by_an_event(nova: Nova, cloud: ScriptedCloud) -> None:
    taken = {**EVENT, 'code': 200, 'status': 'completed'}
    cloud.on('POST', '/os-server-external-events', {'events': [taken]})
    assert nova('refresh-network', 'web', version='2.1', cloud=cloud).status == 0
    assert one_server.writes(cloud) == [{'events': [EVENT]}]


@pytest.mark.parametrize(('code', 'status'), [(404, 5), (422, 1)])
def test_event_that_the_cloud_did_not_take_is_a_failure(
    nova: Nova, cloud: ScriptedCloud, code: int, status: int
) -> None:
    refused = {**EVENT, 'code': code, 'status': 'failed'}
    cloud.on('POST', '/os-server-external-events', {'events': [refused]}, status=207)
    result = nova('server-refresh-network', 'web', version='2.90', cloud=cloud)
    assert result.status == status
    assert f'{code}' in result.err


@pytest.mark.parametrize('typed', [b'sesame\n', b'sesame\nsesame\n', b'sesame'])
def test_password_is_read_from_the_input(nova: Nova, cloud: ScriptedCloud, typed: bytes) -> None:
    result = nova('set-password', 'web', version='2.1', cloud=cloud, stdin=typed)
    assert (result.status, result.out) == (0, '')
    assert one_server.writes(cloud) == [{'changePassword': {'adminPass': 'sesame'}}]


def test_password_is_read_from_a_file(nova: Nova, cloud: ScriptedCloud) -> None:
    file = nova.home / 'secret'
    file.write_text('sesame\n')
    words = ('server-password-set', 'web', '--password-file', str(file))
    assert nova(*words, version='2.1', cloud=cloud).status == 0
    assert one_server.writes(cloud) == [{'changePassword': {'adminPass': 'sesame'}}]


def test_password_may_be_a_word_of_the_line(nova: Nova, cloud: ScriptedCloud) -> None:
    words = ('server-password-set', 'web', '--admin-pass', 'sesame')
    assert nova(*words, version='2.1', cloud=cloud, stdin=b'other').status == 0
    assert one_server.writes(cloud) == [{'changePassword': {'adminPass': 'sesame'}}]
    assert nova(*words, '--password-file', '-', version='2.1', cloud=cloud).status == 2


@pytest.mark.parametrize(
    ('typed', 'message'),
    [(b'', 'is empty'), (b'\n', 'is empty'), (b'a\nb\n', 'differ'), (b'\xff\n', 'not text')],
)
def test_password_that_cannot_be_meant_is_refused_before_it_is_sent(
    nova: Nova, cloud: ScriptedCloud, typed: bytes, message: str
) -> None:
    result = nova('server-password-set', 'web', version='2.1', cloud=cloud, stdin=typed)
    assert result.status == 2
    assert message in result.err
    assert not one_server.writes(cloud)
