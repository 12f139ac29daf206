"""Tests of versions as values: spelling, order, ranges and negotiation."""

from __future__ import annotations

import itertools
import types

import pytest

from novaclient_mv import api_versions, exceptions
from novaclient_mv.api_versions import APIVersion, VersionRange
from unit_tests import cases
from unit_tests.newest import BEYOND, NEWEST

REFUSED_SPELLINGS = (
    *('spam', 'l33t', '1.2.3.4.5', '2', '2.01', '02.1', '2.-1', '-2.1', '+2.1', '2.+1'),
    *('2.1e1', '2_0.1', '2..1', '2.', '.1', '2,1', 'v2.1', '0.1', 'latest', 'None', '2.LATEST'),
    *('2.latests', 'latest.2', ' ', '2.1 ', ' 2.1', '2. 1', '2.1\n', '2.1\x00', ''),
    *('\u0662.\u0661', '2.\u0661', '\uff12.1', '2.\u00b2', '2.1\u0661', '2\u0660.1'),
    *('2.10\uff11', '2.' + '1' * 5000),
)


# -- spelling


@pytest.mark.parametrize('text', ['2.1', '2.10', '2.0', '2.latest', NEWEST, '1.1', '3.0', '10.20'])
def test_spelling_is_accepted_and_kept(text: str) -> None:
    assert str(APIVersion(text)) == text
    assert APIVersion(text).get_string() == text


@cases.one_test_of('text', REFUSED_SPELLINGS)
def test_spelling_is_refused(text: str) -> None:
    with pytest.raises(exceptions.UnsupportedVersion) as caught:
        APIVersion(text)
    assert caught.value.exit_status == exceptions.ExitStatus.USAGE


def test_refusal_shows_the_text_and_what_was_expected() -> None:
    with pytest.raises(exceptions.InvalidVersion, match=r"^'2\.1\\n' is not .*: expected X\.Y"):
        APIVersion('2.1\n')


@pytest.mark.parametrize(('text', 'version'), [('2', '2.0'), ('2.90', '2.90'), ('2.latest',) * 2])
def test_get_api_version_reads_versions_of_this_api(text: str, version: str) -> None:
    assert str(api_versions.get_api_version(text)) == version


@pytest.mark.parametrize(
    'text', ['3.0', '1.1', '1', '3', '10.1', '3.latest', '02', '2 ', '\u0662', 'latest', '', 'None']
)
def test_get_api_version_refuses_other_majors_and_texts(text: str) -> None:
    with pytest.raises(exceptions.UnsupportedVersion):
        api_versions.get_api_version(text)


def test_get_api_version_takes_a_version_and_checks_its_major() -> None:
    version = APIVersion('2.9')
    assert api_versions.get_api_version(version) is version
    with pytest.raises(exceptions.UnsupportedVersion):
        api_versions.get_api_version(APIVersion('3.0'))


def test_only_major_version_2_is_available() -> None:
    assert api_versions.get_available_major_versions() == ['2']


@pytest.mark.parametrize(
    ('text', 'spoken'),
    [('2.0', True), ('2.1', True), (NEWEST, True), (BEYOND, False), ('2.latest', True)],
)
def test_client_speaks_its_range_and_the_api_without_microversions(text: str, spoken: bool) -> None:
    assert api_versions.is_spoken(APIVersion(text)) is spoken


# -- order, equality, hash, matching


def test_versions_order_as_pairs_of_numbers_with_null_below_and_latest_on_top() -> None:
    ascending = [APIVersion()]
    ascending += map(APIVersion, ['1.99', '2.0', '2.1', '2.2', '2.9', '2.10', '2.99', '2.100'])
    ascending += map(APIVersion, ['2.99999999999999999999', '2.latest', '3.0'])
    for low, high in itertools.combinations(ascending, 2):
        assert low < high
        assert high > low
        assert low <= high
        assert low != high
        assert not high <= low


def test_equal_versions_are_one_key() -> None:
    assert APIVersion('2.latest') == APIVersion('2.latest')
    assert {APIVersion('2.10'): 'ten'}[APIVersion('2.10')] == 'ten'
    assert len({APIVersion('2.1'), APIVersion('2.10'), APIVersion('2.1'), APIVersion()}) == 3


