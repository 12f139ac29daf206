"""Which operations of the API a command may carry out, from a table that ships with the package."""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Mapping
from typing import NamedTuple

import novaclient_mv
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.versions import VersionRange

_PATH = ('data', 'command_operations.json')


class Operation(NamedTuple):
    """An operation that a command may carry out, as ``POST /servers``, and where it does.

    :param ranges: the versions at which the command may carry it out, ascending.
    """

    name: str
    ranges: tuple[VersionRange, ...]


def operations_of(command: Command) -> tuple[Operation, ...]:
    """The operations that a command may carry out, at all its versions.

    Of ``api``, and of other commands that send what they are told, none is known; nor of those of
    other packages.
    """
    return tuple(
        Operation(name, tuple(command.service.span(*_ends(text, command)) for text in texts))
        for name, texts in _table().get(command.name, {}).items()
    )


def _ends(text: str, command: Command) -> tuple[str, str]:
    start, _, end = text.partition('..')
    return start, end or str(command.service.latest)


@functools.cache
def _table() -> Mapping[str, Mapping[str, list[str]]]:
    path = os.path.join(os.path.dirname(novaclient_mv.__file__ or ''), *_PATH)
    with open(path, encoding='utf-8') as file:
        table: Mapping[str, Mapping[str, list[str]]] = json.load(file)
    return table
