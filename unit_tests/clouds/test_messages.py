"""Lines on stderr, whatever the stream takes."""

from __future__ import annotations

import fcntl
import io
import struct
import termios
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from novaclient_mv.cli.terminal.live import LiveLines, Size
from novaclient_mv.clouds import encodings, text_width
from novaclient_mv.clouds.messages import Messages
from unit_tests.screens import Screen
from unit_tests.terminals import Terminal

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
    assert not messages.isatty()
    # Neither a stream that is gone nor one that is missing changes anything.
    stream.close()
    for without in (messages, Messages(None)):
        write(without)
        without.flush()
    assert not Messages(None).isatty()


@pytest.mark.parametrize(
    ('encoding', 'text'), [('ascii', '"\\u00e4\\u0431"'), (None, '"\u00e4\u0431"')]
)
def test_letters_that_an_encoding_lacks_are_spelt_as_in_json(
    encoding: str | None, text: str
) -> None:
    stream = io.StringIO() if encoding is None else io.TextIOWrapper(io.BytesIO(), encoding)
    assert encodings.spelt('"\u00e4\u0431"', stream) == text
    assert encodings.fits('"\u00e4', stream) == (encoding is None)


def test_messages_stand_above_what_is_drawn() -> None:
    screen, stream = Screen(), io.StringIO()
    stream.write = screen.write  # type: ignore[assignment]
    messages = Messages(stream)
    live = LiveLines(messages.draw, Size)
    lock = messages.stand_above(live.clear)
    with lock:
        live.draw(['one', 'two'])
    messages.tell('Slow.')
    assert screen.lines == ['nova-mv: Slow.']
    live.draw(['three'])
    assert screen.lines == ['nova-mv: Slow.', 'three']
    with messages.without_drawing():
        screen.write('Password: ')
        live.draw(['four'])
        assert screen.lines == ['nova-mv: Slow.', 'Password:']
    messages.write('\n')
    live.draw(['five'])
    messages.hold()
    live.draw(['six'])
    messages.tell('Later.')
    assert screen.lines[-1] == 'five'
    messages.release()
    assert screen.lines == ['nova-mv: Slow.', 'Password:', 'nova-mv: Later.']


def test_messages_have_the_descriptor_of_their_stream() -> None:
    with open(__file__, encoding='utf-8') as file:
        assert Messages(file).fileno() == file.fileno()
    for stream in (None, io.StringIO()):
        with pytest.raises(OSError, match=r'(stream|fileno)'):
            Messages(stream).fileno()


def test_messages_come_after_what_holds_them_for_a_while() -> None:
    stream = io.StringIO()
    messages = Messages(stream)
    with messages.without_drawing():
        messages.tell('later')
        assert stream.getvalue() == ''
    assert stream.getvalue() == 'nova-mv: later\n'
    messages.hold()
    with messages.without_drawing():
        messages.tell('last')
    assert stream.getvalue() == 'nova-mv: later\n'
    messages.release()
    assert stream.getvalue().endswith('last\n')


def test_a_terminal_shows_messages_broken_between_words() -> None:
    with Terminal() as terminal:
        # Nothing is known of how wide it is.
        Messages(terminal.stream).tell('one two three four')
        fcntl.ioctl(terminal.stream.fileno(), termios.TIOCSWINSZ, struct.pack('4H', 24, 20, 0, 0))
        messages = Messages(terminal.stream)
        messages.tell('one two three four')
        messages.tell('see http://cloud.example.org/a-path for more')
        messages.tell('\u6f22\u5b57 \u6f22\u5b57 ab\u0301')
        messages.write('other lines stay as they are\n')
        terminal.stream.flush()
    assert terminal.text.splitlines() == [
        'nova-mv: one two three four',
        'nova-mv: one two',
        'three four',
        'nova-mv: see',
        'http://cloud.example.org/a-path',
        'for more',
        'nova-mv: \u6f22\u5b57 \u6f22\u5b57',
        'ab\u0301',
        'other lines stay as they are',
    ]


@given(st.text(st.sampled_from('ab \u00e9\u6f22')), st.integers(1, 30))
def test_lines_of_a_message_have_all_its_words(text: str, columns: int) -> None:
    lines = text_width.broken(text, columns)
    assert ' '.join(lines).split() == text.split()
    assert all(text_width.of(line) <= columns or ' ' not in line.strip() for line in lines)
