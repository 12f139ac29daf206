"""The declarations of handlers, by version."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv import versions
from novaclient_mv.sandbox.http import declarations


def test_success_is_declared_by_version() -> None:
    @declarations.success(202, 201, start='2.5')
    @declarations.query_schema({'title': 'query'}, '2.5', '2.6')
    def create() -> None:
        pass

    def at(attribute: str, version: str) -> Any:
        return declarations.declared(create, attribute, versions.APIVersion(version))

    assert [at('successes', version) for version in ('2.4', '2.5')] == [None, (202, 201)]
    assert declarations.declared(update, 'successes', versions.APIVersion('2.5')) is None
    queries = [at('query_schemas', version) for version in ('2.4', '2.5', '2.6', '2.7')]
    assert queries == [None, {'title': 'query'}, {'title': 'query'}, None]
    assert [at(attribute, '2.5') for attribute in ('body_schemas', 'none')] == [None, None]


@pytest.mark.parametrize(
    ('upper', 'lower', 'words'),
    [
        (('2.1', '2.4'), ('2.6', None), 'leaves a gap'),
        (('2.10', None), ('2.1', '2.8'), 'leaves a gap'),
        (('2.1', '2.5'), ('2.5', None), 'overlaps'),
        (('2.5', '2.4'), ('2.5', None), 'is empty'),
    ],
)
def test_ranges_that_do_not_adjoin_are_refused(
    upper: tuple[str, str | None], lower: tuple[str, str | None], words: str
) -> None:
    with pytest.raises(TypeError, match=f'create: .*{words}'):

        @declarations.schema({}, *upper)
        @declarations.schema({}, *lower)
        def create() -> None:
            pass


@declarations.success(202, end='2.4')
def update() -> None:
    """A handler that answers otherwise from 2.5."""
