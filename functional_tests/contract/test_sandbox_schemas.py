"""Compares request schemas with the recorded ones: the same is accepted and refused."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from functional_tests.contract import facts
from novaclient_mv import api_versions
from novaclient_mv.sandbox import formats, query, validation, wsgi
from novaclient_mv.sandbox.compute import routes
from novaclient_mv.sandbox.routing import Actions, Router


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
    return wsgi.declared(variant.func, attribute, version)


def _title(case: Any) -> str:
    return f'{case[0]} {case[1]} {case[2]["min"]}..{case[2]["max"]}'


@pytest.mark.parametrize('case', list(_ranges()), ids=_title)
def test_schema_accepts_and_refuses_what_the_recorded_one_does(case: Any) -> None:
    operation, section, each, handler = case
    recorded = facts.schemas()[each['schema']]
    low = facts.operations()[operation]['min_version'] or '2.0'
    high = facts.operations()[operation]['max_version'] or '2.104'
    # The schemas of an operation that ends may be open.
    last = min(api_versions.APIVersion(each['max'] or high), api_versions.APIVersion(high))
    ends = {api_versions.APIVersion(each['min'] or low), last}
    for version in sorted(ends):
        ours = _ours(handler, section, version)
        if recorded in ({}, True) and ours is None:
            continue
        assert ours is not None, f'{version}: there is no schema'
        for sample in _bodies(recorded, operation + str(version)):
            sample = _as_query(sample) if section == 'query' else sample
            is_good = _recorded_accepts(recorded, sample)
            assert _accepts(section, ours, sample) == is_good, f'{version}: {sample!r:.400}'


def _as_query(sample: Any) -> dict[str, list[str]]:
    """What would arrive: parameters, each a list of texts."""
    if not isinstance(sample, dict):
        return {}
    return {
        key: [str(each) for each in (values if isinstance(values, list) else [values])]
        for key, values in sample.items()
    }


def _recorded_accepts(schema: dict[str, Any], sample: Any) -> bool:
    (strict, _), _ = validation._classes()
    checker = jsonschema.FormatChecker(formats=())
    for name in formats.TESTS:
        checker.checks(name)(lambda value, name=name: formats.matches(name, value))
    return bool(strict(schema, format_checker=checker).is_valid(sample))


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


def _bodies(schema: dict[str, Any], seed: str) -> Iterator[Any]:
    """Bodies that match a schema and, far more of them, bodies with one place changed."""
    chance = random.Random(seed)
    for _ in range(6):
        whole = _value(schema, chance, everything=True)
        yield whole
        for _ in range(25):
            yield _spoiled(copy.deepcopy(whole), schema, chance)
    yield _value(schema, chance, everything=False)


WORDS = (
    'a', ' a', 'a b', '', 'x' * 61, 'x' * 256, 'ü', 'a, b', 'a/b', 'a:b', '1', '0', '-1', 'True',
    'auto', 'none',
    '10.0.0.1', '::1', '11111111-2222-3333-4444-555555555555', '2026-01-01T00:00:00Z', 'AUTO',
    'ssh', 'hard', 'asc',
    'created_at', 'architecture', 'YWJj', '!', '[', '_x', 'a.b', 'a@b', '99999999999', 'volume',
    '\t', 'a\x00',
)  # fmt: skip


def _value(schema: Any, chance: random.Random, everything: bool) -> Any:
    """Something that roughly matches a schema."""
    if not isinstance(schema, dict) or not schema:
        return chance.choice([None, 1, 'a', {}, []])
    for keyword in ('oneOf', 'anyOf'):
        if keyword in schema:
            merged = {**schema, **chance.choice(schema[keyword])}
            merged.pop(keyword)
            return _value(merged, chance, everything)
    if 'allOf' in schema:
        merged = {key: value for part in schema['allOf'] for key, value in part.items()}
        return _value(merged, chance, everything)
    if 'enum' in schema:
        return chance.choice(schema['enum'])
    if 'const' in schema:
        return schema['const']
    kind = schema.get('type', 'object')
    kind = chance.choice(kind) if isinstance(kind, list) else kind
    if kind == 'object':
        return _object(schema, chance, everything)
    if kind == 'array':
        count = chance.choice([1, 1, 2])
        return [_value(schema.get('items', {}), chance, everything) for _ in range(count)]
    if kind == 'string':
        return _word(schema, chance)
    return {'integer': 1, 'boolean': True, 'null': None, 'number': 1}[kind]


def _object(schema: dict[str, Any], chance: random.Random, everything: bool) -> dict[str, Any]:
    required = schema.get('required', ())
    found = {
        key: _value(rule, chance, everything)
        for key, rule in schema.get('properties', {}).items()
        if key in required or (everything and chance.random() < 0.8)
    }
    if 'patternProperties' in schema and everything:
        rule = next(iter(schema['patternProperties'].values()))
        key = '_a' if '^_' in schema['patternProperties'] else 'a'
        found[key] = _value(rule, chance, everything)
    return found


def _word(schema: dict[str, Any], chance: random.Random) -> str:
    words = list(WORDS)
    chance.shuffle(words)
    return next((each for each in words if _recorded_accepts(schema, each)), 'a')


def _spoiled(body: Any, schema: dict[str, Any], chance: random.Random) -> Any:
    """The body with one place changed: a value, a key too many, or one too few."""
    places: list[tuple[Any, Any]] = []

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            places.extend((value, key) for key in value)
            places.append((value, None))
            for each in list(value.values()):
                walk(each)
        elif isinstance(value, list):
            places.extend((value, index) for index in range(len(value)))
            for each in value:
                walk(each)

    walk(body)
    if not places:
        return chance.choice([None, 1, [], {}, 'x'])
    holder, key = chance.choice(places)
    is_query = 'patternProperties' in schema or all(
        rule.get('type') == 'array' for rule in schema.get('properties', {'': {}}).values()
    )
    if key is None:
        holder['zz'] = ['1'] if is_query and holder is body else 'x'
    elif isinstance(holder, dict) and chance.random() < 0.2:
        del holder[key]
    elif is_query and holder is body:
        holder[key] = [chance.choice(WORDS)]
    elif is_query:
        holder[key] = chance.choice(WORDS)
    else:
        others = [None, 1, 0, -1, True, [], {}, ['a'], 2**31, *WORDS, *WORDS]
        holder[key] = chance.choice(others)
    return body
