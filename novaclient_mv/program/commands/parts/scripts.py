"""Reads the scripts that a command line names."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import NamedTuple

from novaclient_mv import errors
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.knowledge import lint
from novaclient_mv.knowledge.lint import Finding, NamedVersions, Report, Targets, findings
from novaclient_mv.knowledge.lint.pins import none_named
from novaclient_mv.services import SERVICES

STDIN = '-'
MOST_OCTETS = 8 << 20
"""Longer files are not scripts."""

_INTERPRETER = re.compile(r'#!\s*(\S+)(.*)')
_OTHER_LANGUAGES = frozenset(
    {
        *('.py', '.pyw', '.ipynb', '.rb', '.pl', '.php', '.js', '.ts', '.go', '.rs', '.java'),
        *('.c', '.cc', '.cpp', '.lua', '.tf', '.json', '.toml', '.xml', '.html', '.ps1', '.bat'),
    }
)
_PYTHON = re.compile(
    r'from \S+ import\b|import \w[\w.]*( as \w+)?(, \w[\w.]*)*\s*$|(def|class) \w+.*:\s*$|@\w'
    r'|"""|\'\'\'|if __name__ =='
)
"""Matches the first line of Python other than comments."""

_SHELLS = ('sh', 'ash', 'bash', 'dash', 'ksh', 'mksh', 'zsh', 'busybox')


class GivenScript(NamedTuple):
    """A script: what messages call it, and its text."""

    name: str
    text: str


Reasons = dict[str, errors.CommandError]
"""Errors of unreadable files by name."""


class NoScript(errors.CommandError):
    """A file is not a script."""


class UnreadableScript(errors.CommandError):
    """Some of the files that were named cannot be read as scripts."""

    def __init__(self, reasons: Reasons) -> None:
        super().__init__(
            '; '.join(f'{name}: {str(why).rstrip(".")}' for name, why in reasons.items()) + '.'
        )


def report_on(
    scripts: Iterable[GivenScript], targets: Targets, pinned: NamedVersions = none_named
) -> Report:
    """Merge the reports on several scripts; see :func:`~novaclient_mv.knowledge.lint.lint`."""
    reports = [lint.report(script.text, targets, script.name, pinned) for script in scripts]
    return Report(
        [finding for report in reports for finding in report.findings],
        [program for report in reports for program in report.programs],
        [finding for report in reports for finding in report.ignored],
    )


def not_judged(reasons: Reasons) -> list[Finding]:
    """A finding for each file that is not a script."""
    kind = findings.WARNING, findings.NOT_JUDGED, None
    of = None, None, SERVICES[0].name
    return [
        Finding(name, 1, 1, *kind, f'The file is not judged: {reason}', *of)
        for name, reason in reasons.items()
        if isinstance(reason, NoScript)
    ]


def read_all(paths: Iterable[str], environment: Environment) -> tuple[list[GivenScript], Reasons]:
    """Read scripts by their paths, and return the errors of those that cannot be read."""
    scripts: list[GivenScript] = []
    reasons: Reasons = {}
    for path in dict.fromkeys(paths):
        try:
            scripts.append(read(path, environment))
        except errors.CommandError as error:
            reasons[path] = error
    return scripts, reasons


def read(path: str, environment: Environment, is_exact: bool = False) -> GivenScript:
    """Read a script by its path; ``-`` is the standard input."""
    content = _content(path, environment)
    if len(content) > MOST_OCTETS:
        raise NoScript(f'This is too long for a script: more than {MOST_OCTETS} octets.')
    if b'\0' in content:
        raise NoScript('This is not a text file.')
    try:
        text = (
            content.decode('utf-8', 'surrogateescape') if is_exact else content.decode('utf-8-sig')
        )
    except UnicodeDecodeError:
        text = content.decode('latin-1')
    _check_language(path, text)
    try:
        lint.readings(text, path)
    except errors.CommandError as error:
        raise NoScript(str(error)) from error
    return GivenScript(path, text)


def _content(path: str, environment: Environment) -> bytes:
    if path == STDIN and environment.stdin is not None:
        return environment.stdin.read(MOST_OCTETS + 1)
    try:
        name = os.dup(0) if path == STDIN else os.path.join(environment.cwd or '', path)
        with open(name, 'rb') as file:
            return file.read(MOST_OCTETS + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise errors.CommandError(f'{reason or "This is not a valid path"}.') from error


def _check_language(path: str, text: str) -> None:
    """Refuse scripts of other languages, by the first line or the name of the file."""
    match = _INTERPRETER.match(text)
    if match is not None:
        names = [word.rpartition('/')[2] for word in (match[1], *match[2].split())]
        if not any(name in _SHELLS for name in names):
            raise NoScript(f'This is not a shell script: {match[0].strip()}.')
        return
    ending = os.path.splitext(path)[1].lower()
    if ending in _OTHER_LANGUAGES:
        raise NoScript(f'This is not a shell script: its name ends with {ending}.')
    first = next((line for line in text.splitlines() if line.strip() and line[0] != '#'), '')
    if _PYTHON.match(first):
        raise NoScript(f'This is not a shell script, but Python: {first.strip()[:60]}.')
