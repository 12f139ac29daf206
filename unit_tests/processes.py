"""Runs programs in processes of their own, and gives what came out as text."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from typing import Any


def run(words: Sequence[Any], **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a program to its end.

    :param options: as of ``subprocess.run``; a status other than 0 is an error with ``check``.
    """
    usual = {'capture_output': True, 'text': True, 'check': False}
    return subprocess.run(words, **{**usual, **options})


def python(*words: Any, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run this Python with some words."""
    return run([sys.executable, *words], **options)
