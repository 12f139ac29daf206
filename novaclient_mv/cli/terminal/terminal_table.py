"""Results on a terminal: tables that fit its width, properties in groups, statuses in colour."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from novaclient_mv.cli.reading import columns as reading_columns
from novaclient_mv.cli.reading import titles as reading_titles
from novaclient_mv.cli.running import cell_texts
from novaclient_mv.cli.running.mappings import Projection
from novaclient_mv.cli.running.shapes import PairsResult, RowsResult
from novaclient_mv.cli.showing.formats import Cells, Pairs, table_format
from novaclient_mv.cli.showing.output_stream import OutputStream
from novaclient_mv.cli.showing.result_writer import ResultWriter
from novaclient_mv.cli.terminal import canvas, fit, readable, statuses
from novaclient_mv.cli.terminal.screen import Screen
from novaclient_mv.cli.terminal.table_style import TableStyle
from novaclient_mv.clouds import escapes
from novaclient_mv.clouds.settings import Settings

if TYPE_CHECKING:
    from novaclient_mv.resources import Field

_MAX_TITLES = 3
"""Columns that are not shown and that a note names."""
_UNBOUNDED = 1 << 30
_Group = tuple[str, Sequence[tuple[str, str]]]
"""A heading, and names with values below it."""
_FLAVOR = 'flavor:'
_NO_ROWS = 'Nothing found.'
_WITHOUT_VALUE = 'Without a value'
_KEY = re.compile('[a-z]+[a-z0-9_]*', re.ASCII)


class TerminalTable(table_format.Format):
    """The format for somebody at a terminal."""

    is_for_terminal = True

    def __init__(self, out: OutputStream, style: TableStyle) -> None:
        super().__init__(out)
        self._style = style
        self._screen = Screen.of(out.environment, style.color)

    def rows(self, result: RowsResult, projection: Projection) -> None:
        if not result.leading or projection.names:
            super().rows(result, projection)
            return
        _, own_titles, cells = result.as_columns(projection)
        titles, columns = self._texts(own_titles, cells)
        titles[result.leading :] = cell_texts.column_texts(own_titles[result.leading :])
        measures = [*map(fit.measured, titles, columns, [0] * len(titles))]
        for indexes in fit.parts(measures, result.leading, self._width):
            layout = fit.fit([measures[index] for index in indexes], self._width)
            self._draw(
                [titles[index] for index in indexes], [columns[index] for index in indexes], layout
            )

    def columns(
        self, titles: Sequence[str], columns: Cells, projection: Projection, wrap: int | None = None
    ) -> None:
        """Write the columns that the terminal has room for, and a note on the others."""
        titles, texts = self._texts(titles, columns)
        if not any(texts):
            self.out.put(_NO_ROWS)
            return
        layout, note = self._fitted(titles, texts, projection)
        self._draw(titles, texts, layout)
        if note:
            environment = self.out.environment
            environment.stdout.flush()
            environment.stderr.tell(note)

    def _fitted(
        self, titles: Sequence[str], texts: Cells, projection: Projection
    ) -> tuple[fit.Fit, str]:
        """The layout of a table, and a note on the columns that it leaves out, for who reads it."""
        # Columns that somebody asked for are all shown.
        numbers = [0] * len(titles) if projection.names else canvas.ranks(titles, texts)
        measures = [*map(fit.measured, titles, texts, numbers)]
        layout = fit.fit(measures, self._width)
        is_read = self.out.environment.is_error_terminal and not self._style.is_quiet
        # Of a column that says nothing, nothing is missing.
        left_out = [titles[index] for index in layout.left_out if not measures[index].is_empty]
        return layout, _left_out(left_out) if left_out and is_read else ''

    def _draw(self, titles: Sequence[str], columns: Cells, layout: fit.Fit) -> None:
        for lines in canvas.Drawing(self._screen).table(titles, columns, layout):
            self.out.put(lines)

    @property
    def _width(self) -> int:
        return _UNBOUNDED if self._style.is_wide else self._screen.width

    def _texts(self, titles: Sequence[str], columns: Cells) -> tuple[list[str], Cells]:
        """Titles and cells as a terminal shows them."""
        titles, texts = self._whole_texts(titles, columns)
        return titles, self._shortened(self.out.spelt(texts))

    def _shortened(self, texts: Cells) -> Cells:
        return readable.with_short_ids(texts) if self._style.has_short_ids else texts

    def _whole_texts(self, titles: Sequence[str], columns: Cells) -> tuple[list[str], Cells]:
        """Titles and cells as a terminal shows them, ids whole."""
        titles = [*map(reading_titles.for_people, cell_texts.column_texts(titles))]
        texts = [
            self._column(column, title in canvas.NAMES)
            for title, column in zip(titles, columns, strict=True)
        ]
        return titles, texts

    def _column(self, values: Sequence[Any], has_names: bool) -> Sequence[str]:
        """The cells of a column, with one text for nothing."""
        texts = cell_texts.column_texts(cell_texts.cut(readable.of_column(values)))
        if has_names:
            return [statuses.NOTHING if text in statuses.EMPTY else text for text in texts]
        is_local = self._style.has_local_times
        return [
            statuses.NOTHING if text in statuses.SAY_NOTHING else readable.time(text, is_local)
            for text in texts
        ]

    def properties(self, result: PairsResult, projection: Projection, leading: Pairs) -> None:
        parts = self._groups(result, projection, leading)
        if any(pairs for _, pairs in parts):
            drawn = canvas.Drawing(self._screen).pairs(parts, self._style.is_wide)
            self.out.put('\n'.join(line for _, lines in drawn for line in lines))
        else:
            self.out.put(_NO_ROWS)

    def _groups(
        self, result: PairsResult, projection: Projection, leading: Pairs
    ) -> Sequence[_Group]:
        """Names and values of a record by headings."""
        fields, is_chosen = result.fields, bool(projection.names)
        # The names of columns that somebody asked for, and others' own names, stay as they are.
        by_name = {} if is_chosen else _by_name(fields)
        has_titles = result.are_fields and not is_chosen
        pairs = {
            name: (
                _title(name, by_name, has_titles),
                self._property(
                    value, by_name.get(name), has_titles and name.endswith('_at'), projection
                ),
            )
            for name, value in dict(result.as_pairs(projection)).items()
        }
        names = [('', [*pairs])] if is_chosen or not fields else grouped(pairs)
        parts: list[_Group] = [
            (heading, [pairs[name] for name in several]) for heading, several in names
        ]
        if len(pairs) >= MIN_PROPERTIES and not (is_chosen or self._style.is_wide):
            parts = _without_empty(parts)
        if leading:
            parts.insert(0, ('', [(reading_titles.for_people(key), text) for key, text in leading]))
        return _with_short_ids(parts) if self._style.has_short_ids else parts

    def _property(
        self, value: Any, field: Field | None, is_time: bool, projection: Projection
    ) -> str:
        """A value of a record, whose line ends it keeps."""
        cell = None if field is None else field.cell_at(projection.version)
        if cell is not None and type(value) is int:
            value = cell(value)
        text = cell_texts.cut([readable.of_property(value)])[0]
        if '\n' not in text:
            text = text.strip(' ')
        if is_time or (field is not None and field.type == 'time'):
            text = readable.time(text, self._style.has_local_times)
        return statuses.NOTHING if text in statuses.EMPTY else escapes.lines(text)


def _by_name(fields: Sequence[Field]) -> dict[str, Field]:
    """Fields by their keys and their names in the API."""
    return {name: field for field in fields for name in (field.key, *field.uses)}


def _title(name: str, fields: dict[str, Field], has_titles: bool) -> str:
    """The title of a property for people; ``has_titles``: all names are the API's."""
    if name.startswith(_FLAVOR) and 'flavor' in fields:
        rest = name.removeprefix(_FLAVOR)
        return f'Flavor {"Name" if rest == "original_name" else reading_titles.for_people(rest)}'
    field = fields.get(name) or reading_columns.find_field([*fields.values()], name)
    if field is None:
        is_key = has_titles and _KEY.fullmatch(name)
        return reading_titles.for_people(name) if is_key else escapes.safe(name)
    is_own = field.name == name or field.key == name
    return reading_titles.for_people(field.title if is_own else name)


