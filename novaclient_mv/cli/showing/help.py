"""Help, grouped by the versions of the API; made from the declarations, without a login."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import novaclient_mv
from novaclient_mv import versions
from novaclient_mv.cli.reading import aliases, commands, declarations, index, tree
from novaclient_mv.cli.reading.argument import Argument
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.showing import lines_of_words
from novaclient_mv.clouds import escapes
from novaclient_mv.clouds import options as global_options
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.settings import Requested
from novaclient_mv.services import SERVICES, Service, epochs
from novaclient_mv.versions import APIVersion, VersionRange

if TYPE_CHECKING:
    from novaclient_mv.cli.reading.read import Invocation

_INDENT = 2
_LEAST_TEXT = 30


class Entry:
    """A line of help: a name, what it is, and the versions that have it."""

    __slots__ = ('name', 'ranges', 'text')

    def __init__(self, name: str, text: str, ranges: tuple[VersionRange, ...]) -> None:
        self.name = name
        self.text = text
        self.ranges = ranges


def _order(ranges: tuple[VersionRange, ...]) -> tuple[int, float, float]:
    """All versions first, then what began later, then what has ended."""
    first = ranges[0]
    if first.is_everything:
        return 0, 0, 0
    return (1 if ranges[-1].is_open else 2), first.start.ver_minor, ranges[-1].end.ver_minor


def blocks(entries: Iterable[Entry]) -> list[tuple[tuple[VersionRange, ...], list[Entry]]]:
    """Entries by the versions that have them, those of all versions first."""
    by_ranges: dict[tuple[VersionRange, ...], list[Entry]] = {}
    for entry in entries:
        by_ranges.setdefault(entry.ranges, []).append(entry)
    return [(ranges, by_ranges[ranges]) for ranges in sorted(by_ranges, key=_order)]


class Page:
    """Pages of help for a terminal, or a file, of some width.

    :param requested: tells the version that was asked of a service; what a named one lacks is
        marked.
    :param only: leave that out instead.
    :param refused: tells the names of arguments of a command that a login may not use.
    """

    def __init__(
        self,
        environment: Environment,
        requested: Callable[[Service], Requested],
        only: bool = False,
        refused: Callable[[Command], frozenset[str]] = lambda command: frozenset(),
    ) -> None:
        self.width = min(environment.width, 100)
        self.is_coloured = environment.has_colour
        self.requested = requested
        self.only = only
        self.refused = refused

    # -- pages -------------------------------------------------------------------

    def of_all(self) -> str:
        """Every command by service and version, and the global options."""
        outside, rows = index.overview()
        services = (*SERVICES, *outside)
        names = aliases.by_canonical_name()
        lines: list[str] = []
        for service in services:
            lines += [*self._wrapped(_introduction(service)), '']
            if service is services[0]:
                lines += [f'{self._bold("Usage:")} nova-mv [options] <command> [arguments]', '']
            lines += self._blocks(
                [
                    Entry(_with_others(row.name, names), row.summary, row.ranges)
                    for row in rows
                    if row.service.name == service.name
                ],
                service,
            )
        table = global_options.OptionTable(services)
        for section in global_options.SECTIONS:
            options = [
                Entry(_global_name(option), option.help, (versions.EVERY_VERSION,))
                for option in table.options
                if option.section == section and not option.is_hidden
            ]
            lines += [self._bold(section), *self._entries(options), '']
        named = ' or '.join(service.version_option for service in services)
        lines += self._wrapped(
            'nova-mv help <command> shows the arguments of one command, by version. With '
            f'{named}, what that version lacks is marked; --only leaves it out.'
        )
        return '\n'.join(lines)

    def of_command(self, name: str) -> str:
        """One command: variants, and arguments by version.

        :raises UnknownName: there is none of this name.
        """
        command = commands.find(name)
        lines = [*self._title(command), *self._wrapped(command.summary), '']
        lines += self._usage(command)
        variants = versions.variants_of(command.function)
        calendar = command.service.releases
        named = self._named_of(command.service)
        if len(variants) > 1 or not variants[0].range.is_everything:
            lines += ['', self._bold('Variants')]
            lines += self._entries(
                [
                    Entry(
                        calendar.heading((variant.range,)), _summary(variant.func), (variant.range,)
                    )
                    for variant in variants
                    if self._is_shown((variant.range,), named)
                ],
                named,
            )
        lines.append('')
        entries = argument_entries(command, self.refused(command))
        lines += self._blocks(entries, command.service)
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

    def _named_of(self, service: Service) -> APIVersion | None:
        """The version that was named of a service."""
        requested = self.requested(service)
        return requested.version if requested.is_named else None

    def _usage(self, command: Command) -> list[str]:
        """Positionals and options of the newest variant, or of the named version's."""
        version = self._named_of(command.service) or command.service.range.end
        variant = versions.variant_at(command.function, version)
        if variant is None:
            variant = versions.variants_of(command.function)[-1]
            version = min(variant.range.end, command.service.range.end)
        declared = [
            *declarations.arguments_of(variant.func, version),
            *tree.declared_arguments(command),
        ]
        words = [
            _required_option(argument)
            for argument in declared
            if not argument.is_positional and argument.options.get('required')
        ]
        words += ['[options]'] if any(not argument.is_positional for argument in declared) else []
        if declarations.declared(command.function, 'takes_command_line'):
            words.append('--')
        words += [_positional(argument) for argument in declared if argument.is_positional]
        return self._wrapped(' '.join(['Usage: nova-mv', command.name, *words]), 7)

    def _is_shown(self, ranges: tuple[VersionRange, ...], version: APIVersion | None) -> bool:
        return not self.only or _exists(ranges, version)

    def _blocks(self, entries: Iterable[Entry], service: Service) -> list[str]:
        """Entries below headings of their versions."""
        calendar = service.releases
        version = self._named_of(service)
        lines: list[str] = []
        for ranges, those in blocks(
            entry for entry in entries if self._is_shown(entry.ranges, version)
        ):
            missing = '' if _exists(ranges, version) else f' - not in {version}'
            heading = self._bold(calendar.heading(ranges) + missing)
            lines += [heading, *self._entries(those, version), '']
        return lines

    def _entries(self, entries: list[Entry], version: APIVersion | None = None) -> list[str]:
        """Names in one column, texts in another; a long name stands on a line of its own."""
        names = [('' if _exists(entry.ranges, version) else '- ') + entry.name for entry in entries]
        room = min(max(map(len, names), default=0), self.width // 2 - 8)
        column = _INDENT + room + 2
        lines = []
        for name, entry in zip(names, entries, strict=True):
            head = ' ' * _INDENT + name
            texts = lines_of_words.wrapped(entry.text, max(self.width - column, _LEAST_TEXT))
            if len(head) + 2 <= column and texts:
                lines.append(head.ljust(column) + texts.pop(0))
            else:
                indent = ' ' * _INDENT
                lines += lines_of_words.wrapped(head.strip(), self.width, indent, indent + '  ')
            lines += [' ' * column + text for text in texts]
        return lines

    def _wrapped(self, text: str, indent: int = 0) -> list[str]:
        return lines_of_words.wrapped(text, self.width, then=' ' * indent)

    def _bold(self, text: str) -> str:
        return f'{escapes.BOLD}{text}{escapes.PLAIN}' if self.is_coloured else text


def page_of(invocation: Invocation, only: bool = False) -> Page:
    """The pages for a run, which mark what the login of its cloud may not use."""
    settings = invocation.settings

    def refused(command: Command) -> frozenset[str]:
        if settings.cloud_name is None and settings.setting('os_auth_url') is None:
            return frozenset()
        from novaclient_mv.cli.running import login_options

        requested = invocation.requested_of(command.service)
        return login_options.refused(settings, requested, command)

    return Page(invocation.environment, invocation.requested_of, only, refused)


def _exists(ranges: tuple[VersionRange, ...], version: APIVersion | None) -> bool:
    return version is None or any(version in span for span in ranges)


def _introduction(service: Service) -> str:
    """Return a sentence on the versions that this program supports of a service."""
    newest = service.releases.with_release(service.range.end)
    speaks = (
        f'speaks {service.title or service.name} at the versions {service.range.start} to {newest}'
    )
    who = f'nova-mv {novaclient_mv.__version__}' if not service.prefix else 'It also'
    if service.without in service.range:
        return f'{who} {speaks}.'
    return f'{who} {speaks}, and at {service.without}.'


def _summary(function: Any) -> str:
    return (function.__doc__ or '').strip().partition('\n\n')[0].replace('\n', ' ')


def _with_others(name: str, names: Mapping[str, list[str]]) -> str:
    others = names.get(name)
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
    metavar = argument.options.get('metavar')
    value = f' {metavar}' if argument.takes_value else ''
    if argument.options.get('nargs') == '?':
        value = f'[={metavar}]' if argument.is_joined else f' [{metavar}]'
    return ', '.join(argument.flags) + value


def _global_name(option: global_options.GlobalOption) -> str:
    value = f' {option.metavar or ""}' if option.takes_value else ''
    return ', '.join(option.flags) + value


def _later(command: Command, argument: Argument) -> str:
    from novaclient_mv.cli.reading import replacements

    instead = replacements.of_option(command.name, argument.name)
    return f' Later, use {instead}.' if instead else ''


def argument_entries(command: Command, refused: frozenset[str] = frozenset()) -> list[Entry]:
    """The arguments of all variants; declarations that say the same are one.

    :param refused: names of those that a login may not use, which are marked.
    """
    by_text: dict[tuple[str, str], list[VersionRange]] = {}
    for argument, span in tree.every_argument(command):
        if not argument.is_hidden:
            mark = ' Not for this login.' if argument.name in refused else ''
            text = argument.help + ('' if span.is_open else _later(command, argument))
            key = _argument_name(argument), text + mark
            by_text.setdefault(key, []).append(span)
    own: Mapping[str, str] = declarations.declared(command.function, 'formats', {})
    if own:
        texts = ' and '.join(f'{name} ({text})' for name, text in own.items())
        by_text['-f <format>', f'Also {texts}.'] = [versions.EVERY_VERSION]
    return [
        Entry(name, text, epochs.merged(ranges, command.service))
        for (name, text), ranges in by_text.items()
    ]
