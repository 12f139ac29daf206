"""Decryption of passwords, with the program openssl and real keys."""

from __future__ import annotations

import base64
import pathlib
import shutil
import subprocess
import sys

import pytest

from novaclient_mv import crypto, exceptions

needs_openssl = pytest.mark.skipif(shutil.which('openssl') is None, reason='there is no openssl')


@pytest.fixture(autouse=True)
def _without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, 'cryptography', None)
    # What another test has imported already would be found without its package.
    for name in [name for name in sys.modules if name.startswith('cryptography.')]:
        monkeypatch.setitem(sys.modules, name, None)


@pytest.fixture(scope='module')
def key(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """File of a private key."""
    file = tmp_path_factory.mktemp('keys') / 'id_rsa'
    openssl('genrsa', '-out', str(file), '1024')
    return file


def openssl(*words: str, given: bytes = b'') -> bytes:
    return subprocess.run(['openssl', *words], input=given, capture_output=True, check=True).stdout


def encrypted(key: pathlib.Path, secret: bytes) -> str:
    return base64.b64encode(
        openssl('pkeyutl', '-encrypt', '-inkey', str(key), given=secret)
    ).decode()


@needs_openssl
def test_password_is_decrypted_with_the_private_key(key: pathlib.Path) -> None:
    assert crypto.decrypt_password(str(key), encrypted(key, 'gehéim'.encode())) == 'gehéim'


@needs_openssl
def test_home_of_the_user_may_stand_in_the_path(
    key: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv('HOME', str(key.parent))
    assert crypto.decrypt_password('~/id_rsa', encrypted(key, b'geheim')) == 'geheim'


@needs_openssl
def test_file_that_is_no_key_is_a_clear_error(key: pathlib.Path, tmp_path: pathlib.Path) -> None:
    other = tmp_path / 'passwd'
    other.write_text('root:x:0:0')
    with pytest.raises(crypto.DecryptionFailure, match=str(other)) as caught:
        crypto.decrypt_password(str(other), encrypted(key, b'geheim'))
    assert caught.value.exit_status == exceptions.ExitStatus.FAILED


@needs_openssl
def test_bytes_that_are_no_text_were_not_meant_for_the_key(key: pathlib.Path) -> None:
    with pytest.raises(crypto.DecryptionFailure, match='not encrypted for the key'):
        crypto.decrypt_password(str(key), encrypted(key, b'\xff\xfe\xfd'))


def test_missing_key_is_a_clear_error() -> None:
    with pytest.raises(crypto.DecryptionFailure, match='Cannot read /nowhere/id_rsa'):
        crypto.decrypt_password('/nowhere/id_rsa', 'c2VjcmV0')


def test_password_that_is_not_base64_is_a_clear_error(tmp_path: pathlib.Path) -> None:
    with pytest.raises(crypto.DecryptionFailure, match='not base64'):
        crypto.decrypt_password(str(tmp_path), 'plain text!')


def test_key_in_the_format_of_openssh_is_told_to_be_converted(tmp_path: pathlib.Path) -> None:
    key = tmp_path / 'id_rsa'
    key.write_text('-----BEGIN OPENSSH PRIVATE KEY-----\n')
    with pytest.raises(crypto.DecryptionFailure, match='ssh-keygen -p -m PEM'):
        crypto.decrypt_password(str(key), 'c2VjcmV0')


def test_missing_openssl_is_told(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key = tmp_path / 'id_rsa'
    key.write_text('-----BEGIN RSA PRIVATE KEY-----\n')
    monkeypatch.setenv('PATH', str(tmp_path))
    with pytest.raises(crypto.DecryptionFailure, match='install'):
        crypto.decrypt_password(str(key), 'c2VjcmV0')
