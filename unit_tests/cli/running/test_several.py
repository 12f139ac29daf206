"""Tests of work on several targets: at once, in order, with every failure told."""

from __future__ import annotations

import json
import threading
import types
from typing import Any

import pytest

from novaclient_mv import exceptions
from novaclient_mv.cli.running import interruption, several
from novaclient_mv.wire import stopping
from unit_tests import records
from unit_tests.nova import SANDBOX, Nova
from unit_tests.patience import PATIENCE
from unit_tests.scripted import Request, ScriptedCloud, StartCloud, fault

IDS = [records.server_id(number) for number in range(several.WORKERS + 3)]


def test_every_target_is_tried_and_every_failure_kept() -> None:
    tried = []

    def work(name: str) -> str:
        tried.append(name)
        if name == 'b':
            raise exceptions.Conflict(409, 'No.')
        if name == 'd':
            raise RuntimeError('a defect')
        return name

    outcome = several.on_each('abcde', work, lambda name: f'server {name}')
    assert sorted(tried) == list('abcde')
    assert list(outcome) == ['a', 'c', 'e']
    assert list(outcome.failures) == ['server b', 'server d']
    with pytest.raises(exceptions.SomeFailed) as caught:
        outcome.check('shown')
    assert caught.value.done == 'shown'
    assert caught.value.exit_status == exceptions.ExitStatus.SOME_FAILED


def test_one_target_fails_with_its_own_error() -> None:
    def work(name: str) -> None:
        raise exceptions.Conflict(409, 'No.')

    with pytest.raises(exceptions.Conflict):
        several.on_each(['a'], work).check(None)


def test_nothing_to_do_is_done() -> None:
    outcome = several.on_each([], str)
    outcome.check(None)
    assert list(outcome) == []


def test_stop_tells_what_was_done(monkeypatch: pytest.MonkeyPatch) -> None:
    from concurrent import futures

    is_first_over = threading.Event()
    stops = []

    def work(name: str) -> str:
        stops.append(stopping.STOP.get())
        if name == 'b':
            is_first_over.set()
        elif name == 'a':
            is_first_over.wait(PATIENCE)
            raise exceptions.Conflict(409, 'No.')
        return name

    def interrupted(self: futures.Future[str], timeout: float | None = None) -> str:
        is_first_over.wait(PATIENCE)
        raise KeyboardInterrupt

    monkeypatch.setattr(futures.Future, 'result', interrupted)
    with pytest.raises(interruption.Interruption) as caught:
        several.on_each('ab', work, workers=2)
    # The first one was not over when the user stopped, but it was not the first to be done.
    assert (caught.value.done, [*caught.value.failures]) == (('b',), ['a'])
    # What waits for a lock, say, looks at this before it sends again.
    assert [stop is not None and stop.is_set() for stop in stops] == [True, True]


def test_stop_while_work_is_handed_out_cancels_what_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    from concurrent import futures

    worked, is_stopped, have_begun = [], threading.Event(), threading.Barrier(3, timeout=5)
    submit = futures.ThreadPoolExecutor.submit

    def interrupted(self: futures.ThreadPoolExecutor, *call: Any) -> Any:
        submit(self, *call)
        if len(self._threads) == 2:
            have_begun.wait()
            raise KeyboardInterrupt

    def work(name: str) -> str:
        have_begun.wait()
        is_stopped.wait(5)
        worked.append(name)
        return name

    def stopped(*arguments: Any) -> Any:
        is_stopped.set()
        return tell(*arguments)

    tell = several._stopped
    monkeypatch.setattr(several, '_stopped', stopped)
    monkeypatch.setattr(futures.ThreadPoolExecutor, 'submit', interrupted)
    with pytest.raises(interruption.Interruption) as caught:
        several.on_each('abcdef', work, workers=3)
    assert caught.value.done == ('a', 'b')
    assert caught.value.not_begun == ('c', 'd', 'e', 'f')
    assert sorted(worked) == ['a', 'b']


def test_stop_while_targets_are_looked_up_has_begun_nothing() -> None:
    def find(name: str) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(interruption.Interruption) as caught:
        several.looked_up(['a'], find)
    assert (caught.value.not_begun, caught.value.unsure) == (('a',), ())


def test_stop_tells_of_targets_that_were_not_found() -> None:
    def find(name: str) -> Any:
        if name == 'a':
            raise exceptions.ResourceNotFound('No.')
        return types.SimpleNamespace(id=name)

    def work(target: Any) -> None:
        raise KeyboardInterrupt

    with pytest.raises(interruption.Interruption) as caught:
        several.on_each_found(['a', 'b'], find, work)
    assert (caught.value.unsure, [*caught.value.failures]) == (('b',), ['a'])


