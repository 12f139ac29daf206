"""Commands on nodes that another request holds: they try again, say so, and give up in time."""

from __future__ import annotations

import json
import logging
import threading
from typing import Any

import pytest

from novaclient_mv import errors
from novaclient_mv.cli.reading import commands, index, tree
from novaclient_mv.cli.running import several
from novaclient_mv.services import BAREMETAL, SERVICES
from novaclient_mv.wire import locks, stopping
from novaclient_mv.wire.connection_parts import LOCK_SECONDS
from unit_tests.baremetal.v1.rack import UUIDS, Rack, refusal
from unit_tests.nova import Nova
from unit_tests.scripted import Answer, ScriptedCloud

HELD = f'Node {UUIDS[1]} is locked by host conductor-1'
LOCKED = refusal(409, f'{HELD}, please retry after the current operation is completed.')
DONE = Answer(202)
POWER = 'PUT /nodes/rack-1/states/power'
ON = ('baremetal-node-power-on', 'rack-1')


def told(result: Any) -> dict[str, Any]:
    """The error of a command, as a program reads it."""
    error: dict[str, Any] = json.loads(result.err.splitlines()[-1])
    return error


def test_locked_node_is_tried_each_second_and_that_is_said_once(
    nova: Nova, cloud: ScriptedCloud, rack: Rack
) -> None:
    rack.answers_to(POWER, LOCKED, LOCKED, LOCKED, DONE)
    result = nova(*ON, cloud=cloud)
    assert (result.status, result.out) == (0, 'rack-1: power-on accepted\n')
    words = 'trying PUT /nodes/rack-1/states/power again for up to 30 s'
    assert result.err == f'nova-mv: {HELD}; {words}\n'
    assert nova.clock.sleeps == [1, 1, 1]
    assert len(rack.sent) == 4


@pytest.mark.parametrize(
    ('options', 'seconds'), [((), 30), (('--lock-timeout', '2.5'), 2.5), (('--lock-timeout=0',), 0)]
)
def test_lock_that_stays_is_a_conflict_that_may_be_tried_later(
    nova: Nova, cloud: ScriptedCloud, rack: Rack, options: tuple[str, ...], seconds: float
) -> None:
    rack.answers_to(POWER, LOCKED)
    result = nova('--error-format', 'json', *ON, *options, cloud=cloud)
    assert (result.status, result.out) == (6, '')
    assert (told(result)['retryable'], told(result)['code']) == (True, 'conflict')
    assert sum(nova.clock.sleeps) == seconds
    assert len(rack.sent) == 1 + len(nova.clock.sleeps)


@pytest.mark.parametrize(
    'answer',
    [refusal(409, 'Node is associated with instance i.'), refusal(503, HELD), refusal(400, HELD)],
)
def test_nothing_else_is_tried_again(
    nova: Nova, cloud: ScriptedCloud, rack: Rack, answer: Answer
) -> None:
    rack.answers_to(POWER, answer)
    result = nova('--error-format', 'json', *ON, cloud=cloud)
    assert result.status in (1, 6, 7)
    assert told(result)['retryable'] is False
    assert len(rack.sent) == 1


def test_each_of_several_is_tried_by_itself(nova: Nova, cloud: ScriptedCloud, rack: Rack) -> None:
    rack.answers_to('DELETE /nodes/rack-1', LOCKED)
    rack.answers_to('DELETE /nodes/rack-2', LOCKED, Answer(204))
    rack.answers_to('DELETE /nodes/rack-3', Answer(204))
    names = ('rack-1', 'rack-2', 'rack-3')
    result = nova('baremetal-node-delete', *names, '--lock-timeout', '4', cloud=cloud)
    assert result.status == 8
    assert result.lines == ['rack-2: delete accepted', 'rack-3: delete accepted']
    assert result.err.count('again for up to 4 s') == 2
    assert f'rack-1: {HELD}' in result.err
    rack.answers_to('DELETE /nodes/rack-2', LOCKED)
    all_locked = nova('-f', 'json', 'baremetal-node-delete', *names[:2], cloud=cloud)
    assert (all_locked.status, told(all_locked)['retryable']) == (6, True)


def test_read_that_locks_is_tried_again(nova: Nova, cloud: ScriptedCloud, rack: Rack) -> None:
    rack.answers_to('GET /nodes/rack-1/management/boot_device', LOCKED, {'boot_device': 'pxe'})
    result = nova('baremetal-node-boot-device-show', 'rack-1', cloud=cloud)
    assert (result.status, nova.clock.sleeps) == (0, [1])


