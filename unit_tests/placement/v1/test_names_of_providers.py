"""Candidates with the names of their providers."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from unit_tests.nova import Nova
from unit_tests.placement.v1.conftest import Placement

UUIDS = ('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002')
LINE = ('placement-allocation-candidate-list', '--resource', 'VCPU=1', '--provider-names')


@pytest.fixture
def service(start_placement: Callable[..., Placement]) -> Placement:
    """A service with a candidate of two providers, one of which went away since."""
    service = start_placement()
    shares = {uuid: {'resources': {'VCPU': 1}} for uuid in UUIDS}
    candidates = [{'allocations': shares, 'mappings': {}}]
    answer = {'allocation_requests': candidates, 'provider_summaries': {}}
    service.on('GET', '/allocation_candidates', answer)
    providers = [{'uuid': UUIDS[0], 'name': 'rack1', 'generation': 0, 'links': []}]
    service.on('GET', '/resource_providers', {'resource_providers': providers})
    return service


def test_names_are_read_at_once_and_stand_beside_the_uuids(nova: Nova, service: Placement) -> None:
    result = nova(*LINE, cloud=service.cloud)
    assert result.lines[1].split('|')[3].strip() == 'Providers'
    cells = [cell.strip() for cell in result.lines[3].split('|')[2:4]]
    assert cells == [rf'{UUIDS[0]}: VCPU=1\n{UUIDS[1]}: VCPU=1', r'rack1\n-']
    reads = [line.split(' ')[-1] for line in service.wire]
    assert reads[-2:] == ['/allocation_candidates', '/resource_providers']


def test_programs_get_the_names_by_uuid(nova: Nova, service: Placement) -> None:
    row = json.loads(nova(*LINE, '-f', 'json', cloud=service.cloud).out)[0]
    assert row['provider_names'] == {UUIDS[0]: 'rack1', UUIDS[1]: None}


def test_nothing_changes_for_lines_that_do_not_ask(nova: Nova, service: Placement) -> None:
    row = json.loads(nova(*LINE[:-1], '-f', 'json', cloud=service.cloud).out)[0]
    assert 'provider_names' not in row
    assert not [line for line in service.wire if 'resource_providers' in line]
    refused = nova(*LINE[:-1], '-c', 'provider_names', cloud=service.cloud)
    assert refused.status == 2


def test_no_names_are_read_where_there_is_no_candidate(nova: Nova, service: Placement) -> None:
    answer = {'allocation_requests': [], 'provider_summaries': {}}
    service.on('GET', '/allocation_candidates', answer)
    assert nova(*LINE, cloud=service.cloud).status == 0
    assert not [line for line in service.wire if 'resource_providers' in line]


def test_a_provider_of_another_name_is_not_deleted(nova: Nova, service: Placement) -> None:
    result = nova('placement-resource-provider-delete', 'rack', cloud=service.cloud)
    assert (result.status, "'rack'" in result.err) == (5, True)
    assert not [line for line in service.wire if line.startswith('DELETE')]
