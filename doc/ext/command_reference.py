"""The command reference, made from the declarations: ``.. commands:: servers`` has those of a page,
``.. command-index::`` all by their names, and ``.. global-options::`` the options of all commands.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

import command_pages
from command_section import Described, reference, section_of
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.domains.std import StandardDomain
from sphinx.util.docutils import SphinxDirective

from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.clouds.options import GlobalOption, OptionTable
from novaclient_mv.services import SERVICES


class Commands(SphinxDirective):
    """The commands of a page: an overview, and a section each."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The overview, and the sections."""
        found = command_pages.commands_of(self.arguments[0])
        assert found, f'No command has the page {self.arguments[0]}.'
        described: Described = {}
        return [_overview(found), *(self._section(command, described) for command in found)]

    def _section(self, command: Command, described: Described) -> nodes.section:
        section = section_of(command, described)
        self.state.document.note_implicit_target(section, section)
        # `:ref:` finds it from any page by its name.
        domain = cast(StandardDomain, self.env.get_domain('std'))
        domain.note_hyperlink_target(command.name, self.env.docname, command.name, command.name)
        return section


def _overview(found: Iterable[Command], is_elsewhere: bool = False) -> nodes.definition_list:
    """The commands with what they do.

    :param is_elsewhere: their sections stand on other pages.
    """
    overview = nodes.definition_list(classes=['overview'])
    for command in found:
        page = command_pages.page_of(command) if is_elsewhere else ''
        name = reference(page, command.name, nodes.literal('', command.name))
        does = nodes.definition('', nodes.paragraph('', command.summary))
        overview += nodes.definition_list_item('', nodes.term('', '', name), does)
    return overview


class CommandIndex(SphinxDirective):
    """All commands by their names."""

    def run(self) -> list[nodes.Node]:
        """The overview."""
        return [_overview(command_pages.every(), is_elsewhere=True)]


class GlobalOptions(SphinxDirective):
    """The options of all commands, by the sections of help."""

    def run(self) -> list[nodes.Node]:
        """A list for each section."""
        shown = [each for each in OptionTable(SERVICES).options if not each.is_hidden]
        found: list[nodes.Node] = []
        for section in dict.fromkeys(option.section for option in shown):
            found.append(nodes.rubric('', section))
            those = [option for option in shown if option.section == section]
            found.append(nodes.definition_list('', *map(_option, those), classes=['arguments']))
        return found


def _option(option: GlobalOption) -> nodes.definition_list_item:
    value = f' {option.metavar}' if option.takes_value and option.metavar else ''
    term = nodes.term('', '', nodes.literal('', ', '.join(option.flags) + value))
    term['ids'].append(f'option{option.flags[0]}')
    text = nodes.paragraph('', option.help)
    item = nodes.definition_list_item('', term, nodes.definition('', text))
    if option.variables:
        names = nodes.paragraph('', 'Environment: ')
        for place, name in enumerate(option.variables):
            names += [nodes.Text(', ')] * bool(place) + [nodes.literal('', name)]
        item[-1] += names
    return item


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of the directives."""
    app.add_directive('commands', Commands)
    app.add_directive('command-index', CommandIndex)
    app.add_directive('global-options', GlobalOptions)
    return {'parallel_read_safe': True}
