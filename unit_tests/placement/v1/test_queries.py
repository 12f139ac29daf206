"""The queries that filters become, and the versions that they need."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from novaclient_mv import errors
from novaclient_mv.placement.v1.allocation_candidates import Group
from novaclient_mv.placement.v1.client import Client
from novaclient_mv.services import PLACEMENT
from unit_tests.nova import Nova
from unit_tests.placement.v1.conftest import Placement

A, B = '11111111-2222-4333-8444-555555555555', '22222222-2222-4333-8444-555555555555'
NEWEST = str(PLACEMENT.range.end)


@pytest.mark.parametrize(
    ('version', 'words', 'query'),
    [
        ('1.3', ('--member-of', f'{A},{B}'), [('member_of', f'in:{A},{B}')]),
        ('1.4', ('--resource', 'A=2', '--resource', 'B=5'), [('resources', 'A:2,B:5')]),
        ('1.18', ('--required', 'T1', '--required', 'T2'), [('required', 'T1,T2')]),
        ('1.22', ('--required', 'T1', '--forbidden', 'T2'), [('required', 'T1,!T2')]),
        ('1.24', ('--member-of', A, '--member-of', B), [('member_of', B), ('member_of', A)]),
        ('1.32', ('--not-member-of', f'{A},{B}'), [('member_of', f'!in:{A},{B}')]),
        (
            NEWEST,
            ('--required', 'T1', '--required', 'T2,T3'),
            [('required', 'T1'), ('required', 'in:T2,T3')],
        ),
    ],
)  # fmt: skip
def test_filters_of_providers(
    nova: Nova,
    start_placement: Callable[..., Placement],
    version: str,
    words: tuple[str, ...],
    query: list[tuple[str, str]],
) -> None:
    service = start_placement()
    service.on('GET', '/resource_providers', {'resource_providers': []})
    option = ('--os-placement-api-version', version)
    result = nova(*option, 'placement-resource-provider-list', *words, cloud=service.cloud)
    assert result.status == 0, result.err
    assert service.requests[-1].query == query


def test_several_member_of_and_sets_of_traits_need_their_versions(
    library: Callable[..., Client],
) -> None:
    with pytest.raises(errors.UnsupportedAttribute):
        library('1.23').resource_providers.list(member_of=[A], member_of_all=[[B]])
    with pytest.raises(errors.UnsupportedAttribute):
        library('1.38').resource_providers.list(required_any=[['T1', 'T2']])


def test_groups_of_candidates(nova: Nova, start_placement: Callable[..., Placement]) -> None:
    service = start_placement()
    service.on(
        'GET', '/allocation_candidates', {'allocation_requests': [], 'provider_summaries': {}}
    )
    words = (
        *('--resource', 'VCPU=1', '--limit', '3', '--root-required', 'T3'),
        *('--group', 'net:NET_BW_EGR_KILOBIT_PER_SEC=10', '--group-required', 'net:T1,T2'),
        *('--group', 'acc:FPGA=1', '--group-forbidden', 'acc:T4', '--group-member-of', f'acc:{A}'),
        *('--group-policy', 'isolate', '--same-subtree', 'net,acc'),
    )
    result = nova('placement-allocation-candidate-list', *words, cloud=service.cloud)
    assert result.status == 0, result.err
    assert sorted(service.requests[-1].query) == [
        ('group_policy', 'isolate'),
        ('limit', '3'),
        ('member_ofacc', A),
        ('requiredacc', '!T4'),
        ('requirednet', 'T1,T2'),
        ('resources', 'VCPU:1'),
        ('resourcesacc', 'FPGA:1'),
        ('resourcesnet', 'NET_BW_EGR_KILOBIT_PER_SEC:10'),
        ('root_required', 'T3'),
        ('same_subtree', 'net,acc'),
    ]


@pytest.mark.parametrize(
    ('version', 'group', 'status'),
    [('1.24', '1', 2), ('1.25', '1', 0), ('1.32', 'net', 2), ('1.33', 'net', 0)],
)
def test_groups_have_numbers_first_and_names_later(
    nova: Nova, version: str, group: str, status: int
) -> None:
    words = ('placement-allocation-candidate-list', '--group', f'{group}:VCPU=1')
    option = ('--os-placement-api-version', version)
    resource = ('--resource', 'VCPU=1') if version == '1.24' else ()
    assert nova(*option, *words, *resource, cloud='sandbox').status == status


@pytest.mark.parametrize('version', ['1.10', '1.11', '1.12', NEWEST])
def test_candidates_have_one_shape_at_every_version(
    library: Callable[..., Client], version: str
) -> None:
    first = library(version).allocation_candidates.list({'VCPU': 2})[0]
    assert list(first.allocations.values()) == [{'VCPU': 2}]
    assert first.provider_summaries.keys() == first.allocations.keys()


def test_isolated_groups_come_from_several_providers_of_a_tree(
    library: Callable[..., Client],
) -> None:
    client = library()
    top = client.resource_providers.create('top')
    for name in ('left', 'right'):
        child = client.resource_providers.create(name, parent_provider=top)
        client.inventories.set(child, {'FPGA': {'total': 1}}, child.generation)
    groups = {'_1': Group({'FPGA': 1}), '_2': Group({'FPGA': 1})}
    found = client.allocation_candidates.list(groups=groups, group_policy='isolate')
    assert [len(each.allocations) for each in found] == [2, 2]
    with pytest.raises(errors.BadRequest):
        client.allocation_candidates.list(groups=groups)


def test_usage_and_changed_inventory_are_whole(library: Callable[..., Client]) -> None:
    client = library()
    one = client.resource_providers.create('one')
    client.inventories.create(one, 'VCPU', {'total': 8})
    assert client.inventories.update(one, 'VCPU', {'total': 9}, 1).total == 9
    (usage,) = client.usages.of_provider(one)
    assert (usage.is_loaded(), len(usage.request_ids)) == (True, 1)
