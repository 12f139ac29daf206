"""The calendar of a service: what releases brought, said in words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from novaclient_mv.versions import APIVersion, VersionRange, releases
from novaclient_mv.versions.releases import Calendar

TABLE = {
    'microversions': [
        {'version': '1.1', 'introduced_in': 'Kilo'},
        {'version': '1.7', 'introduced_in': '2015.2 Liberty'},
        {'version': '1.20', 'introduced_in': '2016.1 Mitaka'},
        {'version': '1.21', 'introduced_in': ''},
    ],
    'releases': [
        {'release': 'Juno', 'max_microversion': None},
        {'release': 'Icehouse'},
        {'release': 'Kilo', 'max_microversion': '1.6'},
        {'release': '2015.2 Liberty', 'max_microversion': '1.19'},
        {'release': '2016.1 Mitaka', 'max_microversion': '1.20'},
    ],
}


@pytest.fixture
def calendar(tmp_path: Path) -> Calendar:
    """The calendar of a service of major 1."""
    file = tmp_path / 'microversions.json'
    file.write_text(json.dumps(TABLE), encoding='utf-8')
    return Calendar(str(file))


@pytest.mark.parametrize(
    ('text', 'need', 'heading'),
    [
        ('..', 'any version', 'All versions'),
        ('1.0..', 'any version', 'All versions'),
        ('1.7..', '1.7 (Liberty) or later', 'From 1.7 (Liberty)'),
        ('1.8..', '1.8 or later', 'From 1.8'),
        ('..1.20', '1.20 (Mitaka) or earlier', 'Up to 1.20 (Mitaka)'),
        ('1.1', '1.1 (Kilo)', 'Only 1.1 (Kilo)'),
        ('1.0..1.0', '1.0 or earlier', 'Up to 1.0'),
        ('1.1..1.20', '1.1 (Kilo) to 1.20 (Mitaka)', '1.1 (Kilo) to 1.20 (Mitaka)'),
        ('1.21..1.22', '1.21 to 1.22', '1.21 to 1.22'),
    ],
)
def test_range_is_told_with_its_releases(
    calendar: Calendar, text: str, need: str, heading: str
) -> None:
    assert calendar.describe_need(VersionRange.parse(text)) == need
    assert calendar.heading((VersionRange.parse(text),)) == heading


def test_heading_of_several_ranges_lists_them(calendar: Calendar) -> None:
    ranges = (VersionRange.parse('..1.6'), VersionRange.parse('1.20..'))
    assert calendar.heading(ranges) == 'Up to 1.6, From 1.20 (Mitaka)'


def test_release_that_brought_a_version_is_named_by_its_last_word(calendar: Calendar) -> None:
    assert calendar.introduced(APIVersion('1.7')) == 'Liberty'
    assert calendar.introduced(APIVersion('1.6')) == ''
    assert calendar.introduced(APIVersion('1.21')) == ''


def test_release_of_a_cloud_is_the_one_whose_newest_version_it_speaks(calendar: Calendar) -> None:
    assert calendar.release_of_cloud(APIVersion('1.19')) == 'Liberty'
    assert calendar.release_of_cloud(APIVersion('1.18')) == ''


@pytest.mark.parametrize(
    ('offered', 'said'),
    [
        ('1.1..1.19', 'offers 1.1 to 1.19 (Liberty)'),
        ('1.1..1.18', 'offers 1.1 to 1.18'),
        ('', 'has no microversions and speaks 1.0 only'),
    ],
)
def test_offer_of_a_cloud_ends_a_message(calendar: Calendar, offered: str, said: str) -> None:
    cloud_range = VersionRange.parse(offered) if offered else None
    assert calendar.describe_offer(cloud_range, APIVersion('1.0')) == said


@pytest.mark.parametrize(
    ('name', 'version'),
    [
        ('kilo', '1.6'),
        (' Liberty\n', '1.19'),
        ('2015.2', '1.19'),
        ('2015.2 LIBERTY', '1.19'),
        ('juno', None),
        ('icehouse', None),
        ('', None),
        ('lib', None),
    ],
)
def test_newest_version_of_a_release_is_found_by_its_names(
    calendar: Calendar, name: str, version: str | None
) -> None:
    assert calendar.newest_of(name) == version


def test_releases_with_a_version_are_named_in_order(calendar: Calendar) -> None:
    assert calendar.names() == ['Kilo', 'Liberty', 'Mitaka']


def test_calendar_without_a_table_tells_versions_by_their_numbers() -> None:
    calendar = Calendar()
    assert calendar.facts == {'microversions': [], 'releases': []}
    assert calendar.with_release(APIVersion('1.7')) == '1.7'
    assert calendar.describe_need(VersionRange.parse('1.7..')) == '1.7 or later'
    assert calendar.newest_of('kilo') is None
    assert calendar.names() == []


def test_table_is_read_when_it_is_first_needed_and_once(tmp_path: Path) -> None:
    file = tmp_path / 'later.json'
    calendar = releases.calendar(str(file))
    file.write_text(json.dumps(TABLE), encoding='utf-8')
    assert calendar.names() == ['Kilo', 'Liberty', 'Mitaka']
    file.unlink()
    assert releases.calendar(str(file)).newest_of('kilo') == '1.6'
