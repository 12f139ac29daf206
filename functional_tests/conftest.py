"""Fixtures of whole-command tests: a user, the cloud under test, and resources that are removed."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Iterator
from typing import Any

import pytest

from functional_tests.nova import SANDBOX, VERSIONS, Inside, Nova, Reaches, program
from functional_tests.things import Things, unique
from novaclient_mv.api_versions import APIVersion
from unit_tests.testing_process import pytest_collection_finish, pytest_configure

__all__ = ['pytest_collection_finish', 'pytest_configure']


def pytest_report_header() -> str:
    """Return the line of the program under test."""
    return f'program: {" ".join(program())}'


@pytest.fixture(scope='session')
def nova(tmp_path_factory: pytest.TempPathFactory) -> Nova:
    """Runs ``nova-mv`` as a process."""
    return Nova(tmp_path_factory.mktemp('home'))


@pytest.fixture
def own(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Inside:
    """Runs ``nova-mv`` in this process, as a user with a sandbox of their own; what it starts is a
    process.
    """
    monkeypatch.setenv('OS_CLOUD', SANDBOX)
    return Inside(tmp_path)


@pytest.fixture(scope='session')
def _same_user(nova: Nova) -> Inside:
    # A folder of tests may have an ``inside`` of its own; what lasts for the session must not.
    return Inside(nova.home).make_room()


@pytest.fixture(scope='session')
def inside(_same_user: Inside) -> Inside:
    """Runs ``nova-mv`` in this process, as the same user."""
    return _same_user


@pytest.fixture(scope='module', params=VERSIONS)
def version(request: pytest.FixtureRequest) -> str:
    """Each of the versions that every command is tried at."""
    return str(request.param)


@pytest.fixture(scope='module')
def reaches(inside: Inside, version: str) -> Reaches:
    """Whether ``version``, on this cloud, is a given one or a later one."""
    number = APIVersion('2.0' if version == 'None' else version)
    if number.is_latest():
        number = inside.shared_versions().end
    return lambda least: number >= APIVersion(least)


@pytest.fixture(scope='module')
def user(nova: Nova, inside: Inside, version: str) -> Nova:
    """Runs ``nova-mv`` as a process at the newest version, and in this process at the others: for
    what is no different from one version to the next.
    """
    return nova if version == VERSIONS[0] else inside


@pytest.fixture(scope='session')
def _standing(nova: Nova, _same_user: Inside) -> Iterator[tuple[dict[str, Any], tuple[str, ...]]]:
    name = os.environ.get('NOVA_MV_TEST_NETWORK', 'private')
    network = ('--nic', f'net-name={name}') if name else ()
    made = Things(_same_user, network)
    try:
        line = made.create_words(unique('standing'), '--wait', '--meta', 'purpose=test')
        created = nova('-f', 'json', *line)
        if created.status == 5 and 'NOVA_MV_TEST_NETWORK' not in os.environ:
            # This cloud calls its networks otherwise; it is left to choose.
            made.network = ()
            line = made.create_words(unique('standing'), '--wait', '--meta', 'purpose=test')
            created = nova('-f', 'json', *line)
        yield made.keep(created), made.network
    finally:
        made.take_away()


@pytest.fixture(scope='session')
def server(_standing: tuple[dict[str, Any], tuple[str, ...]]) -> dict[str, Any]:
    """A server that is ACTIVE; tests only look at it."""
    return _standing[0]


@pytest.fixture(scope='session')
def network(_standing: tuple[dict[str, Any], tuple[str, ...]]) -> tuple[str, ...]:
    """Words that choose a network for a new server; none where the cloud chooses."""
    return _standing[1]


@pytest.fixture
def things(inside: Inside, network: tuple[str, ...]) -> Iterator[Things]:
    """Makes servers and keypairs; takes them away after the test."""
    made = Things(inside, network)
    try:
        yield made
    finally:
        made.take_away()


@pytest.fixture(scope='module')
def module_things(inside: Inside, network: tuple[str, ...]) -> Iterator[Things]:
    """Makes what several tests look at; takes it away after the last of them."""
    made = Things(inside, network)
    try:
        yield made
    finally:
        made.take_away()


@pytest.fixture(scope='module')
def own_server(module_things: Things) -> dict[str, Any]:
    """A server that is ACTIVE; the tests of a module may change it, and leave it unlocked."""
    return module_things.create('--wait')
