"""Pages of help on several commands: all of them, those of a topic; and on the options of all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import novaclient_mv
from novaclient_mv import versions
from novaclient_mv.cli.reading import aliases, commands, index
from novaclient_mv.cli.reading.index import Row
from novaclient_mv.cli.running.results import Text
from novaclient_mv.cli.showing import help_of_command, topics
from novaclient_mv.cli.showing.help import Entry, Page
from novaclient_mv.cli.showing.topics import Topic
from novaclient_mv.clouds.global_option import SECTIONS, GlobalOption
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.services import SERVICES, Service, registry


def of_all(page: Page) -> Text:
    """Every command by service and version, and the options of all commands."""
    outside, rows = index.overview()
    services = (*SERVICES, *outside)
    lines: list[str] = []
    for service in services:
        lines += [*page.wrapped(introduction(service)), '']
        if service is services[0]:
            lines += [f'{page.bold("Usage:")} nova-mv [options] <command> [arguments]', '']
        lines += _commands(page, rows, service)
    lines += _options(page, OptionTable(services))
    named = ' or '.join(service.version_option for service in services)
    lines += page.wrapped(
        'nova-mv help <command> shows the arguments of one command, by version. With '
        f'{named}, what that version lacks is marked; --only leaves it out.'
    )
    return _text(page, lines, rows)


def of_topic(page: Page, topic: Topic) -> Text:
    """The commands of a topic by service and version; with ``--since``, only the new ones."""
    outside, every_row = index.overview()
    rows = [row for row in every_row if topics.of_row(row) == topic]
    if page.starts is not None:
        return _of_news(page, rows)
    lines = [page.bold(topic.title[0].upper() + topic.title[1:]), '']
    for service in (*SERVICES, *outside):
        lines += _commands(page, rows, service)
    lines += page.wrapped('nova-mv help <command> shows the arguments of one command.')
    return _text(page, lines, rows)


def of_news(page: Page) -> Text:
    """New commands since a version, and new options of older commands."""
    return _of_news(page, index.overview()[1])


def _of_news(page: Page, rows: Sequence[Row]) -> Text:
    lines: list[str] = []
    for service in registry.every():
        if page.starts is None or service.name not in page.starts:
            continue
        since = service.releases.with_release(page.starts[service.name])
        lines += [page.bold(f'{_title(service).removeprefix("the ")} since {since}'), '']
        those = [row for row in rows if row.service == service]
        lines += page.by_version(_news(those), service) or ['Nothing.', '']
    return _text(page, lines[:-1], rows)


def _news(rows: Sequence[Row]) -> Iterator[Entry]:
    """New commands, then the options that were added to each later on."""
    for row in rows:
        yield Entry(row.name, row.summary, row.ranges)
    for row in rows:
        for entry in help_of_command.argument_entries(commands.find(row.name)):
            if entry.ranges[0].start > row.ranges[0].start:
                yield Entry(f'{row.name} {entry.name}', entry.text, entry.ranges)


def of_options(page: Page) -> Text:
    table = OptionTable(registry.every())
    lines = [
        *page.wrapped('The options of all commands. They stand before a command, or behind it.'),
        '',
        *_options(page, table),
    ]

    def data() -> dict[str, Any]:
        from novaclient_mv.knowledge import command_catalog

        return {
            'options': [
                command_catalog.of_option(option)
                for option in table.options
                if not option.is_hidden
            ]
        }

    return Text('\n'.join(lines[:-1]), is_own=True, more=data)


def _text(page: Page, lines: Iterable[str], rows: Iterable[Row]) -> Text:
    """A page with its commands as data."""
    names = aliases.by_canonical_name()

    def data() -> dict[str, Any]:
        from novaclient_mv.knowledge import spans

        return {
            'commands': [
                {
                    'name': row.name,
                    'aliases': names.get(row.name, []),
                    'service': row.service.name,
                    'topic': topics.of_row(row).title,
                    'summary': row.summary,
                    'ranges': spans.as_mappings(row.ranges, row.service),
                }
                for row in rows
                if page.is_shown(row.ranges, row.service)
            ]
        }

    return Text('\n'.join(lines), is_own=True, more=data)


def _commands(page: Page, rows: Iterable[Row], service: Service) -> list[str]:
    """The commands of a service among some, by version."""
    names = aliases.by_canonical_name()
    entries = [
        Entry(_with_others(row.name, names), row.summary, row.ranges)
        for row in rows
        if row.service.name == service.name
    ]
    return page.by_version(entries, service)


def _options(page: Page, table: OptionTable) -> Iterator[str]:
    for section in SECTIONS:
        entries = [
            Entry(option_name(option), option.help, (versions.EVERY_VERSION,))
            for option in table.options
            if option.section == section and not option.is_hidden
        ]
        yield from (page.bold(section), *page.entries(entries), '')


def introduction(service: Service) -> str:
    """Return a sentence on the versions that this program supports of a service."""
    newest = service.releases.with_release(service.range.end)
    speaks = f'speaks {_title(service)} at the versions {service.range.start} to {newest}'
    who = f'nova-mv {novaclient_mv.__version__}' if not service.prefix else 'It also'
    if service.unversioned in service.range:
        return f'{who} {speaks}.'
    return f'{who} {speaks}, and at {service.unversioned}.'


def _title(service: Service) -> str:
    return service.title or service.name


def _with_others(name: str, names: Mapping[str, list[str]]) -> str:
    others = names.get(name)
    return f'{name} ({", ".join(others)})' if others else name


def option_name(option: GlobalOption) -> str:
    value = f' {option.metavar or ""}' if option.takes_word else ''
    if option.without_value is not None:
        value = f'[={option.metavar}]'
    return ', '.join(option.flags) + value
