"""Checks of bodies and of single values."""

from __future__ import annotations

import functools
import json
import os
import re
from collections.abc import Iterable
from typing import Any

from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.http import formats
from novaclient_mv.sandbox.http.wsgi import PackageMissing

Schema = dict[str, Any]

TEXT: Schema = {'type': ['string', 'null'], 'maxLength': 255}
NAME: Schema = {'type': ['string', 'null']}
OBJECT: Schema = {'type': ['object', 'null']}
FLAG: Schema = {'type': ['string', 'boolean', 'null']}
TRAIT: Schema = {
    'type': 'string',
    'minLength': 1,
    'maxLength': 255,
    'anyOf': [{'pattern': '^CUSTOM_[A-Z0-9_]+$'}, {'format': 'standard-trait'}],
}

UUID_OR_NAME: Schema = {
    'anyOf': [
        {'type': 'string', 'format': 'uuid'},
        {'type': 'string', 'pattern': '^[A-Za-z0-9_.~-]+$', 'maxLength': 255},
    ]
}

_TRUE = ('1', 't', 'true', 'on', 'y', 'yes')
_FALSE = ('0', 'f', 'false', 'off', 'n', 'no')
_MAC = re.compile(r'[0-9a-f]{2}(:[0-9a-f]{2}){5}')
_NAME = re.compile(r'[A-Za-z0-9_.~-]+')
_HOST = re.compile(r'[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*')


def schema_of(required: tuple[str, ...] = (), **properties: Schema) -> Schema:
    """The schema of an object that has no other properties."""
    return {
        'type': 'object',
        'properties': properties,
        'required': list(required),
        'additionalProperties': False,
    }


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


@functools.cache
def _formats() -> Any:
    import jsonschema

    checker = jsonschema.FormatChecker(())
    checker.checks('uuid')(lambda value: not isinstance(value, str) or is_uuid(value))
    checker.checks('mac-address')(lambda value: not isinstance(value, str) or is_mac(value))
    checker.checks('standard-trait')(lambda value: value in _standard_traits())
    return checker


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


def flag(value: Any, name: str) -> bool:
    """Return the truth value of a text.

    :raises Refused: 400.
    """
    if isinstance(value, bool):
        return value
    text = str(value).strip().lower()
    if text in _TRUE:
        return True
    if text in _FALSE:
        return False
    accepted = ', '.join(repr(word) for word in sorted((*_TRUE, *_FALSE)))
    words = f"Unrecognized value '{value}', acceptable values are: {accepted}"
    raise Refused(400, f'Invalid {name}: {words}')


def uuid(value: Any, name: str) -> str:
    """A UUID that a value is to be.

    :raises Refused: 400.
    """
    if not is_uuid(value):
        raise Refused(400, f'Expected UUID for {name}: {value}')
    return str(value).lower()


def is_uuid(value: Any) -> bool:
    """Whether a value is a UUID, with or without its dashes."""
    return isinstance(value, str) and formats.matches('uuid', value)


def mac(value: Any, name: str = 'address') -> str:
    """The MAC address that a value is to be.

    :raises Refused: 400.
    """
    if is_mac(value):
        return str(value).lower()
    raise Refused(400, f'Expected valid MAC address for {name}: {value}')


def is_mac(value: Any) -> bool:
    """Whether a value is a MAC address."""
    return isinstance(value, str) and _MAC.fullmatch(value.lower()) is not None


def is_name(value: Any) -> bool:
    """Whether a value can be the name of something: not a UUID, and safe in a URL."""
    is_safe = isinstance(value, str) and len(value) <= 255 and bool(_NAME.fullmatch(value))
    return is_safe and not is_uuid(value)


def is_host_name(value: str) -> bool:
    """Whether a text can be the name of a host."""
    return _HOST.fullmatch(value) is not None


def is_name_or_uuid(value: Any) -> bool:
    """Whether a value can name something."""
    return is_name(value) or is_uuid(value)