# -- on the wire -------------------------------------------------------------


@pytest.fixture
def servers(cloud: ScriptedCloud) -> list[str]:
    """The ids of five servers that can be acted on."""
    ids = []
    for number in range(5):
        record = records.server(number)
        cloud.on('GET', f'/servers/{record["id"]}', {'server': record})
        cloud.on('DELETE', f'/servers/{record["id"]}', None, 204)
        cloud.on('POST', f'/servers/{record["id"]}/action', None, 202)
        ids.append(record['id'])
    return ids


def test_output_is_in_the_order_typed(nova: Nova, cloud: ScriptedCloud, servers: list[str]) -> None:
    asked = [servers[place] for place in (3, 0, 4, 1)]
    result = nova('server-delete', *asked, cloud=cloud)
    assert result.lines == [
        f'web{place} ({servers[place]}): delete accepted' for place in (3, 0, 4, 1)
    ]
    told = json.loads(nova('server-start', *asked, '-f', 'json', cloud=cloud).out)
    assert [each['id'] for each in told] == asked


def test_target_deleted_unseen_is_known_by_id_or_name(nova: Nova, start_cloud: StartCloud) -> None:
    cloud = start_cloud(catalog={'baremetal': '/metal'})
    name = 'X-OpenStack-Ironic-API'
    told = {f'{name}-Version': '1.115'}
    told |= {f'{name}-Minimum-Version': '1.1', f'{name}-Maximum-Version': '1.115'}
    cloud.on('GET', '/metal/v1/', {}, 200, told)
    cloud.on('DELETE', '/metal/v1/allocations/*', None, 204, told)
    line = ('baremetal-allocation-delete', 'mine', IDS[0], 'mine')
    assert json.loads(nova(*line, '-f', 'json', cloud=cloud).out) == [
        {'id': None, 'name': 'mine', 'action': 'delete'},
        {'id': IDS[0], 'name': None, 'action': 'delete'},
    ]
    assert nova(*line, cloud=cloud).lines == [
        f'{name}: delete accepted' for name in ('mine', IDS[0])
    ]


def test_each_failure_is_a_line(nova: Nova, cloud: ScriptedCloud, servers: list[str]) -> None:
    cloud.on('DELETE', f'/servers/{servers[1]}', lambda request: fault(409, 'Locked.'))
    cloud.on('GET', '/servers', {'servers': []})
    result = nova('server-delete', servers[0], servers[1], 'nobody', servers[2], cloud=cloud)
    assert result.status == 8
    assert len(result.lines) == 2
    first, second, last = result.err.splitlines()
    assert first.startswith(f'nova-mv: {servers[1]}: Locked. (HTTP 409)')
    assert second == "nova-mv: nobody: There is no server with the name or id 'nobody'."
    assert last == 'nova-mv: 2 of 4 failed.'


def test_reboot_resolves_all_names_before_the_first_one(
    nova: Nova, cloud: ScriptedCloud, servers: list[str]
) -> None:
    cloud.on('GET', '/servers', {'servers': []})
    result = nova('server-reboot', servers[0], 'nobody', servers[1], cloud=cloud)
    assert result.status != 0
    assert 'nobody' in result.err
    assert result.err.splitlines()[-1] == (
        'nova-mv: 1 of 3 failed; nothing was done with the others.'
    )
    assert not [each for each in cloud.requests if each.path.endswith('/action')]
    assert nova('server-reboot', *servers, cloud=cloud).status == 0
    kinds = [each.partition(' ')[0] for each in cloud.wire()[-10:]]
    assert kinds == ['GET'] * 5 + ['POST'] * 5


@pytest.mark.parametrize(
    ('words', 'method', 'path', 'target', 'hint'),
    [
        (
            *(('keypair-create', 'mine'), 'POST', '/os-keypairs'),
            *('POST /os-keypairs', 'Look with GET /os-keypairs before you try again.'),
        ),
        (('server-group-delete', 'x'), 'DELETE', '/os-server-groups/x', 'x', None),
        (('keypair-list',), 'GET', '/os-keypairs', None, None),
    ],
)
def test_write_that_was_under_way_is_told_with_how_to_look(
    nova: Nova,
    start_cloud: StartCloud,
    words: tuple[str, ...],
    method: str,
    path: str,
    target: str | None,
    hint: str | None,
) -> None:
    import os
    import signal

    cloud, is_over = start_cloud(), threading.Event()

    def answer(request: Request) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        is_over.wait(PATIENCE)

    cloud.on(method, path, answer)
    result = nova(*words, '--error-format', 'json', cloud=cloud)
    is_over.set()
    told = json.loads(result.err)
    assert (result.status, told['unsure']) == (130, [] if target is None else [target])
    assert told.get('hint') == hint


