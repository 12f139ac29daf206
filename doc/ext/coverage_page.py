"""The page of what reaches each operation of an API: ``.. operation-coverage:: compute`` and
``.. operations-left-out:: compute``.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import operation_coverage
from operation_coverage import EXCEPTIONS, Operation
from reached_operations import Reached
from service_lines import ServiceLines
from sphinx.application import Sphinx

from novaclient_mv.api_versions import VersionRange
from novaclient_mv.services import Service

_MOST_NAMES = 5


class OperationCoverage(ServiceLines):
    """All operations that are reached, a table for each group of paths."""

    def lines(self) -> Iterator[str]:
        """The tables."""
        operations = operation_coverage.operations(self.service)
        reached = [each for each in operations if each.methods]
        for title, group in itertools.groupby(
            sorted(reached, key=lambda each: (each.group, each.id.split(' ')[1:])),
            key=lambda each: each.group,
        ):
            yield from (title, '-' * len(title), '')
            yield from ('.. list-table::', '   :header-rows: 1', '   :widths: 34 16 22 28', '')
            yield from _row('Operation', 'Versions', 'Commands', 'Methods')
            for each in group:
                yield from _operation(self.service, each)
            yield ''


class OperationsLeftOut(ServiceLines):
    """The operations that nothing reaches, or no command, with the reason."""

    def lines(self) -> Iterator[str]:
        """The list."""
        for table in EXCEPTIONS[self.service.name]:
            for pattern, text in table.items():
                alone = {pattern: text}
                named = [
                    f'``{each.id}``'
                    for each in operation_coverage.operations(self.service)
                    if operation_coverage.reason(alone, each.id)
                ]
                yield from (f'{text}', f'    {", ".join(named)}', '')


def _row(*cells: str) -> Iterator[str]:
    for number, cell in enumerate(cells):
        yield f'   {"*" if number == 0 else " "} - {cell}'


def _operation(service: Service, each: Operation) -> Iterator[str]:
    versions = service.releases.heading((each.versions,))
    if each.is_removed:
        versions += '; a current Nova refuses it'
    is_library_only = operation_coverage.reason(EXCEPTIONS[service.name].library_only, each.id)
    commands = '(library only)' if is_library_only else _names(service, each, each.commands)
    yield from _row(f'``{each.id}``', versions, commands, _names(service, each, each.methods))


def _names(service: Service, operation: Operation, reached: Reached) -> str:
    """The first names, each with its versions where it does not reach all of the operation's."""
    found = [
        f'``{name}``' + _limits(service, operation.versions, ranges)
        for name, ranges in itertools.islice(reached.items(), _MOST_NAMES)
    ]
    if len(reached) > _MOST_NAMES:
        found.append(f'and {len(reached) - _MOST_NAMES} more')
    return ', '.join(found)


def _limits(service: Service, wanted: VersionRange, ranges: list[VersionRange]) -> str:
    if not operation_coverage.uncovered(wanted, ranges):
        return ''
    common = [each.intersect(wanted) for each in ranges if each.overlaps(wanted)]
    shown = service.releases.heading(tuple(sorted(common, key=lambda each: each.start)))
    return f' ({shown[:1].lower()}{shown[1:]})' if common else ''


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of the directives."""
    app.add_directive('operation-coverage', OperationCoverage)
    app.add_directive('operations-left-out', OperationsLeftOut)
    return {'parallel_read_safe': True}
