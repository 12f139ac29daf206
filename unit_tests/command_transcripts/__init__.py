"""Answers of commands on one sandbox, one after the other; see :mod:`unit_tests.stories`.

A title has the service, and options of every line, as in ``--os-placement-api-version=1.20``. Ids
that are drawn stand as ``<1>``, in the order in which they came.
"""

from __future__ import annotations

import json
import re
import shlex
import tempfile
from collections.abc import Iterator
from pathlib import Path

from unit_tests.nova import SANDBOX, Nova
from unit_tests.stories import Stories

_DRAWN = re.compile(
    '(?<![0-9a-z])[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}(?![0-9a-z])'
    r'|\br-[0-9a-z]{8}\b|(?<="admin_password":")[^"]+'
)
_STDIN = re.compile(r' < (.*)$')


def _answers(text: str, service: str, *options: str) -> Iterator[str]:
    """The number and status of each line, and what it shows: JSON in one line, or its text."""
    numbers: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as home:
        nova = Nova(Path(home))
        for number, line in enumerate(text.splitlines(), 1):
            given = _STDIN.search(line)
            words = shlex.split(_STDIN.sub('', line))
            prefix = '' if service == 'compute' else f'{service}-'
            result = nova(
                *(*options, f'{prefix}{words[0]}', *words[1:], '-f', 'json'),
                cloud=SANDBOX,
                stdin=given[1].encode() if given else b'',
            )
            shown = ' '.join(filter(None, (_compact(result.out), _compact(result.err))))
            shown = _DRAWN.sub(lambda id: numbers.setdefault(id[0], f'<{len(numbers) + 1}>'), shown)
            yield f'{number}: {result.status} {shown}'


def _compact(text: str) -> str:
    try:
        return json.dumps(json.loads(text), separators=(',', ':'))
    except ValueError:
        return text.strip().replace('\n', '\\n')


STORIES = Stories(Path(__file__).parent, {'answers': _answers})
