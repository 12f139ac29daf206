"""Ranges of versions as scripts get them: two versions, and the releases that brought them."""

from __future__ import annotations

import pytest

from novaclient_mv.api_versions import VersionRange
from novaclient_mv.knowledge import spans
from novaclient_mv.services import BAREMETAL, COMPUTE


@pytest.mark.parametrize(
    ('text', 'form'),
    [
        ('2.19..2.36', ('2.19', '2.36', 'Mitaka', 'Newton')),
        ('2.90..', ('2.90', None, 'Xena', None)),
        ('..2.56', ('2.0', '2.56', None, 'Queens')),
        ('2.53', ('2.53', '2.53', 'Pike', 'Pike')),
    ],
)
def test_range_has_its_ends_and_their_releases(
    text: str, form: tuple[str, str | None, str | None, str | None]
) -> None:
    keys = ('start', 'end', 'start_release', 'end_release')
    assert spans.as_mapping(VersionRange.parse(text), COMPUTE) == dict(zip(keys, form, strict=True))


def test_ranges_of_two_services_do_not_mix() -> None:
    with pytest.raises(TypeError):
        spans.as_mappings([BAREMETAL.range], COMPUTE)
