"""Moves of servers: resize, migrate, live migration and evacuation, with their records."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.caller import Answer, Caller
from unit_tests.sandbox.newest import NEWEST

LIVE = {'os-migrateLive': {'host': None, 'block_migration': 'auto'}}


@pytest.fixture
def server(cloud: Caller) -> str:
    """A server that has been built."""
    id = cloud.boot()
    cloud.now += 5
    return id


def state(cloud: Caller, id: str) -> tuple[str, str | None]:
    shown = cloud.server(id)
    return shown['status'], shown['OS-EXT-STS:task_state']


def host(cloud: Caller, id: str) -> str:
    return str(cloud.server(id)['OS-EXT-SRV-ATTR:host'])


def other(name: str) -> str:
    return {'host1': 'host2', 'host2': 'host1'}[name]


def migrations(cloud: Caller, id: str, version: str = '2.80') -> list[dict[str, Any]]:
    answer = cloud('GET', f'/v2.1/os-migrations?instance_uuid={id}', version)
    assert answer.status == 200
    found: list[dict[str, Any]] = answer.body['migrations']
    return found


def set_service(cloud: Caller, name: str, **changes: bool) -> None:
    """Change the compute service of a host in the state itself."""
    with cloud.application.database.session() as session:
        session.begin()
        for row in session.find('service', name='nova-compute', parent=name):
            row.document.update(changes)
            session.save(row)
        session.commit()


# -- resize


def test_resized_server_waits_on_another_host_to_be_confirmed(cloud: Caller, server: str) -> None:
    source = host(cloud, server)
    assert cloud.act(server, {'resize': {'flavorRef': '2'}}).status == 202
    assert state(cloud, server) == ('RESIZE', 'resize_prep')
    cloud.now += 5
    assert state(cloud, server) == ('VERIFY_RESIZE', None)
    assert host(cloud, server) == other(source)
    assert cloud.server(server)['flavor']['original_name'] == 'm1.small'
    assert migrations(cloud, server)[0]['status'] == 'finished'
    assert cloud.act(server, {'confirmResize': None}).status == 204
    again = cloud.act(server, {'confirmResize': None})
    assert (again.status, again.message) == (400, 'Instance has not been resized.')
    cloud.now += 5
    assert state(cloud, server) == ('ACTIVE', None)
    assert migrations(cloud, server)[0]['status'] == 'confirmed'


def test_reverted_server_is_what_it_was_where_it_was(cloud: Caller, server: str) -> None:
    before = cloud.server(server)
    cloud.act(server, {'resize': {'flavorRef': '2', 'OS-DCF:diskConfig': 'AUTO'}})
    cloud.now += 5
    assert cloud.server(server)['OS-DCF:diskConfig'] == 'AUTO'
    assert cloud.act(server, {'revertResize': None}).status == 202
    assert state(cloud, server) == ('REVERT_RESIZE', 'resize_reverting')
    cloud.now += 5
    after = cloud.server(server)
    assert after['OS-SRV-USG:launched_at'] > before['OS-SRV-USG:launched_at']
    own = {'updated': None, 'OS-SRV-USG:launched_at': None}
    assert {**after, **own} == {**before, **own}
    assert migrations(cloud, server)[0]['status'] == 'reverted'


def test_stopped_server_is_still_stopped_after_its_resize(cloud: Caller, server: str) -> None:
    for action in ({'os-stop': None}, {'resize': {'flavorRef': '2'}}, {'confirmResize': None}):
        assert cloud.act(server, action).status in (202, 204)
        cloud.now += 5
    assert state(cloud, server) == ('SHUTOFF', None)


@pytest.mark.parametrize(
    ('action', 'status', 'words'),
    [
        ({'resize': {'flavorRef': '1'}}, 400, 'When resizing, instances must change flavor!'),
        ({'resize': {'flavorRef': '99'}}, 400, 'Flavor 99 could not be found.'),
        ({'confirmResize': None}, 409, "Cannot 'confirmResize' instance"),
        ({'revertResize': None}, 409, "Cannot 'revertResize' instance"),
    ],
)
def test_resize_is_refused_with_words(
    cloud: Caller, server: str, action: dict[str, Any], status: int, words: str
) -> None:
    answer = cloud.act(server, action)
    assert answer.status == status
    assert answer.message.startswith(words)


def test_server_stays_where_it_is_when_no_other_host_takes_it(cloud: Caller, server: str) -> None:
    source = host(cloud, server)
    set_service(cloud, other(source), disabled=True)
    assert cloud.act(server, {'resize': {'flavorRef': '2'}}).status == 202
    cloud.now += 5
    assert state(cloud, server) == ('ACTIVE', None)
    assert host(cloud, server) == source
    assert migrations(cloud, server)[0]['status'] == 'error'


# -- migrate


def test_host_of_a_migration_is_heard_from_2_56(cloud: Caller, server: str) -> None:
    source = host(cloud, server)
    # Below it nobody looks at what is sent.
    assert cloud.act(server, {'migrate': {'host': 'nope'}}, '2.55').status == 202
    cloud.now += 5
    cloud.act(server, {'confirmResize': None})
    cloud.now += 5
    assert host(cloud, server) == other(source)
    assert cloud.act(server, {'migrate': {'host': 'nope'}}, '2.56').status == 400
    refused = cloud.act(server, {'migrate': {'host': other(source)}}, '2.56')
    assert refused.message == 'Cannot migrate to the host where the server exists.'
    assert cloud.act(server, {'migrate': {'host': source}}, '2.56').status == 202
    cloud.now += 5
    assert host(cloud, server) == source


# -- live migration


def test_live_migration_ends_on_the_other_host(cloud: Caller, server: str) -> None:
    source = host(cloud, server)
    assert cloud.act(server, LIVE).status == 202
    seen = []
    for _ in range(5):
        seen.append((state(cloud, server)[0], migrations(cloud, server)[0]['status']))
        cloud.now += 1
    assert seen == [
        ('MIGRATING', 'queued'),
        ('MIGRATING', 'running'),
        ('MIGRATING', 'running'),
        ('MIGRATING', 'running'),
        ('ACTIVE', 'completed'),
    ]
    assert host(cloud, server) == other(source)


# Body, the last version that refuses it, and the first that takes it.
LIVE_BODIES = [
    ({'host': None, 'block_migration': 'auto'}, '2.24', '2.25'),
    ({'host': None, 'block_migration': False, 'force': True}, '2.29', '2.30'),
    ({'host': None, 'block_migration': False, 'force': True}, '2.68', '2.67'),
    ({'host': None, 'block_migration': False, 'disk_over_commit': False}, '2.25', '2.24'),
]


@pytest.mark.parametrize(('body', 'refusing', 'taking'), LIVE_BODIES)
def test_body_of_a_live_migration_changes_with_the_version(
    cloud: Caller, server: str, body: dict[str, Any], refusing: str, taking: str
) -> None:
    assert cloud.act(server, {'os-migrateLive': body}, refusing).status == 400
    assert cloud.act(server, {'os-migrateLive': body}, taking).status == 202


def test_lack_of_a_host_is_told_at_once_up_to_2_33(cloud: Caller, server: str) -> None:
    set_service(cloud, other(host(cloud, server)), disabled=True)
    assert cloud.act(server, LIVE, '2.33').status == 400
    assert cloud.act(server, LIVE, '2.34').status == 202
    cloud.now += 5
    assert state(cloud, server) == ('ACTIVE', None)
    assert migrations(cloud, server)[0]['status'] == 'error'


def test_live_migration_to_where_it_is_or_nowhere_is_refused(cloud: Caller, server: str) -> None:
    here = host(cloud, server)
    for name, version, words in (
        ('nope', '2.90', 'could not be found'),
        (here, '2.29', f'to current host ({here})'),
        # From 2.30 it is one of the hosts that will not do.
        (here, '2.30', 'No valid host was found.'),
    ):
        body = {'os-migrateLive': {'host': name, 'block_migration': False}}
        answer = cloud.act(server, body, version)
        assert (answer.status, words in answer.message) == (400, True)
    assert cloud.act(server, body, '2.34').status == 202
    cloud.now += 5
    assert state(cloud, server) == ('ACTIVE', None)
    assert migrations(cloud, server)[0]['status'] == 'error'


def running(cloud: Caller, server: str, seconds: float = 2) -> str:
    """Start a live migration; returns its path."""
    cloud.act(server, LIVE)
    cloud.now += seconds
    (found,) = cloud('GET', f'/v2.1/servers/{server}/migrations', '2.23').body['migrations']
    return f'/v2.1/servers/{server}/migrations/{found["id"]}'


def test_progress_of_a_live_migration_grows(cloud: Caller, server: str) -> None:
    path = running(cloud, server, 1)
    shown = []
    for _ in range(2):
        shown.append(cloud('GET', path, '2.23').body['migration']['memory_remaining_bytes'])
        cloud.now += 1
    assert shown == [384 * 2**20, 256 * 2**20]
    cloud.now += 5
    answer = cloud('GET', path, '2.23')
    assert (answer.status, 'is not in progress' in answer.message) == (404, True)


@pytest.mark.parametrize(
    ('field', 'before', 'at'), [('uuid', '2.58', '2.59'), ('user_id', '2.79', '2.80')]
)
def test_field_of_a_migration_begins_at_its_version(
    cloud: Caller, server: str, field: str, before: str, at: str
) -> None:
    path = running(cloud, server)
    assert field not in cloud('GET', path, before).body['migration']
    assert field in cloud('GET', path, at).body['migration']
    assert field not in migrations(cloud, server, before)[0]
    assert field in migrations(cloud, server, at)[0]


def test_running_migration_is_stopped_from_2_24(cloud: Caller, server: str) -> None:
    source = host(cloud, server)
    path = running(cloud, server)
    assert cloud('DELETE', path, '2.23').status == 404
    assert cloud('DELETE', path, '2.24').status == 202
    cloud.now += 9
    assert host(cloud, server) == source
    assert state(cloud, server) == ('ACTIVE', None)
    assert migrations(cloud, server)[0]['status'] == 'cancelled'


def test_queued_migration_is_stopped_from_2_65(cloud: Caller, server: str) -> None:
    path = running(cloud, server, 0)
    answer = cloud('DELETE', path, '2.64')
    assert (answer.status, 'is queued' in answer.message) == (400, True)
    assert cloud('DELETE', path, '2.65').status == 202


def test_migration_is_hurried_from_2_22(cloud: Caller, server: str) -> None:
    source = host(cloud, server)
    path = running(cloud, server)
    assert cloud('POST', f'{path}/action', '2.21', {'force_complete': None}).status == 404
    assert cloud('POST', f'{path}/action', '2.22', {'force_complete': None}).status == 202
    cloud.now += 1
    assert host(cloud, server) == other(source)
    done = cloud('POST', f'{path}/action', '2.22', {'force_complete': None})
    assert done.status == 409


# -- evacuation


def test_evacuation_is_refused_while_the_host_is_up(cloud: Caller, server: str) -> None:
    answer = cloud.act(server, {'evacuate': {}})
    assert answer.status == 400
    assert answer.message == f'Compute service of {host(cloud, server)} is still in use.'
    assert cloud.act(server, {'evacuate': {'host': 'nope'}}).status == 404


def evacuated(cloud: Caller, server: str, body: dict[str, Any], version: str) -> Answer:
    """Evacuate a server from a host that is down."""
    set_service(cloud, host(cloud, server), forced_down=True)
    answer = cloud.act(server, {'evacuate': body}, version)
    cloud.now += 5
    return answer


def test_evacuation_answers_a_password_up_to_2_13(cloud: Caller, server: str) -> None:
    source = host(cloud, server)
    body = {'onSharedStorage': False, 'adminPass': 'secret'}
    answer = evacuated(cloud, server, body, '2.13')
    assert answer.body == {'adminPass': 'secret'}
    assert host(cloud, server) == other(source)
    assert migrations(cloud, server)[0]['status'] == 'done'
    assert migrations(cloud, server)[0]['migration_type'] == 'evacuation'


def test_evacuation_answers_nothing_from_2_14(cloud: Caller, server: str) -> None:
    assert cloud.act(server, {'evacuate': {'onSharedStorage': False}}, '2.14').status == 400
    answer = evacuated(cloud, server, {}, '2.14')
    assert (answer.status, answer.body) == (200, b'')


def launched(cloud: Caller, server: str) -> str:
    return str(cloud.server(server)['OS-SRV-USG:launched_at'])


def test_moved_server_is_launched_anew_but_not_one_that_moved_live(
    cloud: Caller, server: str
) -> None:
    first = launched(cloud, server)
    cloud.act(server, LIVE)
    cloud.now += 10
    assert launched(cloud, server) == first
    assert evacuated(cloud, server, {}, '2.95').status == 200
    assert launched(cloud, server) > first


@pytest.mark.parametrize(('version', 'status'), [('2.94', 'ACTIVE'), ('2.95', 'SHUTOFF')])
def test_evacuated_server_is_stopped_from_2_95(
    cloud: Caller, server: str, version: str, status: str
) -> None:
    assert evacuated(cloud, server, {}, version).status == 200
    assert state(cloud, server) == (status, None)


@pytest.mark.parametrize(
    ('version', 'status'), [('2.28', 400), ('2.29', 200), ('2.67', 200), ('2.68', 400)]
)
def test_evacuation_is_forced_from_2_29_to_2_67(
    cloud: Caller, server: str, version: str, status: int
) -> None:
    assert evacuated(cloud, server, {'force': True}, version).status == status


# -- lists, and who may


def test_list_of_migrations_has_pages_from_2_59(cloud: Caller, server: str) -> None:
    for _ in range(2):
        cloud.act(server, LIVE)
        cloud.now += 10
    whole = cloud('GET', '/v2.1/os-migrations?limit=1', '2.58').body['migrations']
    assert [each['id'] for each in whole] == [1, 2]
    page = cloud('GET', '/v2.1/os-migrations?limit=1', '2.59').body
    assert [each['id'] for each in page['migrations']] == [2]
    link = page['migrations_links'][0]['href'].partition('/v2.1')[2]
    assert [each['id'] for each in cloud('GET', f'/v2.1{link}', '2.59').body['migrations']] == [1]
    assert cloud('GET', '/v2.1/os-migrations?marker=nope', '2.59').status == 400
    assert cloud('GET', '/v2.1/os-migrations?marker=', '2.59').status == 200


def test_moments_the_wrong_way_round_are_refused_where_nothing_moved(cloud: Caller) -> None:
    path = '/v2.1/os-migrations?changes-since=2030-01-01T00:00:00'
    assert cloud('GET', f'{path}&changes-before=2020-01-01T00:00:00', '2.66').status == 400
    assert cloud('GET', f'{path}&changes-before=2040-01-01T00:00:00', '2.66').status == 200


@pytest.mark.parametrize(
    ('query', 'count'),
    [
        ('hidden=0', 1),
        ('hidden=1', 0),
        ('status=error&status=completed', 1),
        ('status=completed&status=error', 0),
    ],
)
def test_last_value_of_a_filter_of_migrations_counts(
    cloud: Caller, server: str, query: str, count: int
) -> None:
    cloud.act(server, LIVE)
    cloud.now += 60
    assert len(cloud('GET', f'/v2.1/os-migrations?{query}', NEWEST).body['migrations']) == count


@pytest.mark.parametrize(
    ('query', 'before', 'at'),
    [
        ('changes-since=2020-01-01T00:00:00', '2.58', '2.59'),
        ('changes-before=2020-01-01T00:00:00', '2.65', '2.66'),
        ('user_id=x', '2.79', '2.80'),
    ],
)
def test_filter_of_migrations_begins_at_its_version(
    cloud: Caller, query: str, before: str, at: str
) -> None:
    # Up to 2.58 unknown filters were let pass.
    expected = 200 if before == '2.58' else 400
    assert cloud('GET', f'/v2.1/os-migrations?{query}', before).status == expected
    assert cloud('GET', f'/v2.1/os-migrations?{query}', at).status == 200


@pytest.mark.parametrize(
    ('action', 'rule'),
    [
        ({'migrate': None}, 'os_compute_api:os-migrate-server:migrate'),
        (LIVE, 'os_compute_api:os-migrate-server:migrate_live'),
        ({'evacuate': {}}, 'os_compute_api:os-evacuate'),
    ],
)
def test_members_may_not_move_servers(cloud: Caller, action: dict[str, Any], rule: str) -> None:
    demo = cloud.other('demo')
    id = demo.boot()
    answer = demo.act(id, action)
    assert answer.status == 403
    assert answer.message == f"Policy doesn't allow {rule} to be performed."
    assert demo('GET', '/v2.1/os-migrations').status == 403
    assert demo('GET', f'/v2.1/servers/{id}/migrations', '2.23').status == 403


def test_members_may_resize_their_own_servers_only(cloud: Caller, server: str) -> None:
    demo = cloud.other('demo')
    assert demo.act(server, {'resize': {'flavorRef': '2'}}).status == 404
    id = demo.boot()
    cloud.now += 5
    demo.now = cloud.now
    assert demo.act(id, {'resize': {'flavorRef': '2'}}).status == 202


@pytest.mark.parametrize(
    ('action', 'is_told'),
    [
        ({'migrate': None}, True),
        ({'resize': {'flavorRef': '2'}}, True),
        ({'os-migrateLive': {'host': None, 'block_migration': 'auto'}}, False),
    ],
)
def test_record_of_a_move_tells_the_address_of_the_host_unless_it_is_live(
    cloud: Caller, action: dict[str, Any], is_told: bool
) -> None:
    id = cloud.boot()
    cloud.now += 5
    assert cloud.act(id, action).status == 202
    path = f'/v2.1/os-migrations?instance_uuid={id}'
    (record,) = cloud('GET', path, '2.80').body['migrations']
    hosts = cloud('GET', '/v2.1/os-hypervisors/detail', '2.53').body['hypervisors']
    addresses = {each['hypervisor_hostname']: each['host_ip'] for each in hosts}
    expected = addresses[record['dest_compute']] if is_told else None
    assert record['dest_host'] == expected
