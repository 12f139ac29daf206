"""Versions and ranges against a model: sets of pairs of numbers."""

from __future__ import annotations

import itertools
import re

from hypothesis import given, settings
from hypothesis import strategies as st

from novaclient_mv import errors
from novaclient_mv.services import COMPUTE, epochs
from novaclient_mv.versions import APIVersion, VersionRange, negotiation
from novaclient_mv.versions.value import next_version, previous_version
from unit_tests import refusals

MINORS = range(13)
LATEST = 99
"""Stands above every number in the model."""
NUMBERS = st.integers(0, len(MINORS) - 1)
BOUNDS = st.none() | st.sampled_from([f'2.{minor}' for minor in MINORS])
RANGES = st.builds(VersionRange, BOUNDS, BOUNDS)
SHORT_RANGES = st.builds(
    lambda start, length: VersionRange(f'2.{start}', f'2.{start + length}'),
    NUMBERS,
    st.integers(0, 2),
)
QUICK = settings(max_examples=80, deadline=None)


def members(span: VersionRange | None) -> set[int]:
    """The minor numbers of major 2 in a range, told by its text alone."""
    if span is None:
        return set()
    start, end = (str(bound).partition('.')[2] for bound in (span.start, span.end))
    low = int(start) if start else 0
    high = LATEST if end in ('latest', '') else int(end)
    return {minor for minor in MINORS if low <= minor <= high}


@QUICK
@given(
    st.text(st.sampled_from('0123456789.latesx -+_\u0662\u00b2\n'), max_size=8)
    | st.builds('{}.{}'.format, st.integers(0, 300), st.integers(0, 300) | st.just('latest'))
    | st.builds('{}.{}'.format, st.sampled_from(['2', '02', '']), st.sampled_from(['1', '01', '']))
)
def test_version_is_two_numbers_as_people_write_them_and_comes_back(text: str) -> None:
    is_version = re.fullmatch(r'[1-9][0-9]*\.(0|[1-9][0-9]*|latest)', text) is not None
    version, _ = refusals.value_or_words(lambda: APIVersion(text), errors.InvalidVersion)
    assert (version is not None) == is_version
    assert version is None or str(version) == text


PAIRS = st.tuples(st.integers(1, 3), NUMBERS | st.just(LATEST))


def spelt(pair: tuple[int, int]) -> APIVersion:
    return APIVersion(f'{pair[0]}.{"latest" if pair[1] == LATEST else pair[1]}')


@QUICK
@given(PAIRS, PAIRS)
def test_order_is_that_of_the_numbers(one: tuple[int, int], other: tuple[int, int]) -> None:
    a, b = spelt(one), spelt(other)
    assert [a < b, a <= b, a == b, a != b, a >= b, a > b] == [
        *(one < other, one <= other, one == other, one != other, one >= other, one > other)
    ]
    assert a != b or hash(a) == hash(b)
    if one[1] not in (0, LATEST):
        assert previous_version(a) < a < next_version(a)
        assert next_version(previous_version(a)) == a


@QUICK
@given(BOUNDS, BOUNDS)
def test_range_is_read_as_it_is_written(start: str | None, end: str | None) -> None:
    text = f'{start or ""}..{end or ""}'
    low = int(start.partition('.')[2]) if start else 0
    high = int(end.partition('.')[2]) if end else LATEST
    span = VersionRange.parse(text)
    expected = {minor for minor in MINORS if low <= minor <= high}
    assert {minor for minor in MINORS if APIVersion(f'2.{minor}') in span} == expected
    assert span.is_empty == (low > high)
    assert members(span) == expected


@QUICK
@given(RANGES, RANGES, RANGES)
def test_intersection_has_what_is_in_both(
    a: VersionRange, b: VersionRange, c: VersionRange
) -> None:
    both = a.intersect(b)
    assert members(both) == members(a) & members(b)
    assert members(both) == members(b.intersect(a))
    assert members(both.intersect(c)) == members(a.intersect(b.intersect(c)))
    assert a.overlaps(b) == (not both.is_empty)


@QUICK
@given(st.lists(RANGES | SHORT_RANGES, max_size=5))
def test_merged_ranges_hold_the_same_and_have_gaps_between_them(spans: list[VersionRange]) -> None:
    spans = [span for span in spans if not span.is_empty]
    merged = epochs.merged(spans, COMPUTE)
    assert set().union(*map(members, merged)) == set().union(*map(members, spans))
    for before, after in itertools.pairwise(merged):
        assert next_version(before.end) < after.start
    cut = epochs.between(spans, COMPUTE)
    assert [span.start for span in cut[1:]] == [next_version(span.end) for span in cut[:-1]]
    for span in spans:
        # Within each piece all versions are the same to every range.
        assert all(len({v in span for v in (piece.start, piece.end)}) == 1 for piece in cut)


CLIENT = VersionRange('2.1', '2.9')
WANTED = st.just('2.latest') | st.sampled_from([f'2.{minor}' for minor in MINORS])


@QUICK
@given(WANTED, st.none() | RANGES.filter(lambda span: not span.is_empty), RANGES)
def test_negotiation_chooses_what_trying_every_version_finds(
    wanted: str, offered: VersionRange | None, window: VersionRange
) -> None:
    # What a cloud answers without a version is its first one, which this client must know.
    without = offered is None or min(members(offered) | {LATEST}) <= 1
    usable = members(offered) & members(CLIENT) & members(window)
    expected: int | None
    if wanted == '2.0':
        expected = 0 if without else None
    elif wanted != '2.latest':
        minor = int(wanted.partition('.')[2])
        expected = minor if minor in members(offered) else None
    elif usable:
        expected = max(usable)
    else:
        is_stranger = offered is not None and not members(offered) & members(CLIENT)
        expected = 0 if without and 0 in members(window) and not is_stranger else None
    chosen, _ = refusals.value_or_words(
        lambda: negotiation.negotiate(APIVersion(wanted), CLIENT, offered, window),
        errors.VersionNotOffered,
    )
    assert chosen == (None if expected is None else APIVersion(f'2.{expected}'))