def _without_empty(parts: Sequence[_Group]) -> list[_Group]:
    """Names and values in groups, and the names without a value together at the end."""
    full: list[_Group] = [
        (heading, [(name, text) for name, text in pairs if text != statuses.NOTHING])
        for heading, pairs in parts
    ]
    empty = [name for _, pairs in parts for name, text in pairs if text == statuses.NOTHING]
    if empty:
        full.append((_WITHOUT_VALUE, [('', ', '.join(empty))]))
    return [(heading, pairs) for heading, pairs in full if pairs]


def _with_short_ids(parts: Sequence[_Group]) -> list[_Group]:
    """Names and values in groups, with all ids in them cut to one length."""
    values = readable.with_short_ids([value for _, value in pairs] for _, pairs in parts)
    return [
        (heading, [(name, text) for (name, _), text in zip(pairs, texts, strict=True)])
        for (heading, pairs), texts in zip(parts, values, strict=True)
    ]


def _left_out(titles: Sequence[str]) -> str:
    """The note on columns that say something and are not shown."""
    named, more = [*titles[:_MAX_TITLES]], len(titles) - _MAX_TITLES
    if more > 0:
        named.append(f'{more} more')
    return f'Hidden to fit: {", ".join(named)}. --wide shows all.'


def result_writer(
    settings: Settings, columns: Sequence[str] = (), are_checked: bool = False
) -> ResultWriter:
    """Return the writer of results on a terminal, in the style that is asked for."""
    style, environment = TableStyle.of(settings), settings.environment
    out = OutputStream(environment)
    is_plain = style.frame == 'plain'
    format = TerminalTable(out, style) if is_plain else table_format.Format(out)
    return ResultWriter(environment, format, columns, are_checked=are_checked)


