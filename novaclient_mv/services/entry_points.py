"""Entry points of other packages."""

from __future__ import annotations

import contextlib
import functools
import os
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


def load(
    group: str, is_wanted: Callable[[str], bool] = lambda name: True
) -> Iterator[tuple[str, Any]]:
    """Name and value of each entry point of a group, in order of names; one that cannot be imported
    is left out, with a warning, as it must not take our own commands with it.

    :param is_wanted: tells by its name what is to be imported: another may take long.
    """
    if not _is_named(f'[{group}]'):
        return
    import importlib.metadata

    from stevedore import extension

    if TYPE_CHECKING:
        Base = extension.ExtensionManager[Any]
    else:
        # Its older versions are not generic.
        Base = extension.ExtensionManager

    class Manager(Base):
        def list_entry_points(self) -> list[importlib.metadata.EntryPoint]:
            # Its cache takes what changed within two minutes for the same, and outlasts a run.
            every = importlib.metadata.entry_points(group=self.namespace)
            return sorted(entry_point for entry_point in every if is_wanted(entry_point.name))

        def _load_one_plugin(self, *arguments: Any) -> extension.Extension[Any] | None:
            try:
                return super()._load_one_plugin(*arguments)
            except (SystemExit, AssertionError) as error:
                # It takes neither for a failure to load.
                raise ImportError(words_of(error)) from error

    for loaded in Manager(group, on_load_failure_callback=_warn_of_failure):
        yield loaded.name, loaded.plugin


def _warn_of_failure(manager: object, entry_point: EntryPoint, error: BaseException) -> None:
    whose = _distribution(entry_point)
    warn(f'The entry point {entry_point.name}{whose} cannot be loaded: {words_of(error)}')


def distribution_of(module: str) -> str:
    """The words for the distribution that brings a module, as `` of name 1.0``; nothing where none
    is found.
    """
    import importlib.metadata

    package = module.partition('.')[0]
    for group in ('novaclient_mv.commands', 'novaclient_mv.services'):
        for entry_point in importlib.metadata.entry_points(group=group):
            if entry_point.module.partition('.')[0] == package:
                return _distribution(entry_point)
    return ''


def _distribution(entry_point: EntryPoint) -> str:
    brought_by = entry_point.dist
    return '' if brought_by is None else f' of {brought_by.name} {brought_by.version}'


def words_of(error: BaseException) -> str:
    """The text that an error of another package says, even if it fails over that."""
    try:
        return str(error)
    except Exception:
        return type(error).__name__


def warn(line: str) -> None:
    """Say in the log what of another package is left out; nothing in it acts on a terminal."""
    import logging

    text = ''.join(
        character if character.isprintable() else ascii(character)[1:-1] for character in line
    )
    logging.getLogger('novaclient_mv').warning('%s', text[:_LONGEST])


_LONGEST = 500
"""Most characters of a warning: what it quotes may be of any length."""


def has_any() -> bool:
    """Whether any installed package is in a group that this client looks at."""
    return _is_named('[novaclient_mv.')


def _is_named(group: str) -> bool:
    """Whether a group stands among the entry points of any installed package; far cheaper than
    reading all metadata.
    """
    needle = group.encode()
    for folder in dict.fromkeys(map(os.path.abspath, sys.path)):
        try:
            changed = os.stat(folder).st_mtime_ns
        except OSError:
            continue
        if needle in _named_in(folder, changed):
            return True
    return False


@functools.lru_cache(maxsize=64)
def _named_in(folder: str, changed: int) -> bytes:
    """The entry points of all packages that are installed in a folder; a script with thousands of
    unknown names asks for them with each.
    """
    try:
        names = os.listdir(folder)
    except OSError:
        return b''
    texts = []
    for name in names:
        if name.endswith(('.dist-info', '.egg-info')):
            path = os.path.join(folder, name, 'entry_points.txt')
            with contextlib.suppress(OSError), open(path, 'rb') as file:
                texts.append(file.read())
    return b'\n'.join(texts)
