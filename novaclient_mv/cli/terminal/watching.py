"""Shows a watched command line on a terminal: the latest look, with what changed in it."""

from __future__ import annotations

import shlex
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from types import FrameType, TracebackType
from typing import Any, Self

from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.running.watching import Look, Watch
from novaclient_mv.cli.showing.output_stream import OutputStream
from novaclient_mv.cli.showing.result_writer import ResultWriter
from novaclient_mv.cli.showing.row_changes import ADDED, CHANGED, REMOVED, Identities
from novaclient_mv.cli.terminal import canvas, fit, statuses
from novaclient_mv.cli.terminal.canvas import Drawing
from novaclient_mv.cli.terminal.live import LiveLines, Size
from novaclient_mv.cli.terminal.marked_table import Entry, Grid, MarkedTable
from novaclient_mv.cli.terminal.stops import Stops
from novaclient_mv.cli.terminal.table_style import TableStyle
from novaclient_mv.clouds import escapes, text_width
from novaclient_mv.clouds.cloud import Cloud

_MARKS = {
    ADDED: ('+', statuses.GOOD),
    CHANGED: ('~', statuses.MOVING),
    REMOVED: ('-', statuses.BAD),
}
"""Signs before rows, with their styles."""
_MARGIN = 2
"""Columns that the marks take."""
_MAX_NOTES = 3


class WatchedScreen:
    """The screen of a watched command line."""

    def __init__(self, invocation: Invocation) -> None:
        self._invocation = invocation
        self._environment = environment = invocation.environment
        self._terminal = environment.stdout
        self._style = TableStyle.of(invocation.settings)
        # What --debug writes would be in the way of a table that is drawn in place.
        is_debugged = invocation.output.is_debug and environment.is_error_terminal
        self._is_plain = is_debugged or environment.variables.get('TERM') == 'dumb'
        self._output = OutputStream(environment)
        self.screen = FullScreen(self._write, self._descriptor(), self._size, self._redraw)
        self._identities: dict[int, Identities] = {}
        self._before: Sequence[Grid] = ()
        self._look: Look | None = None
        self._drawn: MarkedTable | None = None
        self._moment = ''
        self._failure = ''
        self._warnings: list[str] = []

    def warn(self, line: str) -> None:
        """Show a warning on the screen, and repeat it on stderr afterwards."""
        self._warnings.append(line)
        self._environment.stderr.tell(line)

    def take(self, look: Look) -> None:
        moment = self._time()
        if look.error is not None:
            is_new, self._failure = not self._failure, f'{moment}: {look.error} Trying again.'
        elif look.parts:
            is_new, self._failure, self._moment = bool(self._failure), '', moment
            before = () if self._drawn is None else self._drawn.grids
            self._drawn = self._rendered(look, before, self._size().columns - _MARGIN)
            is_new |= self._look is None or any(entry.kind for entry in self._drawn.entries)
            self._look, self._before = look, before
        else:
            return
        if not self._is_plain:
            self.screen.draw(self._frame(self._size()))
        elif is_new:
            self._write('\n'.join([*self._frame(self._size()._replace(rows=0)), '', '']))

    def begin(self) -> None:
        """Keep messages until the screen is left."""
        if not self._is_plain and self._environment.is_error_terminal:
            self._environment.stderr.hold()

    def finish(self) -> None:
        """Leave the latest look below the prompt, as far as it has room, and release messages."""
        notes: list[str] = []
        if self._look is not None and not self._is_plain:
            size = self._size()
            latest = self._rendered(self._look, (), size.columns)
            lines = [line for _, line in _fitting(latest.drawing, latest.entries, size.rows - 1)]
            self._write('\n'.join([*lines, '']))
            notes = latest.notes
        self._environment.stderr.release()
        for note in notes:
            self._environment.stderr.tell(note)

    # -- what is drawn ---------------------------------------------------------------

    def _redraw(self) -> None:
        """Draw the latest look again, for the size that the terminal has now."""
        if self._look is not None and not self._is_plain:
            size = self._size()
            self._drawn = self._rendered(self._look, self._before, size.columns - _MARGIN)
            self.screen.draw(self._frame(size))

    def _rendered(self, look: Look, before: Sequence[Grid], width: int) -> MarkedTable:
        """Draw a look, with marks at rows that changed."""
        table = MarkedTable(self._environment, self._style, width, before, self._identities)
        columns, are_checked = self._invocation.output.columns, self._invocation.has_checked_columns
        writer = ResultWriter(self._environment, table, columns, are_checked=are_checked)
        for part in look.parts:
            writer.render(part, look.version)
        return table

    def _frame(self, size: Size) -> list[str]:
        """The lines of the screen: head, rows as far as there is room, notes."""
        if self._drawn is None:
            return []
        drawing = self._drawn.drawing
        head = [*self._head(drawing, size.columns), '']
        notes = [
            line
            for note in [*self._drawn.notes, *self._warnings][-_MAX_NOTES:]
            for line in fit.pieces(escapes.safe(note), size.columns)
        ]
        room = max(size.rows - len(head) - len(notes), 1) if size.rows else None
        body = [
            f'{drawing.styled(*_MARKS[kind]) if kind else " "} {line}'.rstrip()
            for kind, line in _fitting(drawing, self._drawn.entries, room)
        ]
        return [*head, *body, *(drawing.styled(note, canvas.ASIDE) for note in notes)]

    def _head(self, drawing: Drawing, width: int) -> Iterator[str]:
        """The command line, where and how often it is watched, and a failure that may pass."""
        interval = self._invocation.output.interval
        version = '' if self._look is None else f'API {self._look.version}'
        cloud = self._invocation.settings.cloud_name or ''
        facts = [cloud, version, f'every {interval:g} s', self._moment]
        right = escapes.safe('  '.join(filter(None, facts)))
        left = escapes.safe(_command_line(self._invocation))
        room = width - text_width.of(right) - fit.GAP
        if room < len(self._invocation.command.name if self._invocation.command else ''):
            yield drawing.styled(fit.pieces(left, width)[0], canvas.HEAD)
            yield fit.pieces(right, width)[0]
        else:
            left = fit.pieces(left, room)[0]
            blanks = ' ' * (width - text_width.of(left) - text_width.of(right))
            yield f'{drawing.styled(left, canvas.HEAD)}{blanks}{right}'
        if self._failure:
            for line in fit.pieces(escapes.safe(self._failure), width):
                yield drawing.styled(line, statuses.BAD)

    # -- the terminal ----------------------------------------------------------------

    def _write(self, text: str) -> None:
        self._output.put(text, end='')
        self._environment.stdout.flush()

    def _descriptor(self) -> int:
        """The descriptor of the terminal; -1 where it has none."""
        try:
            return self._terminal.fileno()
        except (OSError, ValueError):
            return -1

    def _size(self) -> Size:
        return Size.of(self._terminal.fileno, self._environment.variables)

    def _time(self) -> str:
        now = self._environment.clock.now()
        return time.strftime('%H:%M:%S', time.localtime(now))


