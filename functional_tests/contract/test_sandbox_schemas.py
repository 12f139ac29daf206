"""Compares request schemas with the recorded ones: the same is accepted and refused."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from functional_tests.contract import facts, spoiled
from novaclient_mv import api_versions
from novaclient_mv.sandbox.compute import lists, routes
from novaclient_mv.sandbox.http import declarations, query, validation, wsgi
from novaclient_mv.sandbox.http.routing import Actions, Router
from unit_tests import cases


def handlers() -> Iterator[tuple[str, Any, api_versions.VersionRange, int]]:
    """Operations as the facts spell them: function, versions that have it, and usual status."""
    router = Router('novaclient_mv.sandbox.compute', routes.ROUTES)
    for route in routes.ROUTES:
        if isinstance(route, Actions):
            named = {f'POST {route.path} {name}': pair for name, pair in route.by_name.items()}
        else:
            named = {
                f'{method} {route.path}': (route.controller, handler)
                for method, handler in route.methods.items()
            }
        for operation, (module, handler) in named.items():
            controller: Any = router.load(module)
            yield operation, getattr(controller, handler), route.versions, controller.usual_status


class Pair(NamedTuple):
    """A recorded schema with that of the sandbox, which may be in the place of several."""

    title: str
    section: str
    recorded: Any
    ours: dict[str, Any] | None


def _pairs() -> Iterator[tuple[tuple[str, str, int], Pair]]:
    """Each schema at both ends of its range, with a key that is the same for the same two."""
    for operation, handler, _, _ in handlers() if facts.is_present() else ():
        facts_of = facts.operations()[operation]
        low, high = facts_of['min_version'] or '2.0', facts_of['max_version'] or facts.newest()
        for section in ('request_body', 'query'):
            for each in facts_of[section]:
                # The schemas of an operation that ends may be open.
                last = min(
                    api_versions.APIVersion(each['max'] or high), api_versions.APIVersion(high)
                )
                for version in (api_versions.APIVersion(each['min'] or low), last):
                    ours = _ours(handler, section, version)
                    recorded = facts.schemas()[each['schema']]
                    if ours is None and [*recorded.get('properties', {}).values()] == [{}]:
                        # The frame asks for the one key of an action by itself.
                        continue
                    # Nova fails over any query where the schema is empty.
                    if recorded not in ({}, True) or ours not in (None, recorded):
                        pair = Pair(f'{operation} {section} {version}', section, recorded, ours)
                        yield (section, each['schema'], id(ours)), pair


def _ours(handler: Any, section: str, version: api_versions.APIVersion) -> dict[str, Any] | None:
    at = version if version != api_versions.NO_MICROVERSION else api_versions.APIVersion('2.1')
    variant = api_versions.variant_at(handler, at)
    assert variant is not None
    attribute = 'body_schemas' if section == 'request_body' else 'query_schemas'
    ours = declarations.declared(variant.func, attribute, version)
    is_usual = section == 'query' and not hasattr(variant.func, attribute)
    return lists.NOTHING.schema(version) if is_usual else ours


PAIRS = list(dict(_pairs()).values())


@cases.one_test_of('pair', PAIRS, ids=lambda pair: pair.title)
def test_schema_accepts_and_refuses_what_the_recorded_one_does(pair: Pair) -> None:
    _compare(pair, count=3)


@pytest.mark.slow
@cases.one_test_of('pair', PAIRS, ids=lambda pair: pair.title)
def test_schema_agrees_with_the_recorded_one_on_many_bodies(pair: Pair) -> None:
    _compare(pair, count=24)


def _compare(pair: Pair, count: int) -> None:
    """Try bodies.

    :param count: how many good ones, each with many that are spoiled.
    """
    assert pair.ours is not None, 'there is no schema'
    for sample in spoiled.bodies(pair.recorded, pair.title, count):
        sample = spoiled.as_query(sample) if pair.section == 'query' else sample
        is_good = spoiled.is_taken(pair.recorded, sample)
        assert _accepts(pair.section, pair.ours, sample) == is_good, f'{sample!r:.400}'


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
