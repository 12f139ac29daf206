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


@pytest.mark.parametrize(
    ('upper', 'lower'),
    [
        (('2.10', None), ('2.1', '2.9')),
        (('2.6', '2.9'), ('2.1', '2.5')),
    ],
)
def test_schemas_that_stand_in_descending_order_are_in_force_all_the_same(
    upper: tuple[str, str | None], lower: tuple[str, str | None]
) -> None:
    late, early = {'title': 'late'}, {'title': 'early'}

    @declarations.schema(late, *upper)
    @declarations.schema(early, *lower)
    def create() -> None:
        pass

    ranges = [str(each.range.start) for each in create.body_schemas]  # type: ignore[attr-defined]
    assert ranges == [lower[0], upper[0]]
    for text, title in ((lower[0], early), (lower[1], early), (upper[0], late)):
        assert declarations.declared(create, 'body_schemas', versions.APIVersion(text)) is title


@declarations.success(202, end='2.4')
@declarations.expected_errors(404, end='2.4')
def update() -> None:
    """A handler that answers otherwise from 2.5."""


def create_nothing() -> None:
    """A handler."""
