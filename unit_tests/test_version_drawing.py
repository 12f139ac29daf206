"""The drawing of ranges of versions shows what the tables and declarations say."""

from __future__ import annotations

import importlib
import pathlib
import re
import sys
from typing import Any
from xml.etree import ElementTree

from novaclient_mv.services import COMPUTE

sys.path.append(str(pathlib.Path(__file__).parents[1] / 'doc' / 'ext'))
drawing: Any = importlib.import_module('version_drawing')

SVG = '{http://www.w3.org/2000/svg}'


def drawn(*lines: str) -> ElementTree.Element:
    """The drawing of bars, with what they have in common."""
    return ElementTree.fromstring(drawing.svg('Bars', [drawing.bar(line) for line in lines], True))


def test_bar_of_a_command_line_has_the_versions_that_take_it() -> None:
    bar = drawing.bar('Files | $ server-create --tags a --file /a=b web')
    assert (bar.label, bar.words) == ('Files', '2.52 (Pike) to 2.56 (Queens)')


def test_bars_end_with_what_this_client_speaks() -> None:
    assert drawing.bar('Client | nova-mv').range == COMPUTE.range
    assert drawing.bar('Host names | $ server-create --hostname a web').range.end == drawing.NEWEST
    assert drawing.bar('Pike | pike').words == '2.1 to 2.53 (Pike)'


def test_newest_common_version_is_marked_and_said() -> None:
    picture = drawn('Cloud | pike', 'Client | nova-mv', 'Files | 2.1 to 2.30')
    (mark,) = (group for group in picture.iter(f'{SVG}g') if group.get('class') == 'common')
    assert mark.findtext(f'{SVG}text') == 'newest in common: 2.30'
    assert mark.find(f'{SVG}line') is not None
    said = picture.findtext(f'{SVG}desc')
    assert said is not None
    assert said.endswith('Files: 2.1 to 2.30 (Newton); newest in common: 2.30')


def test_drawing_loads_nothing_and_has_the_colours_of_the_theme() -> None:
    picture = drawing.svg('Bars', [drawing.bar('Cloud | pike')], False)
    assert not re.search(r'(href|src|url\()', picture + drawing.STYLE)
    assert 'var(--color-' in drawing.STYLE
