"""The same few sessions each time: the sandbox answers them as the running services do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from evidence.differential import report
from evidence.differential.running import Runner

SEED = 2026
PAIRS = {'placement': 150, 'compute': 25, 'baremetal': 40}
"""So many that all three take 20 s at most."""
COMPARED = {'placement': ('status', 'shape', 'values', 'words', 'headers')}
"""The classes that are to be equal; where it says nothing, status and shape."""


@pytest.mark.parametrize('service', PAIRS)
def test_answers_are_those_of_the_running_service(
    runner_of: Callable[[str], Runner], service: str
) -> None:
    """The command line shows all classes."""
    found = runner_of(service).run(PAIRS[service], SEED, length=PAIRS[service])
    lines = [
        line
        for group in found.ranked()
        if group.difference.kind in COMPARED.get(service, ('status', 'shape'))
        for line in report.told_group(group)
    ]
    assert not lines, '\n'.join((*found.figures(), *lines))
