"""States in which a kept file may be found."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

STRANGER = 12_345
"""An owner who is nobody here; only root may give a file to it."""


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _foreign(path: Path) -> None:
    path.write_bytes(b'\x7fELF\xff\x00\xfe' * 50)


def _link(path: Path) -> None:
    other = path.with_name('elsewhere')
    path.rename(other)
    path.symlink_to(other)


def _fifo(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _of_a_stranger(path: Path) -> None:
    os.chown(path, STRANGER, STRANGER)


def _folder_of_a_stranger(path: Path) -> None:
    os.chown(path.parent, STRANGER, STRANGER)


def _empty(path: Path) -> None:
    path.write_bytes(b'')


def _of_another_type(path: Path) -> None:
    path.write_bytes(b'[1, {"value": 2}]')


def _link_to(target: str) -> Callable[[Path], None]:
    def link(path: Path) -> None:
        path.unlink()
        path.symlink_to(target or path.name)

    return link


STATES: dict[str, Callable[[Path], None]] = {
    'as it was': lambda path: None,
    'empty': _empty,
    'cut': _cut,
    'foreign': _foreign,
    'another type': _of_another_type,
    'a link': _link,
    'a link to nothing': _link_to('nowhere'),
    'a circle': _link_to(''),
    'a pipe': _fifo,
    'a folder': _folder,
    'written by all': lambda path: path.chmod(0o666),
    'in a folder of all': lambda path: path.parent.chmod(0o777),
    'unreadable': lambda path: path.chmod(0),
    "a stranger's": _of_a_stranger,
    "in a stranger's folder": _folder_of_a_stranger,
    'from the future': lambda path: os.utime(path, (4e9, 4e9)),
}
"""Changes of a file, by name."""
