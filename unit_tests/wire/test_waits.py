"""One loop waits, on the clock that it is given."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from novaclient_mv.wire import waits
from unit_tests.nova import NOON, TestClock
from unit_tests.source import PACKAGE, inside, paths, text_of


def test_one_loop_waits() -> None:
    """Other callers of sleep retry, limit the rate, lock a file, or wait for a process."""
    calling = {
        inside(file)
        for file in paths(PACKAGE)
        if '.sleep(' in text_of(file) and PACKAGE / 'sandbox' not in file.parents
    }
    rest = (
        *(
            'wire.steps',
            'compat.session_client',
            'wire.direct.direct_transport',
            'wire.limiter',
        ),
        *('user_files', 'clouds.logins.password_commands'),
    )
    assert calling == {'wire.waits', *rest}


@pytest.mark.parametrize(
    ('timeout', 'how', 'sleeps'),
    [
        (5, {}, [2, 2.4, 0.6]),
        (5, {'first': 1.0}, [1, 1.2, 1.44, 1.36]),
        (5, {'interval': 2}, [2, 2, 1]),
        (0, {}, []),
        (50, {'first': 9.0}, [9, *[10] * 4, 1]),
        # It was over at the eighth look.
        (None, {'interval': 3}, [3] * 7),
    ],
)
def test_last_look_is_at_the_limit(
    timeout: float | None, how: dict[str, Any], sleeps: list[float]
) -> None:
    clock, looks, told = TestClock(0.0), itertools.count(1), [0.0]
    waited = waits.until(lambda: next(looks) == 8, clock.clock(), timeout, tell=told.append, **how)
    assert clock.sleeps == pytest.approx(sleeps)
    assert waited == (None if timeout is None else pytest.approx(timeout))
    assert told[1:] == pytest.approx([0, *itertools.accumulate(sleeps)][: len(sleeps)])


def test_time_is_told_each_second_and_looks_keep_theirs() -> None:
    clock, looks, told = TestClock(), [0.0], [0.0]

    def look() -> bool:
        # It takes a third of a second.
        looks.append(clock.time - NOON)
        clock.time += 1 / 3
        return len(looks) > 4

    assert waits.until(look, clock.clock(), None, tell=told.append, tick=1.0) is None
    pauses = (2, 2.4, 2.88)
    assert looks[1:] == pytest.approx([0, *itertools.accumulate(pause + 1 / 3 for pause in pauses)])
    third = 1 / 3
    assert told[1:] == pytest.approx([third, 1, 2, 2 + 2 * third, 3, 4, 5, 5.4, 6, 7, 8])
