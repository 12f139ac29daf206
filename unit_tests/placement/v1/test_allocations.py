"""Requests for allocations: the form of each version."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from unit_tests.nova import Nova
from unit_tests.placement.v1.conftest import Placement

CONSUMER = '11111111-2222-4333-8444-555555555555'
PROVIDER = '22222222-2222-4333-8444-555555555555'
OWNER = ('--project-id', 'p', '--user-id', 'u')
LIST = [{'resource_provider': {'uuid': PROVIDER}, 'resources': {'VCPU': 2}}]
OBJECT = {PROVIDER: {'resources': {'VCPU': 2}}}
OWNED = {'project_id': 'p', 'user_id': 'u'}
GENERATION = {'consumer_generation': None}


@pytest.mark.parametrize(
    ('version', 'options', 'body'),
    [
        ('1.7', (), {'allocations': LIST}),
        ('1.8', OWNER, {'allocations': LIST, **OWNED}),
        ('1.11', OWNER, {'allocations': LIST, **OWNED}),
        ('1.12', OWNER, {'allocations': OBJECT, **OWNED}),
        ('1.27', OWNER, {'allocations': OBJECT, **OWNED}),
        ('1.28', OWNER, {'allocations': OBJECT, **OWNED, **GENERATION}),
        ('1.37', OWNER, {'allocations': OBJECT, **OWNED, **GENERATION}),
        (
            '1.38',
            (*OWNER, '--consumer-type', 'INSTANCE'),
            {'allocations': OBJECT, **OWNED, **GENERATION, 'consumer_type': 'INSTANCE'},
        ),
    ],
)
def test_each_version_has_its_form(
    nova: Nova,
    start_placement: Callable[..., Placement],
    version: str,
    options: tuple[str, ...],
    body: dict[str, Any],
) -> None:
    service = start_placement()
    service.on('GET', f'/resource_providers/{PROVIDER}', {'uuid': PROVIDER, 'generation': 3})
    service.on('GET', f'/allocations/{CONSUMER}', {'allocations': {}})
    service.on('PUT', f'/allocations/{CONSUMER}', None, 204)
    result = nova(
        *('--os-placement-api-version', version, 'placement-allocation-set', CONSUMER),
        *('--allocation', f'rp={PROVIDER},VCPU=2', *options),
        cloud=service.cloud,
    )
    assert result.status == 0, result.err
    (write,) = (each for each in service.requests if each.method == 'PUT')
    assert write.body == body


def test_a_part_is_freed_with_owner_generation_and_type_kept(place: Any, rows: Any) -> None:
    place('resource-provider-create', 'one', '--uuid', PROVIDER)
    place('inventory-set', 'one', '--resource', 'VCPU=4', '--resource', 'MEMORY_MB=512')
    allocation = f'rp={PROVIDER},VCPU=2,MEMORY_MB=128'
    options = (*OWNER, '--consumer-type', 'INSTANCE')
    result = place('allocation-set', CONSUMER, '--allocation', allocation, *options)
    assert result.status == 0, result.err
    shown = rows('allocation-unset', CONSUMER, '--resource-class', 'VCPU')
    assert shown['allocations'][PROVIDER]['resources'] == {'MEMORY_MB': 128}
    assert shown['consumer_generation'] == 2
    assert (shown['project_id'], shown['consumer_type']) == ('p', 'INSTANCE')
    last = ('allocation-unset', CONSUMER, '--provider', 'one')
    # Freed by DELETE, it would be lost what another one has set meanwhile.
    for version, method in (('1.27', 'DELETE'), ('1.28', 'PUT')):
        assert place(*last, '--dry-run', version=version).out.startswith(method)
    shown = rows(*last)
    assert shown['allocations'] == {}
    assert place('allocation-unset', CONSUMER, '--provider', 'one').status == 5
    assert place('allocation-unset', CONSUMER).status == 2
