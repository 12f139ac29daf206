"""Names of resources of a cloud, from a short-lived cache that a background process fills."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from novaclient_mv import errors
from novaclient_mv.clouds import found_files, requested_versions, settings
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.global_option import CLOUD, LOGIN, RUN, TLS
from novaclient_mv.clouds.logins import cache, certificate_files
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.clouds.pins import Pins
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion

CLOUDS, REGIONS, VERSION = 'clouds', 'regions', 'version-'
"""Topics besides kinds of resources: the names of clouds, of the regions of one, and the version of
a service, whose name stands behind it.
"""

_FRESH_SECONDS = 10
"""Older names are still offered, while they are looked up again."""
_KEPT_SECONDS = 600
_REFRESH_SECONDS = 20
"""One process looks something up, unless it takes longer."""
_PATIENCE_SECONDS = 1.0
"""Where nothing is remembered, what is looked up is waited for so long."""
_LOOK_SECONDS = 0.02
_MOST_OCTETS_IN_A_PIPE = 4096
"""So many fit into any pipe before somebody reads them."""

_SECTIONS = (CLOUD, LOGIN, TLS, RUN)
_VARIABLES = ('OS_', 'NOVA', 'XDG_', 'HOME', 'SSL_', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE')


class RememberedNames:
    """The names of what a line's cloud has.

    The cloud is told by what settings are made of - options, variables, the contents of files -
    and not by the settings, for which a cloud file would have to be read.
    """

    def __init__(self, environment: Environment, options: Mapping[str, Any]) -> None:
        self.environment = environment
        self.options = {
            option.dest: options[option.dest]
            for option in OptionTable().options
            if option.section in _SECTIONS and option.dest in options
        }
        self._cache = cache.Cache(environment.cache_folder, environment.clock.now)

    def named_version(self, service: Service) -> APIVersion | None:
        """The version that an option or a variable names; ``None`` where neither names a number."""
        try:
            stated = self._settings_for(service).outside_files(service.version_dest, service)
            if stated is None:
                return None
            requested = requested_versions.requested_version(stated.value, stated.origin, service)
        except (errors.CommandError, errors.UnsupportedVersion):
            return None
        return requested.version if requested.is_named else None

    def version(self, service: Service) -> APIVersion:
        """The version at which a line would run, as far as it is known."""
        named = self.named_version(service)
        if named is not None:
            return named
        topic = VERSION + service.name
        text = self._get(topic, lambda value: True) if self._names_a_cloud else None
        try:
            return service.version(text) if text else service.range.end
        except errors.UnsupportedVersion:
            return service.range.end

    def resources(self, kind: str, beginning: str) -> list[tuple[str, str]]:
        """The names of resources of one kind, with their ids; nothing where no login is remembered.

        :param beginning: what a name or an id begins with; where no older one does, what is looked
            up is waited for.
        """

        def suffices(rows: Any) -> bool:
            return any(text.startswith(beginning) for row in rows or () for text in row)

        rows = self._get(kind, suffices) if self._names_a_cloud else None
        return [(name, id) for name, id in rows or ()]

    def clouds(self) -> list[str]:
        names = self._get(CLOUDS, lambda value: value is not None)
        return [name for name in names or () if name.isprintable()]

    def regions(self) -> list[str]:
        names = self._get(REGIONS, bool) if self._names_a_cloud else None
        return [name for name in names or () if name.isprintable()]

    def keep(self, topic: str, value: Any) -> None:
        """Keep what was looked up; ``None`` where nothing could be."""
        now = self._cache.now()
        entry = {'at': now, 'value': value}
        self._cache.write(f'complete-{topic}', self._key, entry, now + _KEPT_SECONDS)

    def _settings_for(self, *services: Service) -> settings.Settings:
        """The settings of the line, which read no file for what options and variables say."""
        return settings.Settings(dict(self.options), OptionTable(services), self.environment)

    @functools.cached_property
    def _names_a_cloud(self) -> bool:
        try:
            return settings.names_cloud(self._settings_for())
        except errors.CommandError:
            return False

    @functools.cached_property
    def _key(self) -> str:
        variables = {
            name: value
            for name, value in self.environment.variables.items()
            if name.startswith(_VARIABLES)
        }
        searched = found_files.Files(self.environment.variables, self.environment.cwd, None)
        paths = [*searched.paths(), Pins(self.environment).file]
        states = [certificate_files.state_of(path) for path in paths]
        return self._cache.key_of(
            {'options': self.options, 'variables': variables, 'files': states}
        )

    def _get(self, topic: str, suffices: Callable[[Any], bool]) -> Any:
        """The value that is remembered of a topic; one that is not fresh is looked up again."""
        try:
            is_wanted = cache.is_wanted(self.options, self.environment.variables) and self._key
        except certificate_files.Unrepeatable:
            # A cloud file that is a pipe was read by whoever reads first.
            return None
        if not is_wanted:
            return None
        value, at = self._read(topic)
        if at > self._cache.now() - _FRESH_SECONDS:
            return value
        if self._begin_refresh(topic) and not suffices(value):
            from novaclient_mv.wire import waits

            waits.until(
                lambda: self._read(topic)[1] != at,
                self.environment.clock,
                _PATIENCE_SECONDS,
                interval=_LOOK_SECONDS,
            )
            value, _ = self._read(topic)
        return value

    def _read(self, topic: str) -> tuple[Any, float]:
        """The value that is remembered of a topic, and its time; 0 where none is."""
        entry = self._cache.read(f'complete-{topic}', self._key)
        if not isinstance(entry, dict) or not isinstance(entry.get('at'), float):
            return None, 0.0
        value = entry.get('value')
        return (value, entry['at']) if _is_of(topic, value) else (None, 0.0)

    def _begin_refresh(self, topic: str) -> bool:
        kind = f'complete-{topic}-refresh'
        if self._cache.read(kind, self._key) is None:
            self._cache.write(kind, self._key, True, self._cache.now() + _REFRESH_SECONDS)
            if self._cache.read(kind, self._key) is None:
                # Nothing can be kept in this folder.
                return False
            line = ['complete', '--refresh', topic, '--', *words_of(self.options)]
            return _spawn(line, self.environment)
        return True

    def end_refresh(self, topic: str) -> None:
        """Let another process look a topic up again."""
        self._cache.drop(f'complete-{topic}-refresh', self._key)


def _is_of(topic: str, value: Any) -> bool:
    """Whether a value is one that is kept of a topic."""
    if value is None or topic.startswith(VERSION):
        return value is None or isinstance(value, str)
    is_text = (lambda row: isinstance(row, str)) if topic in (CLOUDS, REGIONS) else _is_pair
    return isinstance(value, list) and all(map(is_text, value))


def _is_pair(row: Any) -> bool:
    return isinstance(row, list) and len(row) == 2 and all(isinstance(text, str) for text in row)


def words_of(options: Mapping[str, Any]) -> list[str]:
    """Global options as words of a command line."""
    texts = []
    for option in OptionTable().options:
        value = options.get(option.dest)
        if value is not None:
            flag = option.flags[0]
            texts.append(f'{flag}={value}' if option.takes_value else flag)
    return texts


def _spawn(line: Sequence[str], environment: Environment) -> bool:
    """Run a line in a process that nobody waits for, without a terminal."""
    separator = line.index('--')
    content = b''.join(os.fsencode(word) + b'\0' for word in line[separator + 1 :])
    # Nothing is imported from the folder in which somebody presses a key.
    argv = [sys.executable, '-P', '-m', 'novaclient_mv', *line[:separator], '--input']
    if len(content) > _MOST_OCTETS_IN_A_PIPE:
        return False
    reading, writing = os.pipe()
    no_terminal = [
        (os.POSIX_SPAWN_DUP2, reading, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_RDWR, 0),
        (os.POSIX_SPAWN_DUP2, 1, 2),
    ]
    try:
        os.write(writing, content)
        os.posix_spawn(
            sys.executable,
            argv,
            dict(environment.variables),
            file_actions=no_terminal,
            setsid=True,
        )
    except (OSError, NotImplementedError, ValueError):
        return False
    finally:
        os.close(reading)
        os.close(writing)
    return True
