"""Schemas of bodies, and their formats."""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Callable, Iterable
from typing import Any

from novaclient_mv.sandbox.baremetal import kinds
from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.http.wsgi import PackageMissing

Schema = dict[str, Any]

STRING: Schema = {'type': 'string'}
TEXT: Schema = {'type': ['string', 'null'], 'maxLength': 255}
NAME: Schema = {'type': ['string', 'null']}
SAFE_NAME: Schema = {**NAME, 'format': 'name'}
UUID: Schema = {**NAME, 'format': 'uuid'}
NODE: Schema = {**STRING, 'format': 'uuid'}
OBJECT: Schema = {'type': ['object', 'null']}
FLAG: Schema = {'type': ['string', 'boolean', 'null'], 'format': 'flag'}
TRAIT: Schema = {
    'type': 'string',
    'minLength': 1,
    'maxLength': 255,
    'anyOf': [{'pattern': '^CUSTOM_[A-Z0-9_]+$'}, {'format': 'standard-trait'}],
}
UUID_OR_NAME: Schema = {**STRING, 'format': 'ident'}
ORDER: Schema = {
    'anyOf': [
        {'type': 'integer', 'minimum': 0},
        {'type': 'string', 'minLength': 1, 'pattern': '^[0-9]+$'},
    ]
}


def schema_of(required: tuple[str, ...] = (), **properties: Schema) -> Schema:
    """The schema of an object that has no other properties."""
    return {
        'type': 'object',
        'properties': properties,
        'required': list(required),
        'additionalProperties': False,
    }


def short(length: int) -> Schema:
    """The schema of a text of some characters, or of none."""
    return {**NAME, 'maxLength': length}


def check(schema: Schema, body: Any) -> None:
    """Refuse a body that does not match.

    :raises Refused: 400.
    """
    try:
        import jsonschema
    except ImportError:
        raise PackageMissing('Changing the sandbox') from None
    # To this draft and later ones, a number without a fraction is whole, however it is written.
    validator = jsonschema.Draft6Validator(schema, format_checker=_formats())
    error = next(validator.iter_errors(body), None)
    if error is not None:
        raise Refused(400, f'Schema error: {error.message}')


def kind(schema: Schema) -> kinds.Kind:
    """Values that a schema describes."""

    def read(value: Any) -> Any:
        check(schema, value)
        return value

    return read


@functools.cache
def _formats() -> Any:
    import jsonschema

    checker = jsonschema.FormatChecker(())
    tests: dict[str, Callable[[str], bool]] = {
        'uuid': kinds.is_uuid,
        'mac-address': kinds.is_mac,
        'name': lambda text: not text or kinds.is_name(text),
        'ident': kinds.is_ident,
        'flag': _is_flag,
        'standard-trait': lambda text: text in _standard_traits(),
    }
    for name, test in tests.items():
        checker.checks(name)(_of_texts(test))
    return checker


def _of_texts(test: Callable[[str], bool]) -> Callable[[object], bool]:
    """A test that is for texts alone; their type is the schema's matter."""
    return lambda value: not isinstance(value, str) or test(value)


def _is_flag(text: str) -> bool:
    try:
        kinds.flag(text)
    except ValueError:
        return False
    return True


@functools.cache
def _standard_traits() -> frozenset[str]:
    path = os.path.join(os.path.dirname(__file__), '..', '..', 'data', 'traits.json')
    with open(path, encoding='utf-8') as file:
        return frozenset(json.load(file))


def check_parts(schema: Schema, document: dict[str, Any], names: Iterable[str]) -> None:
    """Refuse values that a patch set, and that it took away what must be there.

    :param schema: of the whole.
    :param document: patched, without what was taken away.
    :raises Refused: 400.
    """
    touched = set(names)
    parts = {name: document[name] for name in touched if name in document}
    required = [name for name in schema['required'] if name in touched]
    patched = {'type': 'object', 'properties': schema['properties'], 'required': required}
    check(patched, parts)
