"""Versions of two services: never equal, without an order; what is unbound takes the service of
what it meets.
"""

from __future__ import annotations

import operator
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from novaclient_mv import api_versions, services, versions
from novaclient_mv.versions import EVERY_VERSION, APIVersion, VersionRange
from unit_tests.fictional.depot import DEPOT
from unit_tests.fictional.orchestra import ORCHESTRA

ALL = (services.COMPUTE, DEPOT, ORCHESTRA)
NAMES = [each.name for each in ALL]

numbers = st.builds('{}.{}'.format, st.integers(1, 3), st.integers(0, 99))
bounds = st.one_of(st.none(), numbers)
# How fast inputs come, and how long one takes, is the machine's load.
patient = settings(deadline=None, suppress_health_check=list(HealthCheck))
two_names = st.permutations(NAMES).map(lambda names: names[:2])


@patient
@given(numbers, numbers, two_names)
def test_versions_of_two_services_are_unequal_and_have_no_order(
    one: str, other: str, names: list[str]
) -> None:
    a, b = APIVersion(one, names[0]), APIVersion(other, names[1])
    assert a != b
    for compare in (operator.lt, operator.le, operator.gt, operator.ge):
        with pytest.raises(TypeError, match='two services'):
            compare(a, b)


@patient
@given(numbers, numbers, two_names)
def test_a_range_neither_holds_nor_meets_versions_of_another_service(
    one: str, other: str, names: list[str]
) -> None:
    bound = VersionRange(APIVersion(one, names[0]))
    foreign = VersionRange(APIVersion(other, names[1]))
    with pytest.raises(TypeError):
        assert foreign.start not in bound
    for meet in (bound.intersect, bound.overlaps):
        with pytest.raises(TypeError):
            meet(foreign)
    assert bound != foreign
    with pytest.raises(TypeError):
        VersionRange(bound.start, foreign.start)


@patient
@given(bounds, bounds, numbers, st.sampled_from(NAMES))
def test_an_unbound_range_holds_the_same_versions_of_whatever_service(
    start: str | None, end: str | None, number: str, name: str
) -> None:
    span = VersionRange(start, end)
    assert (APIVersion(number, name) in span) == (APIVersion(number) in span)
    assert span.service is None


@patient
@given(bounds, bounds, numbers, st.sampled_from(NAMES))
def test_an_unbound_range_takes_the_service_of_the_range_it_meets(
    start: str | None, end: str | None, number: str, name: str
) -> None:
    bound = VersionRange(APIVersion(number, name))
    for both in (
        bound.intersect(VersionRange(start, end)),
        VersionRange(start, end).intersect(bound),
    ):
        assert (both.start.service, both.end.service) == (name, name)


@patient
@given(numbers, st.sampled_from(NAMES))
def test_the_unbounded_range_has_no_major_and_no_service(number: str, name: str) -> None:
    version = APIVersion(number, name)
    assert version in EVERY_VERSION
    assert EVERY_VERSION.intersect(VersionRange(version, version)) == VersionRange(version, version)


@pytest.mark.parametrize('service', ALL, ids=NAMES)
def test_unbounded_reaches_from_no_version_header_to_latest(service: services.Service) -> None:
    for version in (service.unversioned, service.range.start, service.range.end, service.latest):
        assert version in EVERY_VERSION
        assert version.service == service.name


def test_versions_of_the_public_face_are_those_of_compute() -> None:
    public = api_versions.APIVersion('2.50')
    assert public.service == services.COMPUTE.name
    assert public == services.COMPUTE.version('2.50')
    assert public != DEPOT.version('2.50')
    assert public in services.COMPUTE.range
    with pytest.raises(TypeError):
        assert public not in DEPOT.range


class Holder:
    """A first argument of versioned functions."""

    def __init__(self, version: APIVersion) -> None:
        self.api_version = version


@versions.wraps('1.1', '1.9')
def act(holder: Holder) -> str:
    return 'old'


@versions.wraps('1.10')
def act(holder: Holder) -> str:
    return 'new'


@pytest.mark.parametrize(('number', 'expected'), [('1.9', 'old'), ('1.10', 'new'), ('1.24', 'new')])
def test_variants_spelt_as_text_serve_the_service_that_calls(number: str, expected: str) -> None:
    assert act(Holder(ORCHESTRA.version(number))) == expected


@pytest.mark.parametrize('service', ALL, ids=NAMES)
@pytest.mark.parametrize(
    'choose',
    [
        lambda service: service.negotiate(service.latest, service.range),
        lambda service: service.negotiate(service.latest, service.range, EVERY_VERSION),
        lambda service: service.negotiate(service.range.end, service.range),
    ],
)
def test_negotiation_ends_with_a_version_of_the_service(
    service: services.Service, choose: Callable[[services.Service], APIVersion]
) -> None:
    version = choose(service)
    assert (version, version.service) == (service.range.end, service.name)


@pytest.mark.parametrize('service', ALL, ids=NAMES)
def test_without_microversions_is_chosen_where_the_cloud_has_none(
    service: services.Service,
) -> None:
    assert service.negotiate(service.latest, None) == service.unversioned
