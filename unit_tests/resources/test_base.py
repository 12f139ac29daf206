"""Tests of resources and managers, whatever they stand for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from novaclient_mv import base, client, resources
from novaclient_mv.compat import request_ids
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


def test_rows_of_a_list_keep_their_own_request_ids(library: Any, cloud: ScriptedCloud) -> None:
    cloud.on('GET', '/servers/detail', {'servers': [records.server(1), records.server(2)]})
    one, two = library.servers.iterate()
    assert one.request_ids == two.request_ids
    one.get()
    assert len(one.request_ids) == 2
    assert len(two.request_ids) == 1


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


# -- requests as values ------------------------------------------------------


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
