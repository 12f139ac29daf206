"""The rules for every run, whatever happened to it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from novaclient_mv.errors.status import ExitStatus

LONGEST = 800
"""Most letters of a line that tells of an error, so that a person reads it: 500 of the cloud's own
words, and ours.
"""
_CRASH = re.compile(r'Traceback \(most recent call last\)|nova-mv: unexpected \w+:')
# One letter, as the cloud wrote it.
_ESCAPED = re.compile(r'\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|\\U[0-9a-f]{8}')
# What acts on a terminal: controls but for tab and newline, and letters that turn text around.
_RAW = re.compile(
    '[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]'
)


class Run(NamedTuple):
    """A run as it can be seen from outside.

    :ivar words: of the command line.
    :ivar writes: what may have been carried out: method, URL and body of each request that changes
        something and reached a service.
    :ivar kept: the files that the run left, content by path.
    """

    words: tuple[str, ...]
    out: str
    err: str
    status: int
    writes: tuple[str, ...] = ()
    kept: tuple[tuple[str, bytes], ...] = ()


def problems(run: Run, secrets: Iterable[str] = ()) -> list[str]:
    """Return what is wrong with a run, a short sentence for each problem.

    :param secrets: texts that no run may show or keep.
    """
    return [*_crashes(run), *_of_status(run), *_raw(run), *_twice(run), *_leaks(run, secrets)]


def _crashes(run: Run) -> Iterator[str]:
    found = _CRASH.search(run.err) or _CRASH.search(run.out)
    if found:
        yield f'it crashed: {found[0]}'


def _of_status(run: Run) -> Iterator[str]:
    if run.status not in set(ExitStatus):
        yield f'its status {run.status} is not documented'
    # Names to choose from stand in columns below their message.
    lines = [line for line in run.err.splitlines() if not line.startswith('  ')]
    if run.status in (ExitStatus.OK, ExitStatus.SOME_FAILED, ExitStatus.INTERRUPTED):
        return
    if run.status != ExitStatus.CLOSED_PIPE and not lines:
        yield f'it failed with {run.status} and said nothing'
    elif lines and not lines[-1].startswith(('nova-mv: ', '{')):
        yield 'its last line is no message'
    elif _is_too_long(lines[-1] if lines else ''):
        yield f'its message has {len(lines[-1])} letters'


def _is_too_long(line: str) -> bool:
    return len(_ESCAPED.sub('.', line)) > LONGEST and not line.startswith('{')


def _raw(run: Run) -> Iterator[str]:
    for name, text in (('output', run.out), ('messages', run.err)):
        found = _RAW.search(text)
        if found:
            yield f'its {name} act on a terminal: {found[0]!r}'


def _twice(run: Run) -> Iterator[str]:
    for write, count in Counter(run.writes).items():
        if count > 1:
            yield f'it wrote {count} times: {write}'


def _leaks(run: Run, secrets: Iterable[str]) -> Iterator[str]:
    places = {
        'output': run.out.encode('utf-8', 'replace'),
        'messages': run.err.encode('utf-8', 'replace'),
    }
    places |= {f'the file {path}': content for path, content in run.kept}
    for secret in secrets:
        for place, content in places.items():
            if secret.encode() in content:
                yield f'{secret} stands in {place}'
