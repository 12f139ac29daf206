"""The two clouds of each service, for the tests that compare them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

import pytest

from evidence.differential import clouds as running
from evidence.differential.__main__ import service_of
from evidence.differential.running import Runner
from evidence.differential.session import Clouds


@pytest.fixture(scope='module')
def runner_of() -> Iterator[Callable[[str], Runner]]:
    """A function that starts a service beside a sandbox, if the environment names its command."""
    with contextlib.ExitStack() as stack:
        started: dict[str, Clouds] = {}

        def start(name: str) -> Runner:
            try:
                running.command_of(name)
            except LookupError as error:
                pytest.skip(str(error))
            if name not in started:
                started[name] = stack.enter_context(Clouds(service_of(name)))
            return Runner(started[name].service, started[name])

        yield start
