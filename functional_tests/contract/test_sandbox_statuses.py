"""Handlers of the sandbox declare the statuses that the recorded operations have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from functional_tests.contract import facts
from functional_tests.contract.test_sandbox_schemas import handlers
from novaclient_mv import api_versions
from novaclient_mv.sandbox.http import declarations

pytestmark = pytest.mark.skipif(not facts.is_present(), reason=facts.ABSENT)

VERSIONS = [
    api_versions.APIVersion(f'2.{minor}')
    for minor in range(int(facts.newest().partition('.')[2]) + 1)
]


def _declared(handler: Any, version: api_versions.APIVersion) -> set[int] | None:
    """Return the declaration for a version; ``None`` where the operation does not exist there."""
    at = max(version, api_versions.APIVersion('2.1'))
    variant = api_versions.variant_at(handler, at)
    if variant is None:
        return None
    return set(declarations.declared(variant.func, 'successes', version) or ())


def _recorded(rows: list[dict[str, Any]], version: api_versions.APIVersion) -> set[int]:
    found: set[int] = set()
    for row in rows:
        if version in api_versions.VersionRange(row['min'] or '2.0', row['max']):
            status = row['status']
            found |= set(status) if isinstance(status, list) else {status}
    return found


def _differences() -> Iterator[str]:
    for operation, handler, versions, usual in handlers():
        rows = facts.operations()[operation]['success']
        for version in VERSIONS:
            if max(version, api_versions.APIVersion('2.1')) not in versions:
                continue
            declared = _declared(handler, version)
            if declared is not None and rows and not _recorded(rows, version) <= declared | {usual}:
                yield f'{operation} {version}: {declared}, recorded {_recorded(rows, version)}'


def test_success_is_declared_as_recorded_at_every_version() -> None:
    assert list(_differences()) == []
