"""Lines on stderr, whatever the stream takes."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest

from novaclient_mv.clouds import encodings
from novaclient_mv.clouds.messages import Messages

Write = Callable[[Messages], None]


@pytest.mark.parametrize(
    ('write', 'text'),
    [
        (lambda messages: messages.write('a\nb\x1b'), 'a\nb\\x1b'),
        (lambda messages: messages.tell('a\nb'), 'nova-mv: a\\nb\n'),
        (lambda messages: messages.tell('a', 'prod'), 'nova-mv: prod: a\n'),
        (lambda messages: messages.draw('\ra\x1b[K'), '\ra\x1b[K'),
        (lambda messages: messages.write('\u00e4\u0431"'), '\u00e4\\u0431"'),
    ],
)
def test_line_of_a_stream(write: Write, text: str) -> None:
    stream = io.TextIOWrapper(content := io.BytesIO(), 'latin-1', newline='')
    messages = Messages(stream)
    write(messages)
    messages.flush()
    assert content.getvalue().decode('latin-1') == text
    assert (messages.encoding, messages.isatty()) == ('latin-1', False)
    # Neither a stream that is gone nor one that is missing changes anything.
    stream.close()
    for without in (messages, Messages(None)):
        write(without)
        without.flush()
    assert (Messages(None).encoding, Messages(None).isatty()) == (None, False)


@pytest.mark.parametrize(
    ('encoding', 'text'), [('ascii', '"\\u00e4\\u0431"'), (None, '"\u00e4\u0431"')]
)
def test_letters_that_an_encoding_lacks_are_spelt_as_in_json(
    encoding: str | None, text: str
) -> None:
    stream = io.StringIO() if encoding is None else io.TextIOWrapper(io.BytesIO(), encoding)
    assert encodings.spelt('"\u00e4\u0431"', stream) == text
    assert encodings.fits('"\u00e4', stream) == (encoding is None)
