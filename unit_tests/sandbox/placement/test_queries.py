"""Results of Placement's queries, and refusals of malformed ones."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.caller import Caller
from unit_tests.sandbox.placement.test_placement import ask

ROOT, LEAF, ALONE = (f'{digit * 8}-2222-4333-8444-555555555555' for digit in 'abc')
CONSUMER = 'dddddddd-2222-4333-8444-555555555555'
AGGREGATE = 'eeeeeeee-2222-4333-8444-555555555555'
NONE = 'ffffffff-2222-4333-8444-555555555555'


@pytest.fixture
def tree(cloud: Caller) -> Caller:
    """A cloud with a provider below another, and one that stands alone, of a class of their own."""
    assert ask(cloud, 'PUT', '/resource_classes/CUSTOM_X').status == 201
    for name, uuid, parent, total in (
        ('root', ROOT, None, 8),
        ('leaf', LEAF, ROOT, 4),
        ('alone', ALONE, None, 2),
    ):
        provider = {'name': name, 'uuid': uuid, 'parent_provider_uuid': parent}
        assert ask(cloud, 'POST', '/resource_providers', provider).status == 200
        path = f'/resource_providers/{uuid}'
        body: dict[str, Any] = {
            'inventories': {'CUSTOM_X': {'total': total}},
            'resource_provider_generation': 0,
        }
        assert ask(cloud, 'PUT', f'{path}/inventories', body).status == 200
    traits = {'traits': ['HW_CPU_X86_AVX'], 'resource_provider_generation': 1}
    assert ask(cloud, 'PUT', f'/resource_providers/{ROOT}/traits', traits).status == 200
    member = {'aggregates': [AGGREGATE], 'resource_provider_generation': 1}
    assert ask(cloud, 'PUT', f'/resource_providers/{LEAF}/aggregates', member).status == 200
    some = {
        'allocations': {ALONE: {'resources': {'CUSTOM_X': 2}}},
        'project_id': 'p',
        'user_id': 'u',
        'consumer_type': 'A',
        'consumer_generation': None,
    }
    assert ask(cloud, 'PUT', f'/allocations/{CONSUMER}', some).status == 204
    return cloud


@pytest.mark.parametrize(
    ('query', 'names'),
    [
        ('name=leaf', 'leaf'),
        (f'uuid={ROOT}', 'root'),
        (f'in_tree={LEAF}', 'leaf root'),
        (f'in_tree={NONE}', ''),
        (f'member_of={AGGREGATE}', 'leaf'),
        (f'member_of=in:{AGGREGATE},{NONE}', 'leaf'),
        (f'member_of=!{AGGREGATE}&in_tree={LEAF}', 'root'),
        ('resources=CUSTOM_X:1', 'leaf root'),
        ('resources=CUSTOM_X:5', 'root'),
        ('required=HW_CPU_X86_AVX&resources=CUSTOM_X:1', 'root'),
        ('required=!HW_CPU_X86_AVX&resources=CUSTOM_X:1', 'leaf'),
        ('required=in:HW_CPU_X86_AVX,HW_CPU_X86_AVX2&resources=CUSTOM_X:1', 'root'),
    ],
)
def test_providers_that_a_query_finds(tree: Caller, query: str, names: str) -> None:
    listed = ask(tree, 'GET', f'/resource_providers?{query}').body['resource_providers']
    assert ' '.join(sorted(each['name'] for each in listed)) == names


CANDIDATES = '/allocation_candidates?resources=CUSTOM_X:1'


@pytest.mark.parametrize(
    ('query', 'providers'),
    [
        ('', [LEAF, ROOT]),
        ('&required=HW_CPU_X86_AVX', [ROOT]),
        ('&required=!HW_CPU_X86_AVX', [LEAF]),
        (f'&in_tree={LEAF}', [LEAF, ROOT]),
        (f'&in_tree={ALONE}', []),
        ('&root_required=HW_CPU_X86_AVX', [LEAF, ROOT]),
        ('&root_required=!HW_CPU_X86_AVX', []),
        (f'&member_of={AGGREGATE}', [LEAF]),
        ('&resources1=CUSTOM_X:1&resources2=CUSTOM_X:1&group_policy=isolate', [LEAF, ROOT]),
    ],
)
def test_candidates_that_a_query_finds(tree: Caller, query: str, providers: list[str]) -> None:
    body = ask(tree, 'GET', CANDIDATES + query).body
    requests = body['allocation_requests']
    assert sorted({each for request in requests for each in request['allocations']}) == [
        *sorted(providers)
    ]
    if 'isolate' in query:
        places = [request['mappings'] for request in requests]
        assert all(place['1'] != place['2'] for place in places)
    summaries = body['provider_summaries']
    assert {*summaries} == ({ROOT, LEAF} if providers else set())
    for uuid, total in ((ROOT, 8), (LEAF, 4)) if providers else ():
        assert summaries[uuid]['resources'] == {'CUSTOM_X': {'capacity': total, 'used': 0}}
        parent = ROOT if uuid == LEAF else None
        assert summaries[uuid]['parent_provider_uuid'] == parent
        assert summaries[uuid]['root_provider_uuid'] == ROOT


REFUSED = [
    ('/traits?associated=maybe', 400, 'undefined_code', 'only accepts "true" or "false"'),
    ('/resource_classes/CUSTOM_NONE', 404, 'undefined_code', 'No such resource class CUSTOM_NONE.'),
    ('/resource_providers?resources=CUSTOM_X', 400, 'undefined_code', "'CUSTOM_X'"),
    ('/resource_providers?resources=NONE:1', 400, 'undefined_code', 'parameter: NONE'),
    ('/resource_providers?required=CUSTOM_NO', 400, 'undefined_code', "traits 'CUSTOM_NO'"),
    ('/resource_providers?required=in:!A,B', 400, 'undefined_code', "traits 'in:!A,B'"),
    ('/resource_providers?member_of=x', 400, 'undefined_code', 'Expected UUIDs in member_of, not'),
    ('/usages', 400, 'undefined_code', "'project_id' is needed"),
    ('/usages?project_id=p&user_id=', 400, 'undefined_code', "'project_id' is needed"),
    ('/usages?project_id=p&consumer_type=a', 400, 'undefined_code', "'a' is no consumer type"),
    ('/allocation_candidates', 400, 'query.missing_value', "The group '' has no resources."),
    (f'{CANDIDATES}&limit=0', 400, 'undefined_code', "limit '0'"),
    (f'{CANDIDATES}&group_policy=x', 400, 'undefined_code', "group_policy 'x'"),
    (f'{CANDIDATES}&in_tree=x', 400, 'undefined_code', "Expected a UUID in in_tree, not 'x'"),
    (f'{CANDIDATES}&nothing=x', 400, 'undefined_code', "'nothing' was unexpected"),
    (f'{CANDIDATES}&same_subtree=_a', 400, 'query.bad_value', 'names a group that is not there'),
    (f'{CANDIDATES}&required1=HW_CPU_X86_AVX', 400, 'query.bad_value', "group '1' has no"),
    (
        f'{CANDIDATES}&resources1=CUSTOM_X:1&resources2=CUSTOM_X:1',
        *(400, 'undefined_code', '"group_policy" parameter is required'),
    ),
    (
        f'{CANDIDATES}&required=HW_CPU_X86_AVX,!HW_CPU_X86_AVX',
        *(400, 'undefined_code', 'A trait is both required and forbidden.'),
    ),
    (
        f'{CANDIDATES}&root_required=HW_CPU_X86_AVX,!HW_CPU_X86_AVX',
        *(400, 'query.bad_value', 'root_required names a trait both as'),
    ),
    (
        f'{CANDIDATES}&root_required=HW_CPU_X86_AVX&root_required=HW_CPU_X86_AVX',
        *(400, 'query.duplicate_key', 'may be specified once'),
    ),
]


def test_query_that_makes_no_sense_is_refused(tree: Caller) -> None:
    for path, status, code, message in REFUSED:
        answer = ask(tree, 'GET', path)
        assert answer.status == status, path
        (error,) = answer.body['errors']
        assert (error['status'], error['code']) == (status, f'placement.{code}'), path
        assert message in error['detail'], path


def test_write_that_makes_no_sense_is_refused(tree: Caller) -> None:
    other = {'name': 'other'}
    rows: list[tuple[str, str, Any, int, str]] = [
        ('DELETE', '/traits/CUSTOM_NONE', None, 404, 'No such trait(s): CUSTOM_NONE.'),
        ('DELETE', '/traits/HW_CPU_X86_AVX', None, 400, 'Cannot delete standard trait'),
        ('DELETE', '/resource_classes/VCPU', None, 400, 'Cannot delete standard resource class'),
        ('DELETE', '/resource_classes/CUSTOM_X', None, 409, 'Class is in use in inventory.'),
        ('DELETE', f'/resource_providers/{ROOT}', None, 409, 'It has child resource providers.'),
        ('DELETE', f'/resource_providers/{ALONE}', None, 409, 'has allocations.'),
        ('POST', '/resource_providers', {'name': 'root'}, 409, 'name: root already exists.'),
        ('POST', '/resource_providers', {**other, 'uuid': ROOT}, 409, f'uuid: {ROOT} already'),
        (
            *('POST', '/resource_providers', {**other, 'parent_provider_uuid': NONE}),
            *(400, 'parent provider UUID not found'),
        ),
        (
            *('PUT', f'/resource_providers/{ROOT}', {'name': 'root', 'parent_provider_uuid': LEAF}),
            *(400, 'it would form a loop'),
        ),
    ]
    for method, path, body, status, message in rows:
        answer = ask(tree, method, path, body)
        assert answer.status == status, path
        assert message in answer.body['errors'][0]['detail'], path


def test_usages_are_told_by_user_and_type_of_consumer(tree: Caller) -> None:
    path = '/usages?project_id=p'
    one = {'CUSTOM_X': 2, 'consumer_count': 1}
    for query, version, usages in (
        ('', '1.37', {'CUSTOM_X': 2}),
        ('', '1.38', {'A': one}),
        ('&user_id=u', '1.38', {'A': one}),
        ('&user_id=v', '1.38', {}),
        ('&consumer_type=all', '1.38', {'all': one}),
        ('&consumer_type=A', '1.38', {'A': one}),
        ('&consumer_type=B', '1.38', {}),
        ('&user_id=v&consumer_type=all', '1.38', {}),
    ):
        assert ask(tree, 'GET', path + query, version=version).body == {'usages': usages}, query


def test_provider_is_shown_with_its_place_and_links_by_version(tree: Caller) -> None:
    path = f'/resource_providers/{LEAF}'
    shown = {version: ask(tree, 'GET', path, version=version).body for version in ('1.0', '1.39')}
    old, new = shown['1.0'], shown['1.39']
    assert {*new} - {*old} == {'parent_provider_uuid', 'root_provider_uuid'}
    assert (new['parent_provider_uuid'], new['root_provider_uuid']) == (ROOT, ROOT)
    assert [link['rel'] for link in old['links']] == ['self', 'inventories', 'usages']
    assert {*old['links'][0].items()} == {('rel', 'self'), ('href', path)}
    (listed,) = (
        each
        for each in ask(tree, 'GET', '/resource_classes').body['resource_classes']
        if each['name'] == 'CUSTOM_X'
    )
    assert listed['links'] == [{'rel': 'self', 'href': '/resource_classes/CUSTOM_X'}]
