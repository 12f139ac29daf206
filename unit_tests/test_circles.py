"""No module of the package leads back to itself by imports, those inside functions included."""

from __future__ import annotations

import graphlib

from unit_tests.source import PACKAGE, inside, lies_in, own_imports, paths

PARTS = (
    # The parts of a manager name its resource, whose methods are made of theirs.
    ('v2.servers',),
    # What belongs to a node is listed by the other managers of the client.
    ('baremetal.v1.nodes', 'baremetal.v1.client'),
    # A call knows its handlers, which are made of it.
    ('sandbox.http.controller', 'sandbox.http.service'),
)
"""Parts of one unit in several files, which import each other for type checkers alone."""


def test_modules_import_each_other_in_no_circle() -> None:
    """An error names the circle."""
    graph = {}
    for file in paths(PACKAGE):
        module, running = inside(file), own_imports(file, typed=False)
        parts = next((parts for parts in PARTS if lies_in(module, parts)), ())
        names = {each for each in own_imports(file) if lies_in(each, parts)}
        graph[module] = own_imports(file) - (names - running)
    graphlib.TopologicalSorter(graph).prepare()
