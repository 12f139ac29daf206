"""The page of help on one command: its variants, and its arguments by version."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from novaclient_mv import versions
from novaclient_mv.cli.reading import aliases, checked_output, columns, declarations, tree
from novaclient_mv.cli.reading.argument import Argument
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.showing import examples, help
from novaclient_mv.cli.showing.help import Entry, Page
from novaclient_mv.services import epochs
from novaclient_mv.versions import APIVersion, VersionRange


def text(page: Page, command: Command, refused: frozenset[str] = frozenset()) -> str:
    """The page of a command."""
    service = command.service
    lines = [
        *_title(page, command),
        *page.wrapped(command.summary),
        '',
        *page.wrapped(f'Usage: {synopsis(command, _version(page, command))}', 7),
        '',
    ]
    lines += _variants(page, command)
    entries = with_forms(page, command, argument_entries(command, refused))
    for group in GROUPS:
        those = [entry for entry in entries if entry.group == group]
        lines += page.by_version(those, service, group)
    lines += [*_columns(page, command), *_examples(page, command)]
    return '\n'.join([*lines, *_footer(page, command)])


def _variants(page: Page, command: Command) -> list[str]:
    """The versions that have a command, and what it does in each stretch of them."""
    variants = versions.variants_of(command.function)
    if len(variants) == 1 and variants[0].range.is_everything:
        return []
    service = command.service
    entries = [
        Entry(
            service.releases.heading((variant.range,)), summary_of(variant.func), (variant.range,)
        )
        for variant in variants
        if page.is_shown((variant.range,), service)
    ]
    title = 'Variants'
    if [entry.text for entry in entries] == [command.summary]:
        # It stands above.
        title, entries = 'Versions', [Entry(entries[0].name, '', entries[0].ranges)]
    return [page.bold(title), *page.entries(entries, page.there(service)), '']


def _version(page: Page, command: Command) -> APIVersion:
    there = page.there(command.service)
    return command.service.range.end if there is None else there.newest


def with_forms(page: Page, command: Command, entries: Sequence[Entry]) -> list[Entry]:
    """Merge the entries of each argument, whose help may differ by version, newest first."""
    service = command.service
    there = page.there(service)
    by_argument: dict[str, list[Entry]] = {}
    for entry in entries:
        if page.is_shown(entry.ranges, service):
            by_argument.setdefault(entry.argument, []).append(entry)
    arguments = []
    for forms in by_argument.values():
        first, *more = newest_first = sorted(forms, key=_age, reverse=True)
        if not more:
            arguments.append(first)
            continue
        texts = []
        for form in newest_first:
            heading = service.releases.heading(form.ranges)
            name = '' if form.name == first.name else f', {form.name}'
            is_there = there is None or there.has(form.ranges)
            missing = '' if there is None or is_there else f' (not in {there.label})'
            text = form.text if form is first else _difference(first.text, form.text)
            texts.append(
                f'{heading}{missing}{name}: {text}' if text else f'{heading}{missing}{name}.'
            )
        ranges = epochs.merged([span for form in forms for span in form.ranges], service)
        arguments.append(
            Entry(first.name, first.text, ranges, first.group, first.argument, forms=texts)
        )
    return arguments


def _age(form: Entry) -> tuple[APIVersion, APIVersion]:
    """Sort key of a form: its last version, and the first of its last range."""
    return form.ranges[-1].end, form.ranges[-1].start


def _difference(newer: str, older: str) -> str:
    """An older text by the words of a newer one that it lacks; nothing where it is the same."""
    if newer == older:
        return ''
    bare = [word.rstrip('.,') for word in older.split(' ')]
    lacking: list[list[str]] = [[]]
    for word in newer.split(' '):
        if bare and word.rstrip('.,') == bare[0]:
            bare.pop(0)
            if lacking[-1]:
                lacking.append([])
        else:
            lacking[-1].append(word)
    if bare:
        return older
    parts = [f'"{" ".join(words).rstrip(".,")}"' for words in lacking if words]
    return f'without {" and ".join(parts)}.'


def _examples(page: Page, command: Command) -> list[str]:
    there = page.there(command.service)
    lines: list[str] = []
    for example in examples.of_command(command.name):
        if there is None or examples.is_taken(command, example.line, there.span):
            lines += help.wrapped(example.does, page.width, '  ', '  ')
            lines += examples.in_lines(example.line, page.width)
    return [page.bold('Examples'), *lines, ''] if lines else []


def _columns(page: Page, command: Command) -> list[str]:
    if declarations.declared(command.function, 'writes'):
        return []
    there = page.there(command.service)
    keys = [
        field.key
        for field in columns.fields_of(command.function) or ()
        if there is None or there.has((field.range,))
    ]
    if not keys:
        return []
    rows = help.wrapped(', '.join(keys), page.width, '  ', '  ')
    return [page.bold('Columns'), *rows, '']


def _footer(page: Page, command: Command) -> list[str]:
    """The options of all commands that serve most, and how to see the others."""
    has = functools.partial(declarations.declared, command.function)
    has_columns = any(map(has, ('resource', 'columns', 'columns_by')))
    column = ' -c <column> (--show-availability lists them),' if has_columns else ''
    # Two lines have no room for more.
    others = (
        '--watch, --timings, and all'
        if checked_output.can_be_watched(command)
        else '--timings, and all of'
    )
    return page.wrapped(
        f'Also: -f json (yaml, csv, value, ndjson),{column} --query <expression>, {others}: '
        'nova-mv help options'
    )


def data(command: Command) -> dict[str, Any]:
    """Return the facts that JSON and YAML have beside the page."""
    from novaclient_mv.knowledge import command_catalog

    return {
        **command_catalog.of_command(command),
        'usage': synopsis(command, command.service.range.end),
        'examples': [example._asdict() for example in examples.of_command(command.name)],
    }


def _title(page: Page, command: Command) -> list[str]:
    """The name, with its aliases beside it or below it."""
    others = aliases.aliases_of(command.name)
    also = f', also called {", ".join(others)}' if others else ''
    if len(command.name + also) <= page.width:
        return [page.bold(command.name) + also]
    return [page.bold(command.name), *page.wrapped(also.removeprefix(', '))]


def summary_of(function: Any) -> str:
    return ' '.join((function.__doc__ or '').strip().partition('\n\n')[0].split())


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
    """The arguments of all variants; declarations that say the same are one."""
    by_text: dict[tuple[str, str], tuple[Argument, list[VersionRange]]] = {}
    for argument, span in tree.every_argument(command):
        if not argument.is_hidden:
            mark = ' Not for this login.' if argument.name in refused else ''
            text = argument.help + ('' if span.is_open else _later(command, argument))
            key = _argument_name(argument), text + mark
            by_text.setdefault(key, (argument, []))[1].append(span)
    entries = [
        Entry(
            *(name, text, epochs.merged(ranges, command.service)),
            group_of(command, argument),
            argument.name,
        )
        for (name, text), (argument, ranges) in by_text.items()
    ]
    own: Mapping[str, str] = declarations.declared(command.function, 'formats', {})
    if own:
        formats = ' and '.join(f'{name} ({text})' for name, text in own.items())
        every = (versions.EVERY_VERSION,)
        entries.append(Entry('-f <format>', f'Also {formats}.', every, OUTPUT, '-f'))
    return entries


WHAT, WHERE, FILTERS, OUTPUT, RUN = GROUPS = ('What', 'Where', 'Filters', 'Output', 'Run')
"""In the order in which help shows them."""

_WHERE = frozenset(
    (
        *('availability_zone', 'candidate_node', 'chassis_uuid', 'conductor_group', 'force'),
        *('hint', 'host', 'hypervisor_hostname', 'node', 'parent_node'),
        *('parent_provider', 'pinned_availability_zone', 'shard', 'target_host'),
        'unpin_availability_zone',
    )
)
"""Destinations of options that say where something is to be."""

_OUTPUT = frozenset(
    (
        *('detail', 'detailed', 'extra_specs', 'fields', 'html', 'limit', 'long', 'marker'),
        *('minimal', 'offset', 'return_reservation_id', 'show', 'sort', 'sort_dir', 'sort_key'),
        *('summary', 'top', 'verbose', 'with_servers', 'wrap'),
    )
)
"""Destinations of options that say how much of something is shown, and how."""


def group_of(command: Command, argument: Argument) -> str:
    if argument in tree.SELECTION_ARGUMENTS:
        return WHAT
    if argument in tree.declared_arguments(command):
        return RUN
    if argument.is_positional:
        return WHAT
    if argument.dest in _OUTPUT:
        return OUTPUT
    if command.name.endswith('-list') and not declarations.declared(command.function, 'writes'):
        return FILTERS
    return WHERE if argument.dest in _WHERE else WHAT


Choices = Sequence[Sequence[Argument]]


def synopsis(command: Command, version: APIVersion) -> str:
    """The synopsis at a version, or at the newest that has the command."""
    return ' '.join(['nova-mv', command.name, *_synopsis_words(command, _newest(command, version))])


def _newest(command: Command, version: APIVersion) -> APIVersion:
    if versions.variant_at(command.function, version) is not None:
        return version
    newest = versions.variants_of(command.function)[-1]
    return min(newest.range.end, command.service.range.end)


def choices(command: Command, version: APIVersion) -> Choices:
    """The arguments of which a line needs one each; any option where a list is empty."""
    declared: Sequence[declarations.Choice] = declarations.declared(command.function, 'choices', ())
    arguments = {argument.name: argument for argument in tree.arguments_at(command, version) or ()}
    return [[arguments[name] for name in choice.names if name in arguments] for choice in declared]


def _synopsis_words(command: Command, version: APIVersion) -> Iterator[str]:
    """The options that are needed, the others, and the positionals."""
    arguments = [
        argument for argument in tree.arguments_at(command, version) or () if not argument.is_hidden
    ]
    options = [argument for argument in arguments if not argument.is_positional]
    needed = choices(command, version)
    yield from (_option(argument) for argument in options if argument.is_needed)
    mixed = [names for names in needed if any(argument.is_positional for argument in names)]
    yield from (_choice_of(names) for names in needed if names and names not in mixed)
    if options:
        yield '[options]' if all(needed) else '<options>'
    if declarations.declared(command.function, 'takes_command_line'):
        yield '--'
    alternatives = [argument.name for names in mixed for argument in names]
    targets = declarations.declared(command.function, 'targets')
    for argument in arguments:
        if argument.is_positional and argument.name not in alternatives:
            text = _positional(argument)
            is_target = targets is not None and argument.name == targets.metavar
            yield (f'({text} | {_option(tree.SELECTION_ARGUMENTS[0])})' if is_target else text)
    yield from map(_choice_of, mixed)


def _choice_of(arguments: Sequence[Argument]) -> str:
    """One of some arguments."""
    texts = [
        _positional(argument, is_needed=True) if argument.is_positional else _option(argument)
        for argument in arguments
    ]
    return texts[0] if len(texts) == 1 else f'({" | ".join(texts)})'


def _option(argument: Argument) -> str:
    return f'{argument.name} {argument.options.get("metavar", "")}'.strip()


def _positional(argument: Argument, is_needed: bool = False) -> str:
    name = argument.name
    nargs = argument.options.get('nargs')
    if nargs == '*':
        return f'{name} ...' if is_needed else f'[{name} ...]'
    if nargs == '?' and not is_needed:
        return f'[{name}]'
    return f'{name} [{name} ...]' if nargs == '+' else name
