"""Arguments of a create request that came to an end keep their place among the others."""

from __future__ import annotations

import pytest

from novaclient_mv import exceptions
from novaclient_mv.api_versions import APIVersion, signature_of
from novaclient_mv.v2 import servers
from novaclient_mv.v2.servers import requests
from unit_tests.newest import NEWEST

FILES = {'/etc/motd': b'hello'}


def test_files_are_sent_up_to_their_last_version() -> None:
    files = requests.InjectedFiles(APIVersion('2.56'))
    assert files.personality(FILES) == [{'path': '/etc/motd', 'contents': 'aGVsbG8='}]
    assert files.personality(None) == []


def test_files_are_refused_from_the_version_after() -> None:
    files = requests.InjectedFiles(APIVersion('2.57'))
    with pytest.raises(exceptions.UnsupportedAttribute, match='files'):
        files.personality(FILES)


@pytest.mark.parametrize('nothing', [None, {}])
def test_no_files_may_be_given_at_every_version(nothing: dict[str, bytes] | None) -> None:
    files = requests.InjectedFiles(APIVersion('2.57'))
    assert files.personality(nothing) == []


@pytest.mark.parametrize('version', ['2.56', '2.57', NEWEST])
def test_what_follows_the_files_stands_at_the_same_place(version: str) -> None:
    signature = signature_of(servers.ServerManager.create, APIVersion(version))
    names = ['self', 'name', 'image', 'flavor', 'meta', 'files', 'reservation_id', 'min_count']
    assert list(signature.parameters)[:8] == names
