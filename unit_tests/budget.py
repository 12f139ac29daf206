"""Lines in git, by room, against the budget of the house: ``python -m unit_tests.budget``.

What is added pays for itself: what comes in over the budget goes out elsewhere, as what nobody
needs, not as longer lines.
"""

from __future__ import annotations

import collections
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

TOP = Path(__file__).parents[1]
PACKAGE, SANDBOX, UNIT_TESTS = 'novaclient_mv', 'sandbox', 'unit_tests'
APART = ('.ci', 'benchmarks', 'doc', 'releasenotes')
"""Folders that have no share. Those that are not named here hold evidence."""


class Share(NamedTuple):
    """A part of the budget.

    :param holds: whether a file, by its path below the top, is in it.
    :param ceiling: lines that it may have until it is within its goal; to be lowered as it shrinks.
    """

    name: str
    goal: int
    ceiling: int
    holds: Callable[[Path], bool]


def _is_python(path: Path) -> bool:
    return path.suffix == '.py'


def _is_evidence(path: Path) -> bool:
    return len(path.parts) > 1 and path.parts[0] not in (PACKAGE, UNIT_TESTS, *APART)


SHARES = (
    Share('package', 104_000, 106_600, lambda path: path.parts[0] == PACKAGE and _is_python(path)),
    Share(
        'sandbox',
        28_500,
        28_500,
        lambda path: path.parts[:2] == (PACKAGE, SANDBOX) and _is_python(path),
    ),
    Share('data', 14_000, 14_000, lambda path: path.parts[0] == PACKAGE and not _is_python(path)),
    Share(
        'unit tests', 80_000, 80_000, lambda path: path.parts[0] == UNIT_TESTS and _is_python(path)
    ),
    Share('evidence', 33_000, 33_000, lambda path: _is_evidence(path) and _is_python(path)),
    Share(
        'recorded text',
        30_000,
        30_000,
        lambda path: (path.parts[0] == UNIT_TESTS or _is_evidence(path)) and not _is_python(path),
    ),
)
"""Python of the package, and of the sandbox in it, data of the package, Python of the unit tests,
that of the functional tests and of folders with evidence, and what tests compare with."""


def lines() -> dict[Path, int]:
    """The number of lines of each file that is in git or is to be, by its path below the top.

    :raises CalledProcessError: this is no checkout.
    """
    listed = subprocess.run(
        ['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'],
        cwd=TOP,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split('\0')
    files = (Path(name) for name in {*listed} if name and (TOP / name).is_file())
    return {file: (TOP / file).read_bytes().count(b'\n') for file in files}


def rooms(share: Share, counts: dict[Path, int]) -> dict[str, int]:
    """The lines of a share by room, the largest first."""
    # The rooms of the sandbox stand one folder deeper.
    depth = 3 if share.name == SANDBOX else 2
    found: collections.Counter[str] = collections.Counter()
    for path, count in counts.items():
        if share.holds(path):
            is_room = len(path.parts) > depth
            found['/'.join(path.parts[:depth]) if is_room else 'itself'] += count
    return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))


def table(counts: dict[Path, int], shares: Iterable[Share] = SHARES) -> Iterator[str]:
    """The figures, a line for each share and each room of it."""
    yield f'{"":40}{"lines":>9}{"ceiling":>9}{"goal":>9}'
    for share in shares:
        by_room = rooms(share, counts)
        total = sum(by_room.values())
        note = '  over the ceiling' if total > share.ceiling else ''
        yield f'{share.name:40}{total:9,}{share.ceiling:9,}{share.goal:9,}{note}'
        yield from (f'  {room:38}{count:9,}' for room, count in by_room.items())


def excesses(counts: dict[Path, int], shares: Iterable[Share] = SHARES) -> dict[str, int]:
    """By how many lines shares are over their ceilings."""
    totals = {share: sum(rooms(share, counts).values()) for share in shares}
    return {
        share.name: total - share.ceiling
        for share, total in totals.items()
        if total > share.ceiling
    }


if __name__ == '__main__':
    found = lines()
    sys.stdout.writelines(f'{line}\n' for line in table(found))
    sys.exit(bool(excesses(found)))
