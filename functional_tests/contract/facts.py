"""Finds and reads the recorded facts; tests skip where they are not."""

from __future__ import annotations

import functools
import itertools
import json
import os
from pathlib import Path
from typing import Any, NamedTuple

from novaclient_mv import api_versions

VARIABLE = 'NOVA_MV_CONTRACT'
ABSENT = f'the recorded facts are not here; {VARIABLE} names their folder'

CHECKOUT = Path(__file__).resolve().parents[2]


def folder() -> Path | None:
    """Where the facts are: what the variable names, or a folder beside the checkout."""
    named = os.environ.get(VARIABLE)
    found = Path(named) if named else CHECKOUT.parent / 'shared' / 'contract'
    return found if found.is_dir() else None


def is_present() -> bool:
    """Whether there are facts to compare with."""
    return folder() is not None


@functools.cache
def read(name: str) -> Any:
    """The content of a JSON file of the facts."""
    found = folder()
    assert found is not None, ABSENT
    return json.loads((found / name).read_text())


@functools.cache
def lines(name: str) -> tuple[Any, ...]:
    """The objects of a file with one JSON object a line."""
    found = folder()
    assert found is not None, ABSENT
    return tuple(json.loads(line) for line in (found / name).read_text().splitlines())


@functools.cache
def operations() -> dict[str, dict[str, Any]]:
    """The API's operations by their id."""
    return {each['id']: each for each in read('nova-api/operations.json')['operations']}


def newest() -> str:
    """The newest version that the facts tell of; this client may speak newer ones."""
    meta = read('nova-api/operations.json')['meta'] if is_present() else {'max_version': '2.1'}
    return str(meta['max_version'])


def versions(first: int = 1) -> list[str]:
    """The versions that the facts tell of, from a minor number on."""
    return [f'2.{minor}' for minor in range(first, int(newest().partition('.')[2]) + 1)]


@functools.cache
def edges(operation: str) -> list[str]:
    """The first and the last version of each range in which all facts of an operation hold."""
    known = operations()[operation]
    sections = ('request_body', 'query', 'response_body', 'success', 'errors')
    rows = [row for section in sections for row in known[section]]
    rows.append({'min': known['min_version'], 'max': known['max_version']})

    def in_force(version: str) -> list[bool]:
        return [holds(row, version) for row in rows]

    runs = [list(run) for _, run in itertools.groupby(versions(), in_force)]
    return [version for run in runs for version in dict.fromkeys((run[0], run[-1]))]


def schemas() -> dict[str, dict[str, Any]]:
    """The JSON Schemas by name."""
    found: dict[str, dict[str, Any]] = read('nova-api/schemas.json')
    return found


def versioned(operation: str, section: str, version: str) -> str | None:
    """The name of the schema of a section that holds at a version; 2.0 stands for /v2."""
    found = at(operations()[operation][section], version)
    return None if found is None else str(found['schema'])


def at(rows: list[dict[str, Any]], version: str) -> dict[str, Any] | None:
    """The row of a versioned section that holds at a version."""
    return next((each for each in rows if holds(each, version)), None)


def holds(row: dict[str, Any], version: str) -> bool:
    """Whether a row of a versioned section holds at a version; 2.0 stands for /v2."""
    return api_versions.APIVersion(version) in api_versions.VersionRange(row['min'], row['max'])


class Sample(NamedTuple):
    """A recorded sample: its file below the samples' folder, and what it belongs to.

    ``version`` is the first one that it was recorded at.
    """

    file: str
    operation: str
    kind: str
    version: str
    status: int

    @property
    def content(self) -> Any:
        """The recorded JSON."""
        return read(f'nova-api/samples/{self.file}')


@functools.cache
def samples() -> tuple[Sample, ...]:
    """All samples that belong to one operation and status."""
    found = read('nova-api/samples/INDEX.json')
    return tuple(
        Sample(
            each['file'],
            each['operation'],
            each['kind'],
            each['used_at'][0],
            each['status'][0],
        )
        for each in found['files']
        if each.get('status') and isinstance(each['operation'], str)
    )
