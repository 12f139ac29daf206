"""Where a setting comes from, in words: an option, a variable, or the line of a cloud file."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from novaclient_mv.values import NamedTuple

if TYPE_CHECKING:
    from novaclient_mv.clouds import files
    from novaclient_mv.clouds.environment import Environment


class FileOrigin:
    """The place of a value in a cloud's files, by its keys, looked through where it is shown."""

    def __init__(
        self, environment: Environment, cloud: files.Cloud, keys: Sequence[str], value: Any
    ) -> None:
        self._environment = environment
        self._cloud = cloud
        self._keys = keys
        self._value = str(value)

    @functools.cached_property
    def _place(self) -> tuple[str, int | None]:
        """The file and the line."""
        from novaclient_mv.clouds.file_lines import Lines

        places = Lines.of_cloud(self._environment, self._cloud).of(self._keys)
        # Of several the one in effect has the value, unless that was made of it.
        places.sort(key=lambda place: place.value != self._value)
        return (places[0].file, places[0].line) if places else (self._cloud.file, None)

    @property
    def file(self) -> str:
        return self._place[0]

    def __repr__(self) -> str:
        return repr(str(self))

    def __str__(self) -> str:
        file, line = self._place
        place = file if line is None else f'{file}, line {line}'
        return f'{self._keys[0]} of cloud {self._cloud.name} in {place}'


Origin = str | FileOrigin


class Setting(NamedTuple):
    """A value and its origin."""

    value: Any
    origin: Origin

    @property
    def is_of_file(self) -> bool:
        """Whether a cloud file gives it."""
        return not isinstance(self.origin, str)
