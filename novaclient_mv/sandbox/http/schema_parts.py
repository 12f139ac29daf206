"""Parts that the schemas of several resources are made of."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.http import boolean_words

Schema = dict[str, Any]


def texts(**rules: Any) -> Schema:
    """The rule of a query parameter, which may be given several times: texts of these keywords."""
    return {'type': 'array', 'items': {'type': 'string', **rules}}


def query(parameters: Schema, extra: bool) -> Schema:
    """A query."""
    return {'type': 'object', 'properties': parameters, 'additionalProperties': extra}


ANY_QUERY = query({}, extra=True)
NO_QUERY = query({}, extra=False)
UNREADABLE: Schema = {}
"""The schema of a query that Nova fails over, of operations that it has long given up."""

TEXT = texts()
REGEX = texts(format='regex')
TIME = texts(format='date-time')
LIMIT: Schema = {
    'type': 'array',
    'items': {'type': ['integer', 'string'], 'pattern': '^[0-9]*$', 'minimum': 0, 'minLength': 1},
}
PAGING: Schema = {'limit': LIMIT, 'marker': TEXT}


def body(properties: Schema, required: list[str] | None = None, **keywords: Any) -> Schema:
    """An object without other keys than these."""
    rule: Schema = {'type': 'object', 'properties': properties}
    if required:
        rule['required'] = required
    return {**rule, 'additionalProperties': False, **keywords}


def wrapped(key: str, inner: Schema) -> Schema:
    """A body of one key, as most are."""
    return body({key: inner}, [key])


def wrapped_body(
    key: str, properties: Schema, required: list[str] | None = None, **keywords: Any
) -> Schema:
    """A body of one key, below which is an object without other keys than these."""
    return wrapped(key, body(properties, required, **keywords))


def word(*words: str) -> Schema:
    """One of some words."""
    return {'type': 'string', 'enum': list(words)}


def without(schema: Schema, *names: str) -> Schema:
    """Properties without some of them."""
    return {name: rule for name, rule in schema.items() if name not in names}


def nullable(rule: Schema) -> Schema:
    """Return a rule that also allows null."""
    return {**rule, 'type': [rule['type'], 'null']}


# Every spelling of a boolean.
BOOLEAN: Schema = {
    'type': ['boolean', 'string'],
    'enum': [
        True, 'True', 'TRUE', 'true', '1', 'ON', 'On', 'on', 'YES', 'Yes', 'yes',
        False, 'False', 'FALSE', 'false', '0', 'OFF', 'Off', 'off', 'NO', 'No', 'no',
    ],
}  # fmt: skip
NAME: Schema = {'type': 'string', 'minLength': 1, 'maxLength': 255, 'format': 'name'}
LOOSE_NAME: Schema = {**NAME, 'format': 'name_with_leading_trailing_spaces'}
DESCRIPTION: Schema = {
    'type': ['string', 'null'],
    'minLength': 0,
    'maxLength': 255,
    'format': 'printable',
}
UUID: Schema = {'type': 'string', 'format': 'uuid'}
TAG: Schema = {'type': 'string', 'minLength': 1, 'maxLength': 60, 'pattern': '^[^,/]*$'}
TAGS: Schema = {'type': 'array', 'items': TAG, 'maxItems': 50}

HOST_NAME: Schema = {
    'type': 'string',
    'minLength': 1,
    'maxLength': 255,
    'pattern': '^[a-zA-Z0-9-._]*$',
}


def integer(lowest: int) -> Schema:
    """A whole number from a lowest one on, or its digits."""
    sign = '-?' if lowest < 0 else ''
    return {
        'type': ['integer', 'string'],
        'pattern': f'^{sign}[0-9]+$',
        'minimum': lowest,
        'maximum': 0x7FFFFFFF,
    }


def free_keys(value: Schema) -> Schema:
    """An object whose keys anybody may choose, as metadata has them."""
    return {
        'type': 'object',
        'patternProperties': {'^[a-zA-Z0-9-_:. ]{1,255}$': value},
        'additionalProperties': False,
    }


METADATA: Schema = free_keys({'type': 'string', 'maxLength': 255})


def is_true(value: Any) -> bool:
    """Return the value of a boolean in a valid body."""
    return value is True or str(value).strip().lower() in boolean_words.TRUE
