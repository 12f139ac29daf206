"""HMAC with SHA-256 (RFC 2104), from what Python has built in: to load OpenSSL for one digest takes
longer than a request.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

_BLOCK = 64
_BUILT_IN = '_sha2' if sys.version_info >= (3, 12) else '_sha256'


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
    try:
        return importlib.import_module(_BUILT_IN).sha256
    except (ImportError, AttributeError):
        import hashlib

        return hashlib.sha256
