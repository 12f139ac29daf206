"""Values as data that can be compared: what differs from run to run is left out."""

from __future__ import annotations

import collections
import re
from collections.abc import Mapping
from typing import Any

_CHANGING = (
    (re.compile(r'-----BEGIN (.+?)-----.*?-----END \1-----', re.DOTALL), 'PEM'),
    (re.compile(r'ssh-(?:rsa|ed25519) [\w+/=]+'), 'KEY'),
    (re.compile(r'\b(?:[0-9a-f]{2}:){15}[0-9a-f]{2}\b'), 'FINGERPRINT'),
    (re.compile(r'[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|\b[0-9a-f]{32,128}\b'), 'ID'),
    (re.compile(r'\br-[0-9a-z]{8}\b'), 'RESERVATION'),
    (re.compile(r'\binstance-[0-9a-f]{8}\b'), 'INSTANCE'),
    (re.compile(r'\b(?:[0-9a-f]{2}:){5}[0-9a-f]{2}\b'), 'MAC'),
    (re.compile(r'(?<=/os-aggregates/)\d+'), 'NUMBER'),
    (re.compile(r'\d{4}-\d\d-\d\d([T ][\d:.]+)?(Z|\+00:00)?'), 'TIME'),
    (re.compile(r'[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]+ GMT'), 'TIME'),
    (re.compile(r'\b0x[0-9a-f]+'), 'ADDRESS'),
    (re.compile(r'(127\.0\.0\.1|localhost):\d{2,5}'), 'HOST'),
    (re.compile(r'\b\d{1,3}(?:\.\d{1,3}){3}\b'), 'IP'),
    (re.compile(r'novaclient_mv'), 'novaclient'),
    (re.compile(r'token=\w+'), 'token=TOKEN'),
)
_RANDOM = frozenset(
    {
        *('adminPass', 'password', 'token', 'uptime', 'locked_at', 'hours', 'total_hours'),
        *('total_vcpus_usage', 'total_memory_mb_usage', 'total_local_gb_usage'),
    }
)
_DEPTH = 6
_MANY = 12


def text(value: object) -> str:
    """A text without identifiers, times and addresses."""
    result = str(value)
    for pattern, word in _CHANGING:
        result = pattern.sub(word, result)
    return result


def value(thing: Any, depth: int = 0) -> Any:
    """A value as JSON has it, with the names of classes that programs see.

    :param depth: how deep in another value it stands.
    """
    if thing is None or isinstance(thing, (bool, int, float)):
        return thing
    if isinstance(thing, str):
        return _named(thing, str, text(thing))
    if isinstance(thing, bytes):
        return _named(thing, bytes, text(thing.decode(errors='replace')))
    if depth > _DEPTH:
        return type(thing).__name__
    if isinstance(thing, Mapping):
        items = {str(key): _field(str(key), field, depth) for key, field in thing.items()}
        # An ordered one is nothing else to who reads it.
        usual = type(thing) if isinstance(thing, collections.OrderedDict) else dict
        return _named(thing, usual, dict(sorted(items.items())))
    if isinstance(thing, (list, tuple)):
        items_ = [value(item, depth + 1) for item in thing[:_MANY]]
        return _named(thing, list, [*items_, f'{len(thing)} items'])
    if isinstance(thing, (set, frozenset)):
        return _named(thing, set, sorted(text(item) for item in thing))
    return _object(thing, depth)


def _field(name: str, field: Any, depth: int) -> Any:
    """The value of a key; the kind of one that is chosen at random, or that counts on."""
    is_unstable = name in _RANDOM or name.endswith(('_processed_bytes', '_remaining_bytes'))
    if is_unstable or (name == 'id' and isinstance(field, int)):
        return type(field).__name__
    return value(field, depth + 1)


def _named(thing: object, usual: type, rendered: Any) -> Any:
    """Return a rendered value, with the class where it is not the usual one."""
    if type(thing) is usual:
        return rendered
    return {'class': type(thing).__name__, 'is': rendered}


def _object(thing: Any, depth: int) -> Any:
    """An object: a resource, an answer of requests, or any other."""
    if hasattr(thing, 'manager') and hasattr(thing, 'to_dict'):
        return resource(thing, depth)
    if hasattr(thing, 'status_code'):
        return {'class': 'Response', 'status_code': thing.status_code}
    return {'class': type(thing).__name__, 'repr': text(repr(thing))}


def resource(thing: Any, depth: int = 0) -> dict[str, Any]:
    """A resource: its fields, what ``vars`` gives to programs, and its text."""
    return {
        'class': type(thing).__name__,
        'repr': text(repr(thing)),
        'fields': value(thing.to_dict(), depth + 1),
        'vars': sorted(name for name in vars(thing) if not name.startswith('_')),
        'truth': bool(thing),
        'loaded': thing.is_loaded(),
    }
