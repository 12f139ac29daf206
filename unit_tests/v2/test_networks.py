"""Tests of network lookups in the network service."""

from __future__ import annotations

import pytest

from novaclient_mv import exceptions
from novaclient_mv.v2.networks import Network
from unit_tests.scripted import ScriptedCloud, StartCloud
from unit_tests.v2.conftest import Connect


@pytest.fixture
def networks(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud with a network service."""
    return start_cloud(catalog={'network': '/network'})


def test_cloud_without_a_network_service(cloud: ScriptedCloud, connect: Connect) -> None:
    with pytest.raises(exceptions.CloudError, match='network'):
        connect(cloud, '2.53').neutron.find_network('private')


def test_network_is_named_in_logs_of_programs() -> None:
    assert repr(Network(None, {'id': 'n', 'name': 'private'})) == '<Network: private>'
