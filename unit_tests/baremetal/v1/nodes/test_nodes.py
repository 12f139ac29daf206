"""The library of nodes: lists, changes as JSON Patch, and what a version lacks."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv import errors, versions
from novaclient_mv.baremetal.v1.nodes import Node, NodeManager
from novaclient_mv.services import BAREMETAL
from novaclient_mv.versions import value
from unit_tests.baremetal.v1.rack import NEWEST, UUIDS, Rack, node

VERSIONED_FIELDS = [field for field in Node.fields if not field.range.start.is_null()]


def before(version: versions.APIVersion) -> str:
    """The version before one."""
    return str(value.previous_version(version))


def test_all_pages_are_read_and_filters_go_with_each(rack: Rack) -> None:
    link = f'http://elsewhere/v1/nodes?limit=1&marker={UUIDS[1]}'
    rack.answers_to('GET /nodes', {'nodes': [node(1)], 'next': link}, {'nodes': [node(2)]})
    listed = rack.client().nodes.iterate(owner='me', maintenance=False, shards=['a', 'b'])
    assert [each.name for each in listed] == ['rack-1', 'rack-2']
    filters = 'maintenance=False&owner=me&shard=a%2Cb'
    assert rack.read == [f'/nodes?{filters}', f'/nodes?limit=1&marker={UUIDS[1]}&{filters}']


@pytest.mark.parametrize(
    ('version', 'asked'), [('1.42', '/nodes/detail'), ('1.43', '/nodes?detail=True')]
)
def test_all_fields_are_asked_for_as_the_version_has_it(
    rack: Rack, version: str, asked: str
) -> None:
    for path in ('/nodes', '/nodes/detail'):
        rack.answers_to(f'GET {path}', {'nodes': []})
    assert rack.client(version).nodes.list(detail=True) == []
    assert rack.read == [asked]


def test_fields_and_detail_exclude_each_other(rack: Rack) -> None:
    with pytest.raises(ValueError, match='detail'):
        rack.client().nodes.list(detail=True, fields=['name'])


@pytest.mark.parametrize('name', NodeManager.list.declared.parameter_ranges)  # type: ignore[attr-defined]
def test_filter_is_refused_below_its_version(rack: Rack, name: str) -> None:
    declared: Any = NodeManager.list
    (span,) = declared.declared.parameter_ranges[name]
    rack.answers_to('GET /nodes', {'nodes': []})
    asked = {name: ['name'] if name == 'fields' else 'a'}
    with pytest.raises(errors.UnsupportedAttribute, match=name):
        rack.client(before(span.start)).nodes.list(**asked)
    assert rack.read == []
    assert rack.client(str(max(span.start, versions.APIVersion('1.8')))).nodes.list(**asked) == []


@pytest.mark.parametrize('key', [field.key for field in VERSIONED_FIELDS])
def test_field_is_set_from_its_version_on(rack: Rack, key: str) -> None:
    (start,) = (field.range.start for field in Node.fields if field.key == key)
    rack.answers_to(f'PATCH /nodes/{UUIDS[1]}', node())
    with pytest.raises(errors.UnsupportedAttribute, match=key):
        rack.client(before(start)).nodes.update(UUIDS[1], {key: 'x'})
    assert rack.sent == []
    rack.client(str(start)).nodes.update(UUIDS[1], {key: 'x'})
    patch = [{'op': 'add', 'path': f'/{key}', 'value': 'x'}]
    assert rack.sent == [(f'PATCH /nodes/{UUIDS[1]}', patch)]


def test_update_is_one_json_patch(rack: Rack) -> None:
    rack.answers_to('PATCH /nodes/rack-1', node(extra={'a/b': 1}))
    changed = rack.client().nodes.update(
        'rack-1', {'driver': 'ipmi', ('extra', 'a/b'): 1}, ['name', ('properties', 'c~d')], True
    )
    assert rack.sent == [
        (
            'PATCH /nodes/rack-1?reset_interfaces=True',
            [
                {'op': 'add', 'path': '/driver', 'value': 'ipmi'},
                {'op': 'add', 'path': '/extra/a~1b', 'value': 1},
                {'op': 'remove', 'path': '/name'},
                {'op': 'remove', 'path': '/properties/c~0d'},
            ],
        )
    ]
    assert changed.extra == {'a/b': 1}


def test_new_defaults_of_interfaces_need_their_version(rack: Rack) -> None:
    with pytest.raises(errors.UnsupportedAttribute, match='reset_interfaces'):
        rack.client('1.44').nodes.update('rack-1', {'driver': 'ipmi'}, reset_interfaces=True)


def test_node_that_is_not_there_is_named(rack: Rack) -> None:
    with pytest.raises(errors.ResourceNotFound, match="node with the name or id 'rack-9'"):
        rack.client().nodes.find_one('rack-9')


def test_names_are_looked_up_from_their_version_on(rack: Rack) -> None:
    rack.knows(node())
    with pytest.raises(errors.UnsupportedAttribute, match='name') as caught:
        rack.client('1.4').nodes.find_one('rack-1')
    assert caught.value.hint == "'rack-1' is not a UUID: nodes have names from that version on."
    assert rack.client('1.4').nodes.find_one(UUIDS[1]).id == UUIDS[1]
    assert rack.client('1.5').nodes.find_one('rack-1').id == UUIDS[1]


def test_history_goes_on_behind_the_last_event(rack: Rack) -> None:
    link = 'http://elsewhere/v1/nodes/rack-1/history?marker=None&limit=1&marker=e1'
    pages = [{'history': [{'uuid': 'e1'}], 'next': link}, {'history': [{'uuid': 'e2'}]}]
    rack.answers_to('GET /nodes/rack-1/history', *pages)
    events = rack.client().nodes.list_history('rack-1')
    assert [event.id for event in events] == ['e1', 'e2']
    assert rack.read[-1] == '/nodes/rack-1/history?marker=e1'


def test_vif_is_attached_with_what_the_version_has(rack: Rack) -> None:
    rack.answers_to(
        'POST /nodes/rack-1/vifs',
    )
    rack.client('1.67').nodes.attach_vif('rack-1', 'v', port_uuid='p', info={'a': 1})
    assert rack.sent[-1][1] == {'a': 1, 'id': 'v', 'port_uuid': 'p'}
    with pytest.raises(errors.UnsupportedAttribute, match='port_uuid'):
        rack.client('1.66').nodes.attach_vif('rack-1', 'v', port_uuid='p')
    with pytest.raises(errors.VersionNotFoundForAPIMethod):
        rack.client('1.27').nodes.attach_vif('rack-1', 'v')


def test_passthru_sends_arguments_where_the_method_has_them(rack: Rack) -> None:
    path = '/nodes/rack-1/vendor_passthru'
    rack.answers_to(f'GET {path}', {'a': 1})
    rack.answers_to(f'POST {path}')
    call = rack.client().nodes.vendor_passthru
    assert call('rack-1', 'look', {'x': 1}, 'get') == {'a': 1}
    assert call('rack-1', 'act', {'x': 1}) is None
    assert rack.read == [f'{path}?method=look&x=1']
    assert rack.sent == [(f'POST {path}?method=act', {'x': 1})]
    with pytest.raises(ValueError, match='HEAD'):
        call('rack-1', 'look', http_method='HEAD')


@pytest.mark.parametrize(('state', 'soft'), [('on', True), ('sleep', False)])
def test_power_state_that_does_not_exist_is_refused(rack: Rack, state: str, soft: bool) -> None:
    with pytest.raises(ValueError, match=state):
        rack.client().nodes.set_power_state('rack-1', state, soft=soft)


def test_every_field_is_declared_once() -> None:
    keys = [field.key for field in Node.fields]
    assert len(keys) == len(set(keys))
    assert BAREMETAL.version(NEWEST) in VERSIONED_FIELDS[-1].range
