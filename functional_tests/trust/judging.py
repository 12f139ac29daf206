"""The rules for every run, whatever happened to it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from novaclient_mv.errors.status import ExitStatus

LONGEST = 600
"""Most letters of a line that tells of an error, so that a person reads it."""
_CRASH = re.compile(r'Traceback \(most recent call last\)|nova-mv: unexpected \w+:')
_TRACEBACK = re.compile(
    # Frames and their source stand further in, and so may lines of an error's own text.
    r'^Traceback \(most recent call last\):\n(?:[ |].*\n|\n)*(?P<kind>[\w.]+)(?:: |\n)',
    re.MULTILINE,
)
_CAUSE = re.compile(
    r'\n(?:The above exception was the direct cause of|During handling of the above exception)'
)
_OURS = 'novaclient_mv.'
_CHOICE = re.compile(
    r' There are: (?P<names>[^ ,]+(?:, [^ ,]+)*)\.'
    r'| Did you mean (?P<meant>[^ ,]+(?:, [^ ,]+)* or [^ ,]+)\?'
)
# There are fewer commands, and a list of them is data for a program.
_MOST_NAMES, _LONGEST_NAME = 400, 64
# One letter, as the cloud wrote it.
_ESCAPED = re.compile(r'\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|\\U[0-9a-f]{8}')
_AS_IT_IS = frozenset(('api', 'keypair-create', 'server-console-log'))
"""Commands that show an answer or a file: a pipe gets it as it is, and a terminal escaped."""
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
    err = run.err
    if '--debug' in run.words:
        # It shows where an error of ours was noticed, behind what that came of.
        tracebacks = list(_TRACEBACK.finditer(err))
        ends = [*(match.start() for match in tracebacks[1:]), len(err)]
        for match, end in zip(tracebacks, ends, strict=False):
            is_cause = _CAUSE.search(err, match.end() - 1, end)
            if not match['kind'].startswith(_OURS) and not is_cause:
                yield f'it ended in {match["kind"]}'
        err = _TRACEBACK.sub('', err)
    found = _CRASH.search(err) or _CRASH.search(run.out)
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
    elif lines and lines[-1].startswith('{'):
        yield from _of_json(lines[-1], run.status)
    elif lines and not lines[-1].startswith('nova-mv: '):
        yield 'its last line is no message'
    else:
        yield from _of_length(lines[-1] if lines else '')


def _of_json(line: str, status: int) -> Iterator[str]:
    """Problems of an error for a program."""
    try:
        error = json.loads(line)
    except ValueError:
        yield 'its error is no JSON'
        return
    if error.get('status') != status:
        yield f'its error says status {error.get("status")}, and it ended with {status}'
    if not error.get('code') or not error.get('message'):
        yield 'its error lacks a code or a message'
    if error.get('code') == 'unexpected':
        yield f'it crashed: {error.get("message")}'
    texts = (error.get('message'), error.get('hint'), *(error.get('failures') or {}).values())
    for text in texts:
        if isinstance(text, str):
            yield from _of_length(text, is_for_person=False)


def _of_length(text: str, is_for_person: bool = True) -> Iterator[str]:
    """Problems of the length of a message, which may end with names to choose from.

    :param is_for_person: it has a limit; nothing is cut for programs.
    """
    for choice in _CHOICE.finditer(text):
        names = re.split(', | or ', choice['names'] or choice['meant'])
        longest = max(map(len, names))
        if len(names) > _MOST_NAMES or longest > _LONGEST_NAME:
            yield f'it names {len(names)} to choose from, of up to {longest} letters'
        if len(names) != len(set(names)):
            yield 'it names one to choose from twice'
        text = text.replace(choice[0], '')
    if is_for_person and len(_ESCAPED.sub('.', text)) > LONGEST:
        yield f'its message has {len(text)} letters'


def _raw(run: Run) -> Iterator[str]:
    is_as_it_was = not _AS_IT_IS.isdisjoint(run.words)
    out = '' if is_as_it_was else run.out
    for name, text in (('output', out), ('messages', run.err)):
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
