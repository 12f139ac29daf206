"""HMAC with SHA-256 (RFC 2104), from what Python has built in: to load OpenSSL for one digest takes
longer than a request.
"""

from __future__ import annotations

import importlib
from typing import Any

_BLOCK = 64
_BUILT_IN = ('_sha2', '_sha256')
"""The modules of SHA-256, of Python 3.12 and of the one before."""


def of(key: bytes, message: bytes) -> str:
    """The digest of a message under a key, in hexadecimal digits.

    :param key: of at most 64 octets.
    """
    sha256 = _sha256()
    padded = key.ljust(_BLOCK, b'\0')
    inner = sha256(bytes(octet ^ 0x36 for octet in padded) + message).digest()
    outer: str = sha256(bytes(octet ^ 0x5C for octet in padded) + inner).hexdigest()
    return outer


def _sha256() -> Any:
    for name in _BUILT_IN:
        try:
            return importlib.import_module(name).sha256
        except (ImportError, AttributeError):
            continue
    import hashlib

    return hashlib.sha256
