"""Sessions that Hypothesis draws, and makes short where the clouds differ."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from random import Random
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from evidence.differential import shrinking
from evidence.differential.running import Runner, has_parted
from evidence.differential.session import told
from functional_tests.comparison import CLASSES, Difference
from functional_tests.drawn_requests.drawing import Draw
from functional_tests.drawn_requests.service import Step

_CLASSES = os.environ.get('NOVA_MV_DIFFERENTIAL_CLASSES', 'status,shape').split(',')
_EXAMPLES = int(os.environ.get('NOVA_MV_DIFFERENTIAL_EXAMPLES', '20'))
_SETTINGS = settings(
    max_examples=_EXAMPLES,
    stateful_step_count=25,
    deadline=None,
    phases=(Phase.generate, Phase.shrink),
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
_RANDOM = st.randoms(use_true_random=False)


class Differ(AssertionError):
    """The two clouds answer differently.

    :ivar session: the steps up to the one that shows it.
    :ivar difference: what differs.
    """

    def __init__(self, session: Sequence[Step], difference: Difference) -> None:
        self.session = tuple(session)
        self.difference = difference
        super().__init__('\n'.join(lines_of(session, difference)))


def lines_of(session: Sequence[Step], difference: Difference) -> list[str]:
    """The steps of a session, and in what the answers to the last one differ."""
    kind, where, ours, theirs = difference
    return [*map(told, session), f'{kind} {where}', f'sandbox: {ours}', f'service: {theirs}']


class Sessions(RuleBasedStateMachine):
    """A session on both clouds."""

    runner: ClassVar[Runner]

    def __init__(self) -> None:
        super().__init__()
        self.steps: list[Step] = []
        self.is_over = False

    @initialize(random=_RANDOM)
    def begin(self, random: Random) -> None:
        """Begin with what the service wants to be there."""
        self.runner.begin()
        for step in self.runner.service.opening(Draw(random)):
            self._run(step)

    @rule(random=_RANDOM)
    def ask(self, random: Random) -> None:
        """Send a request to both."""
        if not self.is_over:
            self._run(self.runner.service.draw_step(Draw(random)))

    def _run(self, step: Step) -> None:
        self.steps.append(step)
        try:
            answers, differences = self.runner.step(self.steps)
        except TimeoutError:
            self.runner.clouds.restart()
            self.is_over = True
            return
        self.is_over = has_parted(step, answers)
        if self.is_over:
            self.runner.clouds.has_parted = True
        found = [each for each in differences if each.kind in _CLASSES]
        if found:
            raise Differ(self.steps, found[0])


@pytest.mark.slow
@pytest.mark.parametrize('service', ['placement', 'compute', 'baremetal'])
def test_no_session_tells_the_sandbox_from_the_running_service(
    runner_of: Callable[[str], Runner], service: str
) -> None:
    """``NOVA_MV_DIFFERENTIAL_CLASSES`` says in what, ``NOVA_MV_DIFFERENTIAL_EXAMPLES`` how long."""
    assert set(_CLASSES) <= set(CLASSES)
    runner = runner_of(service)
    try:
        run_state_machine_as_test(
            type('Sessions', (Sessions,), {'runner': runner}), settings=_SETTINGS
        )
    except Differ as differ:
        # Hypothesis ends after five minutes; steps that are left over go faster one by one.
        cause = differ.difference[:2]
        shortest = shrinking.shrunk(
            differ.session, lambda steps: cause in [each[:2] for each in runner.replay(steps)]
        )
        pytest.fail('\n'.join(lines_of(shortest, differ.difference)))
