"""Every command of Placement, on the sandbox, at its first version and below it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from novaclient_mv import versions
from novaclient_mv.cli.reading import commands
from novaclient_mv.placement.v1.client import Client
from novaclient_mv.services import PLACEMENT
from unit_tests.placement.v1.conftest import Run

PROVIDER = '11111111-2222-4333-8444-555555555555'
AGGREGATE = '22222222-2222-4333-8444-555555555555'
CONSUMER = '33333333-2222-4333-8444-555555555555'
NONE = '{"inventories": {}, "allocations": {}}'

# Words of each command that does what it is for, on a provider "one" with VCPU, once it is there.
WORDS: dict[str, tuple[str, ...]] = {
    'aggregate-list': ('one',),
    'aggregate-set': ('one', AGGREGATE),
    'allocation-candidate-list': ('--resource', 'VCPU=1'),
    'allocation-delete': (CONSUMER,),
    'allocation-list': ('one',),
    'allocation-set': (CONSUMER, '--allocation', 'rp=one,VCPU=2'),
    'allocation-set-many': ('-',),
    'allocation-show': (CONSUMER,),
    'allocation-unset': (CONSUMER, '--provider', 'one'),
    'inventory-class-set': ('one', 'DISK_GB', '--total', '10'),
    'inventory-delete': ('two', '--resource-class', 'VCPU'),
    'inventory-list': ('one',),
    'inventory-set': ('two', '--resource', 'MEMORY_MB=512'),
    'inventory-show': ('one', 'VCPU'),
    'reshape': ('-',),
    'resource-class-create': ('CUSTOM_NEW',),
    'resource-class-delete': ('CUSTOM_OLD',),
    'resource-class-list': (),
    'resource-class-rename': ('CUSTOM_OLD', 'CUSTOM_NEW'),
    'resource-class-set': ('CUSTOM_NEW',),
    'resource-class-show': ('CUSTOM_OLD',),
    'resource-provider-create': ('three',),
    'resource-provider-delete': ('two',),
    'resource-provider-list': (),
    'resource-provider-set': ('one', '--name', 'first'),
    'resource-provider-show': ('one', '--allocations'),
    'resource-provider-trait-delete': ('one',),
    'resource-provider-trait-list': ('one',),
    'resource-provider-trait-set': ('one', '--trait', 'CUSTOM_USED'),
    'resource-usage-show': ('p',),
    'trait-create': ('CUSTOM_NEW',),
    'trait-delete': ('CUSTOM_OLD',),
    'trait-list': ('--prefix', 'CUSTOM_', '--not-associated'),
    'trait-show': ('CUSTOM_OLD',),
    'usage-show': ('one',),
}
INPUT = {
    'allocation-set-many': (
        f'{{"{CONSUMER}": {{"allocations": {{}}, "project_id": "p", "user_id": "u"}}}}'
    ),
    'reshape': NONE,
}
# What the caller may not do, or the service refuses for want of content.
STATUSES = {'reshape': 4}

COMMANDS = {
    each.name.removeprefix(PLACEMENT.prefix): each.function
    for each in commands.commands_of((PLACEMENT,))
}


def first_of(function: Any) -> versions.APIVersion:
    """The first version of a command."""
    span = versions.variants_of(function)[0].range.bound_like(PLACEMENT.range)
    return max(span.start, PLACEMENT.range.start)


@pytest.fixture
def scene(library: Callable[..., Client], place: Run) -> Run:
    """Create two providers, a consumer of the first, and a custom class and traits."""
    client = library()
    one = client.resource_providers.create('one', uuid=PROVIDER)
    two = client.resource_providers.create('two')
    for provider in (one, two):
        client.inventories.set(provider, {'VCPU': {'total': 8}}, provider.generation)
    for name in ('CUSTOM_OLD', 'CUSTOM_USED'):
        client.traits.create(name)
    client.provider_traits.set(one, ['CUSTOM_USED'], client.resource_providers.get(one).generation)
    client.resource_classes.create('CUSTOM_OLD')
    client.allocations.set(CONSUMER, {PROVIDER: {'VCPU': 1}}, 'p', 'u', None, 'INSTANCE')
    return place


def test_every_command_has_a_line_here() -> None:
    assert WORDS.keys() == COMMANDS.keys()


@pytest.mark.parametrize('command', sorted(WORDS))
def test_command_works_at_its_first_version(scene: Run, command: str) -> None:
    version = str(first_of(COMMANDS[command]))
    result = scene(command, *WORDS[command], version=version, stdin=INPUT.get(command, ''))
    assert result.status == STATUSES.get(command, 0), result.err


@pytest.mark.parametrize(
    'command', [name for name in sorted(WORDS) if first_of(COMMANDS[name]).ver_minor > 0]
)
def test_command_is_refused_below_its_first_version(place: Run, command: str) -> None:
    first = first_of(COMMANDS[command])
    before = f'{first.ver_major}.{first.ver_minor - 1}'
    result = place(command, *WORDS[command], version=before, stdin=INPUT.get(command, ''))
    assert result.status == 2
    assert f'placement-{command} needs API version {first}' in result.err


@pytest.mark.parametrize(('version', 'is_there'), [('1.13', False), ('1.14', True)])
def test_trees_are_shown_from_their_version_on(rows: Any, version: str, is_there: bool) -> None:
    first = rows('resource-provider-list', version=version)[0]
    assert (first['root_provider_uuid'] is not None) == is_there


@pytest.mark.parametrize('version', ['1.19', '1.20'])
def test_a_new_provider_is_shown_whole(rows: Any, version: str) -> None:
    shown = rows('resource-provider-create', 'one', version=version)
    assert (shown['name'], shown['generation']) == ('one', 0)
    assert shown['root_provider_uuid'] == shown['uuid']


@pytest.mark.parametrize(('version', 'status'), [('1.36', 2), ('1.37', 0)])
def test_a_parent_is_taken_away_from_its_version_on(place: Run, version: str, status: int) -> None:
    place('resource-provider-create', 'top')
    place('resource-provider-create', 'part', '--parent-provider', 'top')
    words = ('resource-provider-set', 'part', '--no-parent-provider')
    assert place(*words, version=version).status == status


def test_amending_inventories_keeps_the_others(rows: Any, place: Run) -> None:
    place('resource-provider-create', 'one')
    place('inventory-set', 'one', '--resource', 'VCPU=8', '--resource', 'VCPU:reserved=2')
    place('inventory-set', 'one', '--resource', 'MEMORY_MB=512', '--amend')
    place('inventory-set', 'one', '--resource', 'VCPU:allocation_ratio=4', '--amend')
    found = {each['resource_class']: each for each in rows('inventory-list', 'one')}
    vcpu = found['VCPU']
    assert (vcpu['total'], vcpu['reserved'], vcpu['allocation_ratio']) == (8, 2, 4.0)
    assert found['MEMORY_MB']['total'] == 512
    place('inventory-set', 'one', '--resource', 'DISK_GB=10')
    assert [each['resource_class'] for each in rows('inventory-list', 'one')] == ['DISK_GB']


def test_inventories_of_each_provider_of_an_aggregate_are_set(place: Run, rows: Any) -> None:
    for name in ('one', 'two', 'other'):
        place('resource-provider-create', name)
        place('inventory-set', name, '--resource', 'DISK_GB=10')
    for name in ('one', 'two'):
        place('aggregate-set', name, AGGREGATE)
    words = ('inventory-set', AGGREGATE, '--of-aggregate', '--amend', '--resource', 'VCPU=4')
    shown = rows(*words)
    found = [each['uuid'] for each in rows('resource-provider-list', '--member-of', AGGREGATE)]
    assert [each['resource_provider_uuid'] for each in shown] == [
        uuid for uuid in found for _ in range(2)
    ]
    assert [each['total'] for each in shown] == [10, 4, 10, 4]
    assert [each['total'] for each in rows('inventory-list', 'other')] == [10]
    assert place(*words, version='1.2').status == 2


def test_an_aggregate_without_providers_is_told(place: Run) -> None:
    result = place('inventory-set', AGGREGATE, '--of-aggregate', '--resource', 'VCPU=4')
    assert (result.status, result.err) == (
        5,
        f'nova-mv: The aggregate {AGGREGATE} has no resource providers.\n',
    )


@pytest.mark.parametrize(('version', 'status'), [('1.4', 2), ('1.5', 0)])
def test_all_inventories_are_removed_from_1_5_on(place: Run, version: str, status: int) -> None:
    place('resource-provider-create', 'one')
    assert place('inventory-delete', 'one', version=version).status == status


@pytest.mark.parametrize(
    'value', ['VCPU', 'VCPU=', 'VCPU:colour=1', ':total=1', 'VCPU=x', 'VCPU:allocation_ratio=0']
)
def test_values_of_inventories_are_read_before_anything_is_sent(place: Run, value: str) -> None:
    result = place('inventory-set', 'one', '--resource', value)
    assert result.status == 2


def test_several_providers_are_deleted_whatever_fails(place: Run) -> None:
    place('resource-provider-create', 'one')
    result = place('resource-provider-delete', 'one', 'gone')
    assert result.status == 8
    assert "no resource provider with the name or id 'gone'" in result.err
    assert place('resource-provider-show', 'one').status == 5
