"""Reads the scripts that a command line names."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import BinaryIO, NamedTuple

from novaclient_mv import errors
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.knowledge import lint
from novaclient_mv.knowledge.lint import Finding, Targets
from novaclient_mv.versions import APIVersion

NONE_PINNED: Mapping[str, APIVersion] = MappingProxyType({})
STDIN = '-'
MOST_OCTETS = 8 << 20
"""Longer files are no scripts."""

_INTERPRETER = re.compile(r'#!\s*(\S+)(.*)')
_SHELLS = ('sh', 'ash', 'bash', 'dash', 'ksh', 'mksh', 'zsh', 'busybox')


class Script(NamedTuple):
    """A script: what messages call it, and its text."""

    name: str
    text: str


class Unreadable(errors.CommandError):
    """Some of the files that were named cannot be read as scripts.

    :param reasons: for each of them, why.
    """

    def __init__(self, reasons: dict[str, str]) -> None:
        super().__init__(
            '; '.join(f'{name}: {why.rstrip(".")}' for name, why in reasons.items()) + '.'
        )
        self.reasons = reasons


def findings_in(
    scripts: Iterable[Script], targets: Targets, pinned: Mapping[str, APIVersion] = NONE_PINNED
) -> list[Finding]:
    """What would break in some scripts on a target.

    :param pinned: versions that this program uses where a script names none, by service.
    """
    return [
        finding
        for script in scripts
        for finding in lint.lint(script.text, targets, script.name, pinned)
    ]


def read_all(paths: Iterable[str], environment: Environment) -> tuple[list[Script], dict[str, str]]:
    """Some scripts by their paths, and why others cannot be read."""
    scripts: list[Script] = []
    reasons: dict[str, str] = {}
    for path in dict.fromkeys(paths):
        try:
            scripts.append(read(path, environment))
        except errors.CommandError as error:
            reasons[path] = str(error)
    return scripts, reasons


def read(path: str, environment: Environment) -> Script:
    """A script by its path; ``-`` is the standard input.

    :raises CommandError: it cannot be read, or is none.
    """
    content = _content(path, environment)
    if len(content) > MOST_OCTETS:
        raise errors.CommandError(f'This is too long for a script: more than {MOST_OCTETS} octets.')
    if b'\0' in content:
        raise errors.CommandError('This is no text.')
    try:
        text = content.decode('utf-8-sig')
    except UnicodeDecodeError:
        text = content.decode('latin-1')
    _check_interpreter(text)
    # What is no YAML is refused while it is read.
    lint.readings(text, path)
    return Script(path, text)


def _content(path: str, environment: Environment) -> bytes:
    if path == STDIN and environment.stdin is not None:
        return environment.stdin.read(MOST_OCTETS + 1)
    try:
        with _opened(path, environment) as file:
            return file.read(MOST_OCTETS + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise errors.CommandError(f'{reason or "The name is no path"}.') from error


def _opened(path: str, environment: Environment) -> BinaryIO:
    if path == STDIN:
        return open(os.dup(0), 'rb')
    return open(os.path.join(environment.cwd or '', path), 'rb')


def _check_interpreter(text: str) -> None:
    """Refuse what another program than a shell is to run.

    :raises CommandError: the first line names one.
    """
    match = _INTERPRETER.match(text)
    if match is None:
        return
    names = [word.rpartition('/')[2] for word in (match[1], *match[2].split())]
    if not any(name in _SHELLS for name in names):
        raise errors.CommandError(f'This is no shell script: {match[0].strip()}.')


def lines_of(findings: Iterable[Finding]) -> Iterator[str]:
    """A line for each finding, as compilers write them."""
    return map(str, findings)
