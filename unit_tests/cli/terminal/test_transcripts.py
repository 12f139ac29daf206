"""A terminal shows the same of the sandbox as when it was recorded."""

from __future__ import annotations

import pytest

from unit_tests.cli.terminal.transcripts import STORIES


@pytest.mark.parametrize('title', STORIES.by_title())
def test_terminal_shows_what_was_recorded(title: str) -> None:
    recorded = STORIES.by_title()[title]
    assert STORIES.replay(title, recorded) == recorded
