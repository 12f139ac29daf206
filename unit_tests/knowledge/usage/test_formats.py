"""Requests are read out of the lines that services, web servers and uWSGI write."""

from __future__ import annotations

import time

import pytest

from novaclient_mv import services
from novaclient_mv.knowledge.usage import usage_of_lines
from unit_tests.knowledge.usage import lines
from unit_tests.knowledge.usage.lines import access, own, uwsgi

HOSTILE = [
    access('-', r'\"' * 30_000, 'compute 2.53'),
    access('-', '').removesuffix('"') + r'\"' * 30_000,
    access('-', 'agent').removesuffix('"') + ', a 1.1' * 9_000,
    access('-', 'agent', request='GET /' + 'a' * 60_000).replace('" 200', ' 200'),
    *(part * (60_000 // len(part)) for part in ('[22/Nov/2026:', '[2026-11-22T', '[pid: ')),
    *(part * (60_000 // len(part)) for part in ('[pid: 1] a (', '[pid: 1] a () {', '\x1b[0')),
    uwsgi().partition(' => ')[0] + 'a' * 60_000,
    own(request='GET /' + 'a' * 60_000).replace('" status', ' status'),
    *(f'{lines.LOGGER} [{part}' * 1_500 for part in ('', '] ', '] a', '] a "GET /')),
    f'{lines.LOGGER} [x] ' + 'a' * 60_000,
    '\n'.join([own().partition(']')[0]] * 400),
    *(f'ironic.api [{part}' * 2_000 for part in ('', '] ', '] a', '] a - GET /')),
]


@pytest.mark.parametrize('text', HOSTILE, ids=lambda text: ascii(text[-24:]))
def test_time_for_a_line_is_in_proportion_to_its_length(text: str) -> None:
    # What is tried again from each of its places takes ten seconds or hours.
    start = time.process_time()
    for service in (services.COMPUTE, services.BAREMETAL):
        usage_of_lines(text.split('\n'), service)
    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    'line',
    [
        'Traceback (most recent call last):',
        '2026-11-22 01:31:34.288 3786 WARNING nova.api [-] "GET /servers" status: 200',
        own().split(' "')[0],
        own().split(' status')[0],
        '\x00\x01\x02',
        '[pid: 1]',
        '"' * 500,
    ],
)
def test_lines_of_no_format_are_counted_and_nothing_more(line: str) -> None:
    usage = usage_of_lines([own(), line, '', own()])
    assert (usage.requests, usage.unmatched) == (2, 1)


def test_line_that_is_cut_does_not_take_the_next_one_with_it() -> None:
    whole = own()
    for end in range(1, len(whole) - len(' microversion: 2.53 time: 0.336621')):
        usage = usage_of_lines([f'{whole[:end]}\n{whole}\n{whole}'])
        assert (usage.requests, usage.unmatched) == (2, 1), whole[:end]


def test_line_ends_of_windows_and_long_user_agents_are_cut_off() -> None:
    usage = usage_of_lines([own() + '\r', f'Nov 22 01:31:34 a x: {access("-", "a" * 5000)}'])
    assert (usage.requests, usage.unmatched) == (2, 0)
    assert usage.totals('user_agents') == {'a' * 300: 1}
