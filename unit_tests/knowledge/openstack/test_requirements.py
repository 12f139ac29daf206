"""Requirements of lines of ``openstack``, where they or the cloud name versions."""

from __future__ import annotations

import json
import shlex

import pytest

from unit_tests.nova import Nova


@pytest.mark.parametrize(
    ('line', 'bounds', 'status'),
    [
        ('server list', ('2.0', None), 0),
        ('server create --tag t --image i --flavor f web', ('2.52', None), 0),
        ('flavor create --description d --rxtx-factor 2 f', ('2.55', '2.101'), 0),
        ('server create --file a=b --image i --flavor f web', (None, None), 2),
        ('baremetal node list --owner x', ('1.50', None), 0),
        ('resource provider list --required T', ('1.18', None), 0),
    ],
)
def test_requirements_of_lines_of_openstack(
    nova: Nova, line: str, bounds: tuple[str | None, str | None], status: int
) -> None:
    result = nova('-f', 'json', 'version-requires', '--', 'openstack', *shlex.split(line))
    needs = json.loads(result.out)
    assert (needs['lowest'], needs['highest'], result.status) == (*bounds, status)
    assert (needs['conflict'] is None) == (status == 0)


def test_lines_that_openstack_refuses_are_refused(nova: Nova) -> None:
    for line in ('server frob', 'server list --nope', 'project cleanup'):
        result = nova('version-requires', '--', 'openstack', *line.split())
        assert (result.status, result.out) == (2, ''), line
