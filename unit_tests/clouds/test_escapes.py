"""Escaped characters of a cloud's texts: the first and the last of each range, and not their
neighbours.
"""

from __future__ import annotations

import json

import pytest
import yaml

from novaclient_mv.clouds import escapes
from unit_tests import records
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

# Characters that act on a terminal: control characters, and those that turn the direction of text
# around or end its lines.
CONTROLS = [(0x00, 0x1F), (0x7F, 0x9F)]
TURNS = [(0x061C, 0x061C), (0x200E, 0x200F), (0x2028, 0x202E), (0x2066, 0x2069), (0xFEFF, 0xFEFF)]
SURROGATES = (0xD800, 0xDFFF)
ENDS = sorted({code for ends in CONTROLS + TURNS for code in ends})
NEIGHBOURS = sorted(
    {code for first, last in CONTROLS + TURNS for code in (first - 1, last + 1) if code >= 0}
)
SHORT = {0x09: '\\t', 0x0A: '\\n', 0x0D: '\\r'}


def escaped(code: int) -> str:
    """Return a character in its escaped form."""
    return SHORT.get(code) or (f'\\x{code:02x}' if code < 0x100 else f'\\u{code:04x}')


def cloud_with(cloud: ScriptedCloud, codes: list[int]) -> ScriptedCloud:
    """A cloud with a server for each character, which stands in its name."""
    named = [records.server(place, f'<{chr(code)}>') for place, code in enumerate(codes)]
    cloud.on('GET', '/servers/detail', {'servers': named})
    return cloud


def test_ranges_are_those_that_act_on_a_terminal() -> None:
    inside = {code for first, last in CONTROLS + TURNS for code in range(first, last + 1)}
    assert {code for code in range(0xD800) if escapes.safe(chr(code)) != chr(code)} == inside - {
        0xFEFF
    }
    assert escapes.safe('\ufeff') == '\\ufeff'
    # No encoding has these.
    assert [escapes.safe(f'a{chr(code)}') for code in SURROGATES] == ['a\\ud800', 'a\\udfff']


@pytest.mark.parametrize('code', NEIGHBOURS)
def test_neighbour_of_a_range_stays(code: int) -> None:
    assert escapes.safe(f'a{chr(code)}b') == f'a{chr(code)}b'
    assert escapes.to_json(f'a{chr(code)}b') == f'"a{chr(code)}b"'


@pytest.mark.parametrize('code', [code for code in ENDS if code >= 0x7F] + list(SURROGATES))
def test_end_of_a_range_is_escaped_in_json_and_read_back(code: int) -> None:
    # With and without a letter beyond ASCII beside it.
    for text in (f'a{chr(code)}b', f'ü{chr(code)}'):
        written = escapes.to_json(text)
        assert written == '"' + text.replace(chr(code), f'\\u{code:04x}') + '"'
        assert json.loads(written) == text


@pytest.mark.parametrize('code', [0xD7FF, 0xE000])
def test_neighbours_of_surrogates_stay_in_json(code: int) -> None:
    assert escapes.to_json(chr(code)) == f'"{chr(code)}"'


@pytest.mark.parametrize('is_terminal', [True, False])
@pytest.mark.parametrize('format', ['table', 'json', 'ndjson', 'yaml', 'csv', 'value'])
def test_no_format_hands_a_terminal_what_acts_on_it(
    nova: Nova, cloud: ScriptedCloud, format: str, is_terminal: bool
) -> None:
    cloud_with(cloud, ENDS)
    words = ('server-list', '-c', 'name', '-f', format)
    result = nova(*words, cloud=cloud, is_terminal=is_terminal)
    assert (result.status, result.err) == (0, '')
    raw = {code for code in ENDS if chr(code) in result.out.replace('\r\n', '\n')}
    if is_terminal or format in ('table', 'json', 'ndjson'):
        assert raw <= {0x0A}
    elif format == 'yaml':
        assert [each['name'] for each in yaml.safe_load(result.out)] == [
            f'<{chr(code)}>' for code in ENDS
        ]
    else:
        assert raw == set(ENDS)


def test_what_is_bold_stays_so_and_all_else_is_escaped() -> None:
    text = f'a\x07{escapes.BOLD}b\x07{escapes.PLAIN}c\n'
    assert escapes.styled(text * 2) == text.replace('\x07', '\\x07') * 2
