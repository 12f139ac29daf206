"""The declarations of handlers, by version."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv import versions
from novaclient_mv.sandbox.http import declarations


def test_success_and_errors_are_declared_by_version() -> None:
    @declarations.success(202, 201, start='2.5')
    @declarations.expected_errors(404, 409)
    @declarations.query_schema({'title': 'query'}, '2.5', '2.6')
    def create() -> None:
        pass

    def at(attribute: str, version: str) -> Any:
        return declarations.declared(create, attribute, versions.APIVersion(version))

    assert [at('successes', version) for version in ('2.4', '2.5')] == [None, (202, 201)]
    assert [at('errors', version) for version in ('2.0', '2.90')] == [(404, 409)] * 2
    assert declarations.declared(update, 'successes', versions.APIVersion('2.5')) is None
    assert declarations.declared(update, 'errors', versions.APIVersion('2.5')) is None
    queries = [at('query_schemas', version) for version in ('2.4', '2.5', '2.6', '2.7')]
    assert queries == [None, {'title': 'query'}, {'title': 'query'}, None]
    assert [at(attribute, '2.5') for attribute in ('body_schemas', 'none')] == [None, None]


def test_declarations_begin_with_the_legacy_endpoint_and_never_end() -> None:
    @declarations.schema({'title': 'body'})
    @declarations.query_schema({'title': 'query'})
    @declarations.success(201)
    def create() -> None:
        pass

    for version in ('2.0', '2.1', '2.90'):
        for attribute in ('body_schemas', 'query_schemas', 'successes'):
            assert declarations.declared(create, attribute, versions.APIVersion(version))


def test_ranges_that_do_not_adjoin_are_refused_with_those_that_stand_there() -> None:
    one, other = versions.VersionRange('2.6', None), versions.VersionRange('2.1', '2.4')
    with pytest.raises(TypeError) as caught:

        @declarations.schema({}, '2.1', '2.4')
        @declarations.schema({}, '2.6')
        def create() -> None:
            pass

    assert str(caught.value) == f'create: {other!r} overlaps or leaves a gap to {one!r}'
    empty = versions.VersionRange('2.5', '2.4')
    with pytest.raises(TypeError) as caught:
        declarations.schema({}, '2.5', '2.4')(create_nothing)
    assert str(caught.value) == f'create_nothing: the range {empty!r} is empty'


@declarations.success(202, end='2.4')
@declarations.expected_errors(404, end='2.4')
def update() -> None:
    """A handler that answers otherwise from 2.5."""


def create_nothing() -> None:
    """A handler."""
