"""Tests of times in the zone of the user."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from novaclient_mv.cli.terminal import times
from unit_tests.cli.terminal.test_terminal_renderer import at, plain
from unit_tests.nova import SANDBOX, Nova


@pytest.fixture(scope='module', autouse=True)
def zone() -> Iterator[None]:
    """A zone with two offsets."""
    before = os.environ.get('TZ')
    os.environ['TZ'] = 'CET-1CEST,M3.5.0,M10.5.0/3'
    time.tzset()
    yield
    if before is None:
        del os.environ['TZ']
    else:
        os.environ['TZ'] = before
    time.tzset()


@pytest.mark.parametrize(
    ('text', 'expected'),
    [
        ('2026-01-31T12:00:00Z', '2026-01-31 13:00:00+01:00'),
        ('2026-07-31T12:00:00', '2026-07-31 14:00:00+02:00'),
        ('2026-07-31T23:30:00.123456', '2026-08-01 01:30:00+02:00'),
        ('2026-07-31 12:00:00.5+05:00', '2026-07-31 09:00:00+02:00'),
        ('2026-13-31T12:00:00Z', '2026-13-31T12:00:00Z'),
        ('0001-01-01T00:00:00+14:00', '0001-01-01T00:00:00+14:00'),
        ('2026-01-31', '2026-01-31'),
    ],
)
def test_time_is_shown_in_the_zone_of_the_user(text: str, expected: str) -> None:
    assert times.readable(text, is_local=True) == expected


@pytest.mark.parametrize(
    ('text', 'expected'),
    [
        ('2026-01-31T12:00:00Z', '2026-01-31 12:00:00Z'),
        ('2026-01-31T12:00:00.000000', '2026-01-31 12:00:00Z'),
        ('2026-01-31T12:00:00.276389+00:00', '2026-01-31 12:00:00Z'),
        ('2026-01-31 12:00:00+05:30', '2026-01-31 12:00:00+05:30'),
    ],
)
def test_time_is_shown_to_the_second(text: str, expected: str) -> None:
    assert times.readable(text) == expected
    assert times.readable(expected) == expected


@given(st.text(max_size=30))
@example('٢026-01-31T12:00:00Z')
def test_other_texts_stay(text: str) -> None:
    assert times.readable(text) == times.readable(text, is_local=True) == text


def test_option_localizes_times_on_a_terminal_only(nova: Nova) -> None:
    words = ('server-create', '--flavor', '1', '--image', 'cirros', '--nic', 'auto')
    name = '2026-01-01T12:00:00Z'
    nova(*words, name, cloud=SANDBOX)
    columns = ('server-list', '-c', 'name,created')
    out = plain(at(nova, 80, *columns, '--local-time').out)
    assert f'{name}  2026-01-01 13:00:00+01:00\n' in out
    assert plain(at(nova, 80, *columns, NOVA_MV_LOCAL_TIME='yes').out) == out
    assert f'{name}  2026-01-01 12:00:00Z\n' in plain(at(nova, 80, *columns).out)
    record = plain(at(nova, 80, 'server-show', name, '--local-time').out)
    created = next(line for line in record.splitlines() if line.startswith('  Created '))
    assert created.split()[1:] == ['2026-01-01', '13:00:00+01:00']
    assert f'  {name}\n' in record
    assert nova(*columns, '--local-time', cloud=SANDBOX) == nova(*columns, cloud=SANDBOX)
