"""Arguments of a create request that came to an end keep their place among the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from novaclient_mv import exceptions
from novaclient_mv.api_versions import APIVersion, signature_of
from novaclient_mv.v2 import servers
from unit_tests.newest import NEWEST
from unit_tests.scripted import ScriptedCloud
from unit_tests.v2 import exchange

FILES = {'/etc/motd': b'hello'}
Create = Callable[..., dict[str, Any]]


@pytest.fixture
def create(start_cloud: Callable[..., ScriptedCloud], connect: Callable[..., Any]) -> Create:
    """Creates a server at a version with files; what was sent of it."""
    cloud = start_cloud(maximum=NEWEST)
    cloud.on('POST', '/servers', {'server': {'id': 's'}})

    def make(version: str, *args: Any, **kwargs: Any) -> dict[str, Any]:
        nics = 'none' if APIVersion(version) > APIVersion('2.36') else None
        connect(cloud, version).servers.create('a', 'i', 'f', None, *args, nics=nics, **kwargs)
        found: dict[str, Any] = exchange.bodies(cloud)[-1]['server']
        return found

    return make


def test_files_are_sent_up_to_their_last_version(create: Create) -> None:
    assert create('2.56', FILES)['personality'] == [{'path': '/etc/motd', 'contents': 'aGVsbG8='}]
    assert 'personality' not in create('2.56', None)


@pytest.mark.parametrize('version', ['2.57', NEWEST])
def test_files_are_refused_from_the_version_after(create: Create, version: str) -> None:
    with pytest.raises(exceptions.UnsupportedAttribute, match=r'files.* 2\.0 to 2\.56'):
        create(version, FILES)
    with pytest.raises(exceptions.UnsupportedAttribute, match='files'):
        create(version, files=FILES)


@pytest.mark.parametrize('nothing', [None, {}])
def test_no_files_may_be_given_at_every_version(create: Create, nothing: Any) -> None:
    assert 'personality' not in create('2.57', nothing)
    assert 'personality' not in create('2.57', files=nothing)


def test_rebuild_refuses_files_likewise(
    start_cloud: Callable[..., ScriptedCloud], connect: Callable[..., Any]
) -> None:
    cloud = start_cloud(maximum=NEWEST)
    with pytest.raises(exceptions.UnsupportedAttribute, match='files'):
        connect(cloud, '2.57').servers.rebuild('s', 'i', files=FILES)
    assert cloud.wire() == []


@pytest.mark.parametrize('version', ['2.56', '2.57', NEWEST])
def test_what_follows_the_files_stands_at_the_same_place(version: str) -> None:
    signature = signature_of(servers.ServerManager.create, APIVersion(version))
    names = ['self', 'name', 'image', 'flavor', 'meta', 'files', 'reservation_id', 'min_count']
    assert list(signature.parameters)[:8] == names
