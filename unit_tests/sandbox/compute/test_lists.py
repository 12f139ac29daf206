"""Lists of Compute: a row is all that a filter is, in its versions."""

from __future__ import annotations

import pytest

from novaclient_mv.sandbox.compute.lists import Lists, pages, parameter
from novaclient_mv.versions import APIVersion

LISTS = Lists(
    parameter('host'), parameter('zone', '2.6'), *pages('2.4'), private=True, closed='2.8'
)


@pytest.mark.parametrize(
    ('version', 'names', 'is_open'),
    [
        ('2.3', {'host'}, True),
        ('2.4', {'host', 'limit', 'marker'}, True),
        ('2.6', {'host', 'limit', 'marker', 'zone'}, True),
        ('2.8', {'host', 'limit', 'marker', 'zone'}, False),
    ],
)
def test_query_of_a_version_has_its_rows(version: str, names: set[str], is_open: bool) -> None:
    schema = LISTS.schema(APIVersion(version))
    assert {*schema['properties']} == names
    assert schema['additionalProperties'] is is_open
    assert '^_' in schema['patternProperties']
