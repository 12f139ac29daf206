"""Runs on services whose version document a portal, a gateway or a fault stands in front of."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from novaclient_mv.sandbox.http.wsgi import Request, Response
from novaclient_mv.services import BAREMETAL, COMPUTE, PLACEMENT, Service
from unit_tests import records
from unit_tests.nova import Nova, Result
from unit_tests.scripted import Answer, ScriptedCloud, fault

PAGE = ('Content-Type', 'text/html')
ANSWERS = {
    'HTML': Response(200, b'<html><title>Portal</title></html>', [PAGE]),
    'nothing': Response(200, b''),
    'text': Response(200, b'OK', [('Content-Type', 'text/plain')]),
    'garbage': Response(200, b'\x00\xff'),
    'redirect': Response(302, b'', [('Location', 'http://portal.invalid/login')]),
    **{str(code): Response(code, b'<html>No.</html>', [PAGE]) for code in (401, 403, 404)},
    **{str(code): Response(code, b'{"message": "No."}') for code in (500, 502, 503, 504)},
}
KINDS = {
    'HTML': 'an HTML page',
    'redirect': 'a redirect to elsewhere',
    **dict.fromkeys(('text', 'garbage'), 'something that is not JSON'),
}
"""Answers in words, where these are others than those of the table."""
STAYING = [name for name in ANSWERS if not name.startswith('5')]
PASSING = [name for name in ANSWERS if name.startswith('5')]


class Case(NamedTuple):
    """A service with a read, a write without a read before it, and a version of it."""

    service: Service
    documents: tuple[str, ...]
    read: tuple[str, ...]
    write: tuple[str, ...]
    version: str


CASES = [
    Case(
        COMPUTE,
        ('/v2.1/', '/'),
        ('server-list',),
        ('server-group-create', 'g', 'affinity'),
        '2.60',
    ),
    Case(
        PLACEMENT,
        ('/placement/', '/placement'),
        ('placement-resource-provider-list',),
        ('placement-resource-provider-create', 'x'),
        '1.20',
    ),
    Case(
        BAREMETAL,
        ('/baremetal/v1/', '/baremetal/', '/baremetal/v1'),
        ('baremetal-node-list',),
        ('baremetal-chassis-create',),
        '1.60',
    ),
]
EVERY = pytest.mark.parametrize('case', CASES, ids=lambda case: case.service.name)
WITH_DOCUMENT = pytest.mark.parametrize('case', CASES[:2], ids=lambda case: case.service.name)


class Cloud:
    """A sandbox that answers something else in the place of version documents."""

    def __init__(self, cloud: Any, nova: Nova, case: Case) -> None:
        self.cloud, self.nova, self.case = cloud, nova, case
        self.answer: Response | None = None
        self.strips_versions = self.refuses_reads = False
        self.sent: list[tuple[str, str, str | None]] = []
        cloud.application.faults = self._fault

    def _fault(self, request: Request) -> Response | None:
        if request.path in self.case.documents:
            return self.answer
        if request.path.startswith('/identity'):
            return None
        stated = request.header('OpenStack-API-Version')
        version = stated.split(' ')[1] if stated else None
        self.sent.append((request.method, request.path, version))
        if self.refuses_reads and request.method == 'GET':
            return self.answer
        if self.strips_versions and request.method == 'GET':
            key = 'flavors' if 'flavors' in request.path else 'resource_providers'
            return Response.of(200, {key: [], 'nodes': [], 'servers': []})
        return None

    def run(self, words: tuple[str, ...], version: str | None = None) -> Result:
        self.sent.clear()
        option = (self.case.service.version_option, version) if version is not None else ()
        return self.nova(*option, *words, env=self.cloud.environ)

    def writes(self) -> list[tuple[str, str, str | None]]:
        return [each for each in self.sent if each[0] == 'POST']


@pytest.fixture
def start(make_sandbox_cloud: Callable[..., Any], nova: Nova) -> Callable[[Case, str], Cloud]:
    """Starts a sandbox with an answer in the place of version documents."""

    def start_cloud(case: Case, answer: str) -> Cloud:
        cloud = Cloud(make_sandbox_cloud(), nova, case)
        cloud.answer = ANSWERS[answer]
        return cloud

    return start_cloud


@EVERY
@pytest.mark.parametrize('answer', ANSWERS)
def test_named_version_is_read_at_and_written_at_after_a_read(
    start: Callable[..., Cloud], case: Case, answer: str
) -> None:
    cloud = start(case, answer)
    for words in (case.write, case.read):
        result = cloud.run(words, case.version)
        assert (result.status, result.err) == (0, '')
        assert {version for _, _, version in cloud.sent} == {case.version}
        if words is case.write:
            assert [method for method, _, _ in cloud.sent][:2] == ['GET', 'POST']
            assert len(cloud.writes()) == 1


@EVERY
@pytest.mark.parametrize('answer', ANSWERS)
@pytest.mark.parametrize('is_named', [True, False])
def test_write_is_not_sent_where_the_read_before_it_is_refused_without_a_version(
    start: Callable[..., Cloud], case: Case, answer: str, is_named: bool
) -> None:
    cloud = start(case, answer)
    cloud.refuses_reads = True
    result = cloud.run(case.write, case.version if is_named else None)
    assert result.status in (1, 3, 4, 5, 6, 7)
    assert cloud.writes() == []


@EVERY
@pytest.mark.parametrize('answer', ANSWERS)
def test_write_is_not_sent_where_answers_tell_no_version(
    start: Callable[..., Cloud], case: Case, answer: str
) -> None:
    cloud = start(case, answer)
    cloud.strips_versions = True
    for words in (case.read, case.write):
        result = cloud.run(words, case.version)
        assert (result.status, cloud.writes()) == (3, [])
        assert 'is not available: this cloud has no microversions' in result.err


@WITH_DOCUMENT
@pytest.mark.parametrize('answer', STAYING)
def test_without_a_version_reads_go_out_at_the_lowest_and_writes_do_not(
    start: Callable[..., Cloud], case: Case, answer: str
) -> None:
    cloud = start(case, answer)
    result = cloud.run(case.read)
    kind = KINDS.get(answer, answer)
    lowest = case.service.range.start
    assert result.status == 0
    assert f'answered {kind} in place of a version document' in result.message
    assert result.message.endswith(f'reading at API version {lowest}')
    sent = None if lowest == case.service.unversioned else str(lowest)
    assert {version for _, _, version in cloud.sent} == {sent}
    result = cloud.run(case.write)
    assert (result.status, cloud.writes()) == (7, [])
    assert f'name a version with {case.service.version_option}' in result.err


@WITH_DOCUMENT
@pytest.mark.parametrize('answer', PASSING)
def test_without_a_version_a_fault_ends_the_run_with_advice(
    start: Callable[..., Cloud], case: Case, answer: str
) -> None:
    cloud = start(case, answer)
    result = cloud.run(case.read)
    assert (result.status, result.out, cloud.sent) == (7, '', [])
    assert f'answered {answer} in place of a version document' in result.message
    assert result.message.endswith(f'name one with {case.service.version_option}.')


@WITH_DOCUMENT
def test_last_range_that_was_learned_counts(start: Callable[..., Cloud], case: Case) -> None:
    cloud = start(case, '403')
    answer, cloud.answer = cloud.answer, None
    assert cloud.run(case.read).status == 0
    newest = {version for _, _, version in cloud.sent}
    cloud.answer = answer
    cloud.nova.clock.advance(30 * 86400)
    cloud.cloud.clock.advance(30 * 86400)
    result = cloud.run(case.read)
    assert (result.status, newest) == (0, {version for _, _, version in cloud.sent})
    assert 'answered 403' in result.message


@pytest.mark.parametrize('version', ['None', '2.0'])
@pytest.mark.parametrize('answer', ANSWERS)
def test_none_is_a_version_that_asks_nothing(
    start: Callable[..., Cloud], answer: str, version: str
) -> None:
    cloud = start(CASES[0], answer)
    for words in (CASES[0].read, CASES[0].write):
        assert cloud.run(words, version).status == 0
        assert {sent for _, _, sent in cloud.sent} == {None}
    assert [method for method, _, _ in cloud.sent] == ['POST']


def test_pin_names_a_version(start: Callable[..., Cloud]) -> None:
    cloud = start(CASES[0], '500')
    assert cloud.nova('version-pin', '2.55', env=cloud.cloud.environ).status == 0
    assert cloud.run(CASES[0].read).status == 0
    assert {version for _, _, version in cloud.sent} == {'2.55'}


# -- two releases behind one address


NOVA_406 = 'Version {} is not supported by the API. Minimum is 2.1 and maximum is 2.60.'


def old_node(cloud: ScriptedCloud) -> list[str]:
    """Have an older Nova answer, whose versions the document does not tell; versions it refuses."""
    refused: list[str] = []

    def answer(request: Any) -> Any:
        version = request.headers['X-OpenStack-Nova-API-Version']
        if float(version.split('.')[1]) > 60:
            refused.append(version)
            return fault(406, NOVA_406.format(version))
        return {'servers': []}

    cloud.on('GET', '/servers/detail', answer)
    return refused


def test_range_that_a_refusal_names_is_chosen_from(
    nova: Nova, start_cloud: Callable[..., ScriptedCloud]
) -> None:
    cloud = start_cloud(maximum='2.90')
    refused = old_node(cloud)
    result = nova('server-list', '-f', 'json', cloud=cloud)
    assert (result.status, result.err, json.loads(result.out)) == (0, '', [])
    assert refused == ['2.90']
    assert [sent for _, sent in cloud.versions_sent()] == ['2.90', '2.60']
    # It is remembered.
    assert nova('server-list', cloud=cloud).status == 0
    assert refused == ['2.90']


@pytest.mark.parametrize('words', [('server-pause', 'web', '--wait'), ('server-show', 'web')])
@pytest.mark.parametrize('order', ['nnno', 'no', 'on', 'nnoo', 'nnnnooo'])
def test_two_releases_at_one_address(
    nova: Nova, start_cloud: Callable[..., ScriptedCloud], words: tuple[str, ...], order: str
) -> None:
    cloud, turns = start_cloud(maximum='2.90'), itertools.cycle(order)
    server = {**records.server(1), 'name': 'web', 'status': 'PAUSED'}

    def answer(request: Any) -> Any:
        version = request.headers['X-OpenStack-Nova-API-Version']
        if next(turns) == 'o' and float(version.split('.')[1]) > 60:
            return fault(406, NOVA_406.format(version))
        if request.method == 'POST':
            return Answer(202)
        return {'server': server, 'servers': [server]}

    for method, path in (('GET', '/servers*'), ('POST', '/servers/*/action')):
        cloud.on(method, path, answer)
    result = nova(*words, cloud=cloud)
    assert (result.status, result.err) == (0, '')
    accepted = 1 if words[0] == 'server-pause' else 0
    posts = [each for each in cloud.wire() if each.endswith('/action')]
    assert len(posts) <= accepted + 1


def test_version_of_a_user_ends_the_run(
    nova: Nova, start_cloud: Callable[..., ScriptedCloud]
) -> None:
    cloud = start_cloud(maximum='2.90')
    old_node(cloud)
    result = nova('server-list', version='2.70', cloud=cloud)
    assert (result.status, result.out) == (3, '')
    assert 'maximum is 2.60' in result.err
