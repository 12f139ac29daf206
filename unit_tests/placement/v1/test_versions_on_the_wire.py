"""Versions of Placement on the wire: told by a document at an endpoint without a version."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from novaclient_mv.services import PLACEMENT
from novaclient_mv.wire import documents
from unit_tests.nova import Nova
from unit_tests.placement.v1.conftest import HEADER, Placement

NEWEST = str(PLACEMENT.range.end)
Start = Callable[..., Placement]


@pytest.mark.parametrize(
    ('url', 'whole'),
    [
        ('http://host/placement', 'http://host/placement'),
        ('http://host:8778/', 'http://host:8778'),
        # A version in the path is somebody else's.
        ('http://host/v2/placement/', 'http://host/v2/placement'),
    ],
)
def test_an_endpoint_without_a_version_stays_what_it_is(url: str, whole: str) -> None:
    endpoint = documents.parse_endpoint(url, PLACEMENT)
    assert (endpoint.url, endpoint.versioned, endpoint.root) == (whole, whole, whole)
    assert not endpoint.is_legacy


def test_range_comes_from_one_document_and_is_remembered(
    nova: Nova, start_placement: Start
) -> None:
    service = start_placement()
    service.on('GET', '/traits', {'traits': ['HW_CPU_X86_AVX']})
    result = nova('placement-trait-list', cloud=service.cloud)
    assert (result.status, result.err) == (0, '')
    assert service.wire == ['- GET /', f'{NEWEST} GET /traits']
    assert nova('placement-trait-list', cloud=service.cloud).status == 0
    assert service.wire[2:] == [f'{NEWEST} GET /traits']


def test_an_older_cloud_is_spoken_to_at_its_newest_version(
    nova: Nova, start_placement: Start
) -> None:
    service = start_placement('1.17')
    service.on('GET', '/traits', {'traits': []})
    assert nova('placement-trait-list', cloud=service.cloud).status == 0
    assert service.wire[-1] == '1.17 GET /traits'


def test_requests_carry_the_standard_header_alone(nova: Nova, start_placement: Start) -> None:
    service = start_placement()
    service.on('GET', '/traits', {'traits': []})
    nova('placement-trait-list', cloud=service.cloud)
    headers = service.requests[-1].headers
    assert headers[HEADER] == f'placement {NEWEST}'
    assert headers['X-OpenStack-Nova-API-Version'] is None
    assert headers['OpenStack-Placement-API-Version'] is None


def test_lowest_version_is_sent_without_a_header(nova: Nova, start_placement: Start) -> None:
    service = start_placement()
    service.on('GET', '/resource_providers', {'resource_providers': []})
    words = ('--os-placement-api-version', '1.0', 'placement-resource-provider-list')
    assert nova(*words, cloud=service.cloud).status == 0
    assert service.wire[-1] == '- GET /resource_providers'
