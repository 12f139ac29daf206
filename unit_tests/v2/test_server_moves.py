"""Resize, migration, evacuation and shelving of servers, on both sides of each breakpoint."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import Request, ScriptedCloud, StartCloud
from unit_tests.v2 import one_server
from unit_tests.v2.conftest import Connect

LIVE = 'os-migrateLive'

SENT: list[tuple[str, str, Any]] = [
    ('2.1', 'server-resize web 1', {'resize': {'flavorRef': '1'}}),
    ('2.1', 'server-resize-confirm web', {'confirmResize': None}),
    ('2.1', 'server-resize-revert web', {'revertResize': None}),
    ('2.55', 'server-migrate web', {'migrate': None}),
    ('2.56', 'server-migrate web', {'migrate': {}}),
    ('2.56', 'server-migrate web --host h', {'migrate': {'host': 'h'}}),
    (
        '2.24',
        'server-live-migrate web',
        {LIVE: {'host': None, 'block_migration': False, 'disk_over_commit': False}},
    ),
    (
        '2.24',
        'server-live-migrate web h --block-migrate --disk-over-commit',
        {LIVE: {'host': 'h', 'block_migration': True, 'disk_over_commit': True}},
    ),
    ('2.25', 'server-live-migrate web', {LIVE: {'host': None, 'block_migration': 'auto'}}),
    (
        '2.25',
        'server-live-migrate web --block-migrate',
        {LIVE: {'host': None, 'block_migration': True}},
    ),
    (
        '2.25',
        'server-live-migrate web --no-block-migrate',
        {LIVE: {'host': None, 'block_migration': False}},
    ),
    (
        '2.30',
        'live-migration web h --force',
        {LIVE: {'host': 'h', 'block_migration': 'auto', 'force': True}},
    ),
    ('2.67', 'server-live-migrate web h', {LIVE: {'host': 'h', 'block_migration': 'auto'}}),
    ('2.13', 'server-evacuate web', {'evacuate': {'onSharedStorage': False}}),
    (
        '2.13',
        'server-evacuate web h --password p --on-shared-storage',
        {'evacuate': {'host': 'h', 'adminPass': 'p', 'onSharedStorage': True}},
    ),
    ('2.14', 'server-evacuate web', {'evacuate': {}}),
    ('2.29', 'server-evacuate web h --force', {'evacuate': {'host': 'h', 'force': True}}),
    ('2.67', 'server-evacuate web h', {'evacuate': {'host': 'h'}}),
    ('2.1', 'server-shelve web', {'shelve': None}),
    ('2.1', 'server-shelve-offload web', {'shelveOffload': None}),
    ('2.76', 'server-unshelve web', {'unshelve': None}),
    ('2.77', 'server-unshelve web', {'unshelve': None}),
    (
        '2.77',
        'server-unshelve web --availability-zone az',
        {'unshelve': {'availability_zone': 'az'}},
    ),
    (
        '2.91',
        'server-unshelve web --unpin-availability-zone --host h',
        {'unshelve': {'availability_zone': None, 'host': 'h'}},
    ),
    ('2.91', 'server-unshelve web', {'unshelve': None}),
]


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud of today with one server."""
    made = start_cloud(maximum=NEWEST)
    one_server.add(made)
    return made


@pytest.mark.parametrize(('version', 'words', 'body'), SENT)
def test_command_sends_the_body_of_its_version(
    nova: Nova, cloud: ScriptedCloud, version: str, words: str, body: Any
) -> None:
    result = nova(*words.split(), version=version, cloud=cloud)
    assert (result.status, result.out, result.err) == (0, '', '')
    assert one_server.writes(cloud) == [body]
    assert f'POST /v2.1/servers/{one_server.ID}/action' in cloud.wire()


def test_zone_cannot_be_chosen_and_unpinned_at_once(nova: Nova, cloud: ScriptedCloud) -> None:
    words = ('server-unshelve', 'web', '--availability-zone', 'az', '--unpin-availability-zone')
    result = nova(*words, version='2.91', cloud=cloud)
    assert result.status == 2
    assert not one_server.writes(cloud)


def test_evacuation_shows_the_password_that_an_old_cloud_sets(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    cloud.on('POST', f'/servers/{one_server.ID}/action', {'adminPass': 'new'})
    result = nova('server-evacuate', 'web', version='2.13', cloud=cloud)
    assert '| adminPass | new   |' in result.lines


def test_resize_waits_until_it_can_be_confirmed(nova: Nova, cloud: ScriptedCloud) -> None:
    states = [('ACTIVE', 'resize_prep'), ('RESIZE', 'resize_migrating'), ('VERIFY_RESIZE', None)]

    def server(request: Request) -> Any:
        status, task = states.pop(0)
        info = {**one_server.SERVER, 'status': status, 'OS-EXT-STS:task_state': task}
        return {'server': info}

    cloud.on('GET', f'/servers/{one_server.ID}', server)
    result = nova('server-resize', 'web', '1', '--poll', version='2.90', cloud=cloud)
    assert result.status == 0
    assert not states


def test_failed_move_names_the_reason_of_the_cloud(nova: Nova, cloud: ScriptedCloud) -> None:
    fields = {'status': 'ERROR', 'fault': {'message': 'No valid host was found.'}}
    one_server.add(cloud, **fields)
    result = nova('server-migrate', 'web', '--wait', version='2.90', cloud=cloud)
    assert result.status == 1
    assert 'No valid host was found.' in result.err


def test_methods_of_a_server_pass_on_what_the_version_has(
    cloud: ScriptedCloud, connect: Connect
) -> None:
    old = connect(cloud, '2.13').servers.get(one_server.ID)
    old.evacuate('h')
    old.live_migrate()
    new = connect(cloud, '2.91').servers.get(one_server.ID)
    new.evacuate('h')
    new.live_migrate('h')
    new.migrate(host='h')
    new.unshelve(availability_zone=None)
    by_scheduler = {'host': None, 'block_migration': False, 'disk_over_commit': False}
    assert one_server.writes(cloud) == [
        {'evacuate': {'host': 'h', 'onSharedStorage': True}},
        {LIVE: by_scheduler},
        {'evacuate': {'host': 'h'}},
        {LIVE: {'host': 'h', 'block_migration': 'auto'}},
        {'migrate': {'host': 'h'}},
        {'unshelve': {'availability_zone': None}},
    ]
