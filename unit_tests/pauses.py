"""A clock in whose pauses something happens, and that is stopped by Ctrl-C after the last one."""

from __future__ import annotations

from collections.abc import Callable

from unit_tests.nova import TestClock


class Pauses(TestClock):
    """A clock that runs a step in each pause, and raises KeyboardInterrupt when none is left.

    :param steps: what happens in each pause.
    """

    __test__ = False

    def __init__(self, *steps: Callable[[], object]) -> None:
        super().__init__()
        self._steps = [*steps]

    def sleep(self, seconds: float) -> None:
        """Let time pass, and something happen."""
        super().sleep(seconds)
        if not self._steps:
            raise KeyboardInterrupt
        self._steps.pop(0)()


def nothing() -> None:
    """A step in which nothing happens."""
