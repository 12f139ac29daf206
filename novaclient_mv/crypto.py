"""python-novaclient's name for the decryption of passwords."""

from __future__ import annotations

from novaclient_mv.v2.servers.decryption import DecryptionFailure, decrypt_password

__all__ = ['DecryptionFailure', 'decrypt_password']
