"""Lines on a terminal that show the progress of a run: one for each target, or a bar of many."""

from __future__ import annotations

import collections
from collections.abc import Iterable, Sequence

from novaclient_mv import errors
from novaclient_mv.cli.running.progress import Count, TargetProgress
from novaclient_mv.cli.terminal import canvas, fit, statuses
from novaclient_mv.cli.terminal.live import LiveLines, Size
from novaclient_mv.cli.terminal.screen import Screen
from novaclient_mv.cli.terminal.stops import Stops
from novaclient_mv.cli.terminal.table_style import TableStyle
from novaclient_mv.clouds import escapes, text_width
from novaclient_mv.clouds.settings import Settings
from novaclient_mv.resources.work_status import DONE, FAILED, PENDING

_MAX_LINES = 8
"""Targets that have lines of their own; of more there is a bar."""
_OTHER_LINES = 4
"""Lines of the screen that are left to what stands above."""
_MAX_BAR, _MIN_BAR = 30, 5
_BLOCK, _BLANK = '█', '░'
_ASCII_BLOCK, _ASCII_BLANK = '#', '.'
_OUTCOMES = {DONE: statuses.GOOD, FAILED: statuses.BAD}

Pieces = list[tuple[str, str]]
"""Texts with styles, beside each other."""


class ProgressLines:
    """Shows the progress of one run beside its output, in place of what it showed before."""

    def __init__(self, settings: Settings) -> None:
        self._environment = environment = settings.environment
        self._color = _color_of(settings)
        self._live = LiveLines(environment.stderr.draw, self._size)
        self._lock = environment.stderr.stand_above(self._live.clear)
        self._stops = self._watched_stops()

    def show_targets(self, targets: Sequence[TargetProgress], seconds: float) -> None:
        if len(targets) == 1:
            self._draw([[*self._target(targets[0]), (f' ({_duration(seconds)})', canvas.ASIDE)]])
            return
        ended = sum(target.outcome != PENDING for target in targets)
        failed = sum(target.outcome == FAILED for target in targets)
        count = Count(len(targets), ended, failed, 'done')
        self.show_count(count, seconds, targets)

    def show_count(
        self, count: Count, seconds: float, targets: Sequence[TargetProgress] = ()
    ) -> None:
        """Show how many targets have ended after ``seconds``, and what is known of some."""
        line = self._count(count, seconds)
        if targets and count.total <= min(_MAX_LINES, self._size().rows - _OTHER_LINES):
            width = max(text_width.of(escapes.safe(target.name)) for target in targets)
            self._draw([*(self._target(target, width) for target in targets), line])
        else:
            states = [self._states(targets)] if targets else []
            self._draw([[*self._progress_bar(count), *line], *states])

    def show_rows(self, number: int) -> None:
        self._draw([[(f'{number:,} rows', ''), (self._sign('…', '...'), '')]])

    def clear(self) -> None:
        with self._lock:
            self._live.clear()
        if self._stops is not None:
            self._stops.unwatch()

    def _size(self) -> Size:
        return Size.of(self._environment.stderr.fileno, self._environment.variables)

    def _watched_stops(self) -> Stops | None:
        """The handler of stop signals; none where messages go to no real terminal."""
        try:
            descriptor = self._environment.stderr.fileno()
        except (OSError, ValueError):
            return None
        return Stops(descriptor, self._live.forgotten)

    def _draw(self, lines: Iterable[Pieces]) -> None:
        if self._stops is not None:
            if not self._stops.is_in_foreground:
                return
            self._stops.watch()
        # The window may have got another width since.
        drawing = canvas.Drawing(Screen.of_messages(self._environment, self._color))
        with self._lock:
            self._live.draw([*map(drawing.line, lines)])

    def _sign(self, sign: str, in_ascii: str) -> str:
        screen = Screen.of_messages(self._environment, self._color)
        return in_ascii if screen.is_ascii else sign

    def _target(self, target: TargetProgress, width: int | None = None) -> Pieces:
        """The pieces of a line about one target."""
        name = escapes.safe(target.name)
        blanks = ' ' if width is None else ' ' * (width - text_width.of(name) + fit.GAP)
        colon = ':' if width is None else ''
        pieces: Pieces = [(f'{name}{colon}{blanks}', ''), *self._state(target)]
        if target.percent and target.outcome == PENDING:
            pieces.append((f' {target.percent}%', ''))
        if target.reason:
            is_failed = target.outcome == FAILED
            words = '' if is_failed else 'last error: '
            style = statuses.BAD if is_failed else canvas.ASIDE
            pieces.append((f' {words}{escapes.safe(target.reason)}', style))
        return pieces

    def _state(self, target: TargetProgress) -> Pieces:
        """The pieces that tell a state, where it leads to and what is being done."""
        state = escapes.safe(target.state) or '-'
        style = _OUTCOMES.get(target.outcome) or statuses.style_of(target.state)
        pieces: Pieces = [(state, style)]
        if target.outcome == PENDING and target.target_state:
            arrow = self._sign('→', '->')
            pieces.append((f' {arrow} {escapes.safe(target.target_state)}', ''))
        if target.outcome == PENDING and target.task:
            pieces.append((f' [{escapes.safe(target.task)}]', ''))
        return pieces

    def _states(self, targets: Sequence[TargetProgress]) -> Pieces:
        """The pieces of a line about many targets: how many are in each state."""
        several = collections.Counter(
            target._replace(name='', percent=0, reason='') for target in targets
        )
        pieces: Pieces = []
        for target, number in several.most_common():
            pieces += [(f'{", " if pieces else ""}{number} ', ''), *self._state(target)]
        return pieces

    def _count(self, count: Count, seconds: float) -> Pieces:
        """The pieces that tell how many targets have ended, and after how long."""
        pieces: Pieces = [(f'{count.ended - count.failed} of {count.total} {count.verb}', '')]
        if count.failed:
            pieces += [(', ', ''), (f'{count.failed} failed', statuses.BAD)]
        return [*pieces, (f' ({_duration(seconds)})', canvas.ASIDE)]

    def _progress_bar(self, count: Count) -> Pieces:
        """The pieces of a bar, which is short where the terminal is narrow."""
        width = max(_MIN_BAR, min(_MAX_BAR, self._size().columns // 3))
        block, blank = self._sign(_BLOCK, _ASCII_BLOCK), self._sign(_BLANK, _ASCII_BLANK)
        ended = width * count.ended // count.total
        failed = min(ended, -(-width * count.failed // count.total))
        return [
            (block * (ended - failed), statuses.GOOD),
            (block * failed, statuses.BAD),
            (blank * (width - ended), canvas.ASIDE),
            (' ', ''),
        ]


def _color_of(settings: Settings) -> str:
    """Return the setting of colours; a wrong value must not end work that has started."""
    try:
        return TableStyle.of(settings).color
    except errors.CommandError:
        return 'never'


def _duration(seconds: float) -> str:
    """Return a duration in full seconds, minutes and hours."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f'{hours} h {minutes} min'
    return f'{minutes} min {rest} s' if minutes else f'{rest} s'
