"""A command for a service that a cloud lacks says which services the cloud has."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.nova import Nova


@pytest.mark.parametrize('line', ['server-list', 'placement-trait-list', 'server-show x'])
def test_cloud_of_one_service_says_which_it_is(nova: Nova, start_cloud: Any, line: str) -> None:
    cloud = start_cloud('/baremetal', service_type='baremetal')
    # The second run has a remembered login.
    for _ in range(2):
        result = nova(*line.split(), cloud=cloud)
        assert result.status == 7
        assert 'in region RegionOne. It has baremetal, identity' in result.message


def test_settings_without_a_catalog_say_whose_url_they_have(nova: Nova) -> None:
    nova.cloud_file(
        'clouds: {metal: {auth_type: none, baremetal_endpoint_override: "http://127.0.0.1:1"}}'
    )
    result = nova('server-list', cloud='metal')
    assert result.status == 7
    assert result.message.endswith('The settings have the URL of baremetal only.')
