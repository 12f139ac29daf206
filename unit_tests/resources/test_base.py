"""Tests of resources and managers, whatever they stand for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from novaclient_mv import base, client, exceptions, resources
from novaclient_mv.compat import request_ids
from novaclient_mv.wire import request
from unit_tests import records
from unit_tests.scripted import ScriptedCloud


@pytest.fixture
def library(cloud: ScriptedCloud) -> Any:
    """A client at 2.53 with one server to find."""
    records.add_server(cloud, records.server(1))
    return client.Client('2.53', **cloud.credentials())


# -- resources ---------------------------------------------------------------


def test_missing_attribute_is_asked_for_once(library: Any, cloud: ScriptedCloud) -> None:
    server = library.servers.find_one('web1')
    before = len(cloud.requests)
    assert server.name == 'web1'
    assert len(cloud.requests) == before
    assert server.status == 'ACTIVE'
    assert server.tenant_id == 'project-1'
    with pytest.raises(AttributeError):
        server.spam  # noqa: B018
    assert len(cloud.requests) == before + 1
    assert server.is_loaded()


def test_loaded_resource_asks_for_nothing(library: Any, cloud: ScriptedCloud) -> None:
    server = library.servers.get(records.server_id(1))
    before = len(cloud.requests)
    assert not hasattr(server, 'spam')
    assert getattr(server, 'spam', 'none') == 'none'
    assert len(cloud.requests) == before


def test_resources_are_equal_by_class_and_id_or_content() -> None:
    class Other(base.Resource):
        pass

    one = base.Resource(None, {'id': '1', 'a': 1})
    assert one == base.Resource(object(), {'id': '1', 'a': 2}, loaded=True)
    assert one != base.Resource(None, {'id': '2', 'a': 1})
    assert one != Other(None, {'id': '1', 'a': 1})
    assert base.Resource(None, {'a': 1}) == base.Resource(None, {'a': 1})
    assert base.Resource(None, {'a': 1}) != base.Resource(None, {'a': 2})
    assert one != {'id': '1', 'a': 1}
    assert len({one, base.Resource(None, {'id': '1', 'a': 1})}) == 2


def test_to_dict_is_a_copy() -> None:
    one = base.Resource(None, {'id': '1', 'nest': {'a': [1]}})
    copied = one.to_dict()
    copied['nest']['a'].append(2)
    assert one.to_dict() == {'id': '1', 'nest': {'a': [1]}}


def test_resource_without_declared_fields_shows_all() -> None:
    one = base.Resource(None, {'name': 'web', 'id': '1', '_x': 2})
    assert repr(one) == '<Resource id=1, name=web>'


def test_resource_with_declared_fields_is_shown_by_its_name() -> None:
    class Named(base.Resource):
        fields = (base.Field('name'),)

    assert repr(Named(None, {'id': '1', 'name': 'web'})) == '<Named: web>'
    assert repr(Named(None, {'id': '1'})) == '<Named: 1>'


class Part(base.Resource):
    name: str = resources.field(start_version='2.3')
    partOf: str | None = resources.field('Whole', key='whole')
    made: resources.Time = resources.field(key='created_at')
    shape: dict[str, int] = resources.field(path=lambda info: info['shape']['sides'], type='int')
    _state: str = resources.field(path='OS-X:state')


class SmallPart(Part, since='2.6'):
    name: str = resources.field(start_version='2.5')
    sizes: list[int] | None = resources.field()


def test_fields_are_declared_as_attributes() -> None:
    assert [
        (each.key, each.title, each.uses, each.type, str(each.range.start))
        for each in SmallPart.fields
    ] == [
        ('name', 'Name', ('name',), 'str', '2.5'),
        ('whole', 'Whole', ('partOf',), 'str', '0.0'),
        ('created_at', 'Created At', ('made',), 'time', '0.0'),
        ('shape', 'Shape', ('shape',), 'int', '0.0'),
        ('state', 'State', ('OS-X:state',), 'str', '0.0'),
        ('sizes', 'Sizes', ('sizes',), 'list', '2.6'),
    ]
    assert str(Part.fields[0].range.start) == '2.3'
    part = SmallPart(None, {'name': 'a', 'shape': {'sides': 3}, 'new': 1}, loaded=True)
    assert (part.name, part.shape, getattr(part, 'new')) == ('a', {'sides': 3}, 1)  # noqa: B009
    assert not hasattr(part, 'partOf')
    assert not hasattr(SmallPart, '_state')


def test_get_takes_over_what_is_new(library: Any, cloud: ScriptedCloud) -> None:
    server = library.servers.get(records.server_id(1))
    changed = records.server(1, status='SHUTOFF')
    cloud.on('GET', f'/servers/{records.server_id(1)}', {'server': changed})
    assert server.status == 'ACTIVE'
    server.get()
    assert server.status == 'SHUTOFF'
    assert len(server.request_ids) == 2


def test_rows_of_a_list_keep_their_own_request_ids(library: Any, cloud: ScriptedCloud) -> None:
    cloud.on('GET', '/servers/detail', {'servers': [records.server(1), records.server(2)]})
    one, two = library.servers.iterate()
    assert one.request_ids == two.request_ids
    one.get()
    assert len(one.request_ids) == 2
    assert len(two.request_ids) == 1


@pytest.mark.parametrize(
    ('name', 'human_id'),
    [
        ('My Server', 'my-server'),
        ('a  b--c', 'a-b-c'),
        ('m1.tiny', 'm1tiny'),
        ('Über Größe', 'uber-groe'),
        (None, None),
    ],
)
def test_human_id(name: str | None, human_id: str | None) -> None:
    class Named(base.Resource):
        HUMAN_ID = True

    assert Named(None, {'name': name}).human_id == human_id
    assert base.Resource(None, {'name': name}).human_id is None


def test_id_of_a_resource_or_the_id_itself() -> None:
    assert base.getid(base.Resource(None, {'id': '1'})) == '1'
    assert base.getid('1') == '1'
    assert base.getid(5) == 5


@pytest.mark.parametrize(
    ('text', 'expected'),
    [
        ('70a599e0-31e7-49b7-b260-868f441e862b', True),
        ('70A599E0-31E7-49B7-B260-868F441E862B', True),
        ('70a599e031e749b7b260868f441e862b', True),
        ('70a599e0-31e7-49b7-b260-868f441e862', False),
        ('web', False),
        ('', False),
        ('\u0661' * 32, False),
    ],
)
def test_uuid(text: str, expected: bool) -> None:
    assert base.is_uuid(text) is expected


# -- finding -----------------------------------------------------------------


def test_find_by_attributes(library: Any, cloud: ScriptedCloud) -> None:
    rows = [records.server(each, status='ERROR' if each == 2 else 'ACTIVE') for each in (1, 2, 3)]
    cloud.on('GET', '/servers/detail', {'servers': rows})
    assert library.servers.find(status='ERROR').id == records.server_id(2)
    assert library.servers.find(status='ACTIVE', name='web3').id == records.server_id(3)
    assert [each.name for each in library.servers.findall(status='ACTIVE')] == ['web1', 'web3']
    assert library.servers.findall(status='BUILD') == []
    assert library.servers.findall(spam='eggs') == []


def test_private_flavors_are_found_where_they_are_asked_for(
    library: Any, cloud: ScriptedCloud
) -> None:
    cloud.on('GET', '/flavors/detail', {'flavors': [records.flavor('secret.big', '9')]})
    assert library.flavors.find(ram=512, is_public=None).id == '9'
    assert cloud.requests[-1].query == [('is_public', 'None')]
    assert library.flavors.findall(ram=512)[0].id == '9'
    assert not cloud.requests[-1].query


# -- requests as values ------------------------------------------------------


def test_ids_are_quoted() -> None:
    made = request.request('GET /a/{x}/b/{y} action', 'é/ä?', '%2F')
    assert (made.method, made.path) == ('GET', '/a/%C3%A9%2F%C3%A4%3F/b/%252F')


def test_id_that_looks_like_a_placeholder_stays() -> None:
    assert request.request('GET /a/{x}/b/{y}', '{y}', '1').path == '/a/%7By%7D/b/1'


@pytest.mark.parametrize('id', ['', '.', '..'])
def test_id_that_would_change_the_path_is_refused(id: str) -> None:
    with pytest.raises(exceptions.NotFound):
        request.request('DELETE /servers/{id}', id)


def test_query_is_ordered_by_name_and_leaves_out_what_is_none() -> None:
    made = request.request('GET /a', query={'b': [1, 2], 'a': None, 'c': True, 'd': ''})
    assert made.target == '/a?b=1&b=2&c=True&d='
    assert request.request('GET /a', query=[('b', 1), ('a', 2)]).target == '/a?b=1&a=2'
    assert request.request('GET /a').target == '/a'


@pytest.mark.parametrize(
    ('method', 'is_write'),
    [('GET', False), ('HEAD', False), ('POST', True), ('PUT', True), ('DELETE', True)],
)
def test_writes(method: str, is_write: bool) -> None:
    assert request.request(f'{method} /a').is_write is is_write


# -- request ids -------------------------------------------------------------


class Answer:
    """An answer with an id."""

    def __init__(self, request_id: str) -> None:
        self.request_id = request_id


@pytest.mark.parametrize(
    ('kind', 'value'),
    [
        (request_ids.ListWithMeta, [1, 2]),
        (request_ids.DictWithMeta, {'a': 1}),
        (request_ids.TupleWithMeta, (1, 2)),
        (request_ids.StrWithMeta, 'a'),
        (request_ids.BytesWithMeta, b'a'),
    ],
)
def test_value_that_knows_its_requests(kind: Callable[..., Any], value: Any) -> None:
    made = kind(value, Answer('req-1'))
    assert made == value
    assert made.request_ids == ['req-1']
    made.append_request_ids([Answer('req-2'), Answer('req-1')])
    assert made.request_ids == ['req-1', 'req-2']
    assert kind(value, None).request_ids == []


@pytest.mark.parametrize('value', [None, 'a', b'a', [1], (1,), {'a': 1}])
def test_any_value_can_get_request_ids(library: Any, value: Any) -> None:
    made = library.servers.convert_into_with_meta(value, Answer('req-1'))
    assert made.request_ids == ['req-1']
    assert made == (() if value is None else value)


def test_collected_results_have_all_ids_once() -> None:
    ones = [request_ids.ListWithMeta([], Answer('req-1')) for _ in range(2)]
    two = request_ids.ListWithMeta([], Answer('req-2'))
    assert request_ids.collected([*ones, two]).request_ids == ['req-1', 'req-2']


# -- hooks -------------------------------------------------------------------


def test_hooks_belong_to_their_class() -> None:
    called = []

    class One(base.HookableMixin):
        pass

    class Other(base.HookableMixin):
        pass

    One.add_hook('done', lambda *args, **kwargs: called.append((args, kwargs)))
    One.run_hooks('done', 1, a=2)
    Other.run_hooks('done', 3)
    One.run_hooks('other', 4)
    assert called == [((1,), {'a': 2})]
