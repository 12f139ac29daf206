"""Of settings, cloud files and pins the same is said as when it was recorded."""

from __future__ import annotations

import pytest

from unit_tests.clouds.transcripts import STORIES


@pytest.mark.parametrize('title', STORIES.by_title())
def test_the_same_is_said_as_recorded(title: str) -> None:
    recorded = STORIES.by_title()[title]
    assert STORIES.replay(title, recorded) == recorded