def watch(invocation: Invocation, cloud: Cloud) -> Exception | None:
    """Show a command line's output again and again until the user stops it; the last stays."""
    screen = WatchedScreen(invocation)
    watched = Watch(invocation, cloud, screen.take, screen.warn)
    screen.begin()
    try:
        with screen.screen:
            return watched.run(invocation.environment.clock)
    finally:
        screen.finish()


def _fitting(
    drawing: Drawing, entries: Sequence[Entry], room: int | None
) -> Iterator[tuple[str, str]]:
    """The lines of the first entries that have room, and one on those that have none."""
    total = sum(len(entry.lines) for entry in entries)
    left = total if room is None or total <= room else room - 1
    count = 0
    for entry in entries:
        left -= len(entry.lines)
        if left < 0:
            break
        count += 1
        for index, line in enumerate(entry.lines):
            yield ('' if index else entry.kind), line
    hidden = [entry for entry in entries[count:] if entry.is_row]
    if hidden:
        changed = sum(bool(entry.kind) for entry in hidden)
        ending = f', {changed} of them changed' if changed else ''
        yield '', drawing.styled(f'... and {len(hidden):,} more{ending}', canvas.ASIDE)


def _command_line(invocation: Invocation) -> str:
    """The command with its own options and operands: login and style are left out."""
    line, command = invocation.line, invocation.command
    if line is None or command is None:
        return ''
    words: list[str] = []
    is_value = False
    for word in line.tokens:
        option = line.table.by_flag.get(word.flag) if word.flag else None
        if option is not None or (is_value and not word.flag):
            is_value = option is not None and option.takes_word and word.value is None
            continue
        is_value = False
        words.append(word.text)
    return ' '.join([command.name, *map(shlex.quote, words)])


_ENTER, _LEAVE = '\x1b[?1049h\x1b[?25l', '\x1b[?25h\x1b[?1049l'
"""Another screen, and no cursor; and back."""
_HOME = '\x1b[H'

_REDRAWING = (signal.SIGWINCH, signal.SIGCONT)
"""Signals that tell that the terminal has another size, or was used by others."""


class FullScreen:
    """Draws on the whole screen, from its first drawing to the end of the context."""

    def __init__(
        self,
        write: Callable[[str], None],
        descriptor: int,
        size: Callable[[], Size],
        redraw: Callable[[], None],
    ) -> None:
        self._write = write
        self._redraw = redraw
        self._lines = LiveLines(lambda text: write(_HOME + text), size)
        self._stops = Stops(descriptor, self._left)
        self._handlers: dict[int, Any] = {}
        self._is_busy = self._is_stale = self._is_entered = False

    def __enter__(self) -> Self:
        # Elsewhere signals cannot be handled.
        if threading.current_thread() is threading.main_thread():
            self._handlers = {number: signal.signal(number, self._react) for number in _REDRAWING}
        self._stops.watch()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._stops.unwatch()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        self._write(self._left())

    def draw(self, lines: Sequence[str]) -> None:
        self._is_busy = True
        try:
            if not self._is_entered:
                self._is_entered = True
                self._write(_ENTER)
            self._lines.draw(lines)
        finally:
            self._is_busy = False
        if self._is_stale:
            self._is_stale = False
            self._redraw()

    def _left(self) -> str:
        """The sequences that leave the screen, if it was entered."""
        is_entered, self._is_entered = self._is_entered, False
        return _LEAVE if is_entered else ''

    def _react(self, number: int, frame: FrameType | None) -> None:
        """Draw again, at once or after the drawing that the signal interrupted."""
        if self._is_busy:
            self._is_stale = True
        else:
            self._redraw()
