"""Tests of waits that are judged by the outcome of their request: by its effect, and by its record
where no field of the server shows the effect.
"""

from __future__ import annotations

import functools
import json
import time
import types
from typing import Any

import pytest

from unit_tests import records
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import StartCloud, fault
from unit_tests.v2 import instance_actions
from unit_tests.v2.acting import (
    HIDDEN,
    ID,
    NO_EVENT,
    NO_HOST,
    OTHER_IMAGE,
    RUNNING,
    SERVER,
    SMALL,
    SUCCESS,
    TASK,
    UNTOLD,
    Fields,
    Work,
    failed,
    hidden,
    on,
)


@pytest.fixture
def work(start_cloud: StartCloud) -> Work:
    return Work(start_cloud(maximum=NEWEST, catalog={'image': '/image'}))


NO_REASON = 'the cloud tells no reason'
OF_MEMBERS = 'the cloud tells members no reason'


def failure(noun: str, reason: str, place: str = 'ACTIVE') -> str:
    return f'the {noun} failed: {reason.rstrip(".")}; it is {place}.'


def unknown(noun: str) -> str:
    doubt = 'but the cloud does not tell whether it succeeded'
    return f'the {noun} has ended, {doubt}; it is ACTIVE.'


LIVE = ('server-live-migrate', ID)
COLD = ('server-migrate', ID)
EVACUATE = ('server-evacuate', ID)
RESIZE = ('server-resize', ID, '2')
REBUILD = ('server-rebuild', ID, OTHER_IMAGE, '--minimal')
SAME = ('server-rebuild', ID, '--same-image', '--minimal')
REBOOT = ('server-reboot', ID)
UNSHELVE = ('server-unshelve', ID)
SHELVED = {'status': 'SHELVED'}
RESIZED = {'status': 'VERIFY_RESIZE'}
# Of a server that is found by its name, neither host nor flavor nor image is known before.
RESIZE_NAMED = ('server-resize', 'web1', '2')
REBUILD_NAMED = ('server-rebuild', 'web1', OTHER_IMAGE, '--minimal')
MOVING = {'status': 'MIGRATING', TASK: 'migrating'}


