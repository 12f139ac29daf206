"""Command lines of random options with values that some version takes, and the versions that take
them one by one.
"""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Callable, Iterator, Sequence

from novaclient_mv.cli.reading import parser as parsers
from novaclient_mv.cli.reading import tree
from novaclient_mv.cli.reading.argument import Argument
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.declarations import Args
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion, next_version

VALUES = (
    *('a', '1', 'a=b', 'auto', 'true', '2026-01-01', 'net-id=a,tag=b', 'id=a,tag=b', 'UP'),
    *('id=a,source=volume,dest=volume,volume_type=b', '{"a": 1}', '10.0.0.1', 'GET', '/a'),
    *('power-update', 'network-changed', 'spice-direct', 'spice-html5', '4', 'size=1', 'reboot'),
)


@functools.cache
def versions_of(service: Service) -> list[APIVersion]:
    """Every version of a service, the one without microversions included."""
    found = [service.first]
    while found[-1] < service.range.end:
        found.append(next_version(found[-1]))
    return found


class Lines:
    """Command lines of one command.

    :param seed: makes other lines.
    """

    def __init__(self, command: Command, seed: int = 0) -> None:
        self.command = command
        self.random = random.Random(f'{command.name} {seed}')
        self.table = OptionTable()
        self.arguments = [argument for argument, _ in tree.every_argument(command)]
        self._served = {
            version: declared
            for version in versions_of(command.service)
            if (declared := tree.arguments_at(command, version)) is not None
        }
        self._parsers: dict[tuple[object, ...], Callable[[list[str]], bool]] = {}
        self._parser_at = {
            version: self._parser(declared) for version, declared in self._served.items()
        }

    def some(self, count: int) -> Iterator[list[str]]:
        """Some lines, without the command: first what it needs, then ever more options."""
        for number in range(count):
            yield self._line(number)

    def _line(self, number: int) -> list[str]:
        declared = self._served[self.random.choice([*self._served])]
        positional = [each for each in declared if each.is_positional]
        options = [each for each in self.arguments if not each.is_positional]
        needed = [each for each in declared if each.options.get('required')]
        chosen = self.random.sample(options, min(number, len(options)))
        if self.random.random() < 0.8:
            chosen += needed
        words = [word for each in chosen for word in self._option(each)]
        return [*words, *(value for each in positional for value in self._values(each))]

    def _option(self, argument: Argument) -> list[str]:
        flag = self.random.choice(argument.flags)
        values = self._values(argument) if argument.takes_value else []
        is_joined = argument.is_joined or self.random.random() < 0.3
        if len(values) == 1 and flag.startswith('--') and is_joined:
            return [f'{flag}={values[0]}']
        return [flag, *values]

    def _values(self, argument: Argument) -> list[str]:
        choices = argument.options.get('choices')
        if choices:
            return [str(self.random.choice(list(choices)))]
        taken = [value for value in VALUES if _converts(argument, value)]
        return [self.random.choice(taken or VALUES)]

    def _parser(self, declared: Sequence[Argument]) -> Callable[[list[str]], bool]:
        """Return a test of lines; versions with the same declarations share one."""
        key = tuple((each.flags, each.hidden_flags, id(each.options)) for each in declared)
        if key not in self._parsers:
            # None of the global options stands in a line.
            parser = parsers.build(self.command.name, declared, self.table, ())

            def parses(words: list[str]) -> bool:
                try:
                    return not parser.parse_known_args(words, Args())[1]
                except parsers.Refusal:
                    return False

            self._parsers[key] = parses
        return self._parsers[key]

    def brute_force(self, words: list[str]) -> list[tuple[str, str | None]]:
        """The windows of a line, from every version: bounds as texts, ``None`` where open."""
        service = self.command.service
        windows: list[tuple[str, str | None]] = []
        takes = {parses: parses(words) for parses in self._parsers.values()}
        for is_taken, run in itertools.groupby(
            versions_of(service),
            lambda version: version in self._parser_at and takes[self._parser_at[version]],
        ):
            if is_taken:
                ends = list(run)
                is_open = ends[-1] == service.range.end
                windows.append((str(ends[0]), None if is_open else str(ends[-1])))
        return windows


def _converts(argument: Argument, value: str) -> bool:
    convert = argument.options.get('type')
    try:
        return convert is None or convert(value) is not None
    except Exception:
        return False
