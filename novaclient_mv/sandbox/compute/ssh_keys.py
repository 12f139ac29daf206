"""SSH keys: makes Ed25519 key pairs with the standard library alone, and takes fingerprints."""

from __future__ import annotations

import base64
import binascii
import hashlib
import os
import re
import struct
from collections.abc import Callable

# The curve of RFC 8032: the field, its constant d and the base point.
_P = 2**255 - 19
_D = -121665 * pow(121666, -1, _P) % _P
_BASE_Y = 4 * pow(5, -1, _P) % _P

_Point = tuple[int, int, int, int]

COMMENT = 'Generated-by-Nova'

_PEM = r'-----BEGIN ([^-]+)-----\s(.*?)-----END \1-----'


def generate() -> tuple[str, str]:
    """A new key pair: the private key as OpenSSH stores it, and the public key's line."""
    seed = os.urandom(32)
    public = _public_key(seed)
    blob = _text(b'ssh-ed25519') + _text(public)
    check = os.urandom(4)
    inner = check + check + blob + _text(seed + public) + _text(COMMENT.encode())
    # Padded to the block size of no cipher, with 1, 2, 3 ...
    inner += bytes(range(1, 9))[: -len(inner) % 8]
    packed = (
        b'openssh-key-v1\0'
        + _text(b'none')
        + _text(b'none')
        + _text(b'')
        + struct.pack('>I', 1)
        + _text(blob)
        + _text(inner)
    )
    encoded = base64.b64encode(packed).decode()
    lines = [encoded[at : at + 70] for at in range(0, len(encoded), 70)]
    kind = 'OPENSSH PRIVATE KEY'
    private = '\n'.join([f'-----BEGIN {kind}-----', *lines, f'-----END {kind}-----', ''])
    return private, f'ssh-ed25519 {base64.b64encode(blob).decode()} {COMMENT}'


def fingerprint(public_key: str) -> str:
    """The MD5 fingerprint of a public key's line.

    :raises ValueError: it is malformed.
    """
    match = _LINE.match(public_key)
    if match is None:
        raise ValueError('a public key has a type and a body')
    kind, body = match.groups()
    try:
        # What is not of the alphabet is passed over.
        blob = base64.b64decode(body)
    except binascii.Error as error:
        raise ValueError(str(error)) from None
    name, *parts = strings(blob) or [b'']
    if name != kind.encode():
        raise ValueError('the body is not of the type')
    test = _TESTS.get(kind)
    try:
        is_key = test is None or test(*parts)
    except TypeError:
        # There are more strings, or fewer.
        is_key = False
    if not is_key:
        raise ValueError('the body is not a key of the type')
    # Nova digests what stands between the first two spaces, even where that is nothing.
    digested = base64.b64decode(public_key.split(' ')[1])
    return _with_colons(hashlib.md5(digested, usedforsecurity=False).hexdigest())


# Type and body with spaces between them; what follows the next space is a comment.
_LINE = re.compile('([^ \\s]+) +([^ \\s][^ ]*)')


def strings(blob: bytes) -> list[bytes]:
    """The strings of the SSH protocol that a body is made of."""
    parts, at = [], 0
    while at < len(blob):
        (length,) = struct.unpack('>I', blob[at : at + 4].rjust(4, b'\xff'))
        at += 4 + length
        if at > len(blob):
            raise ValueError('the body is cut')
        parts.append(blob[at - length : at])
    return parts


def _point(curve: bytes, size: int) -> Callable[..., bool]:
    """Whether the strings are a curve's name and a point, written as its two coordinates."""
    return lambda name, point: name == curve and point[:1] == b'\x04' and len(point) == 1 + 2 * size


def _is_rsa(exponent: bytes, modulus: bytes) -> bool:
    number = int.from_bytes(exponent, 'big', signed=True)
    return number % 2 == 1 and 3 <= number < int.from_bytes(modulus, 'big', signed=True)


# What the strings behind the type must be.
_TESTS: dict[str, Callable[..., bool]] = {
    'ssh-rsa': _is_rsa,
    'ssh-dss': lambda p, q, g, y: int.from_bytes(p).bit_length() in (1024, 2048, 3072),
    'ssh-ed25519': lambda key: len(key) == 32,
    'ecdsa-sha2-nistp256': _point(b'nistp256', 32),
    'ecdsa-sha2-nistp384': _point(b'nistp384', 48),
    'ecdsa-sha2-nistp521': _point(b'nistp521', 66),
}


def certificate_fingerprint(certificate: str) -> str:
    """The SHA-1 fingerprint of an X.509 certificate in PEM.

    :raises ValueError: it is malformed.
    """
    framed = re.search(_PEM, certificate, re.DOTALL)
    if framed is None or framed[1] != 'CERTIFICATE':
        raise ValueError('It is not a certificate in PEM.')
    der = base64.b64decode(''.join(framed[2].split()), validate=True)
    return _with_colons(hashlib.sha1(der, usedforsecurity=False).hexdigest())


def _with_colons(digits: str) -> str:
    return ':'.join(digits[at : at + 2] for at in range(0, len(digits), 2))


def _text(content: bytes) -> bytes:
    """A string of the SSH protocol: its length, then its bytes."""
    return struct.pack('>I', len(content)) + content


def _add(p: _Point, q: _Point) -> _Point:
    a = (p[1] - p[0]) * (q[1] - q[0]) % _P
    b = (p[1] + p[0]) * (q[1] + q[0]) % _P
    c = 2 * p[3] * q[3] * _D % _P
    d = 2 * p[2] * q[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _base_point() -> _Point:
    x2 = (_BASE_Y * _BASE_Y - 1) * pow(_D * _BASE_Y * _BASE_Y + 1, -1, _P)
    x = pow(x2, (_P + 3) // 8, _P)
    if (x * x - x2) % _P:
        x = x * pow(2, (_P - 1) // 4, _P) % _P
    if x & 1:
        x = _P - x
    return x, _BASE_Y, 1, x * _BASE_Y % _P


def _public_key(seed: bytes) -> bytes:
    scalar = int.from_bytes(hashlib.sha512(seed).digest()[:32], 'little')
    scalar = scalar & ((1 << 254) - 8) | (1 << 254)
    total: _Point = (0, 1, 1, 0)
    point = _base_point()
    while scalar:
        if scalar & 1:
            total = _add(total, point)
        point = _add(point, point)
        scalar >>= 1
    inverse = pow(total[2], -1, _P)
    x, y = total[0] * inverse % _P, total[1] * inverse % _P
    return (y | (x & 1) << 255).to_bytes(32, 'little')
