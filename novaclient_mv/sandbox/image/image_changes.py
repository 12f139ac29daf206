"""Values of images in creation and change, and the syntax of a change."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.http.wsgi import Document, Fault
from novaclient_mv.sandbox.image.schemas import IMAGE
from novaclient_mv.sandbox.state import image_store

Change = tuple[str, str, Any]

PATCH_TYPES = tuple(f'application/openstack-images-v2.{minor}-json-patch' for minor in (0, 1))
_OPERATIONS = ('add', 'remove', 'replace')
READ_ONLY = {'locations', *(key for key, rule in IMAGE.items() if rule.get('readOnly'))}
"""Keys that the service alone sets."""

_OPTIONAL = {'type': ['null', 'string']}
_SCHEMA: Document = {
    'properties': {**IMAGE, 'kernel_id': _OPTIONAL, 'ramdisk_id': _OPTIONAL},
    'additionalProperties': {'type': 'string'},
}


def check(attributes: Document) -> None:
    """Refuse values that an image cannot have."""
    for key, value in attributes.items():
        if key in READ_ONLY:
            raise Fault(403, f"Attribute '{key}' is read-only.")
        if isinstance(value, int) and value < 0:
            raise Fault(400, f"Invalid value '{value}' for parameter '{key}'")
    from novaclient_mv.sandbox.http import validation

    validation.check(_SCHEMA, attributes, relaxed=False)


def set_value(facts: Document, key: str, value: Any) -> None:
    """Set a key of an image's document, or one of its properties."""
    if key == 'tags':
        value = sorted(set(value))
    (facts if key in image_store.DEFAULTS else facts.setdefault('properties', {}))[key] = value


def read(kind: str, changes: Any) -> list[Change]:
    """The changes that a ``PATCH`` asks for: operation, key and value."""
    if kind not in PATCH_TYPES:
        raise Fault(415)
    if not isinstance(changes, list) or not all(isinstance(change, dict) for change in changes):
        raise Fault(400, 'Request body must be a JSON array of operation objects.')
    return [_change(change) for change in changes]


def _change(change: Document) -> Change:
    # In version 2.0 of the syntax the operation was the key of the path.
    operation = change.get('op') or next((name for name in _OPERATIONS if name in change), None)
    path = change.get('path', change.get(str(operation)))
    if operation not in _OPERATIONS:
        raise Fault(400, f'Invalid operation: `{operation}`.')
    if not isinstance(path, str) or not path.startswith('/') or len(path) < 2:
        raise Fault(400, f'Invalid JSON pointer for this resource: `{path}`')
    key = path[1:].replace('~1', '/').replace('~0', '~')
    if key in READ_ONLY or key == 'id':
        raise Fault(403, f"Attribute '{key}' is read-only.")
    if operation != 'remove' and 'value' not in change:
        raise Fault(400, f'Operation "{operation}" requires a member named "value".')
    return operation, key, change.get('value')


def carry_out(facts: Document, operation: str, key: str, value: Any) -> None:
    """Change an image's document."""
    is_own = key in IMAGE
    properties = facts.setdefault('properties', {})
    if operation == 'remove' and is_own:
        raise Fault(403, f'Property {key} may not be removed.')
    if operation != 'add' and not is_own and key not in properties:
        raise Fault(409, f'Property {key} does not exist.')
    if operation == 'remove':
        del properties[key]
    else:
        set_value(facts, key, value)
