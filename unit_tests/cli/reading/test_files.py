"""Files and passwords that a command line names, read when the command runs."""

from __future__ import annotations

import argparse
import datetime
import getpass
import io
import pathlib
import time
from collections.abc import Callable, Iterator
from typing import Any

import hypothesis
import pytest
from hypothesis import strategies

from novaclient_mv import errors
from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.types import timestamps
from novaclient_mv.clouds.environment import Clock, Environment
from unit_tests.nova import NOON


def _password(content: bytes) -> str:
    """Return the password read from an input that is no terminal."""
    file = types.NewPassword('-')
    file.bind(Environment(stdin=io.BytesIO(content)))
    return file.read()


@pytest.mark.parametrize('content', [b'a', b'a\n', b'a\r\n', b'a\na\n', b'a\na\nb\n'])
def test_password_is_the_first_line_and_may_be_repeated_in_the_second(content: bytes) -> None:
    assert _password(content) == 'a'


@pytest.mark.parametrize(
    ('content', 'words'),
    [
        (b'', 'The new password is empty.'),
        (b'\n', 'The new password is empty.'),
        (b'\na', 'The new password is empty.'),
        (b'a\nb\n', 'The two lines of the new password differ.'),
        (b'a\n\n', 'The two lines of the new password differ.'),
        (b'\xff\n', 'The new password is not text in UTF-8.'),
    ],
)
def test_password_that_cannot_be_one_is_refused(content: bytes, words: str) -> None:
    with pytest.raises(errors.CommandError) as caught:
        _password(content)
    assert str(caught.value) == words


@pytest.mark.parametrize('second', ['secret', 'other'])
def test_password_is_typed_twice_when_asked(monkeypatch: pytest.MonkeyPatch, second: str) -> None:
    prompts: list[str] = []
    typed = iter(['secret', second])

    def ask(prompt: str) -> str:
        prompts.append(prompt)
        return next(typed)

    terminal: Any = io.StringIO()
    terminal.isatty = lambda: True
    monkeypatch.setattr('sys.stdin', terminal)
    monkeypatch.setattr(getpass, 'getpass', ask)
    if second == 'secret':
        assert types.NewPassword('-').read() == 'secret'
    else:
        with pytest.raises(errors.CommandError, match='differ'):
            types.NewPassword('-').read()
    assert prompts == ['New password: ', 'The same again: ']


def test_password_of_a_file_is_not_asked_for_at_a_terminal(
    monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path
) -> None:
    terminal: Any = io.StringIO()
    terminal.isatty = lambda: True
    monkeypatch.setattr('sys.stdin', terminal)
    (tmp_path / 'password').write_text('secret\n', encoding='utf-8')
    assert types.NewPassword(str(tmp_path / 'password')).read() == 'secret'
    assert _password(b'piped') == 'piped'


def test_own_input_is_read_where_no_other_is_lent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr('sys.stdin', io.TextIOWrapper(io.BytesIO(b'text\xff')))
    assert types.BinaryFile('-').read() == b'text\xff'
    monkeypatch.setattr('sys.stdin', None)
    with pytest.raises(errors.CommandError) as caught:
        types.BinaryFile('-').read()
    assert str(caught.value) == 'Cannot read the input: it is closed.'
    lent = types.BinaryFile('-')
    lent.bind(Environment(stdin=io.BytesIO(b'lent')))
    assert lent.read() == b'lent'


def test_file_that_cannot_be_read_is_named(tmp_path: pathlib.Path) -> None:
    def words(path: str) -> str:
        with pytest.raises(errors.CommandError) as caught:
            types.TextFile(path).read()
        return str(caught.value)

    assert words(f'{tmp_path}/none') == f'Cannot read {tmp_path}/none: No such file or directory.'
    assert words('a\0b') == "'a\\x00b' is not a valid file name."
    (tmp_path / 'bytes').write_bytes(b'\xff')
    assert words(f'{tmp_path}/bytes') == f'{tmp_path}/bytes is not text in UTF-8.'
    assert types.File(f'{tmp_path}/bytes').read() == b'\xff'


# -- times that are said from now --


SECONDS = {'s': 1, 'm': 60, 'h': 3600, 'd': 86400, 'w': 7 * 86400}
EPOCHS = strategies.integers(0, 4_000_000_000)


@pytest.fixture
def in_zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """A function that sets the time zone of this computer."""

    def set_zone(name: str) -> None:
        monkeypatch.setenv('TZ', name)
        time.tzset()

    yield set_zone
    monkeypatch.undo()
    time.tzset()


def at(text: str, now: float) -> timestamps.Timestamp:
    """A timestamp with a clock that stands at ``now``."""
    timestamp = timestamps.timestamp(text)
    timestamp.bind(Environment(clock=Clock(now=lambda: now)))
    return timestamp


def epoch_of(timestamp: timestamps.Timestamp) -> float:
    """Seconds since the epoch, by the text that a filter gets."""
    return datetime.datetime.fromisoformat(timestamp.read()).timestamp()