@pytest.mark.parametrize(
    ('words', 'states', 'record', 'told'),
    [
        # What was to happen is there, whatever the record says.
        (LIVE, [on('a'), on('a', **MOVING), on('b')], failed(), ''),
        (LIVE, [hidden('a'), hidden('a', **MOVING), hidden('b')], HIDDEN, ''),
        (COLD, [on('a'), on('b', status='SHUTOFF')], failed(), ''),
        (COLD, [on('a'), on('a', status='VERIFY_RESIZE')], failed(), ''),
        (EVACUATE, [on('a'), on('b')], failed(), ''),
        (RESIZE, [{}, {'flavor': SMALL}], failed(), ''),
        (REBUILD, [{}, {'image': {'id': OTHER_IMAGE}}], failed(), ''),
        (RESIZE, [{'flavor': {'id': '1'}}, {'flavor': {'id': '2'}}], failed(), ''),
        (RESIZE_NAMED, [{'flavor': {'id': '2'}}], failed(), ''),
        (RESIZE_NAMED, [{'flavor': SMALL}], failed(), ''),
        (('server-rescue', ID), [{}, {'status': 'RESCUE'}], failed(), ''),
        (UNSHELVE, [SHELVED, on('a')], failed(), ''),
        # It is missing, whatever the record says.
        (LIVE, [on('a')], failed(), failure('live migration', NO_HOST, 'still on a')),
        (LIVE, [on('a')], SUCCESS, failure('live migration', NO_REASON, 'still on a')),
        (LIVE, [on('a')], NO_EVENT, failure('live migration', OF_MEMBERS, 'still on a')),
        (LIVE, [on('a')], fault(404, 'no'), failure('live migration', NO_REASON, 'still on a')),
        (LIVE, [on('a')], fault(403, 'no'), failure('live migration', OF_MEMBERS, 'still on a')),
        (LIVE, [hidden('a')], HIDDEN, 'the live migration failed: the cloud tells members no '
         'reason; it has not moved.'),
        (LIVE, [hidden('a')], UNTOLD, 'the live migration failed: the cloud tells members no '
         'reason; it has not moved.'),
        (COLD, [on('a'), on('a', **MOVING), on('a')], failed(),
         failure('migration', NO_HOST, 'still on a')),
        (EVACUATE, [on('a')], failed(), failure('evacuation', NO_HOST, 'still on a')),
        (RESIZE, [{}], failed(), failure('resize', NO_HOST, 'ACTIVE with the flavor m1.tiny')),
        (REBUILD, [{}], failed(), failure('rebuild', NO_HOST)),
        (RESIZE_NAMED, [{}], UNTOLD,
         failure('resize', OF_MEMBERS, 'ACTIVE with the flavor m1.tiny')),
        (RESIZE_NAMED, [{'flavor': {'id': '1'}}], SUCCESS,
         failure('resize', NO_REASON, 'ACTIVE with the flavor 1')),
        (REBUILD_NAMED, [{}], UNTOLD, failure('rebuild', OF_MEMBERS)),
        (UNSHELVE, [SHELVED], failed(), failure('unshelve', NO_HOST, 'SHELVED')),
        (UNSHELVE, [SHELVED, {'hostId': ''}], SUCCESS, failure('unshelve', NO_REASON)),
        (('server-shelve', ID), [{}], SUCCESS, failure('shelve', NO_REASON)),
        (('server-stop', ID), [{}], failed(), failure('stop', NO_HOST)),
        (('server-pause', ID), [{}], UNTOLD, failure('pause', OF_MEMBERS)),
        (('server-delete', ID), [{}], failed(), failure('deletion', NO_HOST)),
        (('server-resize-confirm', ID), [RESIZED], failed(),
         failure('confirmation of the resize', NO_HOST, 'VERIFY_RESIZE')),
        # Nothing shows it but the record.
        (REBOOT, [{}], SUCCESS, ''),
        (REBOOT, [{}], NO_EVENT, ''),
        (REBOOT, [{}], UNTOLD, ''),
        (REBOOT, [{}], failed(), failure('reboot', NO_HOST)),
        (REBOOT, [{}], HIDDEN, failure('reboot', OF_MEMBERS)),
        (SAME, [{}], SUCCESS, ''),
        (SAME, [{}], failed(), failure('rebuild', NO_HOST)),
        # A flavor that looks like the one before: it was made anew, under the same name.
        (RESIZE, [{'flavor': SMALL}], SUCCESS, ''),
        (RESIZE, [{'flavor': SMALL}], failed(),
         failure('resize', NO_HOST, 'ACTIVE with the flavor m1.small')),
        # Nobody can tell: that is said, and it is not called done.
        (REBOOT, [{}], fault(403, 'no'), unknown('reboot')),
        (REBOOT, [{}], fault(404, 'no'), unknown('reboot')),
        (LIVE, [{}], SUCCESS, unknown('live migration')),
    ],
)  # fmt: skip
def test_wait_is_judged_by_the_outcome(
    nova: Nova, work: Work, words: tuple[str, ...], states: list[Fields], record: Any, told: str
) -> None:
    work.goes_through(*states)
    work.has_record(record)
    work.cloud.on('GET', '/os-migrations', fault(403, 'no'))
    result = nova(*words, '--wait', '--error-format', 'text', version='2.90', cloud=work.cloud)
    assert (result.status, result.err) == ((1, f'nova-mv: web1: {told}\n') if told else (0, ''))
    # What failed is in no state that it was to be in.
    assert not told or 'web1: ' not in result.out
    # At once: nobody waits for what has ended.
    assert sum(nova.clock.sleeps) <= 7


@pytest.mark.parametrize(
    ('words', 'states', 'looks'),
    [
        (LIVE, [on('a'), on('a', **MOVING), on('b')], ['server'] * 2),
        (('server-stop', ID), [{}, {TASK: 'powering-off'}, {'status': 'SHUTOFF'}], ['server'] * 2),
        (
            SAME,
            [{}, {}],
            ['server/os-instance-actions/*', 'server'],
        ),
        # During a confirmation Nova shows no task.
        (
            ('server-resize-confirm', ID),
            [{'status': 'VERIFY_RESIZE'}, {'status': 'VERIFY_RESIZE'}, {}],
            ['server'] * 2,
        ),
    ],
)
def test_work_that_succeeds_takes_two_looks(
    nova: Nova, work: Work, words: tuple[str, ...], states: list[Fields], looks: list[str]
) -> None:
    work.goes_through(*states)
    work.has_record(SUCCESS)
    result = nova(*words, '--wait', version='2.90', cloud=work.cloud)
    assert (result.status, result.err) == (0, '')
    asked = [look.partition('req-')[0] + '*' * ('req-' in look) for look in work.looks()]
    assert asked == looks
    assert nova.clock.sleeps == [2.0]


