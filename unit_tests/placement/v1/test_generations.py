"""Conflicts of generations: told from other conflicts, with or without a code."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from novaclient_mv import errors
from novaclient_mv.placement.v1.client import Client
from novaclient_mv.placement.v1.generations import GenerationConflict

Library = Callable[..., Client]


@pytest.mark.parametrize('version', ['1.22', '1.23'])
def test_a_stale_generation_says_to_read_again(library: Library, version: str) -> None:
    client = library(version)
    provider = client.resource_providers.create('one')
    for write in (
        lambda: client.provider_traits.set(provider, ['HW_CPU_X86_AVX'], 7),
        lambda: client.aggregates.set(provider, [], 7),
    ):
        with pytest.raises(GenerationConflict, match='read it again') as caught:
            write()
        assert caught.value.error_code == 'generation_conflict'
        assert caught.value.request_id is not None


def test_a_stale_generation_of_inventories_is_told_by_its_code(library: Library) -> None:
    provider = library().resource_providers.create('one')
    with pytest.raises(GenerationConflict):
        library('1.23').inventories.set(provider, {}, 7)
    # Below it nothing but words tells it from another conflict.
    with pytest.raises(errors.Conflict) as caught:
        library('1.22').inventories.set(provider, {}, 7)
    assert not isinstance(caught.value, GenerationConflict)


def test_a_stale_consumer_generation_is_a_conflict_too(library: Library) -> None:
    client = library()
    provider = client.resource_providers.create('one')
    client.inventories.set(provider, {'VCPU': {'total': 4}}, provider.generation)
    consumer = '11111111-2222-4333-8444-555555555555'

    def take(amount: int, generation: int | None) -> None:
        shares = {provider.id: {'VCPU': amount}}
        client.allocations.set(consumer, shares, 'p', 'u', generation, 'INSTANCE')

    take(1, None)
    with pytest.raises(GenerationConflict):
        take(2, None)
    take(2, client.allocations.get(consumer).consumer_generation)
    with pytest.raises(errors.Conflict) as caught:
        take(5, 2)
    assert not isinstance(caught.value, GenerationConflict), 'there is no room, which is another'


def test_a_class_in_use_is_no_conflict_of_generations(library: Library) -> None:
    client = library()
    provider = client.resource_providers.create('one')
    client.inventories.create(provider, 'VCPU', {'total': 4})
    shares = {provider.id: {'VCPU': 1}}
    consumer = '11111111-2222-4333-8444-555555555555'
    client.allocations.set(consumer, shares, 'p', 'u', None, 'INSTANCE')
    # The service answers with the code of a concurrent update, which no new try would end.
    with pytest.raises(errors.Conflict) as caught:
        client.inventories.delete(provider, 'VCPU')
    assert not isinstance(caught.value, GenerationConflict)


def test_the_command_ends_with_the_status_of_conflicts(nova: object, place: object) -> None:
    assert callable(place)
    place('resource-provider-create', 'one')
    result = place('aggregate-set', 'one', '--generation', '9')
    assert result.status == errors.ExitStatus.CONFLICT
    assert 'read it again' in result.err
