"""A directive that writes lines of markup on a service."""

from __future__ import annotations

from collections.abc import Iterator

from docutils import nodes, statemachine
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import nested_parse_with_titles

from novaclient_mv.services import SERVICES, Service


class ServiceLines(SphinxDirective):
    """A directive that writes lines of markup on the service that it names."""

    has_content = False
    required_arguments = 1

    @property
    def service(self) -> Service:
        """The service."""
        return next(each for each in SERVICES if each.name == self.arguments[0])

    def lines(self) -> Iterator[str]:
        """The lines."""
        raise NotImplementedError

    def run(self) -> list[nodes.Node]:
        """Return the lines as nodes of the document."""
        markup = statemachine.StringList()
        for line in self.lines():
            markup.append(line, self.name)
        parent = nodes.section()
        parent.document = self.state.document
        nested_parse_with_titles(self.state, markup, parent)
        return parent.children
