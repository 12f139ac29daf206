"""The reference of managers, made from the client's table of them: ``.. managers::``."""

from __future__ import annotations

import importlib

from docutils import nodes, statemachine
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import nested_parse_with_titles

from novaclient_mv.v2 import client


class Managers(SphinxDirective):
    """All managers of a client, a section each."""

    has_content = False

    def run(self) -> list[nodes.Node]:
        """The sections."""
        found = statemachine.StringList()
        for attribute, (module, name) in sorted(client.MANAGERS.items()):
            title = f'client.{attribute}'
            importlib.import_module(f'novaclient_mv.v2.{module}')
            for line in (
                *(title, '-' * len(title), ''),
                f'.. autoclass:: novaclient_mv.v2.{module}.{name}',
                *('   :members:', '   :inherited-members: Manager', ''),
            ):
                found.append(line, module)
        parent = nodes.section()
        parent.document = self.state.document
        nested_parse_with_titles(self.state, found, parent)
        return parent.children


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of the directive."""
    app.add_directive('managers', Managers)
    return {'parallel_read_safe': True}
