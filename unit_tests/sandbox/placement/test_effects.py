"""Effects of writes that other requests see: generations, and headers of answers."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.caller import Caller
from unit_tests.sandbox.placement.test_errors import ask, detail

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


@pytest.mark.parametrize(
    ('below', 'body', 'words'),
    [
        ('/inventories', {'inventories': {}}, 'resource provider generation conflict'),
        ('/inventories/VCPU', INVENTORY, 'resource provider generation conflict'),
        ('/aggregates', {'aggregates': []}, "Resource provider's generation already changed."),
        ('/traits', {'traits': []}, "Resource provider's generation already changed."),
    ],
)
def test_writes_for_another_generation_are_refused(
    cloud: Caller, below: str, body: dict[str, Any], words: str
) -> None:
    for generation in (0, 2):
        sent = {**body, 'resource_provider_generation': generation}
        answer = ask(cloud, 'PUT', f'{PROVIDER}{below}', sent)
        assert answer.status == 409
        assert f'\n\n {words}' in detail(answer)
        assert answer.body['errors'][0]['code'] == 'placement.concurrent_update'
    assert ask(cloud, 'GET', PROVIDER).body['generation'] == 1


def test_conflicts_of_providers_have_codes_of_their_own(cloud: Caller) -> None:
    claim = {
        'allocations': {ID: {'resources': {'VCPU': 1}}}, 'project_id': 'p', 'user_id': 'u',
        'consumer_generation': None, 'consumer_type': 'X',
    }  # fmt: skip
    child = {'name': 'child', 'parent_provider_uuid': ID}

    def code(method: str, path: str, body: Any = None) -> Any:
        answer = ask(cloud, method, path, body)
        assert answer.status == 409
        return answer.body['errors'][0]['code'].removeprefix('placement.')

    assert ask(cloud, 'PUT', f'/allocations/{NONE}', claim).status == 204
    assert code('PUT', f'/allocations/{NONE}', claim) == 'concurrent_update'
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


@pytest.mark.parametrize(
    ('version', 'keys'),
    [
        ('1.11', set()),
        ('1.12', {'project_id', 'user_id'}),
        ('1.27', {'project_id', 'user_id'}),
        ('1.28', {'project_id', 'user_id', 'consumer_generation'}),
        ('1.37', {'project_id', 'user_id', 'consumer_generation'}),
        ('1.38', {'project_id', 'user_id', 'consumer_generation', 'consumer_type'}),
    ],
)
def test_allocations_show_more_with_the_versions(
    cloud: Caller, version: str, keys: set[str]
) -> None:
    claim = {'resource_provider': {'uuid': ID}, 'resources': {'VCPU': 1}}
    consumer = f'/allocations/{NONE}'
    assert ask(cloud, 'PUT', consumer, {'allocations': [claim]}, '1.7').status == 204
    assert {*ask(cloud, 'GET', consumer, version=version).body} == {'allocations', *keys}
    held = ask(cloud, 'GET', f'{PROVIDER}/allocations', version=version).body['allocations'][NONE]
    assert ('consumer_generation' in held) == ('consumer_generation' in keys)
