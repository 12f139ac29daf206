"""Runs sessions: draws steps, compares the answers, and makes short what differs."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence

from evidence.differential.accepted import Acceptance
from evidence.differential.report import Report
from evidence.differential.session import Clouds, told
from functional_tests import refusals
from functional_tests.comparison import Answer, Comparison, Difference, Liberties, Mask
from functional_tests.drawn_requests.drawing import Draw
from functional_tests.drawn_requests.service import Service, Step


class Runner:
    """Runs sessions on both clouds and counts what differs."""

    def __init__(self, service: Service, clouds: Clouds) -> None:
        self.service = service
        self.clouds = clouds
        self.acceptance = Acceptance(service.name)
        self.report = Report()

    def begin(self) -> None:
        """Begin a session; where the running service cannot be cleaned, with a new one."""
        try:
            self.clouds.begin()
        except (TimeoutError, LookupError, AttributeError, TypeError):
            self.clouds.restart()
            self.clouds.begin()

    def step(self, session: Sequence[Step]) -> tuple[tuple[Answer, Answer], list[Difference]]:
        """Run the last step of a session, whose others have run."""
        step = session[-1]
        before = self.clouds.labels()
        answers = self.clouds.run(step)
        labels = self.clouds.labels()
        masks = [
            Mask(cloud.base, {**old, **new}, self.service.own_ids, self.service.masked)
            for cloud, old, new in zip(self.clouds.both, before, labels, strict=True)
        ]
        comparison = Comparison(
            (masks[0], masks[1]),
            self.service.message,
            self.service.readable,
            Liberties(self.service.free_order),
            step.spoiled,
        )
        differences = [
            difference
            for difference in comparison.differences(*answers)
            if self.service.is_certain(self.clouds, step, difference)
            and not self.acceptance.is_accepted(step.operation, difference)
        ]
        statuses = (answers[0].status, answers[1].status)
        if statuses[0] != statuses[1] and differences and refusals.are_refusals(*statuses):
            differences = [] if self._has_two_mistakes(step) else differences
        return answers, differences

    def _has_two_mistakes(self, step: Step) -> bool:
        """Whether a step was refused before it was spoiled, or spoiled more than once."""
        if step.unspoiled is None:
            return False
        return step.unspoiled.unspoiled is not None or all(
            answer.status >= 400 for answer in self.clouds.run(step.unspoiled)
        )

    def random_session(
        self, draw: Draw, length: int, only: str | None = None
    ) -> Iterator[tuple[list[Step], tuple[Answer, Answer], list[Difference]]]:
        """A session that is drawn as it runs; it ends early where the clouds have gone apart."""
        self.begin()
        session: list[Step] = []
        planned = list(self.service.opening(draw))
        while len(session) < length:
            step = planned.pop(0) if planned else self.service.draw_step(draw, only)
            session.append(step)
            try:
                answers, differences = self.step(session)
            except (TimeoutError, LookupError, AttributeError) as error:
                # A service that does not come to rest any more, or does not answer in its shape.
                self.report.unsettled.append(f'{told(step)} {error!r}')
                self.clouds.restart()
                return
            yield session, answers, differences
            if has_parted(step, answers):
                self.clouds.has_parted = True
                return

    def run(
        self,
        pairs: int,
        seed: int,
        only: str | None = None,
        length: int | None = None,
        progress: Callable[[Report], None] | None = None,
    ) -> Report:
        """Run sessions until there are this many pairs."""
        started = time.monotonic()
        number = 0
        while self.report.compared['status'] < pairs:
            draw = Draw(random.Random(f'{seed} {number}'))
            number += 1
            for session, answers, differences in self.random_session(
                draw, length or self.service.length, only
            ):
                self.report.add(session, answers, differences)
            self.report.seconds = time.monotonic() - started
            if progress is not None:
                progress(self.report)
        return self.report

    def replay(self, session: Sequence[Step]) -> list[Difference]:
        """Run a session from its beginning; the differences of its last step."""
        self.begin()
        differences: list[Difference] = []
        for end in range(1, len(session) + 1):
            answers, differences = self.step(session[:end])
            if has_parted(session[end - 1], answers):
                self.clouds.has_parted = True
                if end < len(session):
                    return []
        return differences


def has_parted(step: Step, answers: tuple[Answer, Answer]) -> bool:
    """Whether one cloud has done something that the other has refused."""
    ours, theirs = answers
    return step.method not in ('GET', 'HEAD') and (ours.status < 400) != (theirs.status < 400)
