"""The operators of this folder, and the nodes of a test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from functional_tests.baremetal import operator as operators
from functional_tests.baremetal.operator import Operator, Process, Rack
from functional_tests.nova import LeapingClock
from novaclient_mv import versions


@pytest.fixture(scope='session')
def operator(tmp_path_factory: pytest.TempPathFactory) -> Operator:
    """Runs ``nova-mv`` in this process, at the version that client and cloud negotiate.

    A sandbox is one of its own, whose time leaps where somebody waits.
    """
    user = Operator(tmp_path_factory.mktemp('operator'))
    if user.is_sandbox:
        user.clock = LeapingClock().clock()
    return user


@pytest.fixture
def process(tmp_path_factory: pytest.TempPathFactory) -> Process:
    """Runs ``nova-mv`` as a process, with nothing remembered; time is real."""
    return Process(tmp_path_factory.mktemp('process'))


@pytest.fixture(scope='session')
def shared(operator: Operator) -> versions.VersionRange:
    """The versions that client and cloud share."""
    return operators.shared(operator)


@pytest.fixture(autouse=True)
def _bare_metal(shared: versions.VersionRange) -> None:
    """Tests of this folder need a Bare Metal service."""


@pytest.fixture
def rack(operator: Operator) -> Iterator[Rack]:
    """Enrolls nodes; they are deleted after the test, in whatever state they are."""
    rack = Rack(operator)
    try:
        yield rack
    finally:
        rack.take_away()
