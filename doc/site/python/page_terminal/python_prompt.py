"""The prompt of Python beside the shell."""

from __future__ import annotations

import code
import rlcompleter
import sys
from typing import Any

from page_terminal.streams import Keyboard, Page, Terminal

FIRST_LINES = (
    'from novaclient_mv import client',
    "nova = client.from_cloud('sandbox')",
)
"""Lines that are run before the first one."""


class _TypedText:
    """What ``input()`` reads."""

    def __init__(self, keyboard: Keyboard) -> None:
        self._keyboard = keyboard

    def readline(self, size: int = -1) -> str:
        """Return a line that the user types."""
        return self._keyboard.readline().decode()

    def isatty(self) -> bool:
        """It is a terminal."""
        return True


class PythonPrompt:
    """Reads lines of Python, and keeps names from one to the next.

    :param page: the terminal.
    """

    def __init__(self, page: Page) -> None:
        self.terminal = Terminal(page)
        self._stdin = _TypedText(Keyboard(page, self.terminal.flush))
        self.names: dict[str, Any] = {'__name__': '__main__'}
        self._console = code.InteractiveConsole(self.names, '<terminal>')
        self._first_lines = [*FIRST_LINES]

    def run(self, line: str) -> bool:
        """Run a line.

        :returns: whether more lines are needed before anything is run.
        """
        before = sys.stdin, sys.stdout, sys.stderr
        sys.stdin, sys.stdout, sys.stderr = self._stdin, self.terminal, self.terminal  # type: ignore[assignment]
        try:
            # A cloud is made where somebody uses the prompt, not before.
            while self._first_lines:
                self._console.push(self._first_lines.pop(0))
            return self._console.push(line)
        except SystemExit:
            self.terminal.write('This prompt stays where it is.\n')
            return False
        finally:
            sys.stdin, sys.stdout, sys.stderr = before
            self.terminal.flush()

    def forget_line(self) -> None:
        """Forget lines of a statement that has not ended."""
        self._console.resetbuffer()

    def choices(self, text: str) -> list[str]:
        """Return names that begin with a text, as far as it is one."""
        completer = rlcompleter.Completer(self.names)
        found: list[str] = []
        while (name := completer.complete(text, len(found))) is not None:
            found.append(name)
        return [name for name in found if '__' in text or '__' not in name]
