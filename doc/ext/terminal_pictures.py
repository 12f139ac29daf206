"""Pictures of a terminal: command lines are run on the sandbox in a pseudo-terminal, and what
stands on its screen at their end is drawn as SVG.
"""

from __future__ import annotations

import fcntl
import io
import os
import pathlib
import shlex
import struct
import termios
import threading
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TextIO

import pyte
from pyte.screens import Char
from rich.console import Console
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from novaclient_mv import shell
from novaclient_mv.clouds.environment import Clock, Environment

NOON = 1_767_268_800.0  # 2026-01-01T12:00:00Z

_ROWS = 200
_THEME = TerminalTheme(
    (30, 34, 42),
    (222, 226, 233),
    [
        *((60, 66, 78), (255, 123, 114), (126, 211, 133), (232, 191, 106)),
        *((121, 184, 255), (210, 168, 255), (118, 214, 220), (222, 226, 233)),
    ],
)
"""A dark window, which is easy to read on a light page and on a dark one."""

_FORMAT = """\
<svg class="terminal-picture" viewBox="0 0 {width} {height}" width="{width}" \
xmlns="http://www.w3.org/2000/svg" role="img" aria-label="LABEL">
<style>
.{unique_id}-matrix {{
  font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-size: {char_height}px; line-height: {line_height}px; white-space: pre;
}}
.{unique_id}-title {{ font-family: sans-serif; font-size: 16px; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
"""The template of a picture. It names fonts of the reader's alone."""


class Shown(NamedTuple):
    """The screen after a command line.

    :param text: the line behind its prompt, and what stands below it, in colours.
    """

    text: Text
    status: int


class _Screen(pyte.HistoryScreen):
    """A screen that also knows dim letters, which pyte does not: they are its italic ones, which
    the program never uses.
    """

    def select_graphic_rendition(self, *attributes: int, **options: object) -> None:
        """Take the attributes of the next letters."""
        super().select_graphic_rendition(*(3 if each == 2 else each for each in attributes))


class Terminal:
    """A user at a terminal with an empty home: the sandbox of one run is that of the next.

    Its clock stands at a noon, and moves where a command waits.

    :param home: an empty folder.
    :param cloud: the cloud that is used, where a line names none.
    """

    def __init__(self, home: pathlib.Path, columns: int = 90, cloud: str = 'sandbox') -> None:
        self.home = home
        self.columns = columns
        self.cloud = cloud
        self._time = NOON

    def run(self, line: str) -> Shown:
        """Run a line such as ``nova-mv server-list``.

        :raises ValueError: the line runs another program.
        """
        program, *words = shlex.split(line)
        if program != 'nova-mv':
            raise ValueError(f'Pictures show nova-mv, not {program}.')
        reading, writing = os.openpty()
        size = struct.pack('HHHH', _ROWS, self.columns, 0, 0)
        fcntl.ioctl(writing, termios.TIOCSWINSZ, size)
        pieces: list[bytes] = []
        reader = threading.Thread(target=_read, args=(reading, pieces), daemon=True)
        reader.start()
        with open(writing, 'w', encoding='utf-8') as stream:
            status = shell.run(words, self._environment(stream))
        reader.join()
        os.close(reading)
        screen = _Screen(self.columns, _ROWS)
        pyte.ByteStream(screen).feed(b''.join(pieces))
        typed = Text.assemble(('$ ', 'bold green'), (line, 'bold'))
        # It goes on in the next line, as in a terminal.
        folded = typed.divide(range(self.columns, len(typed), self.columns))
        lines = [*folded, *_lines(screen)]
        return Shown(Text('\n').join(lines), int(status))

    def _environment(self, stream: TextIO) -> Environment:
        terminal = {'TERM': 'xterm-256color', 'LC_ALL': 'C.UTF-8'}
        variables = {'HOME': str(self.home), 'OS_CLOUD': self.cloud, **terminal}
        clock = Clock(self._now, self._sleep, self._now)
        return Environment(variables, io.BytesIO(), stream, stream, clock=clock, cwd=str(self.home))

    def _now(self) -> float:
        return self._time

    def _sleep(self, seconds: float) -> None:
        self._time += seconds


def _read(terminal: int, pieces: list[bytes]) -> None:
    try:
        while piece := os.read(terminal, 1 << 16):
            pieces.append(piece)
    except OSError:
        # Linux tells the end of a terminal so.
        return


def _lines(screen: _Screen) -> Iterator[Text]:
    """The lines of a screen down to the last one with letters."""
    rows = [*screen.history.top, *(screen.buffer[row] for row in range(screen.lines))]
    found = []
    for row in rows:
        text = Text()
        for column in range(screen.columns):
            char = row[column]
            text.append(char.data, _style(char))
        text.rstrip()
        found.append(text)
    while found and not found[-1].plain:
        found.pop()
    yield from found


def _style(char: Char) -> Style:
    colour = {'default': None, 'brown': 'yellow'}.get(char.fg, char.fg)
    return Style(
        color=colour,
        bold=char.bold or None,
        dim=char.italics or None,
        underline=char.underscore or None,
        reverse=char.reverse or None,
    )


def picture(shown: Sequence[Text], columns: int, name: str, label: str = '') -> str:
    """Texts below each other as SVG.

    :param name: begins the names of its styles, which no other picture of a page may have.
    :param label: the text that stands for it where it is not seen; markup is escaped.
    """
    console = Console(
        record=True, width=columns, file=io.StringIO(), force_terminal=True, legacy_windows=False
    )
    for text in shown:
        console.print(text, soft_wrap=True, highlight=False)
    escaped = label.replace('&', '&amp;').replace('<', '&lt;').replace('"', '&quot;')
    drawn = console.export_svg(title='nova-mv', theme=_THEME, code_format=_FORMAT, unique_id=name)
    return drawn.replace('aria-label="LABEL"', f'aria-label="{escaped}"')
