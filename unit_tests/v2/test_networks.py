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


@pytest.mark.parametrize(
    ('ids', 'error'),
    [
        (['1'], None),
        ([], exceptions.NotFound),
        (['1', '2'], exceptions.NoUniqueMatch),
    ],
)
def test_network_by_name(
    networks: ScriptedCloud, connect: Connect, ids: list[str], error: type[Exception] | None
) -> None:
    rows = [{'id': each, 'name': 'private net'} for each in ids]
    networks.on('GET', '/network/v2.0/networks', {'networks': rows})
    neutron = connect(networks, '2.53').neutron
    if error is None:
        assert neutron.find_network('private net').id == '1'
    else:
        with pytest.raises(error, match='private net'):
            neutron.find_network('private net')
    assert networks.requests[-1].query == [('name', 'private net')]
    assert networks.requests[-1].headers['OpenStack-API-Version'] is None


def test_cloud_without_a_network_service(cloud: ScriptedCloud, connect: Connect) -> None:
    with pytest.raises(exceptions.CloudError, match='network'):
        connect(cloud, '2.53').neutron.find_network('private')


def test_network_is_named_in_logs_of_programs() -> None:
    assert repr(Network(None, {'id': 'n', 'name': 'private'})) == '<Network: private>'
