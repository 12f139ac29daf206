"""Help, grouped by the versions of the API; made from the declarations, without a login."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import Any

import novaclient_mv
from novaclient_mv import api_versions
from novaclient_mv.api_versions import VersionRange
from novaclient_mv.cli import aliases, arguments, commands, globals, releases, tree, window
from novaclient_mv.cli.arguments import Argument
from novaclient_mv.cli.commands import Command
from novaclient_mv.cli.environment import Environment

_INDENT = 2
_LEAST_TEXT = 30


class Entry:
    """A line of help: a name, what it is, and the versions that have it."""

    __slots__ = ('name', 'ranges', 'text')

    def __init__(self, name: str, text: str, ranges: tuple[VersionRange, ...]) -> None:
        self.name = name
        self.text = text
        self.ranges = ranges


def heading(ranges: tuple[VersionRange, ...]) -> str:
    """``All versions``, ``From 2.90 (Xena)``, ``Up to 2.56 (Queens)``, ``2.19 (Mitaka) to 2.36
    (Newton)``.
    """
    return ', '.join(_heading(each) for each in ranges)


def _heading(versions: VersionRange) -> str:
    start, end = versions.start, versions.end
    if versions.is_everything:
        return 'All versions'
    if versions.is_open:
        return f'From {releases.with_release(start)}'
    if start.ver_minor == 0:
        return f'Up to {releases.with_release(end)}'
    if start == end:
        return f'Only {releases.with_release(start)}'
    return f'{releases.with_release(start)} to {releases.with_release(end)}'


def _order(ranges: tuple[VersionRange, ...]) -> tuple[int, float, float]:
    """All versions first, then what began later, then what has ended."""
    first = ranges[0]
    if first.is_everything:
        return 0, 0, 0
    return (1 if ranges[-1].is_open else 2), first.start.ver_minor, ranges[-1].end.ver_minor


def blocks(entries: Iterable[Entry]) -> list[tuple[tuple[VersionRange, ...], list[Entry]]]:
    """Entries by the versions that have them, those of all versions first."""
    by_ranges: dict[tuple[VersionRange, ...], list[Entry]] = {}
    for each in entries:
        by_ranges.setdefault(each.ranges, []).append(each)
    return [(ranges, by_ranges[ranges]) for ranges in sorted(by_ranges, key=_order)]


class Page:
    """Pages of help for a terminal, or a file, of some width.

    :param requested: the version that was asked for; what a named one lacks is marked.
    :param only: leave that out instead.
    """

    def __init__(self, environment: Environment, requested: Any, only: bool = False) -> None:
        self.width = min(environment.width, 100)
        self.is_coloured = environment.has_colour
        self.version = requested.version if requested is not None and requested.is_named else None
        self.only = only and self.version is not None

    # -- pages -------------------------------------------------------------------

    def of_all(self) -> str:
        """Every command by version, and the global options."""
        every = commands.every_command()
        newest = api_versions.API_MAX_VERSION
        lines = self._wrapped(
            f'nova-mv {novaclient_mv.__version__} speaks the OpenStack Compute API at the versions '
            f'{api_versions.API_MIN_VERSION} to {releases.with_release(newest)}, and at 2.0.'
        )
        lines += ['', f'{self._bold("Usage:")} nova-mv [options] <command> [arguments]', '']
        entries = [Entry(_with_alias(each.name), each.summary, ranges_of(each)) for each in every]
        lines += self._blocks(entries)
        for section in (globals.CLOUD, globals.LOGIN, globals.TLS, globals.OUTPUT, globals.RUN):
            options = [
                Entry(_global_name(option), option.help, (api_versions.EVERY_VERSION,))
                for option in globals.OPTIONS
                if option.section == section and not option.is_hidden
            ]
            lines += [self._bold(section), *self._entries(options), '']
        lines += self._wrapped(
            'nova-mv help <command> shows the arguments of one command, by version. With '
            '--os-compute-api-version, what that version lacks is marked; --only leaves it out.'
        )
        return '\n'.join(lines)

    def of_command(self, name: str) -> str:
        """One command: variants, and arguments by version.

        :raises UnknownName: there is none of this name.
        """
        command = commands.find(name)
        lines = [*self._title(command), *self._wrapped(command.summary), '']
        lines += self._usage(command)
        variants = api_versions.variants_of(command.function)
        if len(variants) > 1 or not variants[0].range.is_everything:
            lines += ['', self._bold('Variants')]
            lines += self._entries(
                [
                    Entry(_heading(each.range), _summary(each.func), (each.range,))
                    for each in variants
                    if self._is_shown((each.range,))
                ]
            )
        lines.append('')
        lines += self._blocks(argument_entries(command))
        lines += self._wrapped('The global options are in: nova-mv help')
        return '\n'.join(lines)

    # -- parts ---------------------------------------------------------------------

    def _title(self, command: Command) -> list[str]:
        """The name, and the other ones where there is room."""
        others = aliases.aliases_of(command.name)
        also = f', also called {", ".join(others)}' if others else ''
        if len(command.name + also) <= self.width:
            return [self._bold(command.name) + also]
        return [self._bold(command.name), *self._wrapped(also.removeprefix(', '))]

    def _usage(self, command: Command) -> list[str]:
        """Positionals and options of the newest variant, or of the named version's."""
        version = self.version or command.service.client_range.end
        variant = api_versions.variant_at(command.function, version)
        if variant is None:
            variant = api_versions.variants_of(command.function)[-1]
            version = min(variant.range.end, command.service.client_range.end)
        declared = arguments.arguments_of(variant.func, version)
        words = [
            _required_option(each)
            for each in declared
            if not each.is_positional and each.options.get('required')
        ]
        words += ['[options]'] if any(not each.is_positional for each in declared) else []
        words += [_positional(each) for each in declared if each.is_positional]
        return self._wrapped(' '.join(['Usage: nova-mv', command.name, *words]), 7)

    def _is_shown(self, ranges: tuple[VersionRange, ...]) -> bool:
        return not self.only or self._exists(ranges)

    def _exists(self, ranges: tuple[VersionRange, ...]) -> bool:
        return self.version is None or any(self.version in each for each in ranges)

    def _blocks(self, entries: Iterable[Entry]) -> list[str]:
        """Entries below headings of their versions."""
        lines: list[str] = []
        for ranges, those in blocks(each for each in entries if self._is_shown(each.ranges)):
            missing = '' if self._exists(ranges) else f' - not in {self.version}'
            lines += [self._bold(heading(ranges) + missing), *self._entries(those), '']
        return lines

    def _entries(self, entries: list[Entry]) -> list[str]:
        """Names in one column, texts in another; a long name stands on a line of its own."""
        names = [('' if self._exists(each.ranges) else '- ') + each.name for each in entries]
        room = min(max(map(len, names), default=0), self.width // 2 - 8)
        column = _INDENT + room + 2
        lines = []
        for name, each in zip(names, entries, strict=True):
            head = ' ' * _INDENT + name
            texts = textwrap.wrap(
                each.text, max(self.width - column, _LEAST_TEXT), break_on_hyphens=False
            )
            if len(head) + 2 <= column and texts:
                lines.append(head.ljust(column) + texts.pop(0))
            else:
                lines += textwrap.wrap(
                    head.strip(),
                    self.width,
                    initial_indent=' ' * _INDENT,
                    subsequent_indent=' ' * (_INDENT + 2),
                    break_on_hyphens=False,
                )
            lines += [' ' * column + text for text in texts]
        return lines

    def _wrapped(self, text: str, indent: int = 0) -> list[str]:
        return textwrap.wrap(
            text, self.width, subsequent_indent=' ' * indent, break_on_hyphens=False
        )

    def _bold(self, text: str) -> str:
        return f'\x1b[1m{text}\x1b[0m' if self.is_coloured else text


def ranges_of(command: Command) -> tuple[VersionRange, ...]:
    """The versions that have a command."""
    return window.merged([each.range for each in api_versions.variants_of(command.function)])


def _summary(function: Any) -> str:
    return (function.__doc__ or '').strip().partition('\n\n')[0].replace('\n', ' ')


def _with_alias(name: str) -> str:
    others = aliases.aliases_of(name)
    return f'{name} ({", ".join(others)})' if others else name


def _positional(argument: Argument) -> str:
    name = argument.name
    nargs = argument.options.get('nargs')
    return {'?': f'[{name}]', '+': f'{name} [{name} ...]', '*': f'[{name} ...]'}.get(
        nargs or '', name
    )


def _required_option(argument: Argument) -> str:
    return f'{argument.name} {argument.options.get("metavar", "")}'.strip()


def _argument_name(argument: Argument) -> str:
    if argument.is_positional:
        return argument.name
    metavar = argument.options.get('metavar') or f'<{argument.dest}>'
    value = f' {metavar}' if argument.takes_value else ''
    if argument.options.get('nargs') == '?':
        value = f' [{metavar}]'
    return ', '.join(argument.flags) + value


def _global_name(option: globals.GlobalOption) -> str:
    value = f' {option.metavar or ""}' if option.takes_value else ''
    return ', '.join(option.flags) + value


def argument_entries(command: Command) -> list[Entry]:
    """The arguments of all variants; declarations that say the same are one."""
    found: dict[tuple[str, str], list[VersionRange]] = {}
    for argument, versions in tree.every_argument(command):
        if not argument.is_hidden:
            found.setdefault((_argument_name(argument), argument.help), []).append(versions)
    return [Entry(name, text, window.merged(ranges)) for (name, text), ranges in found.items()]
