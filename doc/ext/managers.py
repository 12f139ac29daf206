"""The reference of managers, made from a client's annotations: ``.. managers:: compute``."""

from __future__ import annotations

import importlib

from docutils import nodes, statemachine
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import nested_parse_with_titles

from novaclient_mv.services import SERVICES


class Managers(SphinxDirective):
    """All managers of the client of a service, a section each."""

    has_content = False
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The sections."""
        found = statemachine.StringList()
        service = next(each for each in SERVICES if each.name == self.arguments[0])
        place, _, class_name = service.client_class.partition(':')
        client = getattr(importlib.import_module(place), class_name)
        package = place.rpartition('.')[0]
        for attribute, (module, name) in sorted(client.MANAGERS.items()):
            title = f'client.{attribute}'
            importlib.import_module(f'{package}.{module}')
            for line in (
                *(title, '-' * len(title), ''),
                f'.. autoclass:: {package}.{module}.{name}',
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
