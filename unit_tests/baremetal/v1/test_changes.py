"""Fields that a version lacks are refused before anything is sent; changes are JSON Patches."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from novaclient_mv import exceptions, resources
from novaclient_mv.baremetal.v1 import changes, client
from novaclient_mv.services import BAREMETAL
from novaclient_mv.versions import APIVersion, previous_version, variants_of
from unit_tests.baremetal.v1.rack import UUIDS, Rack

PATHS = {
    'allocations': '/allocations',
    'chassis': '/chassis',
    'conductors': '/conductors',
    'deploy_templates': '/deploy_templates',
    'drivers': '/drivers',
    'inspection_rules': '/inspection_rules',
    'portgroups': '/portgroups',
    'ports': '/ports',
    'runbooks': '/runbooks',
    'volume_connectors': '/volume/connectors',
    'volume_targets': '/volume/targets',
}
CHANGEABLE = [name for name in PATHS if hasattr(client.Client.manager_class(name), 'update')]


def later_fields() -> list[tuple[str, str, APIVersion]]:
    """Manager, field, and the version that brought the field after the manager."""
    found = []
    for name in PATHS:
        manager: Any = client.Client.manager_class(name)
        method = getattr(manager, 'update', manager.get)
        start = max(variants_of(method)[0].range.start, BAREMETAL.range.start)
        chosen = getattr(manager.get, 'parameter_ranges', {}).get('fields')
        start = max(start, *(each.start for each in chosen)) if chosen else start
        found += [
            (name, field.key, field.range.start)
            for field in manager.resource_class.fields
            if field.range.start > start
        ]
    return found


LATER = pytest.mark.parametrize(
    ('name', 'field', 'version'), later_fields(), ids=lambda value: str(value)
)


def test_rule_is_tried_on_many_fields() -> None:
    assert len(later_fields()) > 20
    managers = {client.Client.manager_class(name) for name in PATHS}
    every = {client.Client.manager_class(name) for name in client.Client.MANAGERS}
    others = {kind for kind in every - managers if issubclass(kind, changes.ManagerOfChanges)}
    assert {kind.__name__ for kind in others} <= {'NodeManager'}


@LATER
def test_field_is_chosen_from_its_version_on(
    rack: Rack, name: str, field: str, version: APIVersion
) -> None:
    rack.answers_to(f'GET {PATHS[name]}/{UUIDS[1]}', {'uuid': UUIDS[1]})
    getattr(rack.client(str(version)), name).get(UUIDS[1], fields=['uuid', field])
    assert rack.read == [f'{PATHS[name]}/{UUIDS[1]}?fields=uuid%2C{field}']
    before = getattr(rack.client(str(previous_version(version))), name)
    with pytest.raises(exceptions.UnsupportedAttribute, match=field):
        before.get(UUIDS[1], fields=['uuid', field])
    assert len(rack.read) == 1


@pytest.mark.parametrize(
    ('name', 'field', 'version'),
    [each for each in later_fields() if each[0] in CHANGEABLE],
    ids=lambda value: str(value),
)
def test_field_is_changed_from_its_version_on(
    rack: Rack, name: str, field: str, version: APIVersion
) -> None:
    operation = f'PATCH {PATHS[name]}/{UUIDS[1]}'
    rack.answers_to(operation, {'uuid': UUIDS[1]})
    getattr(rack.client(str(version)), name).update(UUIDS[1], {field: 'x'})
    assert rack.sent == [(operation, [{'op': 'add', 'path': f'/{field}', 'value': 'x'}])]
    before = getattr(rack.client(str(previous_version(version))), name)
    for refused in (
        lambda: before.update(UUIDS[1], {(field, 'key'): 1}),
        lambda: before.update(UUIDS[1], removed=[field]),
    ):
        with pytest.raises(exceptions.UnsupportedAttribute, match=field):
            refused()
    assert len(rack.sent) == 1


NOUNS = {name: name.removesuffix('s') for name in PATHS} | {
    'chassis': 'chassis',
    'deploy_templates': 'template',
    'inspection_rules': 'rule',
    'volume_connectors': 'connector',
    'volume_targets': 'target',
}
"""Manager to the keyword by which programs of old give one of its resources."""


@pytest.mark.parametrize(
    ('name', 'method'),
    [(name, method) for name in CHANGEABLE for method in ('get', 'update', 'delete')]
    + [(name, 'get') for name in PATHS if name not in CHANGEABLE],
)
def test_method_of_a_collection_takes_its_resource_by_position(
    rack: Rack, name: str, method: str
) -> None:
    manager: Any = getattr(rack.client(), name)
    func = getattr(type(manager), method)
    reference = [*inspect.signature(func).parameters.values()][1]
    assert (reference.name, reference.kind) == ('reference', reference.POSITIONAL_ONLY)
    owner = f'{manager.resource_class.__name__}Manager'
    assert (func.__qualname__, func.__module__) == (f'{owner}.{method}', type(manager).__module__)
    http = {'get': 'GET', 'update': 'PATCH', 'delete': 'DELETE'}[method]
    operation = f'{http} {PATHS[name]}/{UUIDS[1]}'
    assert f'\n\n``{http} {PATHS[name]}/{{id}}``' in inspect.getdoc(func)
    rack.answers_to(operation, *[{'uuid': UUIDS[1]}] * 2)
    answers = [getattr(manager, method)(UUIDS[1])]
    with pytest.warns(DeprecationWarning, match='by position') as caught:
        answers.append(getattr(manager, method)(**{NOUNS[name]: UUIDS[1]}))
    assert (caught[0].filename, len(caught)) == (__file__, 1)
    assert answers[0] == answers[1]
    for wrong in ({'reference': UUIDS[1]}, {'noun': UUIDS[1]}):
        with pytest.raises(TypeError):
            getattr(manager, method)(**wrong)
    with pytest.raises(TypeError):
        getattr(manager, method)(UUIDS[1], **{NOUNS[name]: UUIDS[1]})


@pytest.mark.parametrize('name', CHANGEABLE)
def test_change_is_a_patch_of_what_was_named(rack: Rack, name: str) -> None:
    operation = f'PATCH {PATHS[name]}/{UUIDS[1]}'
    rack.answers_to(operation, {'uuid': UUIDS[1], 'extra': {'a/b': 7}})
    changed = getattr(rack.client(), name).update(
        UUIDS[1], {('extra', 'a/b'): 7, 'extra': {}}, [('extra', 'c~d')]
    )
    assert rack.sent == [
        (
            operation,
            [
                {'op': 'add', 'path': '/extra/a~1b', 'value': 7},
                {'op': 'add', 'path': '/extra', 'value': {}},
                {'op': 'remove', 'path': '/extra/c~0d'},
            ],
        )
    ]
    assert changed.extra == {'a/b': 7}


@pytest.mark.parametrize('name', PATHS)
def test_list_is_complete_over_its_pages(rack: Rack, name: str) -> None:
    key = PATHS[name].rpartition('/')[2]
    manager: Any = getattr(rack.client(), name)
    id_key = manager.resource_class.id_key()
    link = f'http://internal.example/v1{PATHS[name]}?marker={UUIDS[1]}'
    rack.answers_to(
        f'GET {PATHS[name]}',
        {key: [{id_key: UUIDS[1]}], 'next': link},
        {key: [{id_key: UUIDS[2]}]},
    )
    found: list[resources.Resource] = list(manager.iterate())
    assert [each.id for each in found] == [UUIDS[1], UUIDS[2]]
    assert rack.read == [PATHS[name], f'{PATHS[name]}?marker={UUIDS[1]}']


def test_several_values_of_a_filter_are_sent_with_commas(rack: Rack) -> None:
    rack.answers_to('GET /ports/detail', {'ports': []})
    rack.client().ports.list(shards=['a', 'b'], conductor_groups=['c'], detail=True)
    assert rack.read == ['/ports/detail?conductor_groups=c&shard=a%2Cb']


@pytest.mark.parametrize(('version', 'key'), [('1.4', 'node_uuid'), ('1.5', 'node')])
def test_ports_of_a_node_are_asked_for_as_the_version_does(
    rack: Rack, version: str, key: str
) -> None:
    rack.answers_to('GET /ports', {'ports': []})
    rack.client(version).ports.list(node=UUIDS[1])
    assert rack.read == [f'/ports?{key}={UUIDS[1]}']


def test_port_is_found_by_its_address(rack: Rack) -> None:
    rack.answers_to('GET /ports/detail', {'ports': [{'uuid': UUIDS[1]}]}, {'ports': []})
    assert rack.client().ports.get_by_address('52:54:00:00:00:01').id == UUIDS[1]
    with pytest.raises(exceptions.ResourceNotFound, match='52:54:00:00:00:02'):
        rack.client().ports.get_by_address('52:54:00:00:00:02')
