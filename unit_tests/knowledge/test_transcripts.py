"""Of scripts, command lines, logs and versions the same is said as when it was recorded."""

from __future__ import annotations

import pytest

from unit_tests.knowledge import transcripts


@pytest.mark.parametrize('title', transcripts.stories())
def test_the_same_is_said_as_recorded(title: str) -> None:
    recorded = transcripts.stories()[title]
    assert transcripts.replay(title, recorded) == recorded
