"""Records the versions of commands and options of python-openstackclient, as they are measured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from evidence.interop import version_lines
from evidence.interop.every_option import Line
from evidence.interop.measure import Measured, Meter
from novaclient_mv.knowledge.openstack import lines, version_rules

Row = tuple[Line, Measured]


def measured(meter: Meter) -> dict[str, Any]:
    """Return the versions of all, with those that cannot be measured as they are recorded."""
    recorded = version_rules.versions()
    entries: dict[str, Any] = {}
    names = version_lines.commands()
    for name in names:
        kept = recorded['commands'].get(name)
        rows = [
            (line, meter.measure(line, meter.expect(line))) for line in version_lines.lines_of(name)
        ]
        if rows:
            entries[name] = _entry(rows, meter, kept or {})
        elif kept is not None:
            entries[name] = kept
    of_others = {name: entry for name, entry in recorded['commands'].items() if name not in names}
    return {
        **recorded,
        'services': meter.newest_of_others(),
        'commands': {**of_others, **entries},
    }


def _entry(rows: Sequence[Row], meter: Meter, kept: dict[str, Any]) -> dict[str, Any]:
    """The entry of a command.

    :param kept: the recorded one.
    """
    entry = dict(_sent(rows[0][1], meter))
    options = dict.fromkeys(line.option for line, _ in rows)
    bounds = {
        option: bound for option, bound in kept.get('bounds', {}).items() if option not in options
    }
    for option in options:
        found = [
            bound for row in rows if row[0].option == option if (bound := _bound(row, rows, meter))
        ]
        if found:
            bounds[option] = found if len(found) > 1 else found[0]
    order = ['', *(option.name for option in rows[0][0].command.options)]
    ordered = {option: bounds[option] for option in order if option in bounds}
    return {**entry, 'bounds': ordered} if ordered else entry


def _sent(bare: Measured, meter: Meter) -> Iterator[tuple[str, str]]:
    """The newest version that the main request names without a pin, and with one."""
    newest = bare.unpinned[meter.range.end].version
    if newest is not None:
        yield 'newest', str(newest)
    last = meter.range.end if bare.span is None else bare.span.end
    if bare.pinned.version is not None and bare.pinned.version < last:
        yield 'most', str(bare.pinned.version)


def _bound(row: Row, rows: Sequence[Row], meter: Meter) -> dict[str, Any]:
    """Versions that an option needs besides the command and the options that stand with it."""
    line, found = row
    name = version_lines.name_of(line)
    if found.span is None:
        assert name in version_lines.NEVER, f'{line.text}: {found.pinned.messages}'
        return {'ever': False}
    beside = {*_options(line), *([] if _options(rows[0][0]) else [''])} - {line.option}
    others = [other for one, other in rows if one.option in beside and other.span is not None]
    spans = [other.span for other in others if other.span is not None]
    bound: dict[str, Any] = {}
    if found.span.start > max([meter.range.start, *(span.start for span in spans)]):
        bound['from'] = str(found.span.start)
    if found.span.end < min([meter.range.end, *(span.end for span in spans)]):
        bound['to'] = str(found.span.end)
    if not found.is_taken_unpinned and all(other.is_taken_unpinned for other in others):
        bound['unpinned'] = False
    other_option = version_lines.BESIDE.get(name)
    if bound and other_option is not None:
        bound['with' if other_option in beside else 'without'] = other_option
    return bound


def _options(line: Line) -> set[str]:
    """The options of a line. A command that is run with some is not known to need anything."""
    return {option.option for option in lines.read(line.words).options}
