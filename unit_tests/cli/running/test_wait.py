"""Tests of ``--wait``: every end that work can have, on a clock that takes no time."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from novaclient_mv import resources
from novaclient_mv.cli.reading import declarations
from novaclient_mv.cli.running import command_waits
from unit_tests import records
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import Answer, Request, ScriptedCloud, StartCloud, fault
from unit_tests.v2 import instance_actions

GONE = None


def records_of_reboot(*results: str | None) -> Callable[[Request], Any]:
    """Answers with the record of a reboot; a result of ``None`` is that of one that goes on."""
    left = list(results)

    def answer(request: Request) -> Any:
        event = instance_actions.event('compute_reboot_instance', left.pop(0))
        return {'instanceAction': {'message': None, 'events': [event]}}

    return answer


SERVER = f'/servers/{records.server_id(1)}'


def states(*fields: dict[str, Any] | None, number: int = 1) -> Callable[[Request], Any]:
    """Answers with one state of the server after the other, the last one again and again."""
    left = list(fields)

    def answer(request: Request) -> Any:
        now = left.pop(0) if len(left) > 1 else left[0]
        if now is GONE:
            return fault(404, 'Instance could not be found.')
        return {'server': records.server(number, image='', **now)}

    return answer


@pytest.fixture
def new_cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud that creates servers and acts on them."""
    cloud = start_cloud(maximum=NEWEST)
    cloud.on('GET', '/flavors/1', {'flavor': records.flavor()})
    records.add_server(cloud, records.server(1))
    created = {'id': records.server_id(1), 'adminPass': 'adm1n', 'links': []}
    cloud.on('POST', '/servers', {'server': created}, 202)
    cloud.on('POST', f'{SERVER}/action', None, 202)
    cloud.on('DELETE', SERVER, None, 204)
    return cloud


CREATE = ('server-create', 'web1', '--flavor', '1', '--boot-volume', 'v')


def building(*later: dict[str, Any]) -> Sequence[dict[str, Any]]:
    return ({'status': 'BUILD', 'OS-EXT-STS:task_state': 'spawning'}, *later)


@pytest.mark.parametrize('flag', ['--wait', '--poll'])
def test_create_waits_for_an_active_server(nova: Nova, new_cloud: ScriptedCloud, flag: str) -> None:
    new_cloud.on('GET', SERVER, states(*building(*building(), {'status': 'ACTIVE'})))
    result = nova(*CREATE, flag, '-f', 'json', cloud=new_cloud)
    assert result.status == 0
    shown = json.loads(result.out)
    assert (shown['status'], shown['admin_password']) == ('ACTIVE', 'adm1n')
    assert result.err == ''
    assert nova.clock.sleeps == [2.0]


def test_file_in_a_pair_may_be_the_input(nova: Nova, new_cloud: ScriptedCloud) -> None:
    words = (*CREATE, '--file', '/a=-')
    assert nova(*words, cloud=new_cloud, version='2.56', stdin=b'x').status == 0
    (sent,) = (request for request in new_cloud.requests if request.path.endswith('/servers'))
    assert sent.body['server']['personality'] == [{'path': '/a', 'contents': 'eA=='}]


def test_what_tells_no_state_is_done_at_its_end() -> None:
    end = declarations.End((), None, 'status')
    thing = resources.Resource(None, {'id': '7', 'name': 'web'})
    assert command_waits.Target(end, thing, '7').line() == 'web: done'


def test_without_wait_nothing_is_waited_for(nova: Nova, new_cloud: ScriptedCloud) -> None:
    new_cloud.on('GET', SERVER, states(*building()))
    assert nova(*CREATE, cloud=new_cloud).status == 0
    assert nova.clock.sleeps == []


def test_error_ends_the_wait_at_once_with_the_fault(nova: Nova, new_cloud: ScriptedCloud) -> None:
    failed = {'status': 'ERROR', 'fault': {'code': 500, 'message': 'No valid host was found.'}}
    new_cloud.on('GET', SERVER, states(*building(failed)))
    result = nova(*CREATE, '--wait', cloud=new_cloud)
    assert result.status == 1
    assert result.err == 'nova-mv: web1 went into error: No valid host was found.\n'
    # The record of the server was shown all the same.
    assert 'adm1n' in result.out
    assert re.findall(r'\| status +\| (\S+)', result.out) == ['ERROR']
    assert nova.clock.sleeps == []


