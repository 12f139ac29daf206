"""Random UUIDs as text.

The standard library's ``uuid`` asks for the platform when it is loaded, which takes longer than a
request to the sandbox.
"""

from __future__ import annotations

import os


def random_id() -> str:
    """A random UUID, of version 4."""
    octets = bytearray(os.urandom(16))
    octets[6] = octets[6] & 0x0F | 0x40
    octets[8] = octets[8] & 0x3F | 0x80
    digits = octets.hex()
    return '-'.join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
