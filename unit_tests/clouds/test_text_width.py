"""Tests of how wide texts are on a terminal."""

from __future__ import annotations

import pytest

from novaclient_mv.clouds import text_width

WIDTHS = {
    'web-1': 5,
    'Größe': 5,
    'e\u0301': 1,
    '漢字': 4,
    '한국': 4,
    '\u1112\u1161\u11ab': 2,
    'ภาษาไทย': 7,
    'हिन्दी': 3,
    '…→█░─✓': 6,
    'soft\xadhyphen\u200b': 11,
    '🇩🇪': 2,
    '👍🏽': 2,
    '❤': 1,
    '❤\ufe0f': 2,
    '1\ufe0f\u20e3': 2,
    '👨\u200d👩\u200d👧 web': 6,
    '👩\u200d❤\ufe0f\u200d👨': 2,
}


@pytest.mark.parametrize('text', WIDTHS, ids=ascii)
def test_width_is_the_columns_that_a_terminal_draws(text: str) -> None:
    assert text_width.of(text) == WIDTHS[text]
    assert text_width.of(f'{text}a{text}') == 2 * WIDTHS[text] + 1
