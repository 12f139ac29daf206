"""Keeps token and version range between commands, in files that only their owner can read."""

from __future__ import annotations

import importlib
import json
import os
import stat
import sys
from collections.abc import Callable, Mapping
from typing import Any

from novaclient_mv.clouds import words
from novaclient_mv.errors import bodies

TOKEN_MARGIN = 60
_KEY_FILE = 'key'
_KEY_BYTES = 32
_MAX_BYTES = 4 << 20
"""A larger file was not written here: a token with its catalog takes some ten thousand bytes."""


def is_wanted(options: Mapping[str, Any], variables: Mapping[str, str]) -> bool:
    """Whether a run may remember anything."""
    if options.get('no_cache'):
        return False
    word = variables.get('OS_CACHE', '').strip().lower()
    return bool(options.get('os_cache')) or word not in words.FALSE_WORDS


class Cache:
    """A folder of small JSON files.

    :param folder: made when it is first written to, mode 0700.
    """

    def __init__(self, folder: str, now: Callable[[], float]) -> None:
        self.folder = folder
        self.now = now

    def key_of(self, parts: Mapping[str, Any]) -> str:
        """The name of an entry that depends on these values: a keyed digest of them."""
        text = json.dumps(parts, sort_keys=True, default=str)
        return keyed_digest(self._secret(), text.encode())

    def read(self, kind: str, key: str, may_be_old: bool = False) -> Any:
        """An entry's value; ``None`` if missing, broken, someone else's, or too old."""
        try:
            entry = bodies.decode(_content(self._path(kind, key)))
            return entry['value'] if may_be_old or entry['until'] > self.now() else None
        except (OSError, ValueError, LookupError, TypeError):
            return None

    def write(self, kind: str, key: str, value: Any, until: float) -> None:
        """Keep a value until a time; what cannot be kept is not."""
        try:
            self._replace(
                self._path(kind, key), json.dumps({'until': until, 'value': value}).encode()
            )
        except OSError:
            return

    def drop(self, kind: str, key: str) -> None:
        """Forget one value."""
        try:
            _remove(self._path(kind, key))
        except OSError:
            return

    def clear(self) -> int:
        count = 0
        try:
            names = os.listdir(self.folder)
        except OSError:
            return 0
        for name in names:
            # What a killed process left is one of these names with more behind it.
            if name.partition('.')[0] == _KEY_FILE or '.json' in name:
                _remove(os.path.join(self.folder, name))
                count += name.endswith('.json')
        return count

    def _path(self, kind: str, key: str) -> str:
        return os.path.join(self.folder, f'{kind}-{key}.json')

    def _replace(self, path: str, content: bytes) -> None:
        temporary = self._written(path, content)
        try:
            if os.path.isdir(path):
                _remove(path)
            os.replace(temporary, path)
        except OSError:
            os.unlink(temporary)
            raise

    def _written(self, path: str, content: bytes) -> str:
        """Write a content to a new file beside a path, and return the path of that."""
        self._claim_folder()
        temporary = f'{path}.{os.getpid()}.{os.urandom(4).hex()}'
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(handle, 'wb') as file:
                file.write(content)
        except OSError:
            os.unlink(temporary)
            raise
        return temporary

    def _claim_folder(self) -> None:
        """Make the folder, or withdraw the rights of others to it."""
        os.makedirs(self.folder, mode=0o700, exist_ok=True)
        status = os.stat(self.folder)
        if status.st_uid != os.getuid():
            raise PermissionError(f'{self.folder} belongs to someone else')
        if status.st_mode & 0o077:
            os.chmod(self.folder, 0o700)

    def _secret(self) -> bytes:
        path = os.path.join(self.folder, _KEY_FILE)
        secret = _key_in(path)
        if secret is not None:
            return secret
        fresh = os.urandom(_KEY_BYTES)
        try:
            if os.path.lexists(path) or not self._is_first(path, fresh):
                secret = _key_in(path)
                if secret is None:
                    self._replace(path, fresh)
        except OSError:
            pass
        return secret or fresh

    def _is_first(self, path: str, content: bytes) -> bool:
        """Whether this process made a file that did not exist; ``False`` without hard links."""
        temporary = self._written(path, content)
        try:
            os.link(temporary, path)
        except (OSError, AttributeError):
            # Python in a browser has no such function.
            return False
        finally:
            os.unlink(temporary)
        return True


def _key_in(path: str) -> bytes | None:
    """The key that is kept in a file; ``None`` without one."""
    try:
        secret = _content(path)
    except OSError:
        return None
    return secret if len(secret) == _KEY_BYTES else None


def _content(path: str) -> bytes:
    """The content of a cache file."""
    _check(os.lstat(path), path)
    # What is put in its place meanwhile must not block, or lead elsewhere, either.
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOFOLLOW)
    with os.fdopen(handle, 'rb') as file:
        _check(os.fstat(handle), path)
        return file.read(_MAX_BYTES)


def _check(status: os.stat_result, path: str) -> None:
    if status.st_uid != os.getuid():
        raise PermissionError(f'{path} belongs to someone else')
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise PermissionError(f'{path} may be written by others')
    if not stat.S_ISREG(status.st_mode) or status.st_size > _MAX_BYTES:
        raise OSError(f'{path} is not a cache file')


def _remove(path: str) -> None:
    """Remove a file, a link, or a folder with its content."""
    if os.path.isdir(path) and not os.path.islink(path):
        import shutil

        shutil.rmtree(path)
    else:
        os.unlink(path)


_BLOCK = 64
_INNER = bytes(octet ^ 0x36 for octet in range(256))
_OUTER = bytes(octet ^ 0x5C for octet in range(256))
_BUILT_IN = '_sha2' if sys.version_info >= (3, 12) else '_sha256'


def keyed_digest(key: bytes, message: bytes) -> str:
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
