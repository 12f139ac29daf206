"""Checks a body against its schema; the schema library is loaded at the first write."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

from novaclient_mv.sandbox.http import formats
from novaclient_mv.sandbox.http.wsgi import Fault, PackageMissing


def check(schema: dict[str, Any], body: Any, relaxed: bool) -> None:
    """Refuse a body that does not match; a relaxed check drops unknown keys, as /v2 does."""
    validator = _validator(_Hold(schema), relaxed)
    for error in validator.iter_errors(body):
        raise Fault(400, _words(error))


def problem(schema: dict[str, Any], value: Any, is_uuid: Callable[[Any], bool]) -> str | None:
    """Return what is wrong with a value, with the rule and the value; ``None`` if nothing is."""
    errors = _plain_validator(_Hold(schema), is_uuid).iter_errors(value)
    try:
        error = _library().exceptions.best_match(errors)
        return None if error is None else str(error)
    except RecursionError:
        # A message quotes what is wrong.
        return 'The value is nested too deeply.'


class _Hold:
    """A schema that is hashed by its identity; schemas live as long as the process."""

    def __init__(self, schema: dict[str, Any]) -> None:
        self.schema = schema

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Hold) and other.schema is self.schema

    def __hash__(self) -> int:
        return id(self.schema)


@functools.lru_cache(maxsize=1024)
def _validator(hold: _Hold, relaxed: bool) -> Any:
    (strict, loose), checker = _classes()
    return (loose if relaxed else strict)(hold.schema, format_checker=checker)


@functools.lru_cache(maxsize=128)
def _plain_validator(hold: _Hold, is_uuid: Callable[[Any], bool]) -> Any:
    checker = _library().FormatChecker(formats=())
    checker.checks('uuid')(is_uuid)
    return _library().Draft202012Validator(hold.schema, format_checker=checker)


def _library() -> Any:
    try:
        import jsonschema
    except ImportError:
        raise PackageMissing('Changing the sandbox') from None
    return jsonschema


@functools.cache
def _classes() -> tuple[tuple[Any, Any], Any]:
    """The validator classes (strict, relaxed) and the format checker."""
    jsonschema = _library()
    checker = jsonschema.FormatChecker(formats=())
    for name in formats.TESTS:
        checker.checks(name)(functools.partial(formats.matches, name))
    base = jsonschema.Draft202012Validator
    numbers = {
        'minimum': _bound('minimum', base.VALIDATORS['minimum']),
        'maximum': _bound('maximum', base.VALIDATORS['maximum']),
    }
    extend = jsonschema.validators.extend
    strict = extend(base, numbers)
    return (
        strict,
        extend(strict, {'additionalProperties': _dropped}),
    ), checker


def _bound(name: str, original: Any) -> Any:
    """A numeric bound that counts a text of digits as its number."""

    def check(validator: Any, bound: Any, instance: Any, schema: Any) -> Iterator[Any]:
        if isinstance(instance, str):
            try:
                number = int(instance)
            except ValueError:
                # Python reads no thousands of digits.
                if instance.removeprefix('-').isdecimal():
                    yield _library().ValidationError(f'{instance!r} is too long')
                return
            instance = number
        yield from original(validator, bound, instance, schema) or ()

    return check


def _dropped(validator: Any, allowed: Any, instance: Any, schema: dict[str, Any]) -> Iterator[Any]:
    """``additionalProperties`` as /v2 reads it: unknown keys are taken out of the body.

    Two exceptions: beside patterns an unknown key is refused, and an object whose every key is
    unknown is unchanged.
    """
    original = _classes()[0][0].VALIDATORS['additionalProperties']
    if allowed is not False or 'patternProperties' in schema or not isinstance(instance, dict):
        yield from original(validator, allowed, instance, schema) or ()
        return
    unknown = [key for key in instance if key not in schema.get('properties', {})]
    if len(unknown) < len(instance):
        for key in unknown:
            del instance[key]


def _words(error: Any) -> str:
    if not error.path:
        return str(error.message)
    return (
        f'Invalid input for field/attribute {error.path[-1]}. '
        f'Value: {error.instance}. {error.message}'
    )
