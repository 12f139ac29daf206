"""Numbers and timestamps as they are typed."""

from __future__ import annotations

import argparse
import datetime

import pytest

from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.types import numeric, timestamps
from novaclient_mv.clouds import words
from novaclient_mv.clouds.environment import Clock, Environment
from unit_tests import cases
from unit_tests.nova import NOON


@pytest.mark.parametrize(
    ('kind', 'text', 'value'),
    [
        (numeric.whole, '-1', -1),
        (numeric.whole, '0', 0),
        (numeric.count, '0', 0),
        (numeric.factor, '0.5', 0.5),
        (types.key_or_pair, 'a', ('a', None)),
        (types.key_or_pair, 'a=', ('a', '')),
        (types.key_or_pair, 'a=b=c', ('a', 'b=c')),
        (types.server_group_rule, 'max_server_per_host=3', ('max_server_per_host', 3)),
        (types.server_group_rule, 'a=3', ('a', '3')),
    ],
)
def test_value_is_read(kind: object, text: str, value: object) -> None:
    assert kind(text) == value  # type: ignore[operator]


@pytest.mark.parametrize(
    ('kind', 'text'),
    [
        (numeric.whole, '1.0'),
        (numeric.whole, ''),
        (numeric.count, '-1'),
        (numeric.factor, '0'),
        (numeric.factor, 'nan'),
        (numeric.factor, 'inf'),
        (numeric.factor, 'x'),
        (types.key_or_pair, '=b'),
        (types.server_group_rule, 'max_server_per_host=0'),
        (types.server_group_rule, 'a'),
        (timestamps.Timestamp, ''),
        (timestamps.Timestamp, '28'),
        (timestamps.Timestamp, '2026-13-01'),
    ],
)
def test_value_is_refused(kind: object, text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        kind(text)  # type: ignore[operator]


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
def test_timestamp_is_worked_out_with_the_clock_it_is_bound(
    text: str, timestamp: datetime.datetime
) -> None:
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


@pytest.mark.parametrize(
    'kind',
    [
        numeric.whole,
        numeric.count,
        numeric.factor,
        types.positive,
        types.page_limit,
        types.port,
        types.rotation,
        words.seconds,
        timestamps.Timestamp,
    ],
)
@cases.one_test_of('text', ['\u0663', '3\u0661', '+\u0663', '\uff13', '\u00b3'])
def test_digits_of_other_alphabets_are_no_number(kind: object, text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        kind(text)  # type: ignore[operator]
