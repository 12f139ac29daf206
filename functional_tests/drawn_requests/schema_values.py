"""Values that a JSON schema allows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from functional_tests.drawn_requests.drawing import Draw

Schema = Mapping[str, Any]
Named = Mapping[str, Callable[[Draw], Any]]

_FORMATS = {
    'uuid': '00000000-dead-4bad-8bad-00000000dead',
    'ipv4': '1.2.3.4',
    'ipv6': '::1',
    'base64': 'eA==',
    'date-time': '2020-01-01T00:00:00Z',
    'regex': 'x',
    'uri': 'http://example.com/',
}
OMITTED = object()
"""A maker returns it for a key that is better left out."""


def value_of(draw: Draw, schema: Schema, named: Named, share: float = 0.3, key: str = '') -> Any:
    """A value of a schema.

    :param named: makers of values by their key, which know better.
    :param share: of the keys that need not be there.
    """
    if key in named:
        return named[key](draw)
    if 'enum' in schema:
        return draw.one_of(list(schema['enum']))
    for word in ('oneOf', 'anyOf'):
        if word in schema:
            return value_of(draw, draw.one_of(schema[word]), named, share)
    kinds = schema.get('type', 'null')
    kind = kinds if isinstance(kinds, str) else draw.one_of(kinds)
    maker = _KINDS.get(kind)
    return None if maker is None else maker(draw, schema, named, share)


def _object(draw: Draw, schema: Schema, named: Named, share: float) -> dict[str, Any]:
    required = schema.get('required', ())
    made = {}
    for key, rule in schema.get('properties', {}).items():
        if key in required or draw.chance(share):
            value = value_of(draw, rule, named, share, key)
            if value is not OMITTED:
                made[key] = value
    for rule in schema.get('patternProperties', {}).values():
        for key in draw.some_of(('a', 'b', 'c'), 0, 2):
            made[key] = value_of(draw, rule, named, share)
    return made


def _array(draw: Draw, schema: Schema, named: Named, share: float) -> list[Any]:
    count = draw.number(schema.get('minItems', 0), max(1, schema.get('minItems', 0)))
    return [value_of(draw, schema.get('items', {}), named, share) for _ in range(count)]


def _string(draw: Draw, schema: Schema, named: Named, share: float) -> str:
    if 'format' in schema and schema['format'] in _FORMATS:
        return _FORMATS[schema['format']]
    if '0-9' in schema.get('pattern', '') and 'a-z' not in schema['pattern']:
        return str(draw.number(1, 20))
    if not schema.get('minLength') and draw.chance(0.1):
        return ''
    return draw.one_of(('x', 'name-1', 'ab', 'y' * schema.get('maxLength', 8)))


def _integer(draw: Draw, schema: Schema, named: Named, share: float) -> int:
    least, most = schema.get('minimum', 0), schema.get('maximum', 2**31 - 1)
    return draw.one_of((least, draw.number(least, min(most, least + 20)), most))


_KINDS: dict[str, Callable[[Draw, Schema, Named, float], Any]] = {
    'object': _object,
    'array': _array,
    'string': _string,
    'integer': _integer,
    'number': _integer,
    'boolean': lambda draw, schema, named, share: draw.chance(0.5),
}
