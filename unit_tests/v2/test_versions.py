"""Tests of what is told of the versions of a cloud."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from novaclient_mv import exceptions
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

KEYS = ('id', 'min_version', 'max_version', 'shared')


def told(nova: Nova, cloud: ScriptedCloud) -> list[tuple[Any, ...]]:
    """What is told of each endpoint."""
    result = nova('version-list', '-f', 'json', cloud=cloud)
    assert result.status == 0, result
    return [tuple(each[key] for key in KEYS) for each in json.loads(result.out)]


@pytest.mark.parametrize(
    ('options', 'expected'),
    [
        ({'maximum': '2.53'}, ('v2.1', '2.1', '2.53', '2.1 to 2.53')),
        ({'maximum': '2.999'}, ('v2.1', '2.1', '2.999', f'2.1 to {NEWEST}')),
        ({'minimum': '2.200', 'maximum': '2.300'}, ('v2.1', '2.200', '2.300', None)),
        ({'microversions': False}, ('v2.1', '', '', '2.0')),
        ({'compute_path': '/v2/PROJECT'}, ('v2.0', '', '', '2.0')),
        ({'compute_path': '/compute', 'maximum': '2.90'}, ('v2.1', '2.1', '2.90', '2.1 to 2.90')),
        ({'service_type': 'computev21'}, ('v2.1', '2.1', '2.53', '2.1 to 2.53')),
    ],
)
def test_endpoint_is_told_whatever_it_shares(
    nova: Nova,
    start_cloud: Callable[..., ScriptedCloud],
    options: dict[str, Any],
    expected: tuple[Any, ...],
) -> None:
    cloud = start_cloud(**options)
    assert told(nova, cloud) == [expected]
    assert cloud.versions_sent() == []


def test_endpoint_that_does_not_answer_is_named(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud._others['compute_legacy'] = 'http://127.0.0.1:9/v2'
    result = nova('version-list', '-f', 'json', cloud=cloud)
    shown = {each['url']: each['status'] for each in json.loads(result.out)}
    assert shown == {f'{cloud.url}/v2.1': 'CURRENT', 'http://127.0.0.1:9/v2': 'UNREACHABLE'}


def test_library(cloud: ScriptedCloud, connect: Callable[..., Any]) -> None:
    versions = connect(cloud, '2.1').versions
    assert str(versions.server_range()) == '2.1 to 2.53'
    assert versions.get_current().id == 'v2.1'
    assert [each.id for each in versions.list()] == ['v2.0', 'v2.1']


def test_library_refuses_a_document_that_is_none(
    cloud: ScriptedCloud, connect: Callable[..., Any]
) -> None:
    cloud.on('GET', '/', b'<html></html>')
    with pytest.raises(exceptions.CloudError):
        connect(cloud, '2.1').versions.list()
