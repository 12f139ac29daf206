"""Checks a query against its schema; without a schema library, because every read needs it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote_to_bytes

from novaclient_mv.sandbox.http import formats
from novaclient_mv.sandbox.http.wsgi import MOST_DIGITS, Fault


def check(schema: dict[str, Any], pairs: list[tuple[str, str]]) -> None:
    """Refuse a query that does not match.

    :param schema: an object whose properties are arrays: a parameter may be given several times.
    :raises Fault: 400 in the API's words.
    """
    if pairs and not schema:
        raise Fault(400, extra_message(sorted({name for name, _ in pairs}), []))
    texts: dict[str, list[str]] = {}
    for name, value in pairs:
        texts.setdefault(name, []).append(value)
    properties = schema.get('properties', {})
    patterns = schema.get('patternProperties', {})
    for name, values in texts.items():
        rule = properties.get(name)
        if rule is not None:
            _check_values(name, values, rule)
    if schema.get('additionalProperties', True):
        return
    extra = [
        name
        for name in texts
        if name not in properties and not any(re.search(pattern, name) for pattern in patterns)
    ]
    if extra:
        raise Fault(400, extra_message(sorted(extra), list(patterns)))


def known_pairs(schema: dict[str, Any], pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The part of a query that a schema knows, for handlers and for links to further pages.

    :param schema: as of :func:`check`; one without properties knows all.
    """
    properties = schema.get('properties')
    if not properties:
        return pairs
    patterns = list(schema.get('patternProperties', {}))
    return [
        pair
        for pair in pairs
        if pair[0] in properties or any(re.search(pattern, pair[0]) for pattern in patterns)
    ]


def require_text(query_string: str) -> None:
    """Refuse a query that is no text.

    :raises Fault: 400.
    """
    try:
        unquote_to_bytes(query_string).decode()
    except UnicodeDecodeError:
        raise Fault(400, 'Query string is not UTF-8 encoded') from None


def extra_message(extra: list[str], patterns: list[str]) -> str:
    """Return the schema library's message for names that a schema lacks."""
    if patterns:
        verb = 'does' if len(extra) == 1 else 'do'
        names = ', '.join(map(repr, extra))
        return f'{names} {verb} not match any of the regexes: {", ".join(map(repr, patterns))}'
    verb = 'was' if len(extra) == 1 else 'were'
    names = ', '.join(map(repr, extra))
    return f'Additional properties are not allowed ({names} {verb} unexpected)'


def _check_values(name: str, values: list[str], rule: dict[str, Any]) -> None:
    most = rule.get('maxItems')
    if most is not None and len(values) > most:
        raise Fault(
            400,
            f'Invalid input for query parameters {name}. Value: {values}. {values!r} is too long',
        )
    for value in values:
        problem = _problem(value, rule.get('items', {}))
        if problem is not None:
            raise Fault(
                400, f'Invalid input for query parameters {name}. Value: {value}. {problem}'
            )


def _problem(value: str, rule: dict[str, Any]) -> str | None:
    """Return the error of a value, in the schema library's words."""
    for choice in rule.get('allOf', ()):
        if (problem := _problem(value, choice)) is not None:
            return problem
    for keyword in ('anyOf', 'oneOf'):
        choices = rule.get(keyword)
        if choices and all(_problem(value, choice) is not None for choice in choices):
            return f'{value!r} is not valid under any of the given schemas'
    for keyword, test in _TESTS:
        if keyword in rule and (problem := test(value, rule[keyword])) is not None:
            return problem
    return None


def _type(value: str, kind: str | list[str]) -> str | None:
    kinds = [kind] if isinstance(kind, str) else kind
    if 'string' in kinds:
        return None
    return f'{value!r} is not of type {", ".join(repr(name) for name in kinds)}'


def _minimum(value: str, least: int) -> str | None:
    # A text of digits counts as its number.
    number = int(value) if value.isdecimal() and len(value) <= MOST_DIGITS else None
    if number is not None and number < least:
        return f'{value!r} is less than the minimum of {least}'
    return None


def _least_length(value: str, least: int) -> str | None:
    if len(value) >= least:
        return None
    return f'{value!r} should be non-empty' if least == 1 else f'{value!r} is too short'


def _format(value: str, name: str) -> str | None:
    return None if formats.matches(name, value) else f'{value!r} is not a {name!r}'


_TESTS: tuple[tuple[str, Callable[[str, Any], str | None]], ...] = (
    ('type', _type),
    ('enum', lambda v, of: None if v in of else f'{v!r} is not one of {of!r}'),
    ('const', lambda v, of: None if v == of else f'{of!r} was expected'),
    ('pattern', lambda v, of: None if re.search(of, v) else f'{v!r} does not match {of!r}'),
    ('minLength', _least_length),
    ('maxLength', lambda v, of: None if len(v) <= of else f'{v!r} is too long'),
    ('minimum', _minimum),
    ('format', _format),
)
