"""Numbers as settings are written: seconds and sizes, and the words that refuse others."""

from __future__ import annotations

import argparse

import pytest

from novaclient_mv.clouds import words

DIGITS = '9' * 15


@pytest.mark.parametrize(
    ('text', 'value'),
    [
        *((text, 7) for text in ('7', ' 7 ', '07')),
        *((text, 7 << 10) for text in ('7k', '7K', '7 KiB', '7kib')),
        *((text, 7000) for text in ('7kB', '7 KB')),
        *(('7M', 7 << 20), ('7MiB', 7 << 20), ('7mb', 7_000_000), ('7 B', 7), ('7b', 7)),
        *(('7G', 7 << 30), ('7gib', 7 << 30), ('7GB', 7_000_000_000), (DIGITS, int(DIGITS))),
        *((text, None) for text in ('', ' ', '0', '0k', '-1', '+1', '1.5k', 'k', '7T', '7kk')),
        *((text, None) for text in ('1 2', '7k 1', '\u0667', '\u00b2', '1' + DIGITS)),
    ],
)
def test_size(text: str, value: int | None) -> None:
    if value is not None:
        assert words.octets(text) == value
        return
    with pytest.raises(argparse.ArgumentTypeError) as caught:
        words.octets(text)
    assert str(caught.value) == f'{text!r} is not a size above zero, as in 256MiB'


@pytest.mark.parametrize(
    ('text', 'refusal'),
    [
        *((text, 'a number of seconds') for text in ('', 'soon', '5s', '\u0665')),
        *((text, 'a time') for text in ('-1', 'inf', '-inf', 'nan', '1e999')),
        *((text, 'a time above zero') for text in ('0', '-0.0')),
    ],
)
def test_text_that_is_no_time(text: str, refusal: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError) as caught:
        words.seconds(text)
    assert str(caught.value) == f'{text!r} is not {refusal}'
    if refusal == 'a time above zero':
        assert words.seconds_or_zero(text) == 0
