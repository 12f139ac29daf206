"""Bare Metal and Placement answer as when their transcripts were recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from unit_tests.sandbox import transcripts


@pytest.mark.parametrize(('name', 'title'), transcripts.titles('baremetal', 'placement'))
def test_story_is_told_as_recorded(path: Path, name: str, title: str) -> None:
    recorded = transcripts.stories(name)[title]
    assert transcripts.replay(name, recorded, path) == recorded
