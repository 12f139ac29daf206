"""The frame of the services: who is let in, which handler answers, what is kept of a request."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, ClassVar

import pytest

from novaclient_mv import versions
from novaclient_mv.sandbox.http import declarations, schema_parts, wsgi
from novaclient_mv.sandbox.http.authentication import Unauthenticated
from novaclient_mv.sandbox.http.controller import Controller
from novaclient_mv.sandbox.http.negotiation import Versions
from novaclient_mv.sandbox.http.routing import Actions, Route
from novaclient_mv.sandbox.http.service import Service, Unrouted, unauthenticated
from unit_tests.sandbox.caller import Caller

_COLOUR = {'type': 'object', 'properties': {'colour': {'enum': ['red']}}, 'required': ['colour']}
_QUERY = {'properties': {'size': {'items': {'minLength': 1}}}, 'additionalProperties': False}


class Things(Controller):
    """Handlers of a service that keeps things."""

    def index(self) -> wsgi.Response:
        names = [row.document['name'] for row in self.db.find('thing of a test')]
        return self.answer({'names': names})

    def create(self) -> wsgi.Response:
        thing = self.json('thing')
        self.db.insert('thing of a test', thing['name'], thing)
        if thing.get('fails'):
            raise wsgi.Fault(409, 'It failed.', (('X-One', '1'),))
        return self.answer(headers=(('X-One', '1'),), status=201)

    def show(self, id: str) -> wsgi.Response:
        facts = {'now': self.now, 'project': self.own_project, 'version': str(self.api_version)}
        return self.answer(facts, (('X-One', '1'),), 203)

    def delete(self, id: str) -> wsgi.Response:
        self.require_admin('delete_thing')
        self.find('thing of a test', id, called='Thing')
        return self.plain_answer((('X-One', '1'),), 202)

    @declarations.schema(_COLOUR)
    @declarations.query_schema(_QUERY)
    @declarations.success(202)
    def paint(self, id: str, body: Any) -> wsgi.Response:
        if body.get('fails'):
            raise wsgi.Fault(body['fails'])
        return self.answer({'painted': [id, body['colour']]}, status=body.get('status'))

    @declarations.schema(schema_parts.wrapped('label', _COLOUR))
    def label(self, id: str, attributes: Any) -> wsgi.Response:
        return self.answer({'labelled': [id, attributes['colour']]})

    @declarations.api_version('2.5')
    def sell(self, id: str, body: Any) -> wsgi.Response:
        return self.answer({'sold': [id, body]})


class Shop(Service):
    """A service of things, at ``/image`` for a test."""

    package = 'unit_tests.sandbox.http'
    routes = (
        Route('/things', 'things', GET='index', POST='create'),
        Route('/things/{id}', 'things', '2.2..2.9', GET='show', DELETE='delete', PUT='paint'),
        Route('/things/{id}/label', 'things', PUT='label'),
        Actions('/things/{id}/action', {'things': 'os-sell'}),
    )
    documents: ClassVar = {'GET /open': lambda call: wsgi.Response.of(200, {'open': True})}
    without_token = ('GET /things',)
    versions = Versions('shop', versions.VersionRange('2.1', '2.90'), 'X-Shop')
    shapes: ClassVar = {
        Unauthenticated: unauthenticated,
        Unrouted: lambda call, fault: wsgi.Response(fault.status, b'', fault.headers),
        wsgi.Fault: lambda call, fault: wsgi.Response.of(
            fault.status, {'error': {'message': fault.message}}, fault.headers
        ),
    }
    words_of_403 = '{} is not for you.'
    media_types = ('', 'application/json')


@pytest.fixture
def shop(path: Path, monkeypatch: pytest.MonkeyPatch) -> Caller:
    """An administrator of a cloud that has the service."""
    cloud = Caller(path)
    service = Shop(cloud.application.database)
    monkeypatch.setattr(service.router, 'load', lambda controller: Things)
    cloud.application._services['/image'] = service
    return cloud


def test_handler_of_a_path_answers_with_the_id_of_the_request(shop: Caller) -> None:
    answer = shop('GET', '/image/things/x', headers={'X-Shop': '2.5'})
    assert (answer.status, answer.body['version']) == (203, '2.5')
    assert answer.headers['X-One'] == '1'
    assert answer.headers['Content-Type'] == 'application/json'
    assert (answer.headers['OpenStack-API-Version'], answer.headers['X-Shop']) == (
        'shop 2.5',
        '2.5',
    )
    assert re.fullmatch(r'req-[0-9a-f-]{36}', answer.headers['X-OpenStack-Request-ID'] or '')


@pytest.mark.parametrize(
    ('operation', 'status', 'tells_version'),
    [
        ('GET /things/x', 401, False),
        ('GET /things', 200, True),
        ('GET /open', 200, False),
        ('GET /nothing', 404, False),
        ('PUT /things', 405, False),
    ],
)
def test_only_open_operations_and_documents_need_no_token(
    shop: Caller, operation: str, status: int, tells_version: bool
) -> None:
    method, place = operation.split()
    headers = {'X-Auth-Token': 'none', 'X-Shop': '2.5'}
    answer = shop(method, f'/image{place}', headers=headers)
    assert answer.status == status
    assert (answer.headers['X-Shop'] is not None) is tells_version
    assert answer.headers['Allow'] == ('GET, POST' if status == 405 else None)


def test_what_a_failed_write_did_is_undone(shop: Caller) -> None:
    assert shop('POST', '/image/things', body={'thing': {'name': 'a'}}).status == 201
    failed = shop('POST', '/image/things', body={'thing': {'name': 'b', 'fails': True}})
    assert (failed.status, failed.message, failed.headers['X-One']) == (409, 'It failed.', '1')
    assert shop('GET', '/image/things').body['names'] == ['a']


@pytest.mark.parametrize(
    ('version', 'status'), [('2.1', 404), ('2.2', 203), ('2.9', 203), ('2.10', 404), ('3.0', 406)]
)
def test_route_is_there_in_its_versions_only(shop: Caller, version: str, status: int) -> None:
    assert shop('GET', '/image/things/x', headers={'X-Shop': version}).status == status


@pytest.mark.parametrize(
    ('query', 'body', 'status'),
    [
        ('', {'colour': 'red'}, 202),
        ('?size=1', {'colour': 'red'}, 202),
        ('?size=', {'colour': 'red'}, 400),
        ('?x=1', {'colour': 'red'}, 400),
        ('', {'colour': 'blue'}, 400),
        ('', {'colour': 'red', 'status': 200}, 500),
        ('', {'colour': 'red', 'fails': 404}, 404),
    ],
)
def test_handler_declares_what_it_takes_and_answers(
    shop: Caller, query: str, body: Any, status: int
) -> None:
    answer = shop('PUT', f'/image/things/x{query}', body=body, headers={'X-Shop': '2.5'})
    assert answer.status == status


def test_attributes_are_below_the_one_key_that_a_body_needs(shop: Caller) -> None:
    answer = shop('PUT', '/image/things/x/label', body={'label': {'colour': 'red'}})
    assert answer.body == {'labelled': ['x', 'red']}
    for body in (b'{}', b'{"label": {}}', b''):
        assert shop('PUT', '/image/things/x/label', body=body).status == 400


def test_refusal_names_the_rule_and_the_resource(shop: Caller) -> None:
    member = shop.other('demo')
    headers = {'X-Shop': '2.5'}
    refused = member('DELETE', '/image/things/a', headers=headers)
    assert (refused.status, refused.message) == (403, 'delete_thing is not for you.')
    missing = shop('DELETE', '/image/things/a', headers=headers)
    assert (missing.status, missing.message) == (404, 'Thing a could not be found.')
    shop('POST', '/image/things', body={'thing': {'name': 'a'}})
    page = shop('DELETE', '/image/things/a', headers=headers)
    assert (page.status, page.body, page.headers['X-One']) == (202, b'', '1')
    assert page.headers['Content-Type'] == 'text/html; charset=UTF-8'


def test_member_is_confined_to_the_own_project(shop: Caller) -> None:
    headers = {'X-Shop': '2.5'}
    assert shop('GET', '/image/things/x', headers=headers).body['project'] is None
    member = shop.other('demo')
    body = member('GET', '/image/things/x', headers=headers).body
    assert (body['project'], body['now']) == (member.project, shop.now)
