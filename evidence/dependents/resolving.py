"""Uses of novaclient in the programs that resolve in this library, of those that resolve there."""

from __future__ import annotations

import json
import pathlib
import subprocess
from typing import NamedTuple

from evidence.dependents import alias, measuring, uses
from evidence.dependents.programs import PROGRAMS


class Resolution(NamedTuple):
    """The uses that resolve in python-novaclient.

    :param uses: all of them.
    :param missing: those that do not resolve in this library, with reasons.
    """

    uses: list[uses.Use]
    missing: dict[uses.Use, str]


def used() -> list[uses.Use]:
    """Return the uses of the installed programs, each once."""
    found: set[uses.Use] = set()
    for program in PROGRAMS:
        folder = measuring.modules(program.folder)
        if folder.exists():
            found |= uses.of_program(folder)
    return sorted(found)


def reasons(found: list[uses.Use], home: pathlib.Path, package: str | None) -> list[str | None]:
    """Why uses do not resolve in a package; ``None`` for those that do."""
    home.mkdir(parents=True)
    source, out = home / 'uses.json', home / 'reasons.json'
    source.write_text(json.dumps(found))
    settings = measuring.variables(home)
    if package:
        settings[alias.ALIAS] = package
    subprocess.run(
        [
            measuring.interpreter('services'),
            *('-m', 'evidence.dependents.uses', source, out),
        ],
        env=settings,
        cwd=home,
        check=True,
        timeout=measuring.TIMEOUT,
    )
    result: list[str | None] = json.loads(out.read_text())
    return result


def resolution(home: pathlib.Path) -> Resolution:
    """The uses of all programs, in python-novaclient and in this library."""
    found = used()
    original = reasons(found, home / 'original', None)
    ours = reasons(found, home / 'ours', measuring.OURS)
    known = [use for use, reason in zip(found, original, strict=True) if reason is None]
    missing = {
        use: reason
        for use, there, reason in zip(found, original, ours, strict=True)
        if there is None and reason is not None
    }
    return Resolution(known, missing)
