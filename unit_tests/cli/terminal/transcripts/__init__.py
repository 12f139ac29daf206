"""Tables and records of the sandbox on a terminal, word by word; see :mod:`unit_tests.stories`.

A title has the width of the terminal and variables of the run. Escape characters are written as
``\\e``.
"""

from __future__ import annotations

import re
import shlex
import tempfile
from collections.abc import Iterator
from pathlib import Path

from unit_tests.nova import SANDBOX, Nova
from unit_tests.stories import Stories

_RANDOM = re.compile(r'\br-[0-9a-z]{8}\b')
"""Ids that the sandbox draws."""


def _terminal(text: str, width: str, *settings: str) -> Iterator[str]:
    """Output and messages of a line on a terminal."""
    variables = dict(setting.split('=', 1) for setting in settings)
    with tempfile.TemporaryDirectory() as home:
        result = Nova(Path(home))(
            *shlex.split(text), cloud=SANDBOX, env={'COLUMNS': width, **variables}, is_terminal=True
        )
    text = _RANDOM.sub('r-00000000', result.out + result.err)
    yield from text.replace('\x1b', '\\e').splitlines()


STORIES = Stories(Path(__file__).parent, {'terminal': _terminal})