@pytest.mark.parametrize(
    ('text', 'read'),
    [
        ('2h', '2026-01-01T10:00:00Z'),
        ('-1', '2025-12-31T12:00:00Z'),
        ('2026-01-31T12:00:00+01:00', '2026-01-31T12:00:00+01:00'),
        ('2026-01-31', '2026-01-31'),
    ],
)
def test_filter_gets_utc_or_the_words_as_typed(text: str, read: str) -> None:
    assert at(text, NOON).read() == read


@hypothesis.given(EPOCHS, strategies.integers(0, 99999), strategies.sampled_from(sorted(SECONDS)))
def test_time_ago_is_so_many_units_before_now(now: int, count: int, unit: str) -> None:
    assert epoch_of(at(f'{count}{unit}', now)) == now - count * SECONDS[unit]


@hypothesis.given(strategies.datetimes(), strategies.sampled_from(['', 'Z', '-02:00', '+00:00']))
def test_iso_time_is_read_as_typed(timestamp: datetime.datetime, zone: str) -> None:
    hypothesis.assume(2 < timestamp.year < 9998)
    text = f'{timestamp.isoformat()}{zone}'
    assert timestamps.timestamp(text).read() == text
    assert str(timestamps.Timestamp(text)) == text


@pytest.mark.parametrize(
    ('zone', 'text', 'read'),
    [
        ('UTC', 'today', '2026-01-01T00:00:00Z'),
        ('Europe/Berlin', 'today', '2025-12-31T23:00:00Z'),
        ('Europe/Berlin', 'yesterday', '2025-12-30T23:00:00Z'),
        ('Pacific/Auckland', 'today', '2026-01-01T11:00:00Z'),
        ('America/New_York', 'yesterday', '2025-12-31T05:00:00Z'),
    ],
)
def test_day_begins_at_local_midnight(
    in_zone: Callable[[str], None], zone: str, text: str, read: str
) -> None:
    in_zone(zone)
    assert at(text, NOON).read() == read


def test_yesterday_before_a_change_of_clocks_began_at_the_hour_of_its_own_offset(
    in_zone: Callable[[str], None],
) -> None:
    in_zone('Europe/Berlin')
    noon_of_the_change = datetime.datetime(2026, 3, 29, 10, tzinfo=datetime.UTC).timestamp()
    assert at('yesterday', noon_of_the_change).read() == '2026-03-27T23:00:00Z'
    assert at('today', noon_of_the_change + 86400).read() == '2026-03-29T22:00:00Z'


@hypothesis.settings(suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture])
@hypothesis.given(EPOCHS, strategies.sampled_from(['Europe/Berlin', 'Asia/Kolkata', 'UTC']))
def test_today_is_the_last_midnight_and_yesterday_the_one_before(
    in_zone: Callable[[str], None], now: int, zone: str
) -> None:
    in_zone(zone)
    today, yesterday = (epoch_of(at(text, now)) for text in ('today', 'yesterday'))
    assert time.localtime(today)[3:5] == time.localtime(yesterday)[3:5] == (0, 0)
    assert 0 <= now - today < 25 * 3600
    assert 23 * 3600 <= today - yesterday <= 25 * 3600


def test_clock_is_asked_once() -> None:
    ticks = iter([NOON, NOON + 5])
    timestamp = timestamps.Timestamp('2h')
    timestamp.bind(Environment(clock=Clock(now=lambda: next(ticks))))
    assert timestamp.read() == timestamp.read() == str(timestamp) == '2026-01-01T10:00:00Z'


@pytest.mark.parametrize(
    'text', ['2', 'h', '2H', '2 h', '-2h', '1h30m', '123456s', '\u0662h', 'Today']
)
def test_other_words_are_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match='how long ago: 30m, 2h, 3d, today'):
        timestamps.timestamp(text)


@pytest.mark.parametrize(
    ('text', 'timestamp'),
    [
        ('2026-01-31', datetime.datetime(2026, 1, 31)),
        ('2026-01-31T12:30:00', datetime.datetime(2026, 1, 31, 12, 30)),
        ('2026-01-31T12:30:00-02:00', datetime.datetime(2026, 1, 31, 14, 30)),
        ('-1', datetime.datetime(2025, 12, 31, 12)),
        ('+2', datetime.datetime(2026, 1, 3, 12)),
    ],
)
def test_timestamp_is_worked_out_with_its_clock(text: str, timestamp: datetime.datetime) -> None:
    found = timestamps.Timestamp(text)
    found.bind(Environment(clock=Clock(now=lambda: NOON)))
    assert found.resolve() == timestamp


def test_timestamp_is_worked_out_with_the_time_of_the_computer_unless_it_is_bound_a_clock() -> None:
    before = datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
    assert timestamps.Timestamp('+0').resolve() >= before
    assert str(timestamps.Timestamp('2026-01-31')) == '2026-01-31'
    bound = timestamps.Timestamp('+1')
    bound.bind(Environment(clock=Clock(now=lambda: NOON)))
    assert str(bound) == '2026-01-02'
