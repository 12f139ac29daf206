"""A reader of the built site: opens pages, types into terminals, and presses buttons."""

from __future__ import annotations

import functools
import http.server
import pathlib
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from unit_tests import patience

PATIENCE = int(1000 * patience.PATIENCE)
"""Milliseconds."""

_SCREEN = """(selector) => {
    const {active} = document.querySelector(selector).terminalOfPage.terminal.buffer;
    const lines = [];
    for (let row = 0; row < active.length; row += 1) {
        const line = active.getLine(row);
        const text = line.translateToString(!active.getLine(row + 1)?.isWrapped);
        if (line.isWrapped) lines[lines.length - 1] += text;
        else lines.push(text.trimEnd());
    }
    return lines.join('\\n').trimEnd();
}"""
_IS_READING = """(selector) => {
    const {editor, terminal} = document.querySelector(selector).terminalOfPage;
    return editor.isReading && !editor.text;
}"""
_PRESS = """([block, patience]) => new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(block.innerText)), patience);
    block.addEventListener('cloud-done', ({detail}) => resolve(detail), {once: true});
    block.querySelector('button.cloud-run').click();
})"""
_UNFOLD = """(block) => {
    for (let node = block.parentElement; node; node = node.parentElement) {
        if (node.tagName === 'DETAILS') node.open = true;
        if (node.classList.contains('sd-tab-content')) {
            const label = node.previousElementSibling;
            document.getElementById(label.htmlFor).checked = true;
        }
    }
}"""


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        """Nothing is logged."""


@contextmanager
def served(folder: pathlib.Path) -> Iterator[str]:
    """Serve a folder; gives its URL."""
    handler = functools.partial(_Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(('127.0.0.1', 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f'http://127.0.0.1:{server.server_port}/'
        finally:
            server.shutdown()
            thread.join()


class RunLine(NamedTuple):
    """A line of a block that was run."""

    line: str
    output: str
    status: int


class Tab:
    """A terminal of the page.

    :param page: of playwright.
    :param selector: which of its terminals.
    """

    def __init__(self, page: Any, selector: str) -> None:
        self._page = page
        self._selector = selector

    def screen(self) -> str:
        """Return what is on the terminal, with what was scrolled away."""
        return str(self._page.evaluate(_SCREEN, self._selector))

    def wait(self) -> None:
        """Wait until it reads a line."""
        self._page.wait_for_function(_IS_READING, arg=self._selector, timeout=PATIENCE)
        # What was written is drawn by then.
        self._page.evaluate(
            '(s) => new Promise((resolve) => document.querySelector(s).terminalOfPage'
            '.terminal.write("", resolve))',
            self._selector,
        )

    def press(self, keys: str) -> None:
        """Press keys as playwright names them, as in ``Control+C`` or ``Tab``."""
        self._page.click(f'{self._selector} .xterm')
        self._page.keyboard.press(keys)

    def type(self, text: str) -> None:
        """Press the keys of a text."""
        self._page.click(f'{self._selector} .xterm')
        self._page.keyboard.type(text)

    def run(self, line: str) -> str:
        """Type a line, and return what is shown below it until the next prompt."""
        self.wait()
        before = self.screen()
        self.type(f'{line}\n')
        self.wait()
        shown = self.screen()
        assert shown.startswith(before), shown
        _, _, rest = shown[len(before) :].partition('\n')
        return re.sub(r'\n?(\$|>>>) ?$', '', rest)

    def shows(self, text: str) -> None:
        """Wait until a text is on the terminal."""
        self._page.wait_for_function(
            f'([selector, text]) => ({_SCREEN})(selector).includes(text)',
            arg=[self._selector, text],
            timeout=PATIENCE,
        )


class Reader:
    """Somebody with a browser.

    :param browser: of playwright.
    :param url: of the site.
    """

    def __init__(self, browser: Any, url: str) -> None:
        self.url = url
        self.page = browser.new_page(viewport={'width': 1280, 'height': 1000})
        self.page.set_default_timeout(PATIENCE)
        self.requested: list[str] = []
        self.mistakes: list[str] = []
        self.page.on('request', lambda request: self.requested.append(request.url))
        self.page.on('pageerror', lambda error: self.mistakes.append(str(error)))

    def open(self, name: str) -> None:
        """Open a page, as in ``try-it.html``."""
        self.page.goto(f'{self.url}{name}')

    def try_it(self) -> tuple[Tab, Tab]:
        """Open the page with the terminals; returns the shell and Python."""
        self.open('try-it.html')
        self.page.wait_for_selector('.cloud-terminal[data-is-ready]')
        shell = Tab(self.page, '.cloud-shell')
        shell.wait()
        return shell, Tab(self.page, '.cloud-python')

    def run_block(self, block: Any) -> list[RunLine]:
        """Press "Run" at a block; returns its lines with what each printed."""
        found = self.page.evaluate(_PRESS, [block, PATIENCE])
        return [RunLine(**each) for each in found]

    def unfold(self, block: Any) -> None:
        """Open what a block is folded into, and choose its tab."""
        block.evaluate(_UNFOLD)

    def hosts(self) -> set[str]:
        """Return where anything was loaded from."""
        return {
            url.split('/')[2] for url in self.requested if not url.startswith(('blob:', 'data:'))
        }
