"""HMAC with SHA-256 (RFC 2104) without OpenSSL, which takes longer to load than a request."""

from __future__ import annotations

import importlib
import sys
from typing import Any

_BLOCK = 64
_INNER = bytes(octet ^ 0x36 for octet in range(256))
_OUTER = bytes(octet ^ 0x5C for octet in range(256))
_BUILT_IN = '_sha2' if sys.version_info >= (3, 12) else '_sha256'


def of(key: bytes, message: bytes) -> str:
    """The digest of a message under a key of at most 64 bytes, in hexadecimal digits."""
    sha256 = _sha256()
    padded = key.ljust(_BLOCK, b'\0')
    inner = sha256(padded.translate(_INNER) + message).digest()
    outer: str = sha256(padded.translate(_OUTER) + inner).hexdigest()
    return outer


def _sha256() -> Any:
    if '_hashlib' in sys.modules:
        # What reads files of certificates several times as fast is here already.
        import hashlib

        return hashlib.sha256
    try:
        return importlib.import_module(_BUILT_IN).sha256
    except (ImportError, AttributeError):
        import hashlib

        return hashlib.sha256
