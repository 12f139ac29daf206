"""Pictures of a terminal show what the program draws, and load nothing."""

from __future__ import annotations

import importlib
import pathlib
import re
import sys
import xml.etree.ElementTree
from typing import Any

import pytest

ROOT = pathlib.Path(__file__).parents[1]

sys.path.append(str(ROOT / 'doc' / 'ext'))
pictures: Any = importlib.import_module('terminal_pictures')


@pytest.fixture
def terminal(tmp_path: pathlib.Path) -> Any:
    return pictures.Terminal(tmp_path, 80)


def test_picture_has_the_text_of_the_terminal(terminal: Any) -> None:
    shown = terminal.run('nova-mv server-list -c name -c status')
    lines = shown.text.plain.splitlines()
    assert shown.status == 0
    assert lines[0] == '$ nova-mv server-list -c name -c status'
    assert lines[3:] == ['db-1   SHUTOFF', 'web-1  ACTIVE', 'web-2  ACTIVE']
    drawn = pictures.picture([shown.text], 80, 'one', 'Servers & <more>')
    root = xml.etree.ElementTree.fromstring(drawn)
    assert root.get('aria-label') == 'Servers & <more>'
    text = ''.join(root.itertext()).replace('\xa0', ' ')
    assert all(line.split()[0] in text for line in lines)


def test_lines_drawn_in_place_are_seen_as_they_end(terminal: Any) -> None:
    shown = terminal.run('nova-mv server-create --flavor m1.tiny --image cirros web --wait -c name')
    assert shown.status == 0
    assert 'BUILD' not in shown.text.plain
    again = terminal.run('nova-mv server-list -c name -f value')
    assert 'web' in again.text.plain.splitlines()


def test_refusal_is_shown_with_its_status(terminal: Any) -> None:
    shown = terminal.run('nova-mv --os-compute-api-version 2.1 server-lock web-1 --reason x')
    assert shown.status == 2
    assert 'needs API version 2.73' in shown.text.plain


def test_another_program_is_not_run(terminal: Any) -> None:
    with pytest.raises(ValueError, match='not rm'):
        terminal.run('rm -r /')


def test_picture_names_no_other_host(terminal: Any) -> None:
    drawn = pictures.picture([terminal.run('nova-mv server-list').text], 80, 'one')
    assert set(re.findall(r'https?://[^"\s]+', drawn)) == {'http://www.w3.org/2000/svg'}
    assert 'url(#' in drawn
    assert '@font-face' not in drawn