@pytest.mark.parametrize('is_stopped_again', [False, True])
def test_after_ctrl_c_nothing_more_is_sent(
    nova: Nova, start_cloud: StartCloud, monkeypatch: pytest.MonkeyPatch, is_stopped_again: bool
) -> None:
    import os
    import signal
    from concurrent import futures

    cloud = start_cloud()
    begun, pending = IDS[: several.WORKERS], IDS[several.WORKERS :]
    is_stopped, is_over = threading.Event(), threading.Event()
    all_begun = threading.Barrier(len(begun))
    shutdown, wait = futures.ThreadPoolExecutor.shutdown, futures.wait
    monkeypatch.setattr(
        futures.ThreadPoolExecutor,
        'shutdown',
        lambda *args, **named: (shutdown(*args, **named), is_stopped.set()),
    )

    def wait_and_stop_again(*args: Any) -> Any:
        if is_stopped_again:
            raise KeyboardInterrupt
        return wait(*args)

    monkeypatch.setattr(futures, 'wait', wait_and_stop_again)

    def answer(request: Request) -> None:
        if is_stopped.is_set():
            return
        if all_begun.wait(PATIENCE) == 0:
            os.kill(os.getpid(), signal.SIGINT)
        assert is_stopped.wait(PATIENCE)
        if is_stopped_again:
            is_over.wait(PATIENCE)

    cloud.on('DELETE', '/os-server-groups/*', answer, 204)
    result = nova('server-group-delete', *IDS, '--error-format', 'json', cloud=cloud)
    is_over.set()
    told = json.loads(result.err)
    assert (result.status, told['code'], told['not_begun']) == (130, 'interrupted', pending)
    assert told['unsure' if is_stopped_again else 'done'] == begun
    sent = [request.path for request in cloud.requests if request.method == 'DELETE']
    assert {path.rpartition('/')[2] for path in sent} == {*begun}


# -- lines of openstack that are several here --


NOBODY = '0123456789abcdef0123456789abcdef'
PRIVATE = 'flavor create new --private --property a=b --project'


@pytest.mark.parametrize(
    ('line', 'status', 'words'),
    [
        (f'{PRIVATE} {NOBODY}', 5, f"There is no project with the name or id '{NOBODY}'."),
        (f'{PRIVATE} nobody', 5, "There is no project with the name or id 'nobody'."),
        ('flavor create new --property a=b --project demo', 2, '--private is missing'),
        ('flavor set m1.tiny --property a=b --project demo', 6, 'public flavor'),
        ('flavor set m1.tiny --property a=b --description c --project nobody', 5, 'no project'),
    ],
)
def test_refused_line_changes_nothing(nova: Nova, line: str, status: int, words: str) -> None:
    listing = ('flavor-list', '--all', '--extra-specs', '-f', 'json')
    before = nova(*listing, cloud=SANDBOX).out
    result = nova(*line.split(), cloud=SANDBOX)
    assert (result.status, result.out) == (status, '')
    assert words in result.err
    assert nova(*listing, cloud=SANDBOX).out == before


def test_later_line_that_the_cloud_is_too_old_for_is_refused_before_the_first(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    cloud.on('POST', '/servers/*', None, 202)
    records.add_server(cloud, records.server(1))
    words = ('server', 'set', records.server_id(1), '--property', 'a=b', '--hostname', 'web')
    result = nova(*words, cloud=cloud)
    assert result.status == 3
    assert '2.90' in result.err
    assert [each for each in cloud.wire() if 'servers' in each and 'GET' not in each] == []


def test_line_that_is_done_comes_to_its_end(nova: Nova) -> None:
    result = nova(*f'{PRIVATE} demo'.split(), cloud=SANDBOX)
    assert (result.status, result.err) == (0, '')
    shown = nova('flavor-show', 'new', '-f', 'json', cloud=SANDBOX)
    assert json.loads(shown.out)['extra_specs'] == {'a': 'b'}


def test_failure_after_the_first_line_is_not_retryable(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('POST', '/flavors', {'flavor': records.flavor('new', '7')})
    cloud.on('GET', '/flavors/*', lambda request: fault(503, 'Told to answer 503.'))
    words = ('flavor', 'create', 'new', '--property', 'a=b')
    result = nova(*words, '--error-format', 'json', cloud=cloud)
    error = json.loads(result.err)
    assert (result.status, error['retryable']) == (7, False)
    assert error['hint'] == 'flavor-create was carried out before that.'
    assert 'new' in result.out
