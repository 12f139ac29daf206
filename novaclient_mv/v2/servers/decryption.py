"""Decrypts what a guest encrypted for the owner of its keypair."""

from __future__ import annotations

import os

from novaclient_mv import errors


class DecryptionFailure(errors.Error):
    """A password that cannot be decrypted with a private key."""

    error_code = 'decryption'


def decrypt_password(private_key: str, password: str) -> str:
    """Decrypt a password with the package cryptography, or with the program openssl without it.

    :param private_key: file of an RSA key.
    :param password: the encrypted password in base64.
    :raises DecryptionFailure: the key cannot be read or does not fit, or there is nothing to
        decrypt with.
    """
    import base64

    path = os.path.expanduser(private_key)
    try:
        encrypted = base64.b64decode(password, validate=True)
    except ValueError as error:
        raise DecryptionFailure('The password is not base64, so it is not encrypted.') from error
    try:
        with open(path, 'rb') as file:
            key = file.read()
    except OSError as error:
        raise DecryptionFailure(f'Cannot read {private_key}: {error.strerror}.') from error
    is_ssh_format = b'BEGIN OPENSSH PRIVATE KEY' in key
    try:
        decrypted = _by_package(key, encrypted, private_key, is_ssh_format)
    except ImportError:
        if is_ssh_format:
            raise DecryptionFailure(
                f"{private_key} is in OpenSSH's own format, which takes the Python package "
                f'cryptography; or convert a copy of it: ssh-keygen -p -m PEM -f COPY.'
            ) from None
        decrypted = _by_program(path, encrypted)
    try:
        return decrypted.decode()
    except UnicodeDecodeError as error:
        raise _misfit(private_key) from error


def _misfit(private_key: str) -> DecryptionFailure:
    return DecryptionFailure(f'The password was not encrypted for the key in {private_key}.')


def _by_package(key: bytes, encrypted: bytes, private_key: str, is_ssh_format: bool) -> bytes:
    """Decrypt with the package cryptography."""
    import importlib

    primitives = 'cryptography.hazmat.primitives'
    serialization = importlib.import_module(f'{primitives}.serialization')
    padding = importlib.import_module(f'{primitives}.asymmetric.padding')
    rsa = importlib.import_module(f'{primitives}.asymmetric.rsa')
    load = (
        serialization.load_ssh_private_key if is_ssh_format else serialization.load_pem_private_key
    )
    try:
        loaded = load(key, None)
    except TypeError as error:
        raise DecryptionFailure(
            f'{private_key} is protected by a passphrase; give a key without one.'
        ) from error
    except Exception as error:
        raise DecryptionFailure(f'{private_key} is not a private key: {error}') from error
    if not isinstance(loaded, rsa.RSAPrivateKey):
        raise DecryptionFailure(f'{private_key} is not an RSA key; only RSA keys can decrypt.')
    try:
        return bytes(loaded.decrypt(encrypted, padding.PKCS1v15()))
    except ValueError as error:
        raise _misfit(private_key) from error


def _by_program(path: str, encrypted: bytes) -> bytes:
    """Decrypt with the program openssl, which asks for a passphrase itself."""
    import subprocess

    words = ['openssl', 'pkeyutl', '-decrypt', '-inkey', path, '-pkeyopt', 'rsa_padding_mode:pkcs1']
    try:
        ended = subprocess.run(words, input=encrypted, capture_output=True, check=False)
    except OSError as error:
        raise DecryptionFailure(
            'To decrypt a password, install the Python package cryptography or the program openssl.'
        ) from error
    if ended.returncode:
        reason = ended.stderr.decode(errors='replace').strip().partition('\n')[0]
        raise DecryptionFailure(f'openssl cannot decrypt the password with {path}: {reason}')
    return ended.stdout
