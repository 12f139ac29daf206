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
from novaclient_mv.knowledge.openstack import lines, table, values

PARTS = ('Command', 'Here', 'Options', 'Not here')

Row = tuple[str, Sequence[str], Sequence[str], Sequence[str]]
"""A command, its lines here, options that are spelled otherwise, and what of it has no equivalent
or differs. A text between double grave accents is code.
"""


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
        command = f'``{name}``'
        if 'none' in rule:
            yield command, (), (), (str(rule['none']),)
            continue
        entries = [{'line': entry} if isinstance(entry, str) else entry for entry in rule['lines']]
        ours = dict.fromkeys(map(_line, entries))
        remarks = [*_lost(rule), *([rule['note']] if 'note' in rule else [])]
        yield command, [*ours], [*dict.fromkeys(_options(rule, entries))], remarks


def _line(entry: Mapping[str, Any]) -> str:
    """A line, and when it is the one."""
    start, end, flags = entry.get('from'), entry.get('to'), entry.get('if', ())
    parts = [f'``{entry["line"]}``', f'with {", ".join(flags)}' if flags else '']
    parts += [f'from {start}' if start else '', f'up to {end}' if end else '']
    return ' '.join(filter(None, parts))


def _options(rule: Mapping[str, Any], entries: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Options that are spelled otherwise here."""
    for options in (rule.get('options', {}), *(entry.get('options', {}) for entry in entries)):
        for option, template in options.items():
            by_value = template if isinstance(template, Mapping) else {'': template}
            for value, text in by_value.items():
                ours = ' '.join(map(_word, str(text).split()))
                typed = f'{option} {value}'.rstrip()
                if ours and ours.split()[0] != option:
                    yield f'``{typed}``: ``{ours}``'


def _word(word: str) -> str:
    """A word of a template; of what a function makes, the option."""
    function = values.FUNCTIONS.get(word[1:-1])
    if function is None:
        return word.replace('{,}', '<value>,...').replace('{}', '<value>')
    sample = lines.read(['server', 'create', '--image', 'x', '--flavor', 'x', 'x'])
    return function('x', sample)[0]


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
        yield f'``{alias}``', (f'``{name}``',), (), ()


def grid(rows: Sequence[Row]) -> nodes.table:
    """The rows below their titles; a column without texts is left out."""
    columns = [part for part in range(len(PARTS)) if any(row[part] for row in rows)]
    group = nodes.tgroup(cols=len(columns))
    for _ in columns:
        group += nodes.colspec(colwidth=100 // len(columns))
    heads = (nodes.entry('', nodes.paragraph('', PARTS[part])) for part in columns)
    group += nodes.thead('', nodes.row('', *heads))
    group += nodes.tbody('', *(nodes.row('', *_cells(row, columns)) for row in rows))
    return nodes.table('', group, classes=['colwidths-auto'])


def _cells(row: Row, columns: Sequence[int]) -> Iterator[nodes.entry]:
    for part in columns:
        cell = row[part]
        texts = [cell] if isinstance(cell, str) else cell
        yield nodes.entry('', *(nodes.paragraph('', '', *_inline(text)) for text in texts))


def _inline(text: str) -> Iterator[nodes.Node]:
    for place, piece in enumerate(text.split('``')):
        if piece:
            yield nodes.literal('', piece) if place % 2 else nodes.Text(piece)


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directive."""
    app.add_directive('translations', Translations)
    return {'parallel_read_safe': True}