@pytest.mark.parametrize(
    ('records', 'waited'), [([SUCCESS], []), ([RUNNING, SUCCESS], [2]), ([NO_EVENT, SUCCESS], [2])]
)
def test_reboot_that_succeeds_takes_its_record_in_place_of_looks(
    nova: Nova, work: Work, records: list[Fields], waited: list[float]
) -> None:
    left = [*records]
    instance_actions.record(work.cloud, ID, lambda: left.pop(0))
    work.goes_through({})
    result = nova('server-reboot', ID, '--wait', version='2.90', cloud=work.cloud)
    assert (result.status, result.lines[-1]) == (0, 'web1: ACTIVE')
    assert ('server' in work.looks(), nova.clock.sleeps) == (False, waited)


def test_reboot_that_its_record_tells_of_is_still_going_on(nova: Nova, work: Work) -> None:
    work.goes_through({})
    work.has_record(RUNNING)
    result = nova('server-reboot', ID, '--wait', version='2.90', cloud=work.cloud)
    assert (result.status, 'web1 is ACTIVE [reboot] after 600 seconds' in result.err) == (9, True)


def test_record_is_read_in_place_of_a_look_while_it_tells_of_work(nova: Nova, work: Work) -> None:
    left = [RUNNING, RUNNING, failed()]
    work.goes_through({})
    instance_actions.record(work.cloud, ID, lambda: left.pop(0))
    assert nova('server-stop', ID, '--wait', version='2.90', cloud=work.cloud).status == 1
    kinds = ['record' if 'actions' in look else look for look in work.looks()]
    assert kinds == ['server', 'record', 'server', 'record', 'server', 'record', 'server']


@pytest.mark.parametrize(
    ('version', 'offered', 'read_at'),
    [
        ('2.1', NEWEST, '2.84'),
        ('2.83', NEWEST, '2.84'),
        ('2.84', NEWEST, '2.84'),
        ('2.90', NEWEST, '2.90'),
        ('2.1', '2.60', '2.60'),
        ('2.50', '2.50', '2.50'),
    ],
)
def test_record_is_read_where_it_tells_most(
    nova: Nova, work: Work, version: str, offered: str, read_at: str
) -> None:
    work.cloud.nova.maximum = offered
    work.goes_through({})
    work.has_record(failed())
    result = nova('server-stop', ID, '--wait', version=version, cloud=work.cloud)
    assert (result.status, NO_HOST.rstrip('.') in result.err) == (1, True)
    (read,) = (each for each in work.cloud.requests if 'os-instance-actions' in each.path)
    assert read.headers['X-OpenStack-Nova-API-Version'] == read_at


@pytest.mark.parametrize(
    ('events', 'reason'),
    [
        ([{'details': 'It is full.\n', 'traceback': 'T'}], 'It is full'),
        ([{'details': None, 'traceback': 'Traceback\n  in line 1\nNoValidHost: None.\n\n'}],
         'NoValidHost: None'),
        ([{'details': None, 'traceback': None}], 'the cloud tells no reason'),
        ([{}], 'the cloud tells members no reason'),
        # The event around the others ends last.
        ([
            {'details': 'Inner.', 'finish_time': '2026-01-01T12:00:00'},
            {'details': 'Outer.', 'finish_time': '2026-01-01T12:00:01'},
        ], 'Outer'),
    ],
)  # fmt: skip
def test_reason_is_the_best_that_the_cloud_tells(
    nova: Nova, work: Work, events: list[Fields], reason: str
) -> None:
    work.goes_through({})
    errors = [{**instance_actions.event('e', 'Error'), **event} for event in events]
    work.has_record({'message': 'Error', 'events': errors})
    result = nova('server-reboot', ID, '--wait', version='2.90', cloud=work.cloud)
    assert result.err.startswith(f'nova-mv: web1: the reboot failed: {reason}; it is ACTIVE.')


def moment(seconds: float) -> str:
    return time.strftime('%Y-%m-%dT%H:%M:%S.000000', time.gmtime(time.time() + seconds))


