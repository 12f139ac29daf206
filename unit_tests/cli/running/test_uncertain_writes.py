"""Tests of commands that write and then read: what the write answered is shown, however the read
ends, and another try of the command is not advised.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from unit_tests import cases, records
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova, Result
from unit_tests.scripted import STANDARD_HEADER, Answer, Request, ScriptedCloud, StartCloud, fault

SERVER = records.server_id(1)
IMAGE = records.IMAGE
CREATED = {'id': SERVER, 'adminPass': 'adm1n', 'links': []}
ALLOCATION = {'uuid': SERVER, 'state': 'allocating', 'resource_class': 'gold'}
End = Callable[[ScriptedCloud, str], None]
"""Has the reads of a path end badly."""
PAGE = b'<html>Hello</html>'
TIMEOUT = 0.3
"""Seconds that a run waits for an answer that is late."""
WORKED = {'instanceAction': {'events': [{'finish_time': 'now'}]}}
ATTACHED = {'volumeAttachment': {'volumeId': IMAGE, 'device': '/dev/vdb'}}
ACTION = f'POST /servers/{SERVER}/action'
MANAGE = f'PUT /baremetal/v1/nodes/{SERVER}/states/provision'


class Case(NamedTuple):
    """A command that writes and then reads.

    :ivar write: the write, and what it answers.
    :ivar read: the path that is read after it, and its healthy answer.
    :ivar told: what machine formats show of the answer to the write, by key.
    """

    words: tuple[str, ...]
    write: tuple[str, Any]
    read: tuple[str, Any]
    told: dict[str, Any]
    version: str = NEWEST


SHOWN_SERVER = (f'/servers/{SERVER}', {'server': records.server(1, image='')})
CREATE = ('server-create', 'web1', '--flavor', '1', '--boot-volume', 'v')
CASES = {
    'server': Case(
        CREATE,
        ('POST /servers', {'server': CREATED}),
        SHOWN_SERVER,
        {'id': SERVER, 'admin_password': 'adm1n'},
    ),
    'server, waited for': Case(
        (*CREATE, '--wait'),
        ('POST /servers', {'server': records.server(1, image='', **CREATED)}),
        SHOWN_SERVER,
        {'id': SERVER, 'admin_password': 'adm1n'},
    ),
    'servers': Case(
        ('server-create', 'web1', '--flavor', '1', '--image', IMAGE, '--max-count', '3'),
        ('POST /servers', {'server': CREATED}),
        SHOWN_SERVER,
        {'id': SERVER, 'admin_password': 'adm1n'},
    ),
    'reservation': Case(
        (*CREATE, '--return-reservation-id', '--wait'),
        ('POST /servers', {'reservation_id': 'r-1'}),
        ('/servers/detail', {'servers': [records.server(1)]}),
        {'reservation_id': 'r-1'},
    ),
    'rebuild': Case(
        ('server-rebuild', SERVER, IMAGE, '--wait'),
        (ACTION, {'server': records.server(1, adminPass='adm1n')}),
        SHOWN_SERVER,
        {'id': SERVER, 'admin_password': 'adm1n'},
    ),
    'rescue': Case(
        ('server-rescue', SERVER, '--wait'),
        (ACTION, {'adminPass': 'adm1n'}),
        (SHOWN_SERVER[0], {'server': records.server(1, status='RESCUE')}),
        {'id': SERVER, 'admin_password': 'adm1n'},
    ),
    'start': Case(
        ('server-start', SERVER, '--wait'),
        (ACTION, None),
        SHOWN_SERVER,
        {'id': SERVER, 'name': 'web1', 'action': 'start'},
    ),
    'backup': Case(
        ('server-backup', SERVER, 'copy', 'daily', '1'),
        (ACTION, {'image_id': IMAGE}),
        (f'/image/v2/images/{IMAGE}', {'id': IMAGE, 'status': 'active'}),
        {'id': IMAGE, 'name': 'copy'},
    ),
    'image': Case(
        ('server-image-create', SERVER, 'copy', '--show'),
        (ACTION, {'image_id': IMAGE}),
        (f'/image/v2/images/{IMAGE}', {'id': IMAGE, 'status': 'active'}),
        {'id': IMAGE, 'name': 'copy'},
    ),
    'volume attachment': Case(
        ('server-volume-attach', SERVER, IMAGE, '--wait'),
        (f'POST /servers/{SERVER}/os-volume_attachments', ATTACHED),
        (f'/servers/{SERVER}/os-instance-actions/*', WORKED),
        {'volume_id': IMAGE, 'device': '/dev/vdb'},
    ),
    'volume attachment, shown at the end': Case(
        ('server-volume-attach', SERVER, IMAGE, '--wait'),
        (f'POST /servers/{SERVER}/os-volume_attachments', ATTACHED),
        (f'/servers/{SERVER}/os-volume_attachments/{IMAGE}', ATTACHED),
        {'volume_id': IMAGE},
    ),
    'aggregate': Case(
        ('aggregate-create', 'fast'),
        ('POST /os-aggregates', {'aggregate': {'id': 7, 'name': 'fast'}}),
        ('/os-aggregates/7', {'aggregate': {'id': 7, 'name': 'fast', 'hosts': []}}),
        {'id': 7, 'name': 'fast'},
    ),
    'node allocation': Case(
        ('baremetal-allocation-create', '--resource-class', 'gold', '--wait'),
        ('POST /baremetal/v1/allocations', ALLOCATION),
        (f'/baremetal/v1/allocations/{SERVER}', {**ALLOCATION, 'state': 'active'}),
        {'uuid': SERVER, 'resource_class': 'gold'},
        '1.58',
    ),
    'node': Case(
        ('baremetal-node-manage', SERVER, '--wait'),
        (MANAGE, None),
        (f'/baremetal/v1/nodes/{SERVER}', {'uuid': SERVER, 'provision_state': 'manageable'}),
        {'uuid': SERVER, 'action': 'manage'},
        '1.58',
    ),
    'allocation of a consumer': Case(
        ('placement-allocation-set', SERVER, '--allocation', f'rp={IMAGE},VCPU=1'),
        (f'PUT /placement/allocations/{SERVER}', None),
        (f'/placement/allocations/{SERVER}', {'allocations': {}}),
        {'consumer_uuid': SERVER},
        '1.7',
    ),
}


def signed(body: Any, status: int = 200) -> Callable[[Request], Answer]:
    """An answer in the version of its request, from any service."""
    names = (STANDARD_HEADER, 'X-OpenStack-Ironic-API-Version')

    def answer(request: Request) -> Answer:
        versions = [(name, value) for name in names if (value := request.headers[name])]
        return Answer(status, body, [*versions, ('X-Openstack-Request-Id', 'req-1')])

    return answer


def cut(cloud: ScriptedCloud, path: str, kind: str) -> None:
    """Have all reads of a path end in one way: a read is tried several times."""
    for _ in range(20):
        cloud.answer_next('GET', path, kind)


def answers(body: Any, status: int = 200) -> End:
    return lambda cloud, path: cloud.on('GET', path, signed(body, status))


def late(request: Request) -> Answer:
    """An answer for which nobody waits any more."""
    time.sleep(3 * TIMEOUT)
    return Answer(200, {})


def refuses(status: int) -> End:
    return lambda cloud, path: cloud.on('GET', path, fault(status, f'Told to answer {status}.'))


ENDS: dict[str, tuple[End, int, str]] = {
    '500': (refuses(500), 7, 'server_error'),
    '503': (refuses(503), 7, 'server_error'),
    '401': (refuses(401), 4, 'unauthorized'),
    '403': (refuses(403), 4, 'forbidden'),
    '404': (refuses(404), 5, 'not_found'),
    '404 of a gateway': (answers(PAGE, 404), 5, 'not_found'),
    '429': (refuses(429), 7, 'rate_limit'),
    'page': (answers(PAGE), 7, 'cloud'),
    'page of a gateway': (answers(PAGE, 502), 7, 'server_error'),
    'no JSON': (answers(b'{"server": {'), 7, 'cloud'),
    'nothing': (answers(b''), 7, 'cloud'),
    'another kind': (answers([]), 7, 'cloud'),
    'cut': (lambda cloud, path: cut(cloud, path, 'cut'), 7, 'cloud'),
    'reset': (lambda cloud, path: cut(cloud, path, 'reset'), 7, 'cloud'),
    'closed': (lambda cloud, path: cut(cloud, path, 'close'), 7, 'cloud'),
    'late': (lambda cloud, path: cloud.on('GET', path, late), 7, 'cloud'),
}
"""Ways in which a read ends, with its exit status and the code of its error: both are those of a
read without a write before it.
"""


class Stage:
    """A cloud on which one case is carried out, with a read that ends in one way."""

    def __init__(self, nova: Nova, cloud: ScriptedCloud, case: Case) -> None:
        self.nova = nova
        self.cloud = cloud
        self.case = case
        self.end: End | None = None
        placement = {'id': 'v1.0', 'min_version': '1.0', 'max_version': '1.39', 'links': []}
        for path, body in {
            '/flavors/1': {'flavor': records.flavor()},
            f'/image/v2/images/{IMAGE}': {'id': IMAGE, 'name': 'cirros'},
            f'/servers/{SERVER}/os-volume_attachments/{IMAGE}': ATTACHED,
            f'/servers/{SERVER}/os-instance-actions/*': WORKED,
            '/baremetal/v1/': {'id': 'v1'},
            '/placement/': {'versions': [placement]},
            f'/placement/resource_providers/{IMAGE}': {'uuid': IMAGE, 'generation': 1},
        }.items():
            cloud.on('GET', path, signed(body))
        cloud.on(*case.write[0].split(' ', 1), self._written)

    def _written(self, request: Request) -> Answer:
        path, healthy = self.case.read
        self.cloud.on('GET', path, signed(healthy))
        if self.end is not None:
            self.end(self.cloud, path)
        answered = self.case.write[1]
        return signed(answered, 204 if answered is None else 200)(request)

    def run(self, *options: str, ends: str | None = None) -> Result:
        """Run the command.

        :param ends: how the read ends; well without it.
        """
        self.end = None if ends is None else ENDS[ends][0]
        self.cloud.answer_well()
        records.add_server(self.cloud, records.server(1))
        self.cloud.on('GET', f'/placement/allocations/{SERVER}', signed({'allocations': {}}))
        service = self.case.words[0].partition('-')[0]
        prefix = service if service in ('baremetal', 'placement') else 'compute'
        named = (f'--os-{prefix}-api-version', self.case.version)
        if ends == 'late':
            options += ('--timeout', str(TIMEOUT))
        return self.nova(*named, *self.case.words, *options, cloud=self.cloud)


Staged = Callable[[Case], Stage]


@pytest.fixture
def stage(nova: Nova, start_cloud: StartCloud) -> Staged:
    catalog = {'image': '/image', 'baremetal': '/baremetal', 'placement': '/placement'}
    catalog['volumev3'] = '/volume'
    return lambda case: Stage(nova, start_cloud(maximum=NEWEST, catalog=catalog), case)


def rows(text: str) -> list[dict[str, Any]]:
    """The mappings of a JSON document."""
    document = json.loads(text)
    return document if isinstance(document, list) else [document]


def error_of(result: Result) -> dict[str, Any]:
    (line,) = (line for line in result.err.splitlines() if line.startswith('{'))
    error: dict[str, Any] = json.loads(line)
    return error


WITH_LATE_READS = ('server', 'server, waited for', 'node')
"""Cases that are tried with reads that take time."""


@pytest.mark.parametrize('name', CASES)
def test_answer_to_a_write_is_shown_however_the_read_ends(stage: Staged, name: str) -> None:
    case = CASES[name]
    on_stage = stage(case)
    whole = on_stage.run('-f', 'json')
    assert whole.status == 0, whole
    otherwise = rows(whole.out)[0]
    slow = set() if name in WITH_LATE_READS else {'late'}
    # What is waited for and not there is gone.
    gone = {'404'} if '--wait' in case.words else set()
    for each in ENDS.keys() - slow - gone:
        result = on_stage.run('-f', 'json', ends=each)
        error = error_of(result)
        _, status, code = ENDS[each]
        assert (each, result.status, error['code']) == (each, status, code)
        assert (each, error['retryable']) == (each, False)
        shown = rows(result.out)[0]
        assert {key: shown[key] for key in case.told} == case.told
        assert shown.keys() - {'extra'} == otherwise.keys() - {'extra'}
        assert case.write[0].split()[0] in f'{error["message"]} {error.get("hint")}'


@pytest.mark.parametrize('format', ['table', 'yaml', 'csv', 'value', 'ndjson'])
@cases.one_test_of('name', CASES)
def test_answer_to_a_write_is_shown_in_every_format(stage: Staged, format: str, name: str) -> None:
    case = CASES[name]
    result = stage(case).run('-f', format, ends='500')
    assert result.status == 7
    secret = case.told.get('admin_password')
    told = [secret] if secret else [value for key, value in case.told.items() if key != 'action']
    assert [value for value in told if str(value) not in result.out] == [], result


@pytest.mark.parametrize(
    ('write', 'words', 'version', 'gone'),
    [
        (ACTION, ('server-stop', SERVER), NEWEST, (1, 'deleted_state')),
        (f'DELETE /servers/{SERVER}', ('server-delete', SERVER), NEWEST, (0, '')),
        (MANAGE, ('baremetal-node-manage', SERVER), '1.58', (1, 'deleted_state')),
    ],
)
@pytest.mark.parametrize(
    ('answer', 'is_of_service'),
    [
        (fault(404, 'Instance could not be found.'), True),
        (Answer(404, {'error_message': '{"faultstring": "Node could not be found."}'}), True),
        (Answer(404, b'', [('X-Openstack-Request-Id', 'req-1')]), True),
        (Answer(404, PAGE, [('X-Openstack-Request-Id', 'req-1')]), False),
        (Answer(404, {'message': 'no Route matched with those values'}), False),
        (Answer(404, b'404 page not found'), False),
    ],
)
def test_what_is_waited_for_is_gone_only_where_the_service_says_so(
    stage: Staged,
    monkeypatch: pytest.MonkeyPatch,
    write: str,
    words: tuple[str, ...],
    version: str,
    gone: tuple[int, str],
    answer: Answer,
    is_of_service: bool,
) -> None:
    path = '/baremetal/v1/nodes/' if version == '1.58' else '/servers/'
    case = Case((*words, '--wait'), (write, None), (f'{path}{SERVER}', {}), {}, version)
    on_stage = stage(case)
    # Nothing signs it.
    monkeypatch.setattr(on_stage.cloud.nova, 'stamp', lambda answer, version: None)
    monkeypatch.setattr(on_stage.cloud.nova, 'sign', lambda answer: None)
    monkeypatch.setitem(ENDS, 'x', (lambda cloud, path: cloud.on('GET', path, answer), 0, ''))
    result = on_stage.run('-f', 'json', ends='x')
    code = error_of(result)['code'] if result.status else ''
    assert (result.status, code) == (gone if is_of_service else (5, 'not_found'))


@pytest.mark.parametrize('name', ['server, waited for', 'node', 'node allocation'])
def test_answer_without_an_id_is_no_state_of_what_is_waited_for(
    stage: Staged, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    key = CASES[name].read[0].startswith('/servers') and 'server'
    monkeypatch.setitem(ENDS, 'x', (answers({key: {}} if key else {}), 7, 'cloud'))
    result = stage(CASES[name]).run('-f', 'json', ends='x')
    assert (result.status, error_of(result)['code']) == (7, 'cloud')
    shown = rows(result.out)[0]
    assert {key: shown[key] for key in CASES[name].told} == CASES[name].told


def test_what_was_not_read_of_a_created_server_is_null(stage: Staged) -> None:
    shown = json.loads(stage(CASES['server']).run('-f', 'json', ends='cut').out)
    assert {key for key, value in shown.items() if value} == {'id', 'admin_password'}
    chosen = stage(CASES['server']).run('-f', 'value', '-c', 'status', '-c', 'id', ends='page')
    assert chosen.lines == ['', SERVER]


def test_failed_read_is_named_beside_the_write(stage: Staged) -> None:
    read = f'GET /servers/{SERVER}'
    text = f'This is what {read} answered; POST /servers was carried out before that.'
    assert text in stage(CASES['server']).run(ends='500').err


def test_read_of_another_version_mismatches(stage: Staged, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENDS, 'x', (lambda cloud, path: cut(cloud, path, 'version:2.9'), 7, ''))
    result = stage(CASES['server']).run('-f', 'json', ends='x')
    error = error_of(result)
    assert (error['code'], json.loads(result.out)['id']) == ('version_mismatch', SERVER)
    assert error['hint'] == 'POST /servers was carried out before that.'


def test_ctrl_c_in_the_read_loses_nothing_of_the_write(
    stage: Staged, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(seconds: float) -> None:
        raise KeyboardInterrupt

    on_stage = stage(CASES['server'])
    monkeypatch.setattr(on_stage.nova.clock, 'sleep', stop)
    result = on_stage.run('-f', 'json', ends='503')
    assert result.status == 130
    assert json.loads(result.out)['admin_password'] == 'adm1n'
