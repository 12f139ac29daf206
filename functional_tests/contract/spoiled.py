"""Makes requests of schemas: right ones, and such with one place spoiled."""

from __future__ import annotations

import copy
import functools
import json
import random
from collections.abc import Iterator
from typing import Any

import jsonschema

from novaclient_mv.sandbox.http import formats, validation

WORDS = (
    'a', ' a', 'a b', '', 'x' * 61, 'x' * 256, 'ü', 'a, b', 'a/b', 'a:b', '1', '0', '-1', 'True',
    'auto', 'none',
    '10.0.0.1', '::1', '11111111-2222-3333-4444-555555555555', '2026-01-01T00:00:00Z', 'AUTO',
    'ssh', 'hard', 'asc',
    'created_at', 'architecture', 'YWJj', '!', '[', '_x', 'a.b', 'a@b', '99999999999', 'volume',
    '\t', 'a\x00',
)  # fmt: skip


def bodies(schema: dict[str, Any], seed: str, count: int = 6, changed: int = 25) -> Iterator[Any]:
    """Bodies that match a schema and, far more of them, bodies with one place changed.

    :param seed: the same one gives the same bodies.
    :param count: how many match.
    :param changed: how many are made of each of them.
    """
    chance = random.Random(seed)
    for _ in range(count):
        whole = _value(schema, chance, everything=True)
        yield whole
        for _ in range(changed):
            yield _spoiled(copy.deepcopy(whole), schema, chance)
    yield _value(schema, chance, everything=False)


def as_query(sample: Any) -> dict[str, list[str]]:
    """Return the parameters as they arrive, each a list of texts."""
    if not isinstance(sample, dict):
        return {}
    return {
        key: [str(each) for each in (values if isinstance(values, list) else [values])]
        for key, values in sample.items()
    }


def is_taken(schema: dict[str, Any], sample: Any) -> bool:
    """Whether a recorded schema takes a body or the lists of a query."""
    (strict, _), _ = validation._classes()
    return bool(strict(schema, format_checker=_checker()).is_valid(sample))


@functools.cache
def _checker() -> jsonschema.FormatChecker:
    checker = jsonschema.FormatChecker(formats=())
    for name in formats.TESTS:
        checker.checks(name)(lambda value, name=name: formats.matches(name, value))
    return checker


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
    return chance.choice(_words(json.dumps(schema, sort_keys=True)))


@functools.cache
def _words(schema: str) -> list[str]:
    """The words that a schema takes, which is text as a key."""
    return [each for each in WORDS if is_taken(json.loads(schema), each)] or ['a']


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
        others: list[Any] = [None, 1, 0, -1, True, [], {}, ['a'], 2**31, *WORDS, *WORDS]
        holder[key] = chance.choice(others)
    return body
