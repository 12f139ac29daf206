"""Reads of a cloud without servers are as on a running Nova, at each version."""

from __future__ import annotations

import pytest

from evidence.side_by_side.pair import SHAPES, Pair
from unit_tests.sandbox.newest import MINOR

VERSIONS = [f'2.{minor}' for minor in range(1, MINOR + 1)]
# What the clouds of the two happen to be made of.
OWN = frozenset(('hosts', 'servers', 'uptime', 'cpu_info', 'servers_links'))
PATHS = (
    '', '/', '/limits', '/flavors', '/flavors/detail', '/os-services', '/os-hypervisors',
    '/os-hypervisors/detail', '/os-hypervisors/statistics', '/os-availability-zone',
    '/os-availability-zone/detail', '/os-quota-sets/{project}', '/os-quota-sets/{project}/detail',
    '/os-quota-sets/{project}/defaults', '/os-quota-class-sets/default', '/os-keypairs',
    '/os-aggregates', '/os-server-groups', '/os-hosts', '/os-networks', '/os-tenant-networks',
    '/extensions', '/nothing',
)  # fmt: skip


@pytest.mark.parametrize('path', PATHS)
def test_read_is_the_same_at_every_version(admin: Pair, path: str) -> None:
    assert admin.differences([('GET', path)], VERSIONS, ignored=OWN, classes=SHAPES) == {}
