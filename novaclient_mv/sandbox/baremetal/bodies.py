"""Checks of bodies and of single values, in the service's words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.http.wsgi import PackageMissing
from novaclient_mv.sandbox.state.baremetal_nodes import UUID

Schema = dict[str, Any]

TEXT: Schema = {'type': ['string', 'null'], 'maxLength': 255}
NAME: Schema = {'type': ['string', 'null']}
OBJECT: Schema = {'type': ['object', 'null']}
FLAG: Schema = {'type': ['string', 'boolean', 'null']}
STEPS: Schema = {'type': 'array', 'minItems': 1, 'items': {'type': 'object'}}
TRAIT: Schema = {
    'anyOf': [
        {'type': 'string', 'minLength': 1, 'maxLength': 255, 'pattern': '^CUSTOM_[A-Z0-9_]+$'},
        {'type': 'string', 'pattern': '^(HW|COMPUTE|STORAGE|MISC|OWNER)_[A-Z0-9_]+$'},
    ]
}

_TRUE = ('1', 't', 'true', 'on', 'y', 'yes')
_FALSE = ('0', 'f', 'false', 'off', 'n', 'no')
_MAC = re.compile(r'[0-9a-f]{2}(:[0-9a-f]{2}){5}')
_NAME = re.compile(r'[A-Za-z0-9_.~-]+')


def schema_of(required: tuple[str, ...] = (), **properties: Schema) -> Schema:
    """The schema of an object that has no other properties."""
    return {
        'type': 'object',
        'properties': properties,
        'required': list(required),
        'additionalProperties': False,
    }


def check(schema: Schema, body: Any, noun: str | None) -> None:
    """Refuse a body that does not match.

    :param noun: what the body describes, where the service says so.
    :raises Refused: 400 in the words of the schema library.
    """
    try:
        import jsonschema
    except ImportError:
        raise PackageMissing('Changing the sandbox') from None
    validator = jsonschema.Draft4Validator(schema)
    error = next(iter(validator.iter_errors(body)), None)
    if error is None:
        return
    words = error.message
    if error.context:
        words += f'. Possible root cause: {error.context[0].message}'
    for_noun = f' for {noun}' if noun else ''
    raise Refused(400, f'Schema error{for_noun}: {words}')


def check_parts(schema: Schema, document: dict[str, Any], names: Iterable[str]) -> None:
    """Refuse values that a patch set, and that it took away what must be there.

    :param schema: of the whole.
    :raises Refused: 400.
    """
    touched = set(names)
    parts = {name: document[name] for name in touched if document.get(name) is not None}
    required = [name for name in schema['required'] if name in touched]
    patched = {'type': 'object', 'properties': schema['properties'], 'required': required}
    check(patched, parts, 'patch')


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
    words = f'Unrecognized value {str(value)!r}, acceptable values are: {accepted}'
    raise Refused(400, f'Invalid {name}: {words}')


def uuid(value: Any, name: str) -> str:
    """A UUID that a value is to be.

    :raises Refused: 400.
    """
    if not is_uuid(value):
        raise Refused(400, f'Expected UUID for {name}: {value}')
    return str(value).lower()


def is_uuid(value: Any) -> bool:
    """Whether a value is a UUID."""
    return isinstance(value, str) and UUID.fullmatch(value) is not None


def mac(value: Any) -> str:
    """The MAC address that a value is to be.

    :raises Refused: 400.
    """
    if isinstance(value, str) and _MAC.fullmatch(value.lower()):
        return value.lower()
    raise Refused(400, f'Expected valid MAC address for address: {value}')


def is_name(value: str) -> bool:
    """Whether a text can be the name of something: not a UUID, and safe in a URL."""
    return bool(_NAME.fullmatch(value)) and UUID.fullmatch(value) is None and value not in _TAKEN


_TAKEN = ('detail', 'maintenance', 'management', 'states', 'vendor_passthru', 'validate')
