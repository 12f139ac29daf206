"""Values of images in creation and change, and the syntax of a change."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.http import formats
from novaclient_mv.sandbox.http.wsgi import Fault
from novaclient_mv.sandbox.state import image_store

Document = dict[str, Any]
Change = tuple[str, str, Any]

PATCH_TYPES = {
    'application/openstack-images-v2.1-json-patch': '2.1',
    'application/openstack-images-v2.0-json-patch': '2.0',
}
OPERATIONS = ('add', 'remove', 'replace')

# Keys that the service alone sets.
READ_ONLY = frozenset((
    'checksum', 'created_at', 'direct_url', 'file', 'locations', 'os_hash_algo', 'os_hash_value',
    'schema', 'self', 'size', 'status', 'stores', 'updated_at', 'virtual_size',
))  # fmt: skip

DISK_FORMATS = (
    None, 'ami', 'ari', 'aki', 'vhd', 'vhdx', 'vmdk', 'raw', 'qcow2', 'vdi', 'iso', 'ploop', 'gpt',
)  # fmt: skip
CONTAINER_FORMATS = (None, 'ami', 'ari', 'aki', 'bare', 'ovf', 'ova', 'docker', 'compressed')
VISIBILITIES = ('community', 'public', 'private', 'shared')

# The kinds that values have, and the values that there are; any other key takes a text.
KINDS: dict[str, Any] = {
    'id': str,
    'name': (str, type(None)),
    'owner': (str, type(None)),
    'protected': bool,
    'os_hidden': bool,
    'min_disk': int,
    'min_ram': int,
    'tags': list,
}
CHOICES: dict[str, tuple[Any, ...]] = {
    'disk_format': DISK_FORMATS,
    'container_format': CONTAINER_FORMATS,
    'visibility': VISIBILITIES,
}


def check(attributes: Document) -> None:
    """Refuse values that an image cannot have.

    :raises Fault: 400, 403.
    """
    for key, value in attributes.items():
        if key in READ_ONLY:
            raise Fault(403, f"Attribute '{key}' is read-only.")
        if key in CHOICES:
            if value not in CHOICES[key]:
                raise _mismatch(f'{value!r} is not one of {list(CHOICES[key])!r}')
            continue
        kind = KINDS.get(key, (str, type(None)) if key in ('kernel_id', 'ramdisk_id') else str)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise _mismatch(f'{value!r} is of another type than {key}')
        if kind is list and not all(isinstance(item, str) for item in value):
            raise _mismatch(f'{value!r} is not a list of texts')
        if key == 'id' and not formats.matches('uuid', value):
            raise _mismatch(f'{value!r} is not a UUID')
        if kind is int and value < 0:
            raise Fault(400, f"Invalid value '{value}' for parameter '{key}'")
        if isinstance(value, str) and len(value) > 255 and key in KINDS:
            raise _mismatch(f'{value!r} is too long')


def _mismatch(words: str) -> Fault:
    return Fault(400, f"Provided object does not match schema 'image': {words}")


def set_value(facts: Document, key: str, value: Any) -> None:
    """Set a key of an image's document, or one of its properties."""
    if key == 'tags':
        value = sorted(set(value))
    (facts if key in image_store.DEFAULTS else facts.setdefault('properties', {}))[key] = value


def read(kind: str, changes: Any) -> list[Change]:
    """The changes that a ``PATCH`` asks for: operation, key and value.

    :param kind: the media type of the body.

    :raises Fault: 400, 403, 415.
    """
    if kind not in PATCH_TYPES:
        raise Fault(415, f'The request media type {kind} is not supported by this server.')
    if not isinstance(changes, list):
        raise Fault(400, 'Request body must be a JSON array of operation objects.')
    return [_change(change, PATCH_TYPES[kind]) for change in changes]


def _change(change: Any, version: str) -> Change:
    if not isinstance(change, dict):
        raise Fault(400, 'Operations must be JSON objects.')
    words = ', '.join(OPERATIONS)
    if version == '2.0':
        # The operation was the key of the path.
        operation = next((name for name in OPERATIONS if name in change), None)
        path = change.get(operation) if operation else None
    else:
        operation, path = change.get('op'), change.get('path')
    if operation is None:
        raise Fault(400, f'A change needs an operation. It must be one of: {words}.')
    if operation not in OPERATIONS:
        raise Fault(400, f'Invalid operation: `{operation}`. It must be one of: {words}.')
    if not isinstance(path, str) or not path.startswith('/') or len(path) < 2:
        raise Fault(400, f'Invalid JSON pointer for this resource: `{path}`')
    key = path[1:].replace('~1', '/').replace('~0', '~')
    if key in READ_ONLY or key == 'id':
        raise Fault(403, f"Attribute '{key}' is read-only.")
    if operation != 'remove' and 'value' not in change:
        raise Fault(400, f'Operation "{operation}" requires a member named "value".')
    return operation, key, change.get('value')


def carry_out(facts: Document, operation: str, key: str, value: Any) -> None:
    """Change an image's document.

    :raises Fault: 403, 409.
    """
    is_own = key in image_store.DEFAULTS or key in KINDS
    properties = facts.setdefault('properties', {})
    if operation == 'remove' and is_own:
        raise Fault(403, f'Property {key} may not be removed.')
    if operation != 'add' and not is_own and key not in properties:
        raise Fault(409, f'Property {key} does not exist.')
    if operation == 'remove':
        del properties[key]
    else:
        set_value(facts, key, value)
