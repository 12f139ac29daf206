"""The page of ``man`` on one command, from its declarations."""

from __future__ import annotations

from collections.abc import Iterator

import roff

from novaclient_mv import versions
from novaclient_mv.cli.reading import aliases, columns
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.showing import examples, help_of_command
from novaclient_mv.cli.showing.help import Entry, Page, blocks, headed
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.versions import EVERY_VERSION, VersionRange

WIDTH = 70
"""Columns of a line of an example."""


def name_of(command: Command) -> str:
    """The name of the page of a command."""
    return f'nova-mv-{command.name}'


def text(command: Command, source: str) -> str:
    """The page of a command.

    :param source: the program, with its version.
    """
    lines = [
        *roff.title(name_of(command), source),
        *roff.section(
            'NAME',
            [rf'{roff.plain(name_of(command))} \- {roff.plain(command.summary.rstrip("."))}'],
        ),
        *roff.section(
            'SYNOPSIS', [roff.words(help_of_command.synopsis(command, command.service.range.end))]
        ),
        *roff.section('DESCRIPTION', _description(command)),
        *roff.section('ARGUMENTS AND OPTIONS', _arguments(command)),
        *roff.section('COLUMNS', _columns(command)),
        *roff.section('EXAMPLES', _examples(command)),
        *roff.section(
            'SEE ALSO',
            [
                rf'{roff.bold("nova-mv")}(1) has the options of all commands, the variables and '
                'the exit statuses.',
                '.PP',
                rf'{roff.bold(f"nova-mv help {command.name}")} marks what the cloud of '
                rf'{roff.bold("--os-cloud")} lacks.',
            ],
        ),
    ]
    return '\n'.join(lines) + '\n'


def _description(command: Command) -> Iterator[str]:
    heading = command.service.releases.heading
    yield roff.plain(command.summary)
    others = aliases.aliases_of(command.name)
    if others:
        yield from roff.paragraph(f'Also called {", ".join(others)}.')
    variants = versions.variants_of(command.function)
    if len(variants) == 1 and not variants[0].range.is_everything:
        yield from roff.paragraph(f'{heading((variants[0].range,))}.')
    if len(variants) > 1:
        for variant in variants:
            summary = help_of_command.summary_of(variant.func)
            yield from roff.item(roff.plain(heading((variant.range,))), [summary])


def _arguments(command: Command) -> Iterator[str]:
    """The arguments in groups, and by the versions that have them, as help has them."""
    page = Page(Environment({}))
    entries = help_of_command.with_forms(page, command, help_of_command.argument_entries(command))
    heading = command.service.releases.heading
    for group in help_of_command.GROUPS:
        for ranges, those in blocks(entry for entry in entries if entry.group == group):
            lines = [
                line for entry in those for line in roff.item(roff.words(entry.name), entry.forms)
            ]
            yield from roff.part(headed(group, heading(ranges), ranges), lines)


def _columns(command: Command) -> Iterator[str]:
    """The columns of what it shows, where it says so itself."""
    fields = [
        Entry(field.key, '', (_span(field.range, command),))
        for field in columns.fields_of(command.function) or ()
    ]
    for ranges, those in blocks(fields):
        if not ranges[0].is_everything:
            yield from roff.paragraph(f'{command.service.releases.heading(ranges)}:')
        yield from roff.paragraph(', '.join(entry.name for entry in those))


def _span(span: VersionRange, command: Command) -> VersionRange:
    whole = command.service.range
    return EVERY_VERSION if span.is_everything else span.bound_like(whole)


def _examples(command: Command) -> Iterator[str]:
    for example in examples.of_command(command.name):
        yield from roff.paragraph(example.does)
        yield from roff.literal(row[4:] for row in examples.in_lines(example.line, WIDTH))
