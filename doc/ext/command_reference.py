"""The command reference, made from what ``command-list`` tells: ``.. command-reference::``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from docutils import nodes, statemachine
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import nested_parse_with_titles

from novaclient_mv.cli.showing import help
from novaclient_mv.knowledge import inventory
from novaclient_mv.knowledge.inventory import CommandForm
from novaclient_mv.knowledge.spans import SpanForm
from novaclient_mv.services import SERVICES, Service
from novaclient_mv.versions import VersionRange


class CommandReference(SphinxDirective):
    """All commands, a section each: other names, versions, arguments in blocks by version."""

    has_content = False

    def run(self) -> list[nodes.Node]:
        """The sections."""
        found = statemachine.StringList()
        for command in inventory.inventory(SERVICES)['commands']:
            (service,) = [known for known in SERVICES if known.name == command['service']]
            for line in _lines(command, service):
                found.append(line, command['name'])
        parent = nodes.section()
        parent.document = self.state.document
        nested_parse_with_titles(self.state, found, parent)
        return parent.children


def _lines(command: CommandForm, service: Service) -> Iterator[str]:
    heading = service.releases.heading
    yield from (command['name'], '-' * len(command['name']), '')
    if command['aliases']:
        yield from (f'Also called ``{", ".join(command["aliases"])}``.', '')
    yield from (_plain(command['summary']), '')
    ranges = _ranges(command['ranges'], service)
    if not ranges[0].is_everything:
        yield from (f'*{heading(ranges)}*', '')
    entries = [
        help.Entry(_name(argument), argument['help'], _ranges(argument['ranges'], service))
        for argument in command['arguments']
    ]
    for versions, those in help.blocks(entries):
        yield from (f'**{heading(versions)}**', '')
        for entry in those:
            yield from (f'``{entry.name}``', f'    {_plain(entry.text) or "(no more is said)"}', '')
    if command['operations']:
        operations = ', '.join(f'``{operation}``' for operation in command['operations'])
        yield from (f'Operations: {operations}.', '')


def _ranges(forms: list[SpanForm], service: Service) -> tuple[VersionRange, ...]:
    """Ranges of versions, as help has them."""
    spans = [service.span(form['start'], form['end'] or str(service.latest)) for form in forms]
    return tuple(
        VersionRange() if form['end'] is None and span.start == service.first else span
        for form, span in zip(forms, spans, strict=True)
    )


def _name(argument: Mapping[str, Any]) -> str:
    """An argument as help calls it."""
    value = argument['metavar'] or ''
    if 'name' in argument:
        return value or f'<{argument["name"]}>'
    # The value of this one stands behind "=".
    sign = '[={}]' if '--dry-run' in argument['flags'] else ' {}'
    return ', '.join(argument['flags']) + (sign.format(value) if value else '')


def _plain(text: str) -> str:
    """Text in which nothing is markup."""
    return ''.join(f'\\{sign}' if sign in '\\*`|_' else sign for sign in text)


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of the directive."""
    app.add_directive('command-reference', CommandReference)
    return {'parallel_read_safe': True}
