"""The services beside Compute: who is let in, which handler answers, what is kept of a request."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from novaclient_mv import versions
from novaclient_mv.sandbox.http import neighbour, wsgi
from novaclient_mv.sandbox.http.routing import Route, Router
from unit_tests.sandbox.caller import Answer, Caller


class Things(neighbour.Handlers):
    """Handlers of a service that keeps things."""

    def index(self) -> wsgi.Response:
        names = [row.document['name'] for row in self.db.find('thing of a test')]
        return self.answer({'names': names, 'now': self.now, 'project': self.own_project})

    def create(self) -> wsgi.Response:
        thing = self.json('thing')
        self.db.insert('thing of a test', thing['name'], thing)
        if thing.get('fails'):
            raise wsgi.Fault(409, 'It failed.', (('X-One', '1'),))
        return self.answer(headers=(('X-One', '1'),), status=201)

    def show(self, id: str) -> wsgi.Response:
        version = None if self.version is None else str(self.version)
        return self.answer({'id': id, 'version': version}, (('X-One', '1'),), 203)

    def page(self) -> wsgi.Response:
        return self.plain_answer((('X-One', '1'),), 202)

    def body(self) -> wsgi.Response:
        return self.answer(self.json())


class Service(neighbour.Neighbour):
    """A service of things, at ``/image`` for a test."""

    router = Router(
        'unit_tests.sandbox.http',
        [
            Route('/things', 'things', GET='index', POST='create'),
            Route('/things/{id}', 'things', '2.5..2.9', GET='show', DELETE='show'),
            Route('/page', 'things', GET='page', POST='body'),
        ],
    )
    version: versions.APIVersion | None = None

    def open(self, request: wsgi.Request) -> wsgi.Response | None:
        return wsgi.Response.of(200, {'open': True}) if request.path == '/open' else None

    def fault(self, request: wsgi.Request, fault: wsgi.Fault) -> wsgi.Response:
        return wsgi.Response.of(fault.status, {'error': {'message': fault.message}}, fault.headers)

    def version_of(self, request: wsgi.Request) -> versions.APIVersion | None:
        return self.version


Ask = Callable[..., Answer]


@pytest.fixture
def service(path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Service, Ask]:
    """The service, and what asks it as an administrator."""
    monkeypatch.setattr(Service.router, 'load', lambda controller: Things)
    cloud = Caller(path)
    service = Service(cloud.application.database)
    cloud.application._services['/image'] = service
    return service, lambda method, place, **more: cloud(method, f'/image{place}', **more)


def test_handler_of_a_path_answers_with_an_id_of_the_request(service: tuple[Service, Ask]) -> None:
    _, ask = service
    answer = ask('GET', '/things/x')
    assert (answer.status, answer.body) == (203, {'id': 'x', 'version': None})
    assert answer.headers['X-One'] == '1'
    assert answer.headers['Content-Type'] == 'application/json'
    assert re.fullmatch(r'req-[0-9a-f-]{36}', answer.headers['X-OpenStack-Request-ID'] or '')
    assert ask('GET', '/things/x/').status == 203


def test_who_is_not_known_is_turned_away_before_the_request_has_an_id(
    service: tuple[Service, Ask],
) -> None:
    _, ask = service
    answer = ask('GET', '/things/x', headers={'X-Auth-Token': 'none'})
    assert (answer.status, answer.message) == (
        401,
        'The request you have made requires authentication.',
    )
    assert answer.headers['X-OpenStack-Request-ID'] is None
    assert ask('GET', '/open', headers={'X-Auth-Token': 'none'}).body == {'open': True}


def test_what_a_failed_write_did_is_undone(service: tuple[Service, Ask]) -> None:
    _, ask = service
    assert ask('POST', '/things', body={'thing': {'name': 'a'}}).status == 201
    failed = ask('POST', '/things', body={'thing': {'name': 'b', 'fails': True}})
    assert (failed.status, failed.message, failed.headers['X-One']) == (409, 'It failed.', '1')
    assert ask('GET', '/things').body['names'] == ['a']


def test_path_or_method_that_is_not_there_says_what_is(service: tuple[Service, Ask]) -> None:
    _, ask = service
    missing = ask('GET', '/others')
    assert (missing.status, missing.message) == (404, 'The resource could not be found.')
    refused = ask('PUT', '/things')
    assert (refused.status, refused.headers['Allow']) == (405, 'GET, POST')
    assert refused.message == 'The method PUT is not allowed for this resource.'


@pytest.mark.parametrize(
    ('version', 'status'), [('2.4', 405), ('2.5', 203), ('2.9', 203), ('2.10', 405)]
)
def test_route_is_there_in_its_versions_only(
    service: tuple[Service, Ask], version: str, status: int
) -> None:
    service[0].version = versions.APIVersion(version)
    answer = service[1]('GET', '/things/x')
    assert answer.status == status
    if status == 203:
        assert answer.body['version'] == version


def test_answers_without_a_body_say_a_kind_or_none(service: tuple[Service, Ask]) -> None:
    _, ask = service
    page = ask('GET', '/page')
    assert (page.status, page.body, page.headers['X-One']) == (202, b'', '1')
    assert page.headers['Content-Type'] == 'text/html; charset=UTF-8'
    empty = ask('POST', '/things', body={'thing': {'name': 'a'}})
    assert (empty.body, empty.headers['X-One'], empty.headers['Content-Type']) == (b'', '1', None)


@pytest.mark.parametrize(
    ('place', 'body', 'words'),
    [
        ('/things', b'{', 'Malformed request body'),
        ('/things', b'[' * 100_000, 'Malformed request body'),
        ('/things', b'{"thing": 1}', "Missing required element 'thing' in request body."),
        ('/things', b'{}', "Missing required element 'thing' in request body."),
        ('/things', b'[]', "Missing required element 'thing' in request body."),
        ('/page', b'[]', 'The body is not an object.'),
        ('/page', b'', 'The body is not an object.'),
    ],
)
def test_body_of_another_shape_is_refused(
    service: tuple[Service, Ask], place: str, body: bytes, words: str
) -> None:
    answer = service[1]('POST', place, body=body)
    assert (answer.status, answer.message) == (400, words)
    taken = service[1]('POST', '/page', body={'a': 1})
    assert (taken.status, taken.body) == (200, {'a': 1})


def test_member_is_confined_to_the_own_project(path: Path, service: tuple[Service, Ask]) -> None:
    assert service[1]('GET', '/things').body['project'] is None
    member = Caller(path, 'demo')
    member.application._services['/image'] = service[0]
    body = member('GET', '/image/things').body
    assert (body['project'], body['now']) == (member.project, member.now)


@pytest.mark.parametrize('method', ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])
def test_only_reads_change_nothing(service: tuple[Service, Ask], method: str) -> None:
    request = wsgi.Request({'REQUEST_METHOD': method})
    assert service[0].changes(request) is (method not in ('GET', 'HEAD'))


def test_flag_of_a_query_is_one_of_the_words_for_true_and_false() -> None:
    assert [neighbour.flag(text) for text in ('1', 'T', 'true', 'ON', 'y', 'Yes')] == [True] * 6
    assert [neighbour.flag(text) for text in ('0', 'f', 'FALSE', 'off', 'N', 'no')] == [False] * 6
    assert [neighbour.flag(text) for text in ('', 'maybe')] == [None, None]