@pytest.mark.parametrize('last', [GONE, {'status': 'DELETED'}])
def test_server_that_was_deleted_meanwhile_ends_the_wait(
    nova: Nova, new_cloud: ScriptedCloud, last: dict[str, Any] | None
) -> None:
    new_cloud.on('GET', SERVER, states(*building(*building(), last)))  # type: ignore[arg-type]
    result = nova(*CREATE, '--wait', '--error-format', 'json', cloud=new_cloud)
    assert result.status == 1
    assert json.loads(result.err)['code'] == 'deleted_state'


@pytest.mark.parametrize('output', ['table', 'json'])
def test_ended_wait_shows_what_was_made(nova: Nova, new_cloud: ScriptedCloud, output: str) -> None:
    new_cloud.on('GET', SERVER, states(*building()))
    words = ('--wait', '--wait-timeout', '30', '-f', output, '--error-format', 'text')
    result = nova(*CREATE, *words, cloud=new_cloud)
    assert result.status == 9
    assert 'web1 is BUILD after 30 seconds' in result.err
    assert 'It goes on without this command.' in result.err
    assert f"'nova-mv server-show {records.server_id(1)}' shows" in result.err
    assert sum(nova.clock.sleeps) == pytest.approx(30)
    # Without it nobody would know the id, nor the password.
    assert records.server_id(1) in result.out
    assert 'adm1n' in result.out


@pytest.mark.parametrize(
    ('last', 'told'),
    [
        (GONE, 'DELETED'),
        *(({'status': word}, word.upper()) for word in ('DELETED', 'deleted', 'SOFT_DELETED')),
    ],
)
def test_end_of_a_delete_has_one_name(
    nova: Nova, new_cloud: ScriptedCloud, last: dict[str, Any] | None, told: str
) -> None:
    deleting = {'status': 'ACTIVE', 'OS-EXT-STS:task_state': 'soft-deleting'}
    new_cloud.on('GET', SERVER, states({}, deleting, last))
    result = nova('server-delete', records.server_id(1), '--wait', cloud=new_cloud)
    assert (result.status, result.err, result.lines[1:]) == (0, '', [f'web1: {told}'])
    assert len(nova.clock.sleeps) == 1


def test_delete_of_a_broken_server_waits_too(nova: Nova, new_cloud: ScriptedCloud) -> None:
    deleting = {'status': 'ERROR', 'OS-EXT-STS:task_state': 'deleting'}
    new_cloud.on('GET', SERVER, states({'status': 'ERROR'}, deleting, deleting, GONE))
    result = nova('server-delete', records.server_id(1), '--wait', cloud=new_cloud)
    assert (result.status, result.err) == (0, '')


def test_reboot_waits_for_its_task_beside_the_state(nova: Nova, new_cloud: ScriptedCloud) -> None:
    rebooting = {'status': 'ACTIVE', 'OS-EXT-STS:task_state': 'reboot_pending'}
    new_cloud.on('GET', SERVER, states({}, rebooting, rebooting, {}))
    new_cloud.on('GET', f'{SERVER}/os-instance-actions/*', records_of_reboot(None, 'Success'))
    assert nova('server-reboot', records.server_id(1), '--wait', cloud=new_cloud).status == 0
    assert len(nova.clock.sleeps) == 1


@pytest.mark.parametrize(
    ('command', 'end'),
    [
        ('server-start', 'ACTIVE'),
        ('server-stop', 'SHUTOFF'),
        ('server-pause', 'PAUSED'),
        ('server-unpause', 'ACTIVE'),
        ('server-suspend', 'SUSPENDED'),
        ('server-resume', 'ACTIVE'),
    ],
)
def test_end_of_each_command(nova: Nova, new_cloud: ScriptedCloud, command: str, end: str) -> None:
    other = {'status': 'OTHER'}
    new_cloud.on('GET', SERVER, states(other, other, {'status': end}))
    assert nova(command, records.server_id(1), '--wait', cloud=new_cloud).status == 0
    assert len(nova.clock.sleeps) == 1


