"""The command reference, made from the declarations: ``.. command-reference::``."""

from __future__ import annotations

from collections.abc import Iterator

from docutils import nodes, statemachine
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import nested_parse_with_titles

from novaclient_mv.cli.reading import aliases, commands, index
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.showing import help


class CommandReference(SphinxDirective):
    """All commands, a section each: other names, versions, arguments in blocks by version."""

    has_content = False

    def run(self) -> list[nodes.Node]:
        """The sections."""
        found = statemachine.StringList()
        for command in commands.our_commands():
            for line in _lines(command):
                found.append(line, command.name)
        parent = nodes.section()
        parent.document = self.state.document
        nested_parse_with_titles(self.state, found, parent)
        return parent.children


def _lines(command: Command) -> Iterator[str]:
    yield from (command.name, '-' * len(command.name), '')
    others = aliases.aliases_of(command.name)
    if others:
        yield from (f'Also called ``{", ".join(others)}``.', '')
    yield from (_plain(command.summary), '')
    ranges = index.row_of(command).ranges
    if not ranges[0].is_everything:
        yield from (f'*{command.service.releases.heading(ranges)}*', '')
    for versions, entries in help.blocks(help.argument_entries(command)):
        yield from (f'**{command.service.releases.heading(versions)}**', '')
        for entry in entries:
            yield from (f'``{entry.name}``', f'    {_plain(entry.text) or "(no more is said)"}', '')


def _plain(text: str) -> str:
    """Text in which nothing is markup."""
    return ''.join(f'\\{sign}' if sign in '\\*`|_' else sign for sign in text)


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of the directive."""
    app.add_directive('command-reference', CommandReference)
    return {'parallel_read_safe': True}
