"""Commands of the libraries answer as when it was recorded."""

from __future__ import annotations

import pytest

from unit_tests.command_transcripts import STORIES


@pytest.mark.parametrize('title', STORIES.by_title())
def test_commands_answer_as_recorded(title: str) -> None:
    recorded = STORIES.by_title()[title]
    assert STORIES.replay(title, recorded) == recorded
