"""Fingerprints of files and folders of certificates."""

from __future__ import annotations

import os
import stat
import sys
from typing import Any

from novaclient_mv.clouds.logins import cache

_MAX_BYTES = 16 << 20
"""All usual authorities together take a quarter of a million octets."""

_OF_SYSTEMS = (
    *('/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt'),
    *('/etc/ssl/ca-bundle.pem', '/etc/ssl/cert.pem'),
)


class Unrepeatable(Exception):
    """The content cannot be read twice, or not in a short time."""


def state_of(path: str) -> list[Any]:
    """The path of a file with what it holds, or that of a folder with names, times and sizes.

    :raises Unrepeatable: it is neither, as a pipe, or larger than certificates are.
    """
    path = os.path.abspath(path)
    try:
        status = os.stat(path)
        if stat.S_ISDIR(status.st_mode):
            return [path, status.st_mtime_ns, sorted(map(_entry, os.scandir(path)))]
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MAX_BYTES:
            raise Unrepeatable
        with open(path, 'rb') as file:
            return [path, cache.keyed_digest(b'', file.read())]
    except (OSError, ValueError):
        # Nothing is checked by what cannot be read, and whoever uses it says so.
        return [path]


def _entry(entry: os.DirEntry[str]) -> tuple[str, int, int]:
    try:
        status = entry.stat()
    except OSError:
        status = entry.stat(follow_symlinks=False)
    return entry.name, status.st_mtime_ns, status.st_size


def usual() -> list[tuple[str, int, int]]:
    """Files that may hold authorities where nothing names any, with times and sizes."""
    beside = (os.path.join(folder, 'certifi', 'cacert.pem') for folder in sys.path)
    files = []
    for path in (*beside, *_OF_SYSTEMS):
        try:
            status = os.stat(path)
        except OSError:
            continue
        files.append((path, status.st_mtime_ns, status.st_size))
    return files
