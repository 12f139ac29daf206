"""Effects of writes that other requests see: generations, consumers, and dates of answers."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.caller import Caller
from unit_tests.sandbox.placement.client import ask

ID = 'aaaaaaaa-2222-4333-8444-555555555555'
NONE = 'deadbeef-2222-4333-8444-555555555555'
PROVIDER = f'/resource_providers/{ID}'
INVENTORY = {'total': 8}
DATED = ('Cache-Control', 'Last-Modified')


@pytest.fixture
def cloud(cloud: Caller) -> Caller:
    """A cloud with a provider of two classes, in its first generation."""
    assert ask(cloud, 'POST', '/resource_providers', {'name': 'A', 'uuid': ID}).status == 200
    body = {
        'inventories': {'VCPU': INVENTORY, 'DISK_GB': INVENTORY},
        'resource_provider_generation': 0,
    }
    assert ask(cloud, 'PUT', f'{PROVIDER}/inventories', body).status == 200
    return cloud


def with_generation(**body: Any) -> dict[str, Any]:
    """A body for the generation that the provider has at first."""
    return {**body, 'resource_provider_generation': 1}


@pytest.mark.parametrize(
    ('method', 'below', 'body', 'raised'),
    [
        ('PUT', '/inventories', with_generation(inventories={}), 1),
        ('PUT', '/inventories', with_generation(inventories={'VCPU': INVENTORY}), 1),
        ('POST', '/inventories', {**INVENTORY, 'resource_class': 'PCPU'}, 1),
        ('PUT', '/inventories/VCPU', with_generation(**INVENTORY), 1),
        ('DELETE', '/inventories/VCPU', None, 1),
        ('DELETE', '/inventories', None, 1),
        ('PUT', '/aggregates', with_generation(aggregates=[]), 1),
        ('PUT', '/traits', with_generation(traits=['COMPUTE_NODE']), 1),
        ('PUT', '/traits', with_generation(traits=[]), 0),
        ('DELETE', '/traits', None, 0),
        ('PUT', '', {'name': 'B'}, 0),
    ],
)
def test_writes_raise_the_generation(
    cloud: Caller, method: str, below: str, body: Any, raised: int
) -> None:
    assert ask(cloud, method, f'{PROVIDER}{below}', body).status < 300
    assert ask(cloud, 'GET', PROVIDER).body['generation'] == 1 + raised


def test_conflicts_of_providers_have_codes_of_their_own(cloud: Caller) -> None:
    child = {'name': 'child', 'parent_provider_uuid': ID}

    def code(method: str, path: str, body: Any = None) -> Any:
        answer = ask(cloud, method, path, body)
        assert answer.status == 409
        return answer.body['errors'][0]['code'].removeprefix('placement.')

    assert ask(cloud, 'PUT', CONSUMER, claim(None, 1)).status == 204
    assert code('PUT', CONSUMER, claim(None, 1)) == 'concurrent_update'
    assert code('DELETE', PROVIDER) == 'resource_provider.inuse'
    assert code('DELETE', f'{PROVIDER}/inventories') == 'inventory.inuse'
    assert code('DELETE', f'{PROVIDER}/inventories/VCPU') == 'concurrent_update'
    assert code('POST', '/resource_providers', {'name': 'A'}) == 'duplicate_name'
    assert ask(cloud, 'POST', '/resource_providers', child).status == 200
    assert code('DELETE', PROVIDER) == 'resource_provider.cannot_delete_parent'


@pytest.mark.parametrize(
    ('method', 'of'),
    [
        ('GET', ''),
        ('GET', '/resource_providers'),
        ('GET', PROVIDER),
        ('GET', f'{PROVIDER}/inventories/VCPU'),
        ('GET', '/resource_classes/VCPU'),
        ('GET', '/traits/COMPUTE_NODE'),
        ('PUT', '/traits/CUSTOM_A'),
        ('GET', f'/allocations/{NONE}'),
    ],
)
def test_answers_are_dated_from_1_15_on(cloud: Caller, method: str, of: str) -> None:
    # A trait is made the first time, and is there the others.
    for version, is_dated in (('1.15', True), ('1.14', False), ('1.15', True)):
        answer = ask(cloud, method, of, version=version)
        assert answer.status < 300
        assert [bool(answer.headers[name]) for name in DATED] == [is_dated, is_dated]


def test_provider_that_was_never_changed_has_no_moment_of_its_last_change(cloud: Caller) -> None:
    made = ask(cloud, 'POST', '/resource_providers', {'name': 'p'}).body
    path = f'/resource_providers/{made["uuid"]}'
    assert ask(cloud, 'PUT', path, {'name': 'p'}).headers['Last-Modified'] is None
    for name in ('q', 'q'):
        assert ask(cloud, 'PUT', path, {'name': name}).headers['Last-Modified'] is not None


CONSUMER = f'/allocations/{NONE}'


def claim(generation: int | None, amount: int, provider: str = ID) -> dict[str, Any]:
    """The body that gives a consumer processors, or nothing."""
    resources = {provider: {'resources': {'VCPU': amount}}} if amount else {}
    known = {'project_id': 'p', 'user_id': 'u', 'consumer_type': 'X'}
    return {**known, 'allocations': resources, 'consumer_generation': generation}


def test_reshaper_raises_generations_twice_where_something_is_left(cloud: Caller) -> None:
    service = cloud.other('service', 'demo')
    path = f'{PROVIDER}/inventories'
    for inventories, generation in (({'VCPU': INVENTORY}, 3), ({}, 4), ({}, 5)):
        shown = ask(cloud, 'GET', path).body['resource_provider_generation']
        new = {'inventories': inventories, 'resource_provider_generation': shown}
        body = {'inventories': {ID: new}, 'allocations': {}}
        assert ask(service, 'POST', '/reshaper', body).status == 204
        assert ask(cloud, 'GET', path).body['resource_provider_generation'] == generation


def test_a_consumer_of_nothing_stays_until_its_last_allocation_goes(cloud: Caller) -> None:
    for generation, amount, status in (
        (3, 0, 409), (None, 0, 204), (0, 0, 204), (0, 0, 204), (None, 0, 409), (0, 1, 204),
        (1, 0, 204), (0, 1, 409),
    ):  # fmt: skip
        assert ask(cloud, 'PUT', CONSUMER, claim(generation, amount)).status == status
    # A provider that is not there leaves all the consumers of the request behind.
    both = {NONE: claim(None, 1, NONE), ID: claim(None, 1)}
    assert ask(cloud, 'POST', '/allocations', both).status == 400
    assert ask(cloud, 'PUT', CONSUMER, claim(None, 1)).status == 409
    assert ask(cloud, 'PUT', CONSUMER, claim(0, 1)).status == 204


def test_old_versions_write_for_nobody(cloud: Caller) -> None:
    assert ask(cloud, 'PUT', CONSUMER, claim(None, 1)).status == 204
    body = {'allocations': [{'resource_provider': {'uuid': ID}, 'resources': {'VCPU': 2}}]}
    assert ask(cloud, 'PUT', CONSUMER, body, '1.7').status == 204
    shown = ask(cloud, 'GET', CONSUMER).body
    nobody = '00000000-0000-0000-0000-000000000000'
    assert (shown['project_id'], shown['user_id']) == (nobody, nobody)


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
