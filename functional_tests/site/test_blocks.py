"""The buttons at blocks of commands: each block prints in the page what the page says."""

from __future__ import annotations

import pathlib
import re
from typing import Any

import pytest

from functional_tests.site.browser import Reader
from functional_tests.site.conftest import SITE
from unit_tests.documentation import console

ROOT = pathlib.Path(SITE or '.')
PAGES = sorted(
    file.relative_to(ROOT).as_posix()
    for file in (ROOT.rglob('*.html') if SITE else ())
    if 'class="cloud-block"' in file.read_text(encoding='utf-8')
)


def test_pages_have_buttons() -> None:
    assert len(PAGES) >= 10
    assert any(page.startswith('try-it') for page in PAGES)


def test_nothing_is_loaded_before_a_button_is_pressed(reader: Reader) -> None:
    reader.open(next(page for page in PAGES if page != 'try-it.html'))
    reader.page.wait_for_selector('button.cloud-run', state='attached')
    assert not [url for url in reader.requested if re.search(r'wasm|\.zip|worker|xterm', url)]


@pytest.mark.parametrize('page', PAGES)
def test_blocks_print_in_the_page_what_it_says(reader: Reader, page: str) -> None:
    reader.open(page)
    # The first may be folded.
    reader.page.wait_for_selector('button.cloud-run', state='attached')
    differences = []
    for block in reader.page.query_selector_all('.cloud-block'):
        reader.unfold(block)
        shown = block.query_selector('pre').inner_text()
        differences += differences_of(reader, block, shown)
    assert not differences, '\n\n'.join(differences)


def differences_of(reader: Reader, block: Any, shown: str) -> list[str]:
    """Run a block, and tell what is not as the page shows it."""
    found = []
    expected = console.commands(shown.replace('\xa0', ' ').strip('\n'))
    for command, run in zip(expected, reader.run_block(block), strict=True):
        output = run.output
        if command.output and not console.matches(command.output, output):
            found.append(f'$ {command.line}\nshows:\n{command.output}\nbut prints:\n{output}')
        elif not command.output and run.status:
            found.append(f'$ {command.line}\nends with {run.status}:\n{output}')
    return found


@pytest.mark.parametrize('width', [390, 768, 1440])
def test_button_covers_no_text(reader: Reader, width: int) -> None:
    reader.page.set_viewport_size({'width': width, 'height': 900})
    reader.open('tutorial/servers.html')
    assert reader.page.evaluate("""() => {
        const buttons = [...document.querySelectorAll('button.cloud-run')];
        return buttons.length > 0 && buttons.every((button) => {
            const text = document.createRange();
            text.selectNodeContents(button.parentElement.querySelector('pre'));
            return button.getBoundingClientRect().bottom <= text.getClientRects()[0].top + 1;
        });
    }""")


def test_nothing_of_the_progress_is_left_in_a_narrow_terminal(reader: Reader) -> None:
    reader.page.set_viewport_size({'width': 390, 'height': 900})
    shell, _ = reader.try_it()
    assert 'the cloud [' not in shell.screen()


def test_no_word_of_the_greeting_is_broken_in_a_narrow_terminal(reader: Reader) -> None:
    reader.page.set_viewport_size({'width': 390, 'height': 900})
    reader.try_it()
    lines = reader.page.evaluate("""() => {
        const {active} = document.querySelector('.cloud-shell').terminalOfPage.terminal.buffer;
        return Array.from({length: active.length}, (_, row) => active.getLine(row).isWrapped);
    }""")
    assert not any(lines)


def test_user_goes_on_below_a_block(reader: Reader) -> None:
    reader.open('try-it.html')
    reader.page.wait_for_selector('.cloud-terminal[data-is-ready]')
    block = reader.page.query_selector('.cloud-block')
    reader.run_block(block)
    reader.page.click('.cloud-below .xterm')
    reader.page.keyboard.type('echo gone on\n')
    reader.page.wait_for_selector('.cloud-below >> text=gone on')