@pytest.mark.parametrize('answer', [fault(500, 'Told to fail.'), b'<html>', {}])
def test_record_that_cannot_be_read_is_the_error_where_only_it_would_tell(
    nova: Nova, work: Work, answer: Any
) -> None:
    work.goes_through({})
    work.cloud.on('GET', f'{SERVER}/os-instance-actions/*', answer)
    result = nova('server-reboot', ID, '--wait', version='2.90', cloud=work.cloud)
    assert (result.status, 'action reboot was carried out before that' in result.err) == (7, True)


@pytest.mark.parametrize('ahead', [0, -86400, 86400])
@pytest.mark.parametrize(('newest', 'status'), [(failed(), 1), (SUCCESS, 0)])
def test_record_of_another_id_is_the_newest_of_its_action_since_the_write(
    nova: Nova,
    work: Work,
    monkeypatch: pytest.MonkeyPatch,
    newest: Fields,
    status: int,
    ahead: float,
) -> None:
    # The clock of the cloud counts, not that of this machine.
    clock = types.SimpleNamespace(time=lambda: time.time() + ahead)
    monkeypatch.setattr('novaclient_mv.resources.pending_work.time', clock)
    rows = [
        {
            'action': 'reboot',
            'request_id': 'req-old',
            'start_time': moment(-60),
            'message': 'Error',
        },
        {'action': 'reboot', 'request_id': 'req-new', 'start_time': moment(0), 'message': None},
        {'action': 'stop', 'request_id': 'req-other', 'start_time': moment(1), 'message': 'Error'},
    ]
    work.goes_through({})
    work.cloud.on('GET', f'{SERVER}/os-instance-actions', {'instanceActions': rows})
    work.cloud.on('GET', f'{SERVER}/os-instance-actions/req-new', {'instanceAction': newest})
    assert nova('server-reboot', ID, '--wait', version='2.90', cloud=work.cloud).status == status
    # That of an earlier request is none.
    work.cloud.on('GET', f'{SERVER}/os-instance-actions', {'instanceActions': rows[:1]})
    result = nova('server-reboot', ID, '--wait', version='2.90', cloud=work.cloud)
    assert (result.status, 'does not tell whether it succeeded' in result.err) == (1, True)


@pytest.mark.parametrize(
    ('status', 'source', 'expected'),
    [
        ('completed', None, 0),
        ('error', None, 1),
        ('failed', None, 1),
        ('cancelled', None, 1),
        ('reverted', None, 1),
        # The host from which it was to move says more than how that ended.
        ('error', 'a', 0),
        ('completed', 'b', 1),
    ],
)
def test_move_of_a_server_whose_host_is_unknown_is_judged_by_its_migration(
    nova: Nova, work: Work, status: str, source: str | None, expected: int
) -> None:
    rows = [
        {'status': 'error' if status == 'completed' else 'completed', 'created_at': moment(-60)},
        {'status': status, 'created_at': moment(0), 'source_compute': source},
    ]
    work.cloud.on('GET', '/os-migrations', {'migrations': rows})
    work.goes_through(on('b'))
    work.has_record(failed())
    result = nova('server-live-migrate', 'web1', '--wait', version='2.90', cloud=work.cloud)
    assert result.status == expected


def test_server_that_is_found_by_name_is_compared_with_its_first_look(
    nova: Nova, work: Work
) -> None:
    work.goes_through(on('a', **MOVING), on('b'))
    assert (
        nova('server-live-migrate', 'web1', '--wait', version='2.90', cloud=work.cloud).status == 0
    )
    assert work.looks() == ['server'] * 2
    work.goes_through(on('a', **MOVING), on('a'))
    work.has_record(SUCCESS)
    result = nova('server-live-migrate', 'web1', '--wait', version='2.90', cloud=work.cloud)
    assert (result.status, 'it is still on a.' in result.err) == (1, True)


def test_host_of_a_server_that_has_moved_already_is_not_the_one_before(
    nova: Nova, work: Work
) -> None:
    rows = [{'status': 'confirmed', 'created_at': moment(0), 'source_compute': 'a'}]
    work.cloud.on('GET', '/os-migrations', {'migrations': rows})
    work.goes_through(on('b', **{TASK: 'resize_migrated'}), on('b'))
    work.has_record(SUCCESS)
    assert nova('server-migrate', 'web1', '--wait', version='2.90', cloud=work.cloud).status == 0