def test_version_does_not_compare_with_text() -> None:
    assert APIVersion('2.1') != '2.1'
    with pytest.raises(TypeError):
        _ = APIVersion('2.1') < '2.2'


@pytest.mark.parametrize(
    ('low', 'high', 'expected'),
    [
        ('2.9', '2.11', True),
        ('2.10', '2.10', True),
        ('2.1', '2.9', False),
        ('2.11', '2.12', False),
        ('2.1', '2.latest', True),
        (APIVersion(), '2.10', True),
        (APIVersion(), '2.9', False),
        ('2.10', APIVersion(), True),
        ('2.11', APIVersion(), False),
        (APIVersion(), APIVersion(), True),
    ],
)
def test_matches_includes_both_bounds_and_leaves_null_bounds_open(
    low: APIVersion | str, high: APIVersion | str, expected: bool
) -> None:
    assert APIVersion('2.10').matches(low, high) is expected


def test_null_version_matches_nothing_and_has_no_text() -> None:
    null = APIVersion()
    assert null.is_null()
    assert not APIVersion('2.0').is_null()
    assert repr(null) == '<APIVersion: null>'
    with pytest.raises(ValueError, match='null'):
        null.matches('2.1', '2.2')
    with pytest.raises(ValueError, match='null'):
        null.get_string()


def test_only_latest_is_latest() -> None:
    assert APIVersion('2.latest').is_latest()
    assert not APIVersion(NEWEST).is_latest()
    assert not APIVersion().is_latest()


def test_neighbours_of_a_version() -> None:
    assert api_versions.next_version(APIVersion('2.9')) == APIVersion('2.10')
    assert api_versions.previous_version(APIVersion('2.10')) == APIVersion('2.9')


# -- ranges


@pytest.mark.parametrize(
    ('text', 'start', 'end', 'shown'),
    [
        ('2.10', '2.10', '2.10', '2.10'),
        ('2.10..', '2.10', '2.latest', '2.10 and later'),
        ('..2.56', '2.0', '2.56', '2.0 to 2.56'),
        ('2.19..2.36', '2.19', '2.36', '2.19 to 2.36'),
        ('1.5..', '1.5', '1.latest', '1.5 and later'),
        ('..1.50', '1.0', '1.50', '1.0 to 1.50'),
    ],
)
def test_range_is_read_and_shown(text: str, start: str, end: str, shown: str) -> None:
    parsed = VersionRange.parse(text)
    assert (str(parsed.start), str(parsed.end), str(parsed)) == (start, end, shown)
    assert parsed == VersionRange(start, end)
    assert hash(parsed) == hash(VersionRange(start, end))


def test_range_without_bounds_holds_every_version_of_every_major() -> None:
    everything = VersionRange.parse('..')
    assert (everything, str(everything)) == (VersionRange(), 'every version')
    assert everything.is_everything
    for text in ('1.0', '1.50', '2.0', '2.latest', '3.1'):
        assert APIVersion(text) in everything


@pytest.mark.parametrize('text', ['', '2', '2.1...2.3', '2.1..x', '2.1-2.3', '2.1 .. 2.3'])
def test_range_of_another_form_is_refused(text: str) -> None:
    with pytest.raises(exceptions.InvalidVersion):
        VersionRange.parse(text)


def test_range_contains_its_bounds_and_not_their_neighbours() -> None:
    versions = VersionRange('2.9', '2.11')
    inside = [minor for minor in range(7, 14) if APIVersion(f'2.{minor}') in versions]
    assert inside == [9, 10, 11]
    assert APIVersion('2.latest') not in versions
    assert APIVersion('2.latest') in VersionRange('2.9')
    assert APIVersion() not in api_versions.EVERY_VERSION


def test_range_knows_whether_it_is_open_empty_or_everything() -> None:
    assert VersionRange('2.9').is_open
    assert not VersionRange('2.9').is_everything
    assert api_versions.EVERY_VERSION.is_everything
    assert not VersionRange(None, '2.9').is_everything
    assert VersionRange('2.9', '2.8').is_empty
    assert not VersionRange('2.9', '2.9').is_empty


# -- negotiation: requested | server says | window | run uses

CLIENT = api_versions.CLIENT_RANGE


