"""Sessions of requests, the same ones each time: the sandbox answers as the running services do."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from evidence.differential import report, shrinking
from evidence.differential.running import Runner

SEED = 2026
PAIRS = {'placement': 150, 'compute': 25, 'baremetal': 40}
"""So many that all three take 20 s at most."""
MANY = int(os.environ.get('NOVA_MV_DIFFERENTIAL_PAIRS', '1000'))
COMPARED = {'placement': ('status', 'shape', 'values', 'words', 'headers')}
"""The classes that are to be equal; where it says nothing, status and shape."""


def check(runner: Runner, pairs: int, seed: int, length: int | None = None) -> None:
    """Fail where answers differ, with the shortest session that shows the first difference."""
    found = runner.run(pairs, seed, length=length)
    classes = COMPARED.get(runner.service.name, ('status', 'shape'))
    groups = [group for group in found.ranked() if group.difference.kind in classes]
    if groups:
        first = groups[0]
        first.shortest = shrinking.shrunk(
            first.session,
            lambda session: first.key in [each[:2] for each in runner.replay(session)],
        )
    lines = [line for group in groups for line in report.told_group(group)]
    assert not lines, '\n'.join((*found.figures(), *lines))


@pytest.mark.parametrize('service', PAIRS)
def test_answers_are_those_of_the_running_service(
    runner_of: Callable[[str], Runner], service: str
) -> None:
    """The command line shows all classes."""
    check(runner_of(service), PAIRS[service], SEED, PAIRS[service])


@pytest.mark.slow
@pytest.mark.parametrize('service', PAIRS)
def test_many_answers_are_those_of_the_running_service(
    runner_of: Callable[[str], Runner], service: str
) -> None:
    check(runner_of(service), MANY, SEED + 1)