def test_server_in_error_says_why_and_where(nova: Nova, work: Work) -> None:
    broken = {'status': 'ERROR', 'fault': {'message': NO_HOST}}
    work.goes_through(on('a'), on('a', **broken))
    words = ('server-evacuate', ID, '--wait', '--error-format', 'json')
    error = json.loads(nova(*words, version='2.90', cloud=work.cloud).err)
    message = 'web1 went into error: No valid host was found; it is still on a.'
    assert (error['code'], error['message'], error['action']) == (
        'error_state',
        message,
        'evacuate',
    )


def test_server_in_error_without_a_fault_has_the_reason_of_the_record(
    nova: Nova, work: Work
) -> None:
    work.goes_through({}, {'status': 'ERROR'})
    work.has_record(failed())
    result = nova('server-stop', ID, '--wait', version='2.90', cloud=work.cloud)
    assert result.err == f'nova-mv: web1 went into error: {NO_HOST}\n'


@pytest.mark.parametrize('format', ['table', 'json'])
def test_some_of_several_that_failed_end_with_8(nova: Nova, work: Work, format: str) -> None:
    other = records.server_id(2)
    work.cloud.on('GET', f'/servers/{other}', {'server': records.server(2, status='SHUTOFF')})
    work.cloud.on('POST', f'/servers/{other}/action', None, 202)
    work.goes_through({})
    work.cloud.on('GET', f'{SERVER}/os-instance-actions/*', {'instanceAction': failed()})
    words = ('server-stop', ID, other, '--wait', '-f', format)
    result = nova(*words, version='2.90', cloud=work.cloud)
    told = 'web1: the stop failed: No valid host was found; it is ACTIVE.'
    assert result.status == 8
    if format == 'json':
        assert json.loads(result.err)['failures'] == {ID: told}
    else:
        assert f'nova-mv: {ID}: {told}' in result.err
        assert result.lines[-1] == 'web2: SHUTOFF'


def test_error_for_programs_has_action_reason_and_request(nova: Nova, work: Work) -> None:
    work.goes_through(on('a'))
    work.has_record({**failed(), 'action': 'live-migration', 'request_id': 'req-1'})
    result = nova(*LIVE, '--wait', '-f', 'json', version='2.90', cloud=work.cloud)
    error = json.loads(result.err)
    assert (result.status, error['code'], error['retryable']) == (1, 'action_failed', False)
    facts = (error['action'], error['reason'], error['request_id'])
    assert facts == ('live-migration', NO_HOST, 'req-1')


# -- the built-in cloud ----------------------------------------------------------


@pytest.mark.parametrize(
    ('words', 'version', 'told'),
    [
        # A live migration without a host is refused up to 2.33, and fails later from there on.
        ('server-live-migrate web-1', '2.33', f'{NO_HOST} There are not enough hosts'),
        ('server-live-migrate web-1', '2.34', 'web-1: the live migration failed: '),
        ('server-live-migrate web-1', '2.90', 'web-1: the live migration failed: '),
        ('server-migrate web-1', '2.1', 'web-1: the migration failed: '),
        ('server-resize web-1 m1.small', '2.1', 'web-1: the resize failed: '),
        ('server-resize web-1 m1.small', '2.90', 'web-1: the resize failed: '),
    ],
)
def test_what_finds_no_host_has_failed_on_both_sides_of_each_version(
    nova: Nova, words: str, version: str, told: str
) -> None:
    run = functools.partial(nova, cloud='sandbox')
    assert run('service-disable', 'host2:nova-compute', version='2.53').status == 0
    result = run(*words.split(), '--wait', version=version)
    assert (result.status, result.err.startswith(f'nova-mv: {told}')) == (1, True)
    assert 'There are not enough hosts available' in result.err
    assert run('service-enable', 'host2:nova-compute', version='2.53').status == 0
    assert run('server-live-migrate', 'web-1', '--wait', version=version).status == 0


@pytest.mark.parametrize('version', ['2.1', '2.50', '2.51', '2.83', '2.84', NEWEST])
def test_member_is_told_no_reason(nova: Nova, version: str) -> None:
    run = functools.partial(nova, cloud='sandbox')
    for host in ('host1', 'host2'):
        assert run('service-disable', f'{host}:nova-compute', version='2.53').status == 0
    words = ('--os-username', 'demo', '--os-project-name', 'demo', 'server-resize', 'app-1')
    result = run(*words, 'm1.small', '--wait', version=version)
    assert result.status == 1
    assert result.err.startswith(f'nova-mv: app-1: the resize failed: {OF_MEMBERS}; it is ACTIVE')
