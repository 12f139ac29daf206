"""The pin file: versions that a user's runs on a cloud stay with, one line a cloud."""

from __future__ import annotations

import os
import re
from collections.abc import Callable

from novaclient_mv import errors
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.services import Service
from novaclient_mv.values import NamedTuple

_PLAIN = "!$&'()*+,/:;=@~"
_VERSION = r'([a-z][a-z0-9-]*)=(\S+)'


class Pin(NamedTuple):
    """The version that a cloud is pinned to, and where that is written."""

    cloud: str
    text: str
    file: str
    line: int

    def __str__(self) -> str:
        """Return its origin for messages."""
        return f'the pin of cloud {self.cloud} in {self.file}'


class Pins:
    """The pin file of a user.

    A line has the name of a cloud and, behind it, ``service=version`` for each service that is
    pinned, as in ``production compute=2.53 baremetal=1.46``. Blanks and what is not ASCII in a name
    are written as in URLs. Empty lines, and those that begin with ``#``, mean nothing and stay.
    """

    def __init__(self, environment: Environment) -> None:
        self.file = os.path.join(environment.config_folder, 'pins')

    def find(self, cloud: str, service: Service) -> Pin | None:
        """The version of a service that a cloud is pinned to; ``None`` without a pin."""
        name = _quoted(cloud)
        for number, line in enumerate(self._lines(), start=1):
            words = line.split()
            if words[:1] == [name]:
                version = self._versions(words[1:], number).get(service.name)
                if version is not None:
                    return Pin(cloud, version, self.file, number)
        return None

    def set(self, cloud: str, service: Service, version: str) -> None:
        """Pin a cloud to a version of a service; its other pins, and other clouds', stay."""
        self._change(cloud, lambda versions: {**versions, service.name: version})

    def remove(self, cloud: str, service: Service) -> None:
        """Remove the pin of a cloud for a service."""
        self._change(
            cloud,
            lambda versions: {
                name: version for name, version in versions.items() if name != service.name
            },
        )

    def _change(self, cloud: str, change: Callable[[dict[str, str]], dict[str, str]]) -> None:
        # Needed by what changes pins, and by no other run.
        from novaclient_mv import user_files

        user_files.rewrite_own(self.file, lambda: self._changed(cloud, change), 'The pin file')

    def _changed(self, cloud: str, change: Callable[[dict[str, str]], dict[str, str]]) -> bytes:
        name = _quoted(cloud)
        versions: dict[str, str] = {}
        lines: list[str] = []
        index: int | None = None
        for line in self._lines():
            words = line.split()
            if words[:1] == [name]:
                # What stands there and is no pin is replaced, so that a broken line can be mended.
                versions |= {match[1]: match[2] for word in words if (match := _match(word))}
                index = len(lines) if index is None else index
            else:
                lines.append(line)
        versions = change(versions)
        if versions:
            pairs = [f'{service}={version}' for service, version in versions.items()]
            lines.insert(len(lines) if index is None else index, ' '.join([name, *pairs]))
        return ''.join(f'{line}\n' for line in lines).encode()

    def _versions(self, words: list[str], number: int) -> dict[str, str]:
        matches = [_match(word) for word in words]
        if not matches or None in matches:
            raise self._unreadable(
                f'line {number} is not like "CLOUD compute=2.53"; "nova-mv version-pin --remove" '
                'takes it out'
            )
        return {match[1]: match[2] for match in matches if match is not None}

    def _lines(self) -> list[str]:
        try:
            os.lstat(self.file)
        except (FileNotFoundError, NotADirectoryError):
            # Most users have none, and nothing is loaded for it.
            return []
        except OSError as error:
            raise self._unreadable(error.strerror or 'it is not a file') from error
        from novaclient_mv import user_files

        try:
            return user_files.text(self.file).splitlines()
        except user_files.Unreadable as error:
            raise self._unreadable(str(error)) from error

    def _unreadable(self, reason: str) -> errors.InvalidVersion:
        error = errors.InvalidVersion(reason)
        error.args = (f'The pin file {self.file} cannot be read: {reason}.',)
        return error


def _quoted(cloud: str) -> str:
    from urllib import parse

    # The sign of comments is no part of a name as it is written.
    return parse.quote(cloud, safe=_PLAIN)


def _match(word: str) -> re.Match[str] | None:
    return re.fullmatch(_VERSION, word, re.ASCII)
