"""The page of help on one command: its variants, and its arguments by version."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from novaclient_mv import versions
from novaclient_mv.cli.reading import aliases, declarations, tree
from novaclient_mv.cli.reading.argument import Argument
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.showing.help import Entry, Page
from novaclient_mv.services import epochs
from novaclient_mv.versions import VersionRange


def text(page: Page, command: Command, refused: frozenset[str] = frozenset()) -> str:
    """The page of a command.

    :param refused: names of the arguments that the login may not use, which are marked.
    """
    service = command.service
    lines = [*_title(page, command), *page.wrapped(command.summary), '', *_usage(page, command)]
    ranges = [(variant.range,) for variant in versions.variants_of(command.function)]
    if len(ranges) > 1 or not ranges[0][0].is_everything:
        lines += ['', page.bold('Variants')]
        variants = [
            Entry(
                service.releases.heading((variant.range,)), _summary(variant.func), (variant.range,)
            )
            for variant in versions.variants_of(command.function)
            if page.is_shown((variant.range,), service)
        ]
        lines += page.entries(variants, page.there(service))
    lines.append('')
    lines += page.by_version(argument_entries(command, refused), service)
    lines += page.wrapped('The options of all commands are in: nova-mv help options')
    return '\n'.join(lines)


def data(command: Command) -> dict[str, Any]:
    """Return what documents have beside the page."""
    from novaclient_mv.knowledge import inventory

    return {**inventory.of_command(command)}


def _title(page: Page, command: Command) -> list[str]:
    """The name, and the other ones where there is room."""
    others = aliases.aliases_of(command.name)
    also = f', also called {", ".join(others)}' if others else ''
    if len(command.name + also) <= page.width:
        return [page.bold(command.name) + also]
    return [page.bold(command.name), *page.wrapped(also.removeprefix(', '))]


def _usage(page: Page, command: Command) -> list[str]:
    """Positionals and options of the newest variant that the run may use, or of the newest."""
    there = page.there(command.service)
    version = command.service.range.end if there is None else there.newest
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
    return page.wrapped(' '.join(['Usage: nova-mv', command.name, *words]), 7)


def _summary(function: Any) -> str:
    return (function.__doc__ or '').strip().partition('\n\n')[0].replace('\n', ' ')


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
