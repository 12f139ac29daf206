"""Checks a query against its schema; without a schema library, because every read needs it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote_to_bytes

from novaclient_mv.sandbox.http import formats
from novaclient_mv.sandbox.http.wsgi import MOST_DIGITS, Fault


def check(schema: dict[str, Any], pairs: list[tuple[str, str]]) -> None:
    """Refuse a query that does not match."""
    texts: dict[str, list[str]] = {}
    for name, value in pairs:
        texts.setdefault(name, []).append(value)
    properties = schema.get('properties', {})
    for name, values in texts.items():
        rule = properties.get(name)
        if rule is not None:
            _check_values(name, values, rule)
    # An empty schema allows nothing.
    is_open = schema and schema.get('additionalProperties', True)
    extra = [] if is_open else sorted(name for name in texts if not _is_known(schema, name))
    if extra:
        raise Fault(400, extra_message(extra))


def extra_message(names: list[str]) -> str:
    """Return the message for parameters that a schema lacks."""
    return f'Additional properties are not allowed ({", ".join(map(repr, names))} was unexpected)'


def known_pairs(schema: dict[str, Any], pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The part of a query that a schema knows, for handlers and for links to further pages."""
    if not schema.get('properties'):
        return pairs
    return [pair for pair in pairs if _is_known(schema, pair[0])]


def _is_known(schema: dict[str, Any], name: str) -> bool:
    patterns = schema.get('patternProperties', {})
    return name in schema.get('properties', {}) or any(re.search(key, name) for key in patterns)


def require_text(query_string: str) -> None:
    """Refuse a query string that is not UTF-8."""
    try:
        unquote_to_bytes(query_string).decode()
    except UnicodeDecodeError:
        raise Fault(400, 'Query string is not UTF-8 encoded') from None


def _check_values(name: str, values: list[str], rule: dict[str, Any]) -> None:
    items = rule.get('items', {})
    if len(values) > rule.get('maxItems', len(values)) or not all(_fits(v, items) for v in values):
        words = f'Invalid input for query parameters {name}. Value: {", ".join(values)}.'
        raise Fault(400, words)


def _fits(value: str, rule: dict[str, Any]) -> bool:
    """Whether a value matches the schema of a parameter."""
    return (
        all(_fits(value, choice) for choice in rule.get('allOf', ()))
        and all(
            any(_fits(value, choice) for choice in rule[keyword])
            for keyword in ('anyOf', 'oneOf')
            if keyword in rule
        )
        and all(test(value, rule[keyword]) for keyword, test in _TESTS.items() if keyword in rule)
    )


def _is_at_least(value: str, minimum: int) -> bool:
    # A text of digits counts as its number.
    is_number = value.isdecimal() and len(value) <= MOST_DIGITS
    return not is_number or int(value) >= minimum


_TESTS: dict[str, Callable[[str, Any], bool]] = {
    'type': lambda value, types: 'string' in ([types] if isinstance(types, str) else types),
    'enum': lambda value, choices: value in choices,
    'const': lambda value, constant: value == constant,
    'pattern': lambda value, pattern: re.search(pattern, value) is not None,
    'minLength': lambda value, length: len(value) >= length,
    'maxLength': lambda value, length: len(value) <= length,
    'minimum': _is_at_least,
    'format': lambda value, name: formats.matches(name, value),
}
