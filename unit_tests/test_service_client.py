"""A client of any service: a subclass with a service and a table of managers."""

from __future__ import annotations

import sys
import types
from typing import Any

import pytest
from keystoneauth1 import plugin

from novaclient_mv import exceptions, resources, services
from novaclient_mv.api_versions import APIVersion
from novaclient_mv.resources import client as resources_client
from novaclient_mv.v2 import client as v2_client
from novaclient_mv.versions import VersionRange
from novaclient_mv.wire import request
from unit_tests.scripted import ScriptedCloud

SPARE = services.COMPUTE._replace(
    name='spare', range=VersionRange('2.1', '2.7').bound_like(services.COMPUTE.range)
)


class _Connection:
    """As much of a connection as a client needs."""

    def __init__(self, version: APIVersion) -> None:
        self.api_version = version

    def at(self, version: APIVersion) -> _Connection:
        return _Connection(version)


TABLE = {'MANAGERS': {'parts': ('parts', 'PartManager')}}
ANNOTATIONS = {'__annotations__': {'parts': 'parts.PartManager'}}


@pytest.fixture(params=[TABLE, ANNOTATIONS], ids=['table', 'annotations'])
def client_class(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> type[resources_client.Client]:
    """The client of a service of somebody else's, in a package of its own."""
    parts = types.ModuleType('spare_service.parts')
    parts.PartManager = type('PartManager', (resources.Manager,), {})  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, 'spare_service', types.ModuleType('spare_service'))
    monkeypatch.setitem(sys.modules, 'spare_service.parts', parts)
    return type(
        'Client',
        (resources_client.Client,),
        {'__module__': 'spare_service.client', 'service': SPARE, **request.param},
    )


def test_managers_are_those_that_the_class_declares(
    client_class: type[resources_client.Client],
) -> None:
    client = client_class.from_connection(_Connection(SPARE.version('2.3')))  # type: ignore[arg-type]
    assert type(client.parts).__name__ == 'PartManager'  # type: ignore[attr-defined]
    assert client.parts is client.parts  # type: ignore[attr-defined]
    assert client.parts.api_version == SPARE.version('2.3')  # type: ignore[attr-defined]
    assert 'parts' in dir(client)
    with pytest.raises(AttributeError, match='servers'):
        _ = client.servers  # type: ignore[attr-defined]


def test_managers_of_a_subclass_are_those_of_its_parent(
    client_class: type[resources_client.Client],
) -> None:
    class Mine(client_class):  # type: ignore[misc, valid-type]
        """In another module than the table."""

    client = Mine.from_connection(_Connection(SPARE.version('2.3')))
    assert type(client.parts).__name__ == 'PartManager'


def test_another_version_is_another_client(client_class: type[resources_client.Client]) -> None:
    client = client_class.from_connection(_Connection(SPARE.version('2.3')))  # type: ignore[arg-type]
    other = client.with_version('2.7')
    assert (str(client.api_version), str(other.api_version)) == ('2.3', '2.7')
    assert type(other) is client_class
    for version in ('2.8', '2.latest', 'x'):
        with pytest.raises(exceptions.UnsupportedVersion):
            client.with_version(version)


class _Login(plugin.BaseAuthPlugin):
    """A login that notes what of the catalog is asked for."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self.url = url
        self.options: dict[str, Any] = {}

    def get_token(self, session: Any) -> str:
        return 'token'

    def get_endpoint(self, session: Any, **options: Any) -> str:
        self.options |= options
        return self.url


@pytest.mark.parametrize(
    'keywords',
    [{}, {'service_type': 't', 'service_name': 'n', 'interface': 'admin', 'region_name': 'r'}],
)
def test_keywords_say_which_endpoint_of_the_catalog_is_used(
    client_class: type[resources_client.Client], cloud: ScriptedCloud, keywords: dict[str, str]
) -> None:
    usual = {'service_type': 'compute', 'interface': 'public', 'region_name': None}
    login: Any = _Login(f'{cloud.url}/v2.1')
    cloud.keystone.tokens.add('token')
    client = client_class(auth=login, timeout=7, lock_timeout=3, client_name='mine', **keywords)
    assert not cloud.requests
    client.client.send(request.Request('GET /servers/detail', '/servers/detail'))
    assert {name: login.options.get(name) for name in usual | keywords} == usual | keywords
    assert cloud.versions_sent()[-1] == ('compute 2.7', '2.7')
    assert (str(client.api_version), str(client.client.offered)) == ('2.7', '2.1 to 2.53')
    connection: Any = client.client
    assert (connection.timeout, connection.lock_timeout) == (7, 3)
    assert (connection.session.timeout, connection.client_name) == (7, 'mine')
    at_once = client_class('2.3', auth=login, **keywords)
    assert (str(at_once.api_version), at_once.client.lock_timeout) == ('2.3', 30)
    with pytest.raises(TypeError, match='unknown'):
        client_class('2.3', auth=login, unknown=1)  # type: ignore[call-arg]
    with pytest.raises(
        TypeError, match=r'^Client\(\) needs a session, an auth plugin or an endpoi'
    ):
        client_class('2.3')


def test_client_of_compute_is_one_of_these() -> None:
    assert issubclass(v2_client.Client, resources_client.Client)
    assert v2_client.Client.service is services.COMPUTE
    for name in v2_client.Client.MANAGERS:
        assert issubclass(v2_client.Client.manager_class(name), resources.Manager)
