"""Versions of services: order, ranges and choices within one service, and errors between two."""

from __future__ import annotations

import operator
from collections.abc import Callable

import pytest

from novaclient_mv import errors
from novaclient_mv.versions import (
    EVERY_VERSION,
    APIVersion,
    VersionRange,
    negotiate,
    next_version,
    previous_version,
)

COMPUTE = APIVersion('2.50', service='compute')
SHARES = APIVersion('2.50', service='share')
UNBOUND = APIVersion('2.50')


def of(service: str | None, first: str, last: str | None = None) -> VersionRange:
    """A range of a service."""
    start = APIVersion(first, service=service)
    return VersionRange(start, None if last is None else APIVersion(last, service=service))


# -- versions


def test_versions_of_two_services_are_never_equal() -> None:
    assert COMPUTE != SHARES
    assert len({COMPUTE, SHARES, APIVersion('2.50', 'compute')}) == 2


def test_an_unbound_version_equals_that_of_any_service() -> None:
    assert UNBOUND == COMPUTE
    assert SHARES == UNBOUND
    assert hash(UNBOUND) == hash(COMPUTE)


@pytest.mark.parametrize('compare', [operator.lt, operator.le, operator.gt, operator.ge])
def test_versions_of_two_services_have_no_order(
    compare: Callable[[APIVersion, APIVersion], bool],
) -> None:
    with pytest.raises(TypeError) as caught:
        compare(COMPUTE, SHARES)
    assert str(caught.value) == (
        '2.50 of compute and 2.50 of share are versions of two services, which have no order.'
    )


def test_an_unbound_version_has_an_order_with_that_of_any_service() -> None:
    assert APIVersion('2.49') < COMPUTE
    assert APIVersion('2.51') > SHARES


def test_neighbours_are_of_the_same_service() -> None:
    for neighbour, text in (
        (next_version(COMPUTE), '2.51'),
        (previous_version(COMPUTE), '2.49'),
        (COMPUTE.at(3, 7), '3.7'),
    ):
        assert (neighbour.service, str(neighbour)) == ('compute', text)


def test_an_unbound_version_takes_the_service_of_another() -> None:
    bound = APIVersion('2.3').bound_like(SHARES)
    assert (bound.service, str(bound)) == ('share', '2.3')
    assert COMPUTE.bound_like(SHARES) is COMPUTE
    assert UNBOUND.bound_like(APIVersion('2.1')) is UNBOUND


def test_version_of_a_text_or_of_itself() -> None:
    assert APIVersion.of(COMPUTE) is COMPUTE
    assert (str(APIVersion.of('2.3')), APIVersion.of('2.3').service) == ('2.3', None)
    assert APIVersion.of(None).is_null()


def test_numbers_of_the_null_version_are_zero() -> None:
    null = APIVersion()
    assert (null.ver_major, null.ver_minor, null.service) == (0, 0, None)
    assert str(null) == '0.0'


def test_a_version_keeps_no_other_attributes() -> None:
    with pytest.raises(AttributeError):
        COMPUTE.region = 'one'  # type: ignore[attr-defined]


def test_texts_of_a_version() -> None:
    assert repr(COMPUTE) == '<APIVersion: 2.50>'
    assert repr(APIVersion('2.latest')) == '<APIVersion: 2.latest>'
    with pytest.raises(ValueError, match=r'^The null version has no text\.$'):
        APIVersion().get_string()
    with pytest.raises(ValueError, match=r'^The null version cannot be matched\.$'):
        APIVersion().matches('2.1', '2.2')


def test_a_spelling_of_thousands_of_digits_is_shown_shortened() -> None:
    with pytest.raises(errors.InvalidVersion, match=r"^'2\.1{18}\.\.\.' is not"):
        APIVersion('2.' + '1' * 5000)


# -- ranges


def test_an_unbounded_range_holds_every_version_of_whatever_service() -> None:
    for version in (COMPUTE, SHARES, UNBOUND, APIVersion('1.0'), APIVersion('9.latest'), '1.7'):
        assert APIVersion.of(version) in EVERY_VERSION
    assert EVERY_VERSION.is_everything
    assert EVERY_VERSION.is_open
    assert EVERY_VERSION.service is None
    assert str(EVERY_VERSION) == 'every version'
    assert str(EVERY_VERSION.end) == 'latest'


