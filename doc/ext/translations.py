"""The tables of lines of other clients and of ours: ``.. translations:: openstack`` and
``.. translations:: nova``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from novaclient_mv.cli.reading import aliases
from novaclient_mv.knowledge.openstack import table

PARTS = ('Command', 'Here', 'Not here')

Row = tuple[str, Sequence[str], Sequence[str]]
"""A command, its lines here, and what of it has no equivalent or differs."""


class Translations(SphinxDirective):
    """The commands of a client, a row each."""

    has_content = False
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The table."""
        return [grid(list({'openstack': of_openstack, 'nova': of_nova}[self.arguments[0]]()))]


def of_openstack() -> Iterator[Row]:
    """Each command that has an equivalent, or of which the reason is known why it has none."""
    for name, rule in sorted(table.rules().items()):
        if 'none' in rule:
            yield name, (), (str(rule['none']),)
            continue
        lines = [entry if isinstance(entry, str) else entry['line'] for entry in rule['lines']]
        yield name, lines, [*_lost(rule), *([rule['note']] if 'note' in rule else [])]


def _lost(rule: Mapping[str, Any]) -> Iterator[str]:
    by_kind: dict[str, list[str]] = {}
    for option, kind in rule.get('lost', {}).items():
        by_kind.setdefault(kind.removeprefix('none:').strip(), []).append(option)
    for kind, options in by_kind.items():
        reason = 'changes only what is shown' if kind == 'output' else kind
        yield f'{", ".join(options)}: {reason}' if reason else ', '.join(options)


def of_nova() -> Iterator[Row]:
    """Each command that has another name here."""
    for alias, name in sorted(aliases.ALIASES.items()):
        yield alias, (name,), ()


def grid(rows: Sequence[Row]) -> nodes.table:
    """The rows below their titles."""
    has_remarks = any(remarks for _, _, remarks in rows)
    titles = PARTS if has_remarks else PARTS[:2]
    group = nodes.tgroup(cols=len(titles))
    for _ in titles:
        group += nodes.colspec(colwidth=100 // len(titles))
    heads = (nodes.entry('', nodes.paragraph('', title)) for title in titles)
    group += nodes.thead('', nodes.row('', *heads))
    group += nodes.tbody('', *(_row(row, has_remarks) for row in rows))
    return nodes.table('', group, classes=['colwidths-auto'])


def _row(row: Row, has_remarks: bool) -> nodes.row:
    name, lines, remarks = row
    cells = [[nodes.literal('', name)], [nodes.literal('', line) for line in lines]]
    if has_remarks:
        cells.append([nodes.Text(remark) for remark in remarks])
    return nodes.row(
        '',
        *(nodes.entry('', *(nodes.paragraph('', '', part) for part in cell)) for cell in cells),
    )


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directive."""
    app.add_directive('translations', Translations)
    return {'parallel_read_safe': True}
