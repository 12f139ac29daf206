"""The page of what reaches each operation of the API: ``.. operation-coverage::`` and
``.. operations-left-out::``.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import operation_coverage
from docutils import nodes, statemachine
from operation_coverage import LEFT_OUT, LIBRARY_ONLY, Operation
from reached_operations import Reached
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import nested_parse_with_titles

from novaclient_mv import services
from novaclient_mv.api_versions import VersionRange

_MOST_NAMES = 5


class _Lines(SphinxDirective):
    """A directive that writes lines of markup."""

    has_content = False

    def lines(self) -> Iterator[str]:
        """The lines."""
        raise NotImplementedError

    def run(self) -> list[nodes.Node]:
        """What the lines are in the document."""
        found = statemachine.StringList()
        for line in self.lines():
            found.append(line, self.name)
        parent = nodes.section()
        parent.document = self.state.document
        nested_parse_with_titles(self.state, found, parent)
        return parent.children


class OperationCoverage(_Lines):
    """All operations that are reached, a table for each group of paths."""

    def lines(self) -> Iterator[str]:
        """The tables."""
        reached = [each for each in operation_coverage.operations() if each.methods]
        for title, group in itertools.groupby(
            sorted(reached, key=lambda each: (each.group, each.id.split(' ')[1:])),
            key=lambda each: each.group,
        ):
            yield from (title, '-' * len(title), '')
            yield from ('.. list-table::', '   :header-rows: 1', '   :widths: 34 16 22 28', '')
            yield from _row('Operation', 'Versions', 'Commands', 'Methods')
            for each in group:
                yield from _operation(each)
            yield ''


class OperationsLeftOut(_Lines):
    """The operations that nothing reaches, or no command, with the reason."""

    def lines(self) -> Iterator[str]:
        """The list."""
        for table in (LEFT_OUT, LIBRARY_ONLY):
            for pattern, text in table.items():
                alone = {pattern: text}
                named = [
                    f'``{each.id}``'
                    for each in operation_coverage.operations()
                    if operation_coverage.reason(alone, each.id)
                ]
                yield from (f'{text}', f'    {", ".join(named)}', '')


def _row(*cells: str) -> Iterator[str]:
    for number, cell in enumerate(cells):
        yield f'   {"*" if number == 0 else " "} - {cell}'


def _operation(each: Operation) -> Iterator[str]:
    versions = services.COMPUTE.releases.heading((each.versions,))
    if each.is_removed:
        versions += '; a current Nova refuses it'
    library_only = operation_coverage.reason(LIBRARY_ONLY, each.id)
    commands = '(library only)' if library_only else _names(each, each.commands)
    yield from _row(f'``{each.id}``', versions, commands, _names(each, each.methods))


def _names(operation: Operation, reached: Reached) -> str:
    """The first names, each with its versions where it does not reach all of the operation's."""
    found = [
        f'``{name}``' + _limits(operation.versions, ranges)
        for name, ranges in itertools.islice(reached.items(), _MOST_NAMES)
    ]
    if len(reached) > _MOST_NAMES:
        found.append(f'and {len(reached) - _MOST_NAMES} more')
    return ', '.join(found)


def _limits(wanted: VersionRange, ranges: list[VersionRange]) -> str:
    if not operation_coverage.uncovered(wanted, ranges):
        return ''
    common = [each.intersect(wanted) for each in ranges if each.overlaps(wanted)]
    shown = services.COMPUTE.releases.heading(tuple(sorted(common, key=lambda each: each.start)))
    return f' ({shown[:1].lower()}{shown[1:]})' if common else ''


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of the directives."""
    app.add_directive('operation-coverage', OperationCoverage)
    app.add_directive('operations-left-out', OperationsLeftOut)
    return {'parallel_read_safe': True}
