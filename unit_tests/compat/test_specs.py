"""Clients, managers and resources as specs of mocks, which read every attribute that there is."""

from __future__ import annotations

from typing import Any
from unittest import mock

import pytest

from novaclient_mv import client
from novaclient_mv.v2 import servers
from unit_tests.scripted import ScriptedCloud
from unit_tests.test_client import session_of


def read(thing: Any) -> None:
    """Read all attributes of an object, as ``mock.create_autospec`` does."""
    for name in dir(thing):
        getattr(thing, name, None)


def parts(made: Any) -> list[Any]:
    """A client, its connection and what else it has."""
    return [made, *(getattr(made, name) for name in dir(made) if not name.startswith('_'))]


@pytest.mark.parametrize('version', ['2', '2.53'])
def test_client_without_a_url_can_be_a_spec(version: str) -> None:
    """ec2-api 17 specifies its mocks by ``Client('2')``, and reads ``client`` of them."""
    made: Any = client.Client(version)
    for part in parts(made):
        read(part)
    spec = mock.create_autospec(made)
    assert not hasattr(spec.client, 'last_request_id')
    with pytest.raises(AttributeError):
        spec.servers.conjure()


def test_reading_attributes_sends_nothing(cloud: ScriptedCloud) -> None:
    made: Any = client.Client('2.53', session=session_of(cloud))
    for part in parts(made):
        read(part)
    # One that is not loaded asks for its name, as there.
    read(servers.Server(made.servers, {'id': '1', 'status': 'ACTIVE'}, loaded=True))
    assert cloud.requests == []


def test_mock_in_place_of_an_answer_is_taken() -> None:
    """python-novaclient takes whatever is no response for a request id."""
    answer = mock.Mock(headers={'x-compute-request-id': 'req-1'})
    assert len(servers.Server(None, {'id': '1'}, resp=answer).request_ids) == 1


def test_class_can_be_a_spec() -> None:
    manager = mock.Mock(spec=servers.ServerManager)
    manager.get.return_value = mock.create_autospec(servers.Server, instance=True)
    assert isinstance(manager, servers.ServerManager)
    assert isinstance(manager.get('1'), servers.Server)
