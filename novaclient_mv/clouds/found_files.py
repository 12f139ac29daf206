"""Finds the cloud files, and tells those that were merely found in the current folder."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from novaclient_mv.clouds import file_texts

_EXTENSIONS = ('yaml', 'yml', 'json')

LAYERS = (('clouds', 'OS_CLIENT_CONFIG_FILE'), ('secure', 'OS_CLIENT_SECURE_FILE'))
VENDORS = ('clouds-public', 'OS_CLIENT_VENDOR_FILE')
"""Kinds of files: their names, and the variables that name one elsewhere."""


class Files:
    """The cloud files: places to look in, and contents that were read."""

    def __init__(self, environ: Mapping[str, str], cwd: str | None, home: str | None) -> None:
        self.environ = environ
        self.home = home or environ.get('HOME') or os.path.expanduser('~')
        self.read: list[str] = []
        self.current_folder: dict[str, str] = {}
        """Those of them that were merely found in the current folder, with their texts."""
        self._loaded: dict[str, tuple[dict[str, Any], str]] = {}
        if cwd is None:
            try:
                cwd = os.getcwd()
            except OSError:  # The folder was deleted: then nothing lies in it.
                cwd = ''
        self.cwd = cwd

    def folders(self) -> list[str]:
        """The folders, in the order in which they are searched."""
        folders = self._config_folders()
        return list(dict.fromkeys([self.cwd, *folders] if self.cwd else folders))

    def _config_folders(self) -> list[str]:
        own = self.environ.get('XDG_CONFIG_HOME', '')
        system = self.environ.get('XDG_CONFIG_DIRS') or '/etc/xdg'
        parents = [own, os.path.join(self.home, '.config'), *system.split(os.pathsep), '/etc']
        return [os.path.join(parent, 'openstack') for parent in parents if os.path.isabs(parent)]

    def named(self, variable: str) -> str:
        """The path that an environment variable names."""
        path = self.environ.get(variable)
        return os.path.join(self.cwd, path) if path else ''

    def load(self, stem: str, variable: str) -> tuple[dict[str, Any], str]:
        """The content of the first file of this kind, and its path (``''`` without one)."""
        if stem not in self._loaded:
            self._loaded[stem] = self._load(self._path(stem, variable))
        return self._loaded[stem]

    def _load(self, path: str) -> tuple[dict[str, Any], str]:
        if not path:
            return {}, ''
        text = file_texts.read(path)
        content = mapping(file_texts.parse(path, text), 'the file', path)
        self.read.append(path)
        if self.is_of_current_folder(path):
            self.current_folder[path] = text
        return content, path

    def paths(self) -> list[str]:
        """Yield the paths of existing files, without opening them."""
        paths = (self._path(*kind) for kind in (*LAYERS, VENDORS))
        return [path for path in paths if path]

    def is_of_current_folder(self, path: str) -> bool:
        """Whether a file was merely found in the current folder: nothing names either."""
        if not self.cwd or os.path.dirname(path) != os.path.dirname(os.path.join(self.cwd, '')):
            return False
        return path not in self._every_named() and not self._is_configuration()

    def is_anybodys_folder(self) -> bool:
        """Whether nothing names the current folder, or a file in it."""
        own = {os.path.realpath(os.path.dirname(path)) for path in self._every_named() if path}
        is_own = os.path.realpath(self.cwd) in own or self._is_configuration()
        return bool(self.cwd) and not is_own

    def _every_named(self) -> list[str]:
        return [self.named(variable) for _, variable in (*LAYERS, VENDORS)]

    def _is_configuration(self) -> bool:
        # A folder may be reached by several paths, as by links.
        folder = os.path.realpath(self.cwd)
        return folder in map(os.path.realpath, self._config_folders())

    def _path(self, stem: str, variable: str) -> str:
        """Return the path of the first file of this kind, ``''`` without one."""
        paths = [
            os.path.join(folder, f'{stem}.{extension}')
            for folder in self.folders()
            for extension in _EXTENSIONS
        ]
        if named := self.named(variable):
            paths.insert(0, named)
        return next((candidate for candidate in paths if _is_file(candidate)), '')


def _is_file(path: str) -> bool:
    # Not isfile: <(...) of a shell is a pipe.
    return os.path.exists(path) and not os.path.isdir(path)


def mapping(value: Any, place: str, path: str) -> dict[str, Any]:
    """A value of a file that has to be a mapping, with texts as keys."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        kind = 'a list' if isinstance(value, list) else 'a single value'
        raise file_texts.CloudFileError(f'{path}: {place} must be a mapping, not {kind}.', path)
    return {str(key): setting for key, setting in value.items()}