def server(text: str) -> VersionRange | None:
    return VersionRange.parse(text) if text else None


@pytest.mark.parametrize(
    ('requested', 'offered', 'window', 'needed', 'said'),
    [
        ('2.latest', f'{BEYOND}..2.120', '..', f'2.1 to {NEWEST}', f'offers {BEYOND} to 2.120'),
        ('2.latest', '1.1..1.9', '..', f'2.1 to {NEWEST}', 'offers 1.1 to 1.9'),
        ('2.latest', '2.1..2.53', '2.90..', '2.90 and later', 'offers 2.1 to 2.53'),
        ('2.latest', '2.60..2.90', '..2.35', '2.0 to 2.35', 'offers 2.60 to 2.90'),
        ('2.latest', '2.60..2.90', '2.0', '2.0', 'offers 2.60 to 2.90'),
        ('2.latest', '', '2.10..', '2.10 and later', 'has no microversions'),
        ('2.54', '2.1..2.53', '..', '2.54', 'offers 2.1 to 2.53'),
        ('2.9', '2.10..2.53', '..', '2.9', 'offers 2.10 to 2.53'),
        ('2.1', '', '..', '2.1', 'has no microversions'),
        ('2.53', '', '..', '2.53', 'has no microversions'),
        ('2.0', f'2.2..{NEWEST}', '..', '2.0', f'offers 2.2 to {NEWEST}'),
    ],
)
def test_negotiation_refuses_and_names_both_sides(
    requested: str, offered: str, window: str, needed: str, said: str
) -> None:
    with pytest.raises(exceptions.VersionNotOffered) as caught:
        api_versions.negotiate(
            APIVersion(requested), CLIENT, server(offered), VersionRange.parse(window)
        )
    assert caught.value.exit_status == exceptions.ExitStatus.VERSION
    assert f'API version {needed} is not available: this cloud {said}' in str(caught.value)
    assert f'this client speaks 2.1 to {NEWEST}' in str(caught.value)
    assert caught.value.facts() == {'needs_version': needed, 'cloud_range': offered_text(offered)}


def offered_text(offered: str) -> str:
    return str(VersionRange.parse(offered)) if offered else '2.0'


class ClientOfACloud:
    """A client as ``discover_version`` sees one."""

    def __init__(self, offered: str) -> None:
        self.versions = self
        self.offered = server(offered)
        self.times_asked = 0

    def get_current(self) -> types.SimpleNamespace:
        self.times_asked += 1
        if self.offered is None:
            return types.SimpleNamespace(min_version='', version='')
        lowest, highest = str(self.offered.start), str(self.offered.end)
        return types.SimpleNamespace(min_version=lowest, version=highest)


def test_discover_version_refuses_what_the_cloud_lacks() -> None:
    with pytest.raises(exceptions.UnsupportedVersion):
        api_versions.discover_version(ClientOfACloud('2.1..2.53'), APIVersion('2.54'))
    with pytest.raises(exceptions.UnsupportedVersion):
        api_versions.discover_version(ClientOfACloud(''), APIVersion('2.1'))


@pytest.mark.parametrize(
    ('text', 'is_everything'),
    [('2.0..', True), ('2.1..', False), ('2.0..2.104', False), ('..2.56', False), ('1.0..', True)],
)
def test_everything_begins_with_the_version_without_microversions(
    text: str, is_everything: bool
) -> None:
    assert VersionRange.parse(text).is_everything is is_everything


@pytest.mark.parametrize(
    ('ranges', 'first', 'last'),
    [
        ('2.19..2.36', '2.19', '2.36'),
        ('2.32..2.36 2.42..', '2.32', None),
        ('2.42.. 2.32..2.36', '2.32', None),
        ('2.40..2.50 2.32..2.36', '2.32', '2.50'),
        ('2.1.. 2.5..2.6', '2.1', None),
        ('2.1..2.30 2.5..2.6', '2.1', '2.30'),
    ],
)
def test_bounds_of_ranges_are_the_first_and_last_version_of_any(
    ranges: str, first: str, last: str | None
) -> None:
    parsed = [VersionRange.parse(each) for each in ranges.split()]
    assert api_versions.bounds(parsed) == (first, last)
