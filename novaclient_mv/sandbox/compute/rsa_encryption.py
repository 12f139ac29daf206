"""Encrypts for the owner of an RSA key, with the standard library alone (PKCS #1 v1.5)."""

from __future__ import annotations

import base64
import secrets

from novaclient_mv.sandbox.compute import ssh_keys


def encrypt(public_key: str, text: str) -> str | None:
    """A text encrypted with a public key's line, in base64; ``None`` where that cannot be.

    :param public_key: as OpenSSH writes it; keys of other kinds cannot encrypt.
    """
    kind, _, rest = public_key.strip().partition(' ')
    if kind != 'ssh-rsa':
        return None
    try:
        _, exponent, modulus = ssh_keys.strings(base64.b64decode(rest.split()[0]))
    except (ValueError, IndexError):
        return None
    number = int.from_bytes(modulus)
    size = (number.bit_length() + 7) // 8
    content = text.encode()
    room = size - 3 - len(content)
    if room < 8:
        return None
    # Zero ends the padding, so no byte of it is one.
    padding = bytes(secrets.randbelow(255) + 1 for _ in range(room))
    block = b'\0\2' + padding + b'\0' + content
    encrypted = pow(int.from_bytes(block), int.from_bytes(exponent), number)
    return base64.b64encode(encrypted.to_bytes(size)).decode()
