"""Tests of titles as people write them."""

from __future__ import annotations

import pytest

from novaclient_mv.cli.reading import titles


@pytest.mark.parametrize(
    ('title', 'expected'),
    [
        ('Is_Public', 'Public'),
        ('DEVICE', 'Device'),
        ('ATTACHMENT ID', 'Attachment ID'),
        ('extra_specs', 'Extra Specs'),
        ('Memory_MiB', 'Memory MiB'),
        ('DELETE ON TERMINATION', 'Delete on Termination'),
        ('VCPUs', 'VCPUs'),
        ('os', 'OS'),
        ('Is', 'Is'),
        ('#', '#'),
        ('_', '_'),
        ('', ''),
        ('Access IPv4', 'Access IPv4'),
    ],
)
def test_title_has_no_letters_of_programs(title: str, expected: str) -> None:
    assert titles.for_people(title) == expected
    assert titles.for_people(expected) == expected
