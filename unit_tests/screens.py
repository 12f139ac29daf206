"""The screen of a terminal, as far as this program's sequences act on it."""

from __future__ import annotations

import re

_TOKEN = re.compile(r'\x1b\[(\??)([\d;]*)([A-Za-z])|\r|\n|[^\x1b\r\n]')


class Screen:
    """A screen with its letters and its cursor; letters are one column wide.

    Like most terminals it breaks lines again when its width changes.

    :param columns: letters in a line.
    :param rows: lines; those that scroll off stay in ``above``.
    """

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        self.columns, self.rows = columns, rows
        self.above: list[str] = []
        self.written = ''
        self._lines = ['']
        # Of each line, whether the next one goes on with it.
        self._goes_on = [False]
        self._row = self._column = 0
        self._wraps = True
        self.has_cursor = True
        self._behind: tuple[list[str], list[bool], int, int] | None = None

    @property
    def lines(self) -> list[str]:
        """The lines down to the last one with letters."""
        lines = [line.rstrip() for line in self._lines]
        while lines and not lines[-1]:
            lines.pop()
        return lines

    @property
    def is_other(self) -> bool:
        """Whether it is the other screen, which some programs take for themselves."""
        return self._behind is not None

    @property
    def cursor(self) -> tuple[int, int]:
        """The row and the column of the cursor."""
        return self._row, self._column

    def write(self, text: str) -> None:
        """Show text, and do what its sequences say."""
        self.written += text
        place = 0
        for match in _TOKEN.finditer(text):
            assert match.start() == place, f'unknown sequence in {text[place:]!r}'
            place = match.end()
            if match[3]:
                self._act(match[1], match[2], match[3])
            elif match[0] == '\r':
                self._column = 0
            elif match[0] == '\n':
                self._next_line()
                # The driver of a terminal sees to it.
                self._column = 0
            else:
                self._put(match[0])
        assert place == len(text), f'unknown sequence in {text[place:]!r}'

    def resize(self, columns: int) -> None:
        """Break all lines again for another width; the cursor stays where its letter is."""
        whole: list[str] = []
        goes_on = False
        for row, line in enumerate(self._lines):
            if not goes_on:
                whole.append('')
            if row == self._row:
                at = len(whole) - 1, len(whole[-1]) + self._column
            whole[-1] += line if self._goes_on[row] else line.rstrip()
            goes_on = self._goes_on[row]
        self._lines, self._goes_on = [], []
        for number, line in enumerate(whole):
            pieces = [line[start : start + columns] for start in range(0, len(line), columns)]
            if number == at[0]:
                self._row = len(self._lines) + at[1] // columns
                self._column = at[1] % columns
            self._lines += pieces or ['']
            self._goes_on += [True] * (len(pieces) - 1) + [False]
        self.columns = columns
        self._scroll()

    def _act(self, private: str, number: str, name: str) -> None:
        if private:
            self._set(number, name == 'h')
        elif name == 'H':
            self._row = self._column = 0
        elif name == 'K':
            self._lines[self._row] = self._lines[self._row][: self._column]
        elif name == 'J':
            self._lines[self._row] = self._lines[self._row][: self._column]
            del self._lines[self._row + 1 :], self._goes_on[self._row + 1 :]
            self._goes_on[self._row] = False
        elif name == 'A':
            self._row = max(0, self._row - int(number))
        else:
            # Letters in a style.
            assert name == 'm'

    def _set(self, number: str, is_on: bool) -> None:
        if number == '7':
            self._wraps = is_on
        elif number == '25':
            self.has_cursor = is_on
        else:
            assert (number, is_on) == ('1049', not self.is_other)
            here = (self._lines, self._goes_on, self._row, self._column)
            lines, goes_on, row, column = self._behind or ([''], [False], 0, 0)
            self._lines, self._goes_on, self._row, self._column = lines, goes_on, row, column
            self._behind = here if is_on else None

    def _put(self, letter: str) -> None:
        if self._column == self.columns:
            if self._wraps:
                self._goes_on[self._row] = True
                self._next_line()
                self._column = 0
            else:
                self._column -= 1
        line = self._lines[self._row].ljust(self._column)
        self._lines[self._row] = f'{line[: self._column]}{letter}{line[self._column + 1 :]}'
        self._column += 1

    def _next_line(self) -> None:
        self._row += 1
        if self._row == len(self._lines):
            self._lines.append('')
            self._goes_on.append(False)
        self._scroll()

    def _scroll(self) -> None:
        while len(self._lines) > self.rows:
            self.above.append(self._lines.pop(0))
            self._goes_on.pop(0)
            self._row = max(0, self._row - 1)


def drawings(text: str, columns: int = 80, rows: int = 24) -> list[list[str]]:
    """The lines that a text puts on a screen: after each drawing in place, and at its end."""
    screen = Screen(columns, rows)
    shown: list[list[str]] = []
    for part in re.split(r'(?<=\x1b\[\?7h)', text):
        screen.write(part)
        if not shown or shown[-1] != screen.lines:
            shown.append(screen.lines)
    return shown
