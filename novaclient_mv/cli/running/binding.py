"""Binds the arguments of a command line to the surroundings of its run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from novaclient_mv.cli.reading import tree, types
from novaclient_mv.cli.reading.declarations import Args
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.versions import APIVersion


def values_of(args: Args) -> Iterator[Any]:
    """The values of arguments, each item of several; of a pair, as in PATH=FILE, the second one."""
    for value in vars(args).values():
        for item in value if isinstance(value, list) else [value]:
            yield item[-1] if isinstance(item, tuple) and item else item


def bound_arguments(
    line: CommandLine, version: APIVersion, environment: Environment, warn: Callable[[str], None]
) -> Args:
    """The arguments at a version; variables fill in missing ones, files get stdin, and relative
    times the clock.

    :param warn: called with a line about a variable that this version has no argument for.
    """
    args = line.arguments_at(version)
    for value in values_of(args):
        if isinstance(value, types.BoundValue):
            value.bind(environment)
    for argument, _ in tree.every_argument(line.command):
        variable = environment.get(argument.variable) if argument.variable else None
        if variable is None or getattr(args, argument.dest, None):
            continue
        name, text = variable
        if version in argument.range:
            setattr(args, argument.dest, text.split(','))
        else:
            needed = line.service.releases.describe_need(argument.range)
            warn(f'{name} is ignored: it needs API version {needed}, this run uses {version}')
    return args
