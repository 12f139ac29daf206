"""Refusals of the Placement service, in its words."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv.sandbox.state import tokens
from unit_tests.sandbox.caller import Caller
from unit_tests.sandbox.placement.test_errors import ask, detail

A, B, BARE = (f'{digit * 8}-2222-4333-8444-555555555555' for digit in 'abe')
NONE = 'deadbeef-2222-4333-8444-555555555555'
CONSUMER = 'cccccccc-2222-4333-8444-555555555555'
OTHER = 'dddddddd-2222-4333-8444-555555555555'
ME = {'project_id': 'p', 'user_id': 'u', 'consumer_type': 'X'}


@pytest.fixture
def cloud(cloud: Caller) -> Caller:
    """A cloud with two providers, one below the other, and one that has nothing."""
    for body in (
        {'name': 'A', 'uuid': A},
        {'name': 'B', 'uuid': B, 'parent_provider_uuid': A},
        {'name': 'bare', 'uuid': BARE},
    ):
        assert ask(cloud, 'POST', '/resource_providers', body).status == 200
    for uuid, inventories in (
        (A, {'VCPU': {'total': 8, 'max_unit': 4}, 'MEMORY_MB': {'total': 8}}),
        (B, {'DISK_GB': {'total': 8}}),
    ):
        body = {'inventories': inventories, 'resource_provider_generation': 0}
        assert ask(cloud, 'PUT', f'/resource_providers/{uuid}/inventories', body).status == 200
    return cloud


def claim(generation: int | None, allocations: dict[str, dict[str, int]]) -> dict[str, Any]:
    """The body that gives a consumer something."""
    resources = {uuid: {'resources': amounts} for uuid, amounts in allocations.items()}
    return {**ME, 'allocations': resources, 'consumer_generation': generation}


def service_of(cloud: Caller) -> Caller:
    """A service of the same cloud."""
    service = cloud.other('admin')
    facts = {'user_id': 'placement', 'user_name': 'placement', 'roles': ['service']}
    facts |= {'project_id': cloud.project, 'project_name': 'admin'}
    with cloud.application.database.session() as session:
        session.begin()
        service.token = tokens.issue(session, facts)
        session.commit()
    return service


def words(cloud: Caller, method: str, path: str, body: Any = None, version: str = '1.39') -> Any:
    """The status of a refusal, and what it says below the sentence of the status."""
    answer = ask(cloud, method, path, body, version)
    return answer.status, detail(answer).partition('\n\n ')[2].removesuffix('  ')


@pytest.mark.parametrize(
    ('body', 'version', 'status', 'refusal'),
    [
        ({'name': ''}, '1.39', 400, 'name is required'),
        ({'name': 'A', 'parent_provider_uuid': NONE}, '1.39', 400, 'parent'),
        ({'name': 'A', 'parent_provider_uuid': NONE, 'uuid': NONE}, '1.39', 400, 'same'),
        ({'name': 'A'}, '1.39', 409, 'Conflicting resource provider name: A already exists.'),
        ({'name': 'a', 'uuid': A}, '1.0', 409, f'Conflicting resource provider uuid: {A} already'),
    ],
)
def test_providers_are_made_below_others_that_are_there(
    cloud: Caller, body: dict[str, Any], version: str, status: int, refusal: str
) -> None:
    reasons = {
        'parent': 'parent provider UUID does not exist.',
        'same': 'parent provider UUID cannot be same as UUID. Please set parent provider UUID to '
        'None if there is no parent.',
    }
    told = words(cloud, 'POST', '/resource_providers', body, version)
    assert told[0] == status
    if status == 400:
        assert told[1].startswith(f'Unable to create resource provider "{body["name"]}", ')
        reason = reasons.get(refusal, refusal)
        assert told[1].endswith(f': Object action create failed because: {reason}')
    else:
        assert told[1].startswith(refusal)


def test_providers_are_moved_where_they_may_be(cloud: Caller) -> None:
    def update(uuid: str, name: str, parent: str | None, version: str = '1.39') -> Any:
        body = {'name': name, 'parent_provider_uuid': parent}
        return words(cloud, 'PUT', f'/resource_providers/{uuid}', body, version)

    unable = f'Unable to save resource provider {B}: Object action update failed because:'
    assert update(A, 'bare', B) == (
        400,
        f'Unable to save resource provider {A}: Object action update failed because: creating '
        'loop in the provider tree is not allowed.',
    )
    assert update(B, 'bare', NONE, '1.14') == (
        400,
        f'Unable to save resource provider {B}: Object action create failed because: parent '
        'provider UUID does not exist.',
    )
    not_now = 'a provider is not currently allowed.'
    assert update(B, 'bare', BARE, '1.36') == (400, f'{unable} re-parenting {not_now}')
    assert update(B, 'bare', None, '1.36') == (400, f'{unable} un-parenting {not_now}')
    assert update(B, 'bare', None) == (409, 'Conflicting resource provider bare already exists.')


def test_inventories_are_refused_in_their_words(cloud: Caller) -> None:
    path = f'/resource_providers/{A}/inventories'
    generation = {'resource_provider_generation': 1}
    full = {'total': 1, 'reserved': 1}

    def put(inventories: dict[str, Any], version: str = '1.39') -> Any:
        return words(cloud, 'PUT', path, {'inventories': inventories, **generation}, version)

    invalid = (
        f"inventory for resource provider {A}: Invalid inventory for 'VCPU' on resource provider "
        f"'{A}'. The reserved value is greater than"
    )
    assert put({'VCPU': full}, '1.25') == (400, f'Unable to update {invalid} or equal to total.')
    over = {'total': 1, 'reserved': 2}
    assert put({'VCPU': over}) == (400, f'Unable to update {invalid} total.')
    assert put({'NOPE': {'total': 1}}) == (
        400,
        f'Unknown resource class in inventory for resource provider {A}: No such resource class '
        'NOPE.',
    )
    assert put({'no-class': 1})[0] == 400
    one = {**full, **generation}
    assert words(cloud, 'PUT', f'{path}/NOPE', one) == (404, 'No such resource class NOPE.')
    assert words(cloud, 'PUT', f'{path}/DISK_GB', one) == (
        400,
        f'No inventory record with resource class for resource provider {A}: No inventory of '
        'class DISK_GB found.',
    )
    stale = {**full, 'resource_provider_generation': 7}
    conflict = (409, 'resource provider generation conflict')
    assert words(cloud, 'PUT', f'{path}/VCPU', stale) == conflict
    made = {'resource_class': 'VCPU', **over}
    assert words(cloud, 'POST', path, made) == (400, f'Unable to create {invalid} total.')
    made = {'resource_class': 'NOPE', 'total': 1}
    assert words(cloud, 'POST', path, made) == (
        400,
        f'Unable to create inventory for resource provider {A}: No such resource class NOPE.',
    )
    gone = 'No inventory of class DISK_GB found for delete'
    assert words(cloud, 'DELETE', f'{path}/DISK_GB') == (404, f'{gone}: {gone}')
    gone = 'No inventory of class NOPE found for delete'
    nope = 'No such resource class NOPE.'
    assert words(cloud, 'DELETE', f'{path}/NOPE') == (404, f'{gone}: {nope}')


def test_inventory_in_use_is_named_with_its_provider(cloud: Caller) -> None:
    assert ask(cloud, 'PUT', f'/allocations/{CONSUMER}', claim(None, {A: {'VCPU': 1}})).status < 300
    path = f'/resource_providers/{A}/inventories'
    in_use = f"Inventory for 'VCPU' on resource provider '{A}' in use."
    empty = {'inventories': {}, 'resource_provider_generation': 2}
    assert words(cloud, 'PUT', path, empty) == (409, f'update conflict: {in_use}')
    assert words(cloud, 'DELETE', path) == (409, in_use)
    prefix = 'Unable to delete inventory of class VCPU: '
    assert words(cloud, 'DELETE', f'{path}/VCPU') == (409, f'{prefix}{in_use}')
    body = {'inventories': {A: empty}, 'allocations': {}}
    told = words(service_of(cloud), 'POST', '/reshaper', body)
    assert told == (409, f'update conflict: {in_use}')


def test_reshaper_raises_generations_twice_where_something_is_left(cloud: Caller) -> None:
    service = service_of(cloud)
    for inventories, generation in (({'VCPU': {'total': 1}}, 3), ({}, 4), ({}, 5)):
        path = f'/resource_providers/{A}/inventories'
        shown = ask(cloud, 'GET', path).body['resource_provider_generation']
        new = {'inventories': inventories, 'resource_provider_generation': shown}
        body = {'inventories': {A: new}, 'allocations': {}}
        assert ask(service, 'POST', '/reshaper', body).status == 204
        assert ask(cloud, 'GET', path).body['resource_provider_generation'] == generation


def test_an_empty_inventory_has_no_date(cloud: Caller) -> None:
    for uuid, has_date in ((A, True), (BARE, False)):
        answer = ask(cloud, 'GET', f'/resource_providers/{uuid}/inventories')
        assert (answer.headers['Last-Modified'] is not None) == has_date
        assert answer.headers['Cache-Control'] == 'no-cache'


@pytest.mark.parametrize(
    ('allocations', 'status', 'refusal'),
    [
        (
            {NONE: {'VCPU': 1}},
            400,
            f"Allocation for resource provider '{NONE}' that does not exist.",
        ),
        (
            {A: {'NOPE': 1}},
            400,
            f'Unable to allocate inventory for consumer {CONSUMER}: No such resource class NOPE.',
        ),
        (
            {A: {'DISK_GB': 1, 'VCPU': 1}},
            409,
            f"Inventory for 'DISK_GB' on resource provider '{A}'",
        ),
        (
            {BARE: {'VCPU': 1}, A: {'MEMORY_MB': 1}},
            409,
            f"Inventory for 'VCPU, MEMORY_MB' on resource provider '{BARE}' invalid.",
        ),
        (
            {A: {'VCPU': 5}},
            409,
            f"Unable to create allocation for 'VCPU' on resource provider '{A}'. The requested "
            'amount would violate inventory constraints.',
        ),
        (
            {A: {'MEMORY_MB': 9}},
            409,
            f"Unable to create allocation for 'MEMORY_MB' on resource provider '{A}'. The "
            'requested amount would exceed the capacity.',
        ),
    ],
)
def test_allocations_that_cannot_be_are_refused_in_their_words(
    cloud: Caller, allocations: dict[str, dict[str, int]], status: int, refusal: str
) -> None:
    told = words(cloud, 'PUT', f'/allocations/{CONSUMER}', claim(None, allocations))
    assert told[0] == status
    prefix = 'Unable to allocate inventory: ' if status == 409 else ''
    assert told[1].startswith(f'{prefix}{refusal}')


def test_classes_are_listed_by_their_numbers(cloud: Caller) -> None:
    assert ask(cloud, 'PUT', '/resource_classes/CUSTOM_A').status == 201
    allocations = {BARE: {'DISK_GB': 1, 'CUSTOM_A': 1}}
    told = words(cloud, 'PUT', f'/allocations/{CONSUMER}', claim(None, allocations))
    assert "Inventory for 'CUSTOM_A, DISK_GB' on" in told[1]


def test_a_consumer_of_nothing_stays_until_its_last_allocation_goes(cloud: Caller) -> None:
    path = f'/allocations/{CONSUMER}'
    conflict = 'consumer generation conflict - expected {} but got {}'

    def generation() -> str:
        told: str = words(cloud, 'PUT', path, claim(77, {A: {'VCPU': 1}}))[1]
        return told.removeprefix('consumer generation conflict - expected ').partition(' ')[0]

    assert words(cloud, 'PUT', path, claim(3, {})) == (409, conflict.format('null', 3))
    for expected in (None, 0, 0):
        assert ask(cloud, 'PUT', path, claim(expected, {})).status == 204
        assert generation() == '0'
    assert words(cloud, 'PUT', path, claim(None, {})) == (409, conflict.format(0, None))
    assert ask(cloud, 'PUT', path, claim(0, {A: {'VCPU': 1}})).status == 204
    assert generation() == '1'
    assert ask(cloud, 'PUT', path, claim(1, {})).status == 204
    assert generation() == 'null'
    # A provider that is not there leaves all the consumers of the request behind.
    both = {CONSUMER: claim(None, {NONE: {'VCPU': 1}}), OTHER: claim(None, {A: {'VCPU': 1}})}
    assert ask(cloud, 'POST', '/allocations', both).status == 400
    assert generation() == '0'


def test_consumer_of_a_path_has_one_spelling(cloud: Caller) -> None:
    body = claim(None, {A: {'VCPU': 1}})
    spelled = CONSUMER.upper().replace('-', '')
    assert ask(cloud, 'PUT', f'/allocations/{spelled}', body).status == 204
    assert ask(cloud, 'GET', f'/allocations/{CONSUMER}').body['consumer_generation'] == 1


def test_old_versions_write_for_nobody(cloud: Caller) -> None:
    path = f'/allocations/{CONSUMER}'
    assert ask(cloud, 'PUT', path, claim(None, {A: {'VCPU': 1}})).status == 204
    body = {'allocations': [{'resource_provider': {'uuid': A}, 'resources': {'VCPU': 2}}]}
    assert ask(cloud, 'PUT', path, body, '1.7').status == 204
    shown = ask(cloud, 'GET', path).body
    nobody = '00000000-0000-0000-0000-000000000000'
    assert (shown['project_id'], shown['user_id']) == (nobody, nobody)


def test_classes_and_traits_are_refused_in_their_words(cloud: Caller) -> None:
    error = 'Error in delete resource class:'
    told = words(cloud, 'DELETE', '/resource_classes/VCPU')
    assert told == (400, f'{error} Cannot delete standard resource class VCPU.')
    assert ask(cloud, 'PUT', '/resource_classes/CUSTOM_A').status == 201
    body = {'resource_class': 'CUSTOM_A', 'total': 1}
    assert ask(cloud, 'POST', f'/resource_providers/{A}/inventories', body).status == 201
    told = words(cloud, 'DELETE', '/resource_classes/CUSTOM_A')
    reason = 'Cannot delete resource class CUSTOM_A. Class is in use in inventory.'
    assert told == (409, f'{error} {reason}')
    same = ask(cloud, 'PUT', '/resource_classes/CUSTOM_A', {'name': 'CUSTOM_A'}, '1.6')
    assert same.status == 200
    told = words(cloud, 'PUT', '/traits/bad')
    assert told == (
        400,
        'The trait is invalid. A valid trait must be no longer than 255 characters, start with '
        'the prefix "CUSTOM_" and use following characters: "A"-"Z", "0"-"9" and "_"',
    )
    told = words(cloud, 'GET', '/traits?name=x')
    assert told == (
        400,
        'Badly formatted name parameter. Expected name query string parameter in form: '
        '?name=[in|startswith]:[name1,name2|prefix]. Got: "x"',
    )
    path = f'/resource_providers/{BARE}/traits'
    body = {'traits': ['NOPE'], 'resource_provider_generation': 0}
    assert words(cloud, 'PUT', path, body) == (400, 'No such trait NOPE')
    body['traits'] = ['COMPUTE_NODE', 'COMPUTE_NODE']
    assert ask(cloud, 'PUT', path, body).body['traits'] == ['COMPUTE_NODE']


@pytest.mark.parametrize('body', [b'{"name": "\\ud800"}', b'{"x": "\\ud800"}', b'[' * 500_000])
def test_body_that_cannot_be_stored_is_refused(cloud: Caller, body: bytes) -> None:
    assert words(cloud, 'POST', '/resource_providers', body)[0] == 400


def test_traits_are_looked_for_as_a_database_does(cloud: Caller) -> None:
    for name in ('CUSTOM_A1', 'CUSTOM_B1'):
        ask(cloud, 'PUT', f'/traits/{name}')

    def traits(beginning: str) -> Any:
        return ask(cloud, 'GET', f'/traits?name={beginning}').body['traits']

    assert traits('startswith:custom_a') == ['CUSTOM_A1']
    assert traits('startswith:CUSTOM__1') == ['CUSTOM_A1', 'CUSTOM_B1']
    assert traits('startswith:CUST%25B') == ['CUSTOM_B1']
    assert traits('startswith:CUSTOM.') == []
    assert traits('in:custom_a1') == []