def test_allocation_is_made_once_though_its_node_is_locked(
    nova: Nova, cloud: ScriptedCloud, rack: Rack
) -> None:
    rack.answers_to('POST /allocations', LOCKED)
    words = ('baremetal-allocation-create', '--node', 'rack-1')
    result = nova('--error-format', 'json', *words, cloud=cloud)
    assert (result.status, len(rack.sent), nova.clock.sleeps) == (6, 1, [])
    assert told(result)['retryable'] is False
    assert 'it may have been carried out all the same' in told(result)['message']


def test_dry_run_waits_for_nothing(nova: Nova, cloud: ScriptedCloud, rack: Rack) -> None:
    result = nova(*ON, '--dry-run', '--lock-timeout', '9', cloud=cloud)
    assert (result.status, rack.sent, nova.clock.sleeps) == (0, [], [])


def test_stopped_work_tries_nothing_again(rack: Rack) -> None:
    rack.answers_to('DELETE /nodes/a', LOCKED)
    rack.answers_to('DELETE /nodes/b', LOCKED)
    client = rack.client()
    client.client.sleep = lambda seconds: _stop()
    failed = several.on_each(['a', 'b'], client.nodes.delete)
    assert len(failed.failures) == len(rack.sent) == 2


def _stop() -> None:
    event = stopping.STOP.get()
    assert isinstance(event, threading.Event)
    event.set()


def test_program_sets_the_time_of_its_client(
    rack: Rack, cloud: ScriptedCloud, caplog: pytest.LogCaptureFixture
) -> None:
    rack.answers_to(POWER, LOCKED, DONE)
    client = rack.client()
    sleeps: list[float] = []
    client.client.sleep = sleeps.append
    with caplog.at_level(logging.WARNING):
        client.nodes.set_power_state('rack-1', 'on')
    assert (sleeps, len(caplog.messages)) == ([1], 1)
    assert client.client.lock_timeout == LOCK_SECONDS == 30
    rack.answers_to(POWER, LOCKED)
    endpoint = f'{cloud.url}/baremetal'
    impatient = type(client)('1.50', endpoint_override=endpoint, lock_timeout=0)
    with pytest.raises(errors.Conflict) as caught:
        impatient.with_version('1.40').nodes.set_power_state('rack-1', 'on')
    assert caught.value.retryable


def test_sandbox_plays_the_lock(nova: Nova) -> None:
    sandbox = {'cloud': 'sandbox'}
    words = ('--driver', 'fake-failing', '--driver-info', 'seconds=8', '--name', 'slow')
    assert nova('baremetal-node-create', *words, **sandbox).status == 0
    assert nova('baremetal-node-power-on', 'slow', **sandbox).status == 0
    impatient = nova('baremetal-node-set', 'slow', '--extra', 'a=1', '--lock-timeout=0', **sandbox)
    assert impatient.status == 6
    assert 'is locked by host sandbox-conductor, please retry after the' in impatient.err
    assert 'again for up to' not in impatient.err
    before = len(nova.clock.sleeps)
    assert nova('baremetal-node-set', 'slow', '--extra', 'a=1', **sandbox).status == 0
    # The service itself waits for the last two seconds.
    assert nova.clock.sleeps[before:] == [1] * 6


def _locking() -> list[commands.Command]:
    found = [commands.find(name) for name in index.names_of(BAREMETAL)]
    return [each for each in found if tree.LOCK_TIMEOUT_ARGUMENT in tree.declared_arguments(each)]


def test_commands_that_change_a_node_or_what_it_has_take_the_time() -> None:
    names = {each.name.removeprefix('baremetal-') for each in _locking()}
    changed = ('node-', 'port-', 'volume-')
    reads = {'node-boot-device-show', 'node-indicator-show'}
    writes = {
        each.name.removeprefix('baremetal-')
        for each in commands.commands_of([BAREMETAL])
        if tree.DRY_RUN_ARGUMENT in tree.declared_arguments(each)
    }
    expected = {name for name in writes if name.startswith(changed) and name != 'node-create'}
    assert names == expected | reads | {'create', 'allocation-delete'}


def test_only_a_service_with_locks_reads_its_words() -> None:
    assert [each.name for each in SERVICES if each.lock_words] == ['baremetal']
    assert locks.lock_words(409, LOCKED.body, SERVICES[0]) is None
    assert locks.lock_words(409, LOCKED.body, BAREMETAL) is not None