def test_a_range_is_of_the_service_of_its_bounds() -> None:
    start, end = APIVersion('2.1'), APIVersion('2.9', 'compute')
    for span in (VersionRange(start, end), VersionRange(None, end), of('compute', '2.1')):
        assert span.service == span.start.service == span.end.service == 'compute'
    assert VersionRange('2.1', '2.9').service is None


def test_bounds_of_two_services_are_refused() -> None:
    with pytest.raises(TypeError) as caught:
        VersionRange(COMPUTE, SHARES)
    assert str(caught.value) == '2.50 and 2.50 bound no range: they are of two services.'


@pytest.mark.parametrize('swapped', [False, True])
def test_an_intersection_takes_the_service_of_either_range(swapped: bool) -> None:
    ranges = [VersionRange.parse('2.10..2.56'), of('share', '2.20', '2.99')]
    one, other = reversed(ranges) if swapped else ranges
    both = one.intersect(other)
    assert str(both) == '2.20 to 2.56'
    assert both.start.service == both.end.service == 'share'


def test_a_range_that_has_a_service_keeps_it() -> None:
    bound, unbound = of('share', '2.1', '2.9'), VersionRange.parse('2.1..2.9')
    assert bound.bound_like(of('compute', '2.1')) is bound
    assert unbound.bound_like(unbound) is unbound
    assert unbound.bound_like(bound).service == 'share'


def test_hashes_spread() -> None:
    assert len({hash(APIVersion(f'2.{minor}')) for minor in range(50)}) > 25
    assert len({hash(VersionRange('2.1', f'2.{minor}')) for minor in range(1, 50)}) > 25


def test_ranges_of_two_services_have_no_intersection() -> None:
    with pytest.raises(TypeError):
        of('compute', '2.1').intersect(of('share', '2.1'))
    with pytest.raises(TypeError):
        of('compute', '2.1').overlaps(of('share', '2.1'))
    assert of('compute', '2.1') != of('share', '2.1')


def test_a_range_is_no_text_and_shows_its_bounds() -> None:
    span = VersionRange('2.1', '2.9')
    assert span != '2.1..2.9'
    assert (span == '2.1..2.9') is False
    assert repr(span) == '<VersionRange: 2.1..2.9>'
    assert str(VersionRange(APIVersion(), '2.9')) == 'up to 2.9'
    assert len({span, VersionRange.parse('2.1..2.9')}) == 1


@pytest.mark.parametrize(
    ('one', 'other', 'is_equal'),
    [('2.1..2.9', '2.1..2.9', True), ('2.1..2.9', '2.1..2.8', False), ('2.1', '2.2', False)],
)
def test_ranges_are_equal_by_both_bounds(one: str, other: str, is_equal: bool) -> None:
    assert (VersionRange.parse(one) == VersionRange.parse(other)) is is_equal


# -- negotiation for a service of major 1

SPOKEN = of('bare', '1.1', '1.90')


def named(text: str) -> APIVersion:
    return APIVersion(text, service='bare')


@pytest.mark.parametrize(
    ('requested', 'offered', 'window', 'used'),
    [
        ('1.latest', '1.1..1.50', '..', '1.50'),
        ('1.latest', '1.1..1.120', '..', '1.90'),
        ('1.latest', '1.1..1.50', '1.7..1.20', '1.20'),
        ('1.latest', '1.1..1.50', '1.0', '1.0'),
        ('1.latest', '', '..', '1.0'),
        ('1.latest', '', '..1.9', '1.0'),
        ('1.20', '1.1..1.50', '..', '1.20'),
        ('1.20', '1.20..1.20', '..', '1.20'),
        ('1.0', '', '..', '1.0'),
        ('1.0', '1.1..1.50', '..', '1.0'),
        ('1.100', '1.1..1.120', '..', '1.100'),
    ],
)
def test_a_version_of_major_1_is_chosen(
    requested: str, offered: str, window: str, used: str
) -> None:
    chosen = negotiate(
        named(requested),
        SPOKEN,
        VersionRange.parse(offered) if offered else None,
        VersionRange.parse(window),
    )
    assert str(chosen) == used


def test_what_stands_for_no_header_may_be_named() -> None:
    first = named('1.1')
    assert negotiate(named('1.latest'), SPOKEN, None, without=first) == first
    assert negotiate(first, SPOKEN, None, without=first) is first
    with pytest.raises(errors.VersionNotOffered):
        negotiate(named('1.0'), SPOKEN, None, without=first)


def test_a_request_without_a_window_may_use_every_version() -> None:
    assert str(negotiate(named('1.latest'), SPOKEN, VersionRange.parse('1.1..1.9'))) == '1.9'
