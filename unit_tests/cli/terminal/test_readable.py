"""Tests of values as people read them: lists and mappings, times, short ids."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from novaclient_mv.cli.terminal import canvas, readable, statuses
from novaclient_mv.cli.terminal.screen import Screen
from unit_tests.cli.terminal.test_terminal_table import at, plain
from unit_tests.nova import SANDBOX, Nova

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ('value', 'text'),
    [
        (['fake', 'no-bios'], 'fake, no-bios'),
        ({'VCPU': 2, 'MEMORY_MB': 4096}, 'VCPU=2, MEMORY_MB=4096'),
        ({'hw:cpu_policy': 'dedicated'}, 'hw:cpu_policy=dedicated'),
        ([{'id': 0, 'time': 7}, {'id': 1}], 'id=0, time=7; id=1'),
        ({'a': {'b': 1}, 'c': [], 'd': None}, 'a={"b": 1}, c=-, d=-'),
        (['one, two', ''], '"one, two", ""'),
        ({'a=b': 'c;d'}, '"a=b"="c;d"'),
        ([], ''),
        ({}, ''),
    ],
)
def test_list_or_mapping_is_written_as_people_do(value: object, text: str) -> None:
    assert readable.text(value) == text


@given(st.lists(VALUES, max_size=3) | st.dictionaries(st.text(max_size=5), VALUES, max_size=3))
def test_value_is_one_line_whatever_is_in_it(value: object) -> None:
    assert '\n' not in readable.text(value)


def test_mappings_of_a_property_have_a_line_each() -> None:
    assert readable.of_property([{'id': 0}, {'id': 1}]) == 'id=0\nid=1'
    assert readable.of_property([{'id': 0}]) == 'id=0'
    assert readable.of_property('text') == 'text'


def test_terminal_shows_no_value_as_python_writes_it(nova: Nova) -> None:
    for words in (
        ('aggregate-create', 'racks'),
        ('aggregate-set-metadata', '1', 'rack=9'),
        ('aggregate-add-host', '1', 'host1'),
        ('flavor-key', 'm1.tiny', 'set', 'hw:cpu_policy=dedicated'),
        ('server-group-create', 'group', 'anti-affinity', '--rule', 'max_server_per_host=2'),
    ):
        assert nova(*words, cloud=SANDBOX).status == 0, words
    for words, text in (
        (('aggregate-show', 'racks'), 'rack=9'),
        (('flavor-list', '--extra-specs'), 'hw:cpu_policy=dedicated'),
        (('server-group-list',), 'max_server_per_host=2'),
        (('quota-show', '--detail'), 'In Use'),
        (('placement-inventory-list', 'host1'), 'VCPU'),
        (('baremetal-driver-show', 'fake-hardware'), 'fake, no-bios'),
    ):
        shown = plain(at(nova, 200, *words).out)
        assert text in shown
        assert not {'{', "'", '['} & {*shown}, words
        in_a_pipe = nova(*words, cloud=SANDBOX).out
        assert at(nova, 200, '--style', 'nova', *words).out == in_a_pipe


def test_one_resource_is_shown_with_its_properties_below_each_other(nova: Nova) -> None:
    words = ('flavor-create', 'large', 'auto', '16384', '40', '8')
    shown = plain(at(nova, 80, *words).out)
    assert shown.splitlines()[0].split() == ['Name', 'large']
    assert nova('flavor-create', 'wide', '9', '1', '1', '1', cloud=SANDBOX).out.startswith('+----')


# -- times --


@pytest.fixture
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


@pytest.mark.usefixtures('zone')
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
    assert readable.time(text, is_local=True) == expected


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
    assert readable.time(text) == expected
    assert readable.time(expected) == expected


@given(st.text(max_size=30))
@example('٢026-01-31T12:00:00Z')
def test_other_texts_stay(text: str) -> None:
    assert readable.time(text) == readable.time(text, is_local=True) == text


@pytest.mark.usefixtures('zone')
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


# -- ids --


ONE, LIKE_ONE = '12345678-9abc-4def-8000-000000000001', '12345678-9abc-4def-9000-000000000001'
OTHER = '22345678-9abc-4def-8000-000000000001'
NEAR = st.builds('12345678-9abc-4def-8000-0000000000{:02x}'.format, st.integers(0, 9))


@given(st.lists(st.lists(st.uuids().map(str) | NEAR | st.text(max_size=9), max_size=6), max_size=4))
def test_different_ids_of_a_table_stay_different(columns: list[list[str]]) -> None:
    short = readable.with_short_ids(columns)
    pairs = {
        pair
        for before, after in zip(columns, short, strict=True)
        for pair in zip(before, after, strict=True)
    }
    ids = {(before, after) for before, after in pairs if len(before) >= 32}
    assert all(before.startswith(after) and len(after) >= 8 for before, after in ids)
    assert len({after for _, after in ids}) == len({before for before, _ in ids})
    assert all(before == after for before, after in pairs - ids)


def test_ids_have_eight_characters_where_these_tell_them_apart() -> None:
    assert readable.with_short_ids([[ONE, OTHER], ['web', ONE]]) == [
        ['12345678', '22345678'],
        ['web', '12345678'],
    ]
    assert readable.with_short_ids([[ONE, LIKE_ONE]]) == [[ONE[:20], LIKE_ONE[:20]]]


# -- colours of statuses --


COLOURS = {
    'green': (
        *('ACTIVE', 'Running', 'available', 'up', 'enabled', 'completed', 'in-use', 'power on'),
    ),
    'red': ('ERROR', 'Crashed', 'down', 'deploy failed', 'clean failed', 'error', 'failed'),
    'yellow': (
        *('BUILD', 'REBUILD', 'REBOOT', 'HARD_REBOOT', 'RESIZE', 'VERIFY_RESIZE', 'MIGRATING'),
        *('spawning', 'powering-off', 'wait call-back', 'clean wait', 'pre-migrating', 'queued'),
        *('deleting', 'image_pending_upload', 'reboot_started', 'attaching', 'saving'),
    ),
    '': ('SHUTOFF', 'Shutdown', 'PAUSED', 'SUSPENDED', 'DELETED', 'power off', 'enroll', '-', ''),
}


@pytest.mark.parametrize('color', COLOURS)
def test_status_has_the_colour_of_its_kind(color: str) -> None:
    found = {text: statuses.style_of(text) for text in COLOURS[color]}
    assert found == dict.fromkeys(COLOURS[color], color)


def test_titles_say_which_columns_have_statuses() -> None:
    for title in ('Status', 'Power State', 'Provisioning State', 'status'):
        assert statuses.tells_status(title)
    for title in ('Name', 'Estate', 'Statusful'):
        assert not statuses.tells_status(title)


@pytest.mark.parametrize(
    ('style', 'numbers'),
    [('bold', '1'), ('green', '32'), ('red reverse', '7;31'), ('yellow dim strike', '2;9;33')],
)
def test_style_is_between_its_sequences_where_there_are_colours(style: str, numbers: str) -> None:
    coloured, plain = canvas.Drawing(Screen(is_coloured=True)), canvas.Drawing(Screen())
    assert coloured.styled('web', style) == f'\x1b[{numbers}mweb\x1b[0m'
    assert plain.styled('web', style) == 'web'
