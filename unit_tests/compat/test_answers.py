"""Results of methods as python-novaclient's: masakari 22 reads that of ``lock`` as false."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from novaclient_mv import client, versions
from novaclient_mv.sandbox.pytest_plugin import SandboxCloud
from unit_tests import cases
from unit_tests.compat import answers_of_managers, answers_of_servers
from unit_tests.compat.observed import Case, Scene, in_words

VERSIONS = ('2.1', '2.60', '2.96')
"""Versions at which python-novaclient was observed; the last is the newest that it speaks."""

CASES = [
    (case, version)
    for case in (*answers_of_servers.CASES, *answers_of_managers.CASES)
    for version in VERSIONS
    if versions.APIVersion(version) in case.versions
]


@cases.one_test_of('case, version', CASES)
def test_method_gives_what_it_gave(
    case: Case, version: str, make_sandbox_cloud: Callable[..., SandboxCloud]
) -> None:
    cloud = make_sandbox_cloud(start=time.time())
    scene = Scene(cloud, client.Client(version, session=cloud.session()), version)
    result = case.result(scene)
    assert in_words(result) == case.gives
    if result is not None:
        assert result.request_ids, 'it knows no request ids'  # type: ignore[attr-defined]


@cases.one_test_of('case', answers_of_servers.CASES)
def test_methods_of_servers_give_what_those_of_the_manager_do(
    case: Case, make_sandbox_cloud: Callable[..., SandboxCloud]
) -> None:
    version = '2.96'
    server_class = client.get_client_class('2').manager_class('servers').resource_class
    if case.call or versions.APIVersion(version) not in case.versions:
        pytest.skip('It is not called with a server at this version.')
    if case.name == 'get' or not hasattr(server_class, case.name):
        pytest.skip('A server has no such method.')
    cloud = make_sandbox_cloud(start=time.time())
    scene = Scene(cloud, client.Client(version, session=cloud.session()), version)
    scene.server = scene.client.servers.get(scene.server)
    case.call = lambda it: getattr(it.server, case.name)(*case.arguments)
    try:
        assert in_words(case.result(scene)) == case.gives
    finally:
        case.call = None