MIN_PROPERTIES = 16
"""Properties that a record has at least if these have groups."""
_REST = 'Other'
_FIRST = {'name': 0, 'label': 0, 'id': 1, 'uuid': 2}
_PREFIX = re.compile('(OS-[A-Z-]+|os-[a-z-]+):', re.ASCII)

_GROUPS = {
    'What it is': 'name display_name label id uuid description type driver resource_class image '
    'flavor flavor:original_name flavor:.* properties traits tags metadata extra size capacity',
    'State': 'status fault state .*_state progress host_status health locked.* '
    'maintenance.* last_error protected.* retired.* reservation .*_step automated_clean '
    'console_enabled secure_boot boot_mode disable_power_off',
    'Where it runs': '(pinned_)?availability_zone hosts? hostname hypervisor_hostname hostid '
    'instance_.* launch_index reservation_id server_groups scheduler_hints conductor.* '
    'chassis_uuid parent_node allocation_uuid shard',
    'Network': '.*_network accessipv[46] security_groups network_data',
    'Storage': 'volumes_attached root_device_name config_drive diskconfig kernel_id ramdisk_id '
    'raid_config target_raid_config',
    'Driver': 'driver_info driver_internal_info .*_interface enabled_.*_interfaces',
    'Access': 'adminpass key_name user_id tenant_id project_id owner lessee user_data '
    'trusted_image_certificates',
    'Times': 'created created_at launched_at updated updated_at provision_updated_at terminated_at '
    '.*_at',
}
"""Patterns of names, without prefixes and in lower case, in their order."""


def grouped(names: Iterable[str]) -> list[tuple[str, list[str]]]:
    """Return the names of a record's properties in groups with headings; those of a small record,
    and of one of which most belong to no group, are one group without a heading, with what names
    it first.
    """
    plain = {name: _PREFIX.sub('', name).lower().replace(' ', '_') for name in names}
    indexes = {name: _place(text) for name, text in plain.items()}
    homeless = sum(1 for number, _ in indexes.values() if number == len(_GROUPS))
    if len(plain) < MIN_PROPERTIES or homeless > len(plain) // 2:
        return [
            (
                '',
                sorted(plain, key=lambda name: (_FIRST.get(plain[name], len(_FIRST)), plain[name])),
            )
        ]
    headings = [*_GROUPS, _REST]
    groups: dict[str, list[str]] = {heading: [] for heading in headings}
    for name in sorted(indexes, key=indexes.__getitem__):
        groups[headings[indexes[name][0]]].append(name)
    return [(heading, several) for heading, several in groups.items() if several]


def _place(name: str) -> tuple[int, int]:
    """The numbers of a name's group, and of its place there."""
    for number, patterns in enumerate(_patterns()):
        for index, pattern in enumerate(patterns):
            if pattern.fullmatch(name):
                return number, index
    return len(_GROUPS), 0


@functools.cache
def _patterns() -> list[list[re.Pattern[str]]]:
    return [[re.compile(pattern) for pattern in text.split()] for text in _GROUPS.values()]
