"""The section of one command in the reference, as nodes: what help says, and facts beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import command_facts
import command_statuses
from docutils import nodes

from novaclient_mv.cli.reading import aliases, columns, declarations
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.showing import examples, help, help_of_command
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.knowledge import reached_operations
from novaclient_mv.services import epochs
from novaclient_mv.versions import VersionRange, variants_of
from unit_tests.cli.showing import example_needs

WIDTH = 78
"""Width of a line in a block."""

Described = dict[tuple[str, ...], str]
"""Keys of columns to the command whose section of the page describes them."""


def section_of(command: Command, described: Described) -> nodes.section:
    """A section whose id is the name of the command."""
    section = nodes.section(ids=[command.name], names=[command.name], classes=['command'])
    section += nodes.title('', command.name)
    others = aliases.aliases_of(command.name)
    if others:
        also = nodes.paragraph('', 'Also called ')
        also += _listed(nodes.literal('', name) for name in others)
        also += nodes.Text('.')
        section += also
    section += nodes.paragraph('', command.summary)
    section += _synopsis(command)
    section += _facts(command)
    section += _examples(command)
    section += _arguments(command)
    section += _columns(command, described)
    return section


def block(text: str, language: str) -> nodes.literal_block:
    """A block of a language."""
    return nodes.literal_block(text, text, language=language)


def _examples(command: Command) -> Iterator[nodes.Node]:
    """The examples, for a reader who takes one after the other on a sandbox as new."""
    for place, example in enumerate(examples.of_command(command.name)):
        yield nodes.paragraph('', example.does)
        lines = [line[4:] for line in examples.in_lines(example.line, WIDTH)]
        shown = block('$ ' + '\n'.join(lines), 'console')
        # Some need lines before them that the page does not show.
        is_alone = command.name not in example_needs.BEFORE
        shown['cloud'] = ('sandbox' if place else 'new') if is_alone else None
        yield shown


def reference(document: str, section: str, text: nodes.Node) -> nodes.Node:
    """A reference to a section whose id is known, of a page beside this one; of this page where no
    page is named.
    """
    link = nodes.reference('', '', text, internal=True)
    if document:
        link['refuri'] = f'{document}.html#{section}'
    else:
        link['refid'] = section
    return link


def _synopsis(command: Command) -> nodes.paragraph:
    """The synopsis as words, none of which a narrow screen breaks at its hyphens."""
    paragraph = nodes.paragraph(classes=['synopsis'])
    for word in help_of_command.synopsis(command, command.service.range.end).split(' '):
        paragraph += [nodes.inline('', word, classes=['word']), nodes.Text(' ')]
    return paragraph


def _facts(command: Command) -> nodes.field_list:
    """Versions, role, statuses and operations; two of them lead to pages that say more."""
    facts = nodes.field_list(classes=['facts'])
    service = command.service
    ranges = epochs.merged([each.range for each in variants_of(command.function)], service)
    # What speaks to no cloud has no versions.
    if not declarations.declared(command.function, 'is_offline'):
        facts += _field('Versions', nodes.Text(service.releases.heading(ranges)))
    if roles := command_facts.roles_of(command):
        facts += _field('Role', nodes.Text(roles), page='roles')
    facts += _field('Statuses', *_statuses(command), page='exit-statuses')
    operations = reached_operations.uses_of(service).get(command.name, {})
    work = [operation for operation, use in operations.items() if not use.is_lookup]
    if work:
        facts += _field('Operations', *_listed(nodes.literal('', each) for each in work))
    return facts


def _statuses(command: Command) -> Iterator[nodes.Node]:
    for place, (status, text) in enumerate(command_statuses.statuses_of(command)):
        if place:
            yield nodes.Text(', ')
        yield nodes.Text(f'{status:d} ({text})' if text else f'{status:d}')


def _field(name: str, *content: nodes.Node, page: str = '') -> nodes.field:
    """A field.

    :param page: a page of the reference, above that of commands, which says what it is.
    """
    title: nodes.Node = nodes.Text(name)
    if page:
        title = nodes.reference('', '', title, refuri=f'../{page}.html', internal=True)
    body = nodes.field_body('', nodes.paragraph('', '', *content))
    return nodes.field('', nodes.field_name('', '', title), body)


def _listed(parts: Iterable[nodes.Node]) -> Iterator[nodes.Node]:
    for place, part in enumerate(parts):
        if place:
            yield nodes.Text(', ')
        yield part


def _arguments(command: Command) -> Iterator[nodes.Node]:
    """The arguments by the groups of help, those of all versions first."""
    page = help.Page(Environment(variables={}))
    entries = help_of_command.with_forms(page, command, help_of_command.argument_entries(command))
    known: set[str] = set()
    for group in help_of_command.GROUPS:
        those = [entry for entry in entries if entry.group == group]
        if not those:
            continue
        yield nodes.rubric('', group)
        found = nodes.definition_list(classes=['arguments'])
        for ranges, together in help.blocks(those):
            for entry in together:
                found += _argument(command, entry, ranges, known)
        yield found


def _argument(
    command: Command, entry: help.Entry, ranges: Sequence[VersionRange], known: set[str]
) -> nodes.definition_list_item:
    term = nodes.term('', '', nodes.literal('', entry.name))
    # An address for each option, as in #server-list--status.
    address = command.name + entry.argument
    if entry.argument.startswith('-') and address not in known:
        known.add(address)
        term['ids'].append(address)
    if not ranges[0].is_everything:
        heading = command.service.releases.heading(tuple(ranges))
        term += [nodes.Text(' '), nodes.inline('', heading, classes=['versions'])]
    texts = [nodes.paragraph('', text) for text in entry.forms if text]
    return nodes.definition_list_item('', term, nodes.definition('', *texts))


def _columns(command: Command, described: Described) -> Iterator[nodes.Node]:
    """A table of the columns, or the command whose table it is."""
    fields = columns.fields_of(command.function) or ()
    keys = tuple(field.key for field in fields)
    if not keys:
        return
    yield nodes.rubric('', 'Columns')
    if keys in described:
        name = described[keys]
        link = reference('', name, nodes.literal('', name))
        yield nodes.paragraph('', '', nodes.Text('Those of '), link, nodes.Text('.'))
        return
    described[keys] = command.name
    heading = command.service.releases.heading
    yield table(
        ('Key', 'Title', 'Type', 'Versions'),
        (
            (
                nodes.literal('', field.key),
                nodes.Text(field.title),
                nodes.Text(field.type),
                nodes.Text('' if field.range.is_everything else heading((field.range,))),
            )
            for field in fields
        ),
    )


def table(titles: Sequence[str], rows: Iterable[Sequence[nodes.Node]]) -> nodes.table:
    """Rows below their titles."""
    group = nodes.tgroup(cols=len(titles))
    for _ in titles:
        group += nodes.colspec(colwidth=100 // len(titles))
    group += nodes.thead('', _row([nodes.Text(title) for title in titles]))
    group += nodes.tbody('', *map(_row, rows))
    return nodes.table('', group, classes=['colwidths-auto'])


def _row(cells: Sequence[nodes.Node]) -> nodes.row:
    entries = (nodes.entry('', nodes.paragraph('', '', cell)) for cell in cells)
    return nodes.row('', *entries)
