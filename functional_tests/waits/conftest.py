"""A user of a sandbox whose time leaps where somebody waits, for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from functional_tests.nova import Inside, LeapingClock, Nova
from functional_tests.things import Things


@pytest.fixture(scope='session')
def inside(_same_user: Inside, tmp_path_factory: pytest.TempPathFactory) -> Inside:
    """Runs ``nova-mv`` in this process: on a sandbox of its own, or as the same user on another
    cloud.
    """
    if not _same_user.is_sandbox:
        return _same_user
    return Inside(tmp_path_factory.mktemp('leaping'), LeapingClock().clock()).make_room()


@pytest.fixture(scope='module')
def user(inside: Inside) -> Nova:
    """Runs ``nova-mv`` in this process: one of its own would wait in real time."""
    return inside


@pytest.fixture(scope='session')
def server(inside: Inside, network: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """A server that is ACTIVE; tests only look at it."""
    made = Things(inside, network)
    try:
        yield made.create('--wait')
    finally:
        made.take_away()
