"""Compares request schemas with the recorded ones: the same is accepted and refused."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from functional_tests.contract import facts, spoiled
from novaclient_mv import api_versions
from novaclient_mv.sandbox.compute import routes
from novaclient_mv.sandbox.http import declarations, query, validation, wsgi
from novaclient_mv.sandbox.http.routing import Actions, Router
from unit_tests import cases


def handlers() -> Iterator[tuple[str, Any]]:
    """Operation ids as the facts spell them, each with its function."""
    router = Router('novaclient_mv.sandbox.compute', routes.ROUTES)
    for route in routes.ROUTES:
        if isinstance(route, Actions):
            for name, (controller, handler) in route.by_name.items():
                yield f'POST {route.path} {name}', getattr(router.load(controller), handler)
        else:
            for method, handler in route.methods.items():
                yield f'{method} {route.path}', getattr(router.load(route.controller), handler)


def _ranges() -> Iterator[tuple[str, str, dict[str, Any], Any]]:
    """Operation, section and recorded range of each schema, with the handler."""
    if not facts.is_present():
        return
    for operation, handler in handlers():
        facts_of = facts.operations()[operation]
        for section in ('request_body', 'query'):
            for each in facts_of[section]:
                yield operation, section, each, handler


def _ours(handler: Any, section: str, version: api_versions.APIVersion) -> dict[str, Any] | None:
    at = version if version != api_versions.NO_MICROVERSION else api_versions.APIVersion('2.1')
    variant = api_versions.variant_at(handler, at)
    assert variant is not None
    attribute = 'body_schemas' if section == 'request_body' else 'query_schemas'
    return declarations.declared(variant.func, attribute, version)


def _title(case: Any) -> str:
    return f'{case[0]} {case[1]} {case[2]["min"]}..{case[2]["max"]}'


RANGES = list(_ranges())


@cases.one_test_of('case', RANGES, ids=_title)
def test_schema_accepts_and_refuses_what_the_recorded_one_does(case: Any) -> None:
    _compare(case, count=2)


@pytest.mark.slow
@cases.one_test_of('case', RANGES, ids=_title)
def test_schema_agrees_with_the_recorded_one_on_many_bodies(case: Any) -> None:
    _compare(case, count=12)


def _compare(case: Any, count: int) -> None:
    """Try bodies at both ends of a schema's range.

    :param count: how many good ones, each with many that are spoiled.
    """
    operation, section, each, handler = case
    recorded = facts.schemas()[each['schema']]
    low = facts.operations()[operation]['min_version'] or '2.0'
    high = facts.operations()[operation]['max_version'] or facts.newest()
    # The schemas of an operation that ends may be open.
    last = min(api_versions.APIVersion(each['max'] or high), api_versions.APIVersion(high))
    ends = {api_versions.APIVersion(each['min'] or low), last}
    for version in sorted(ends):
        ours = _ours(handler, section, version)
        if recorded in ({}, True) and ours is None:
            continue
        assert ours is not None, f'{version}: there is no schema'
        for sample in spoiled.bodies(recorded, operation + str(version), count):
            sample = spoiled.as_query(sample) if section == 'query' else sample
            is_good = spoiled.is_taken(recorded, sample)
            assert _accepts(section, ours, sample) == is_good, f'{version}: {sample!r:.400}'


def _accepts(section: str, schema: dict[str, Any], sample: Any) -> bool:
    try:
        if section == 'query':
            if not isinstance(sample, dict):
                return False
            pairs = [(key, value) for key, values in sample.items() for value in values]
            query.check(schema, pairs)
        else:
            validation.check(schema, copy.deepcopy(sample), relaxed=False)
    except wsgi.Fault:
        return False
    return True