def test_fault_of_the_cloud_during_a_wait_is_survived(nova: Nova, new_cloud: ScriptedCloud) -> None:
    new_cloud.on('GET', SERVER, states(*building(*building(), {})))
    for _ in range(2):
        new_cloud.answer_next('GET', SERVER, 'html:502')
    assert nova(*CREATE, '--wait', cloud=new_cloud).status == 0


@pytest.mark.parametrize('value', ['0', '-1', 'soon', 'nan', 'inf', '1e999', ''])
def test_bad_timeout_is_refused_at_once(nova: Nova, new_cloud: ScriptedCloud, value: str) -> None:
    result = nova(*CREATE, f'--wait-timeout={value}', cloud=new_cloud)
    assert result.status == 2
    assert not new_cloud.requests


def test_strange_state_is_repeated(nova: Nova, new_cloud: ScriptedCloud) -> None:
    odd = Answer(200, {'server': {**records.server(1, image=''), 'status': None}})
    new_cloud.on('GET', SERVER, odd)
    result = nova('server-stop', records.server_id(1), '--wait', cloud=new_cloud)
    assert result.status == 9
    assert 'in no known state' in result.err


# -- the limit ---------------------------------------------------------------


@pytest.mark.parametrize(
    ('seconds', 'said'),
    [('1', '1 second;'), ('2.5', '2.5 seconds;'), ('0.01', '0.01 seconds;'), ('61', '61 seconds;')],
)
def test_wait_lasts_as_long_as_it_may_and_says_so(
    nova: Nova, new_cloud: ScriptedCloud, seconds: str, said: str
) -> None:
    new_cloud.on('GET', SERVER, states(*building()))
    result = nova(*CREATE, '--wait', '--wait-timeout', seconds, cloud=new_cloud)
    assert result.status == 9
    assert f'is BUILD after {said}' in result.err
    assert sum(nova.clock.sleeps) == pytest.approx(float(seconds))


def test_time_that_looks_take_counts(nova: Nova, new_cloud: ScriptedCloud) -> None:
    def slow(request: Request) -> Any:
        nova.clock.time += 40
        return {'server': records.server(1, image='', status='BUILD')}

    new_cloud.on('GET', SERVER, slow)
    result = nova(*CREATE, '--wait', '--wait-timeout', '30', cloud=new_cloud)
    assert 'is BUILD after 40 seconds' in result.err
    assert nova.clock.sleeps == []


def test_limit_is_one_for_all_targets(nova: Nova, new_cloud: ScriptedCloud) -> None:
    ids = [records.server_id(number) for number in range(20)]
    for number, each in enumerate(ids):
        new_cloud.on('GET', f'/servers/{each}', states({'status': 'OTHER'}, number=number))
    new_cloud.on('POST', '/servers/*/action', None, 202)
    result = nova('server-stop', *ids, '--wait', '--wait-timeout', '60', cloud=new_cloud)
    assert result.status == 9
    assert result.err.count('is OTHER after 60 seconds') == 20
    assert sum(nova.clock.sleeps) == pytest.approx(60)


# -- what is shown -------------------------------------------------------------


def test_table_is_shown_once_and_of_the_end(nova: Nova, new_cloud: ScriptedCloud) -> None:
    new_cloud.on('GET', SERVER, states(*building(*building(), {'status': 'ACTIVE'})))
    result = nova(*CREATE, '--wait', cloud=new_cloud)
    assert result.status == 0
    assert re.findall(r'\| (?:status|OS-EXT-STS:task_state) +\| (\S+)', result.out) == [
        '-',
        'ACTIVE',
    ]
    assert result.out.count('adm1n') == 1
    assert result.lines[-1].startswith('+--')


