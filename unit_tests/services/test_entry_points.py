"""Tests of what other packages bring by entry points."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from novaclient_mv.services import entry_points


def install(folder: Path, name: str, group: str) -> None:
    package = folder / f'{name}-1.dist-info'
    package.mkdir()
    (package / 'entry_points.txt').write_text(f'[{group}]\n')
    # The clock of a file system may stand still between two steps of a test.
    changed = len(list(folder.iterdir()))
    os.utime(folder, ns=(changed, changed))


def test_installed_packages_are_read_anew_when_one_is_added(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, 'path', [str(tmp_path)])
    install(tmp_path, 'other', 'console_scripts')
    looks: list[str] = []
    listed = os.listdir

    def listdir(folder: str) -> list[str]:
        looks.append(folder)
        return listed(folder)

    monkeypatch.setattr(os, 'listdir', listdir)
    assert not any(entry_points.has_any() for _ in range(5))
    assert looks == [str(tmp_path)]
    install(tmp_path, 'ours', 'novaclient_mv.commands')
    assert entry_points.has_any()
