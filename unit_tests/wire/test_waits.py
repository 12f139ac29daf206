"""One loop waits, on the clock that it is given."""

from __future__ import annotations

import ast
import itertools

import pytest

from novaclient_mv.wire import waits
from unit_tests.nova import TestClock
from unit_tests.test_layout import PACKAGE, name_of, paths, tree_of

SLEEPING = {
    'novaclient_mv/wire/waits.py': 'clock.sleep',
    # So many tries, with pauses that the cloud may name.
    'novaclient_mv/wire/sender.py': 'self.sleep',
    'novaclient_mv/compat/session_client.py': 'self.sleep',
    # These hold back what begins, and look at nothing.
    'novaclient_mv/wire/direct/direct_transport.py': 'time.sleep',
    'novaclient_mv/wire/limiter.py': 'time.sleep',
    # Another process of this machine, for a moment.
    'novaclient_mv/user_files/__init__.py': 'time.sleep',
}
"""Where time is let pass, and on which clock."""


def test_one_loop_waits() -> None:
    calls = {
        name_of(file): ast.unparse(node.func)
        for file in paths(PACKAGE)
        if PACKAGE / 'sandbox' not in file.parents
        for node in ast.walk(tree_of(file))
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith('sleep')
    }
    assert calls == SLEEPING


@pytest.mark.parametrize(
    ('timeout', 'interval', 'first', 'sleeps', 'waited'),
    [
        (5, None, 2.0, [2, 2.4, pytest.approx(0.6)], 5),
        (5, None, 1.0, [1, 1.2, pytest.approx(1.44), pytest.approx(1.36)], 5),
        (5, 2, 1.0, [2, 2, 1], 5),
        (0, None, 2.0, [], 0),
        # It was over at the eighth look.
        (None, 3, 2.0, [3] * 7, None),
        (50, None, 9.0, [9, *[10] * 4, 1], 50),
    ],
)
def test_last_look_is_at_the_limit(
    timeout: float | None,
    interval: float | None,
    first: float,
    sleeps: list[float],
    waited: float | None,
) -> None:
    clock, looks = TestClock(), itertools.count(1)
    told: list[float] = []
    given_up = waits.until(
        lambda: next(looks) == 8,
        clock.clock(),
        timeout,
        interval=interval,
        first=first,
        tell=told.append,
    )
    assert (clock.sleeps, given_up) == (sleeps, waited and pytest.approx(waited))
    assert len(told) == len(sleeps)
    assert told[:1] == [0][: len(told)]