@pytest.mark.parametrize('output', ['table', 'json'])
def test_ctrl_c_shows_what_was_begun(nova: Nova, new_cloud: ScriptedCloud, output: str) -> None:
    new_cloud.on('GET', SERVER, states(*building()))

    def stop(seconds: float) -> None:
        raise KeyboardInterrupt

    nova.clock.sleep = stop  # type: ignore[method-assign]
    result = nova(*CREATE, '--wait', '-f', output, cloud=new_cloud)
    assert result.status == 130
    if output == 'json':
        told = json.loads(result.err)
        assert (told['code'], told['status'], told['accepted']) == ('interrupted', 130, ['web1'])
    else:
        told = 'Still in progress on the cloud: web1.'
        assert result.err == f'\nnova-mv: Interrupted. {told}\n'
    assert 'adm1n' in result.out
    assert records.server_id(1) in result.out


# -- several targets, some of which fail ----------------------------------------


@pytest.fixture
def several(new_cloud: ScriptedCloud) -> ScriptedCloud:
    """A cloud of the servers web1 to web3, which end one after the other."""
    names = [{'id': records.server_id(number), 'name': f'web{number}'} for number in (1, 2, 3)]
    new_cloud.on('GET', '/servers', named(names))
    for number in (1, 2, 3):
        path = f'/servers/{records.server_id(number)}'
        now = [{'status': 'OTHER'}] * number
        new_cloud.on('GET', path, states(*now, {'status': 'SHUTOFF'}, number=number))
        new_cloud.on('POST', f'{path}/action', None, 202)
    return new_cloud


def named(rows: list[dict[str, Any]]) -> Callable[[Request], Any]:
    """Answers a list with the servers of the name that is asked for."""

    def answer(request: Request) -> Any:
        asked = dict(request.query)['name']
        return {'servers': [row for row in rows if row['name'] == asked]}

    return answer


def test_failed_target_does_not_end_the_wait_for_others(nova: Nova, several: ScriptedCloud) -> None:
    result = nova('server-stop', 'web1', 'nope', 'web2', '--wait', cloud=several)
    assert result.status == 8
    assert result.lines[2:] == ['web1: SHUTOFF', 'web2: SHUTOFF']
    assert result.err.splitlines() == [
        "nova-mv: nope: There is no server with the name or id 'nope'.",
        'nova-mv: 1 of 3 failed.',
    ]
    assert nova.clock.sleeps == [2.0, 2.4]


def test_version_that_is_refused_for_all_is_chosen_anew(nova: Nova, several: ScriptedCloud) -> None:
    for maximum in (NEWEST, '2.60'):
        several.nova.maximum = maximum
        result = nova('server-stop', 'web1', 'web3', cloud=several)
        assert (result.status, result.err, len(result.lines)) == (0, '', 2)


def test_failures_before_and_in_waits_are_told_together(nova: Nova, several: ScriptedCloud) -> None:
    broken = states({'status': 'OTHER'}, {'status': 'ERROR'}, number=2)
    several.on('GET', f'/servers/{records.server_id(2)}', broken)
    words = ('web1', 'web2', 'nope', 'web3', '--wait', '-f', 'json')
    result = nova('server-stop', *words, cloud=several)
    told = json.loads(result.err)
    assert (result.status, told['code'], told['message']) == (8, 'some_failed', '2 of 4 failed.')
    # In the order of the command line, by what the user called them.
    assert list(told['failures']) == ['web2', 'nope']
    assert [each['name'] for each in json.loads(result.out)] == ['web1', 'web2', 'web3']
    assert nova('server-stop', 'nope', 'web2', '--wait', cloud=several).status == 8


def test_ctrl_c_tells_what_had_ended(nova: Nova, several: ScriptedCloud) -> None:
    sleep = nova.clock.sleep

    def stop_at_the_second(seconds: float) -> None:
        sleep(seconds)
        if len(nova.clock.sleeps) > 1:
            raise KeyboardInterrupt

    nova.clock.sleep = stop_at_the_second  # type: ignore[method-assign]
    result = nova('server-stop', 'web1', 'nope', 'web3', '--wait', cloud=several)
    told = 'Done: web1. Still in progress on the cloud: web3. Failed: nope.'
    missing, line = result.err.strip().splitlines()
    assert (result.status, line) == (130, f'nova-mv: Interrupted. {told}')
    assert missing == "nova-mv: nope: There is no server with the name or id 'nope'."
    assert result.lines[2:] == ['web1: SHUTOFF']
