"""Tests of tables on a terminal, as users see them."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest

from novaclient_mv import shell
from novaclient_mv.cli.terminal.screen import Screen
from novaclient_mv.clouds import text_width
from novaclient_mv.clouds.environment import Environment
from unit_tests import records
from unit_tests.nova import SANDBOX, Nova, Result, Stream
from unit_tests.scripted import ScriptedCloud

UTF8 = {'LANG': 'en_US.UTF-8'}
WIDE_LINES = (
    ('server-list',),
    ('baremetal-node-list', '--long'),
    ('migration-list',),
    ('version-list',),
    ('command-list',),
    ('flavor-list',),
    ('server-show', 'web'),
)
LONG = 'z-name-that-is-so-long-that-nothing-else-has-room-beside-it'


def plain(text: str) -> str:
    """A text without its colours."""
    return re.sub(r'\x1b\[\d+m', '', text)


def at(
    nova: Nova, width: int, *words: str, cloud: ScriptedCloud | str = SANDBOX, **env: str
) -> Result:
    """The result of a line on a terminal of this many columns."""
    env = {'COLUMNS': str(width), **UTF8, **env}
    return nova(*words, cloud=cloud, env=env, is_terminal=True)


@pytest.fixture
def servers(cloud: ScriptedCloud) -> ScriptedCloud:
    """A cloud with two servers."""
    rows: list[Any] = [
        records.server(1),
        records.server(2, LONG, status='ERROR', addresses={}, **{'OS-EXT-STS:power_state': 4}),
    ]
    cloud.on('GET', '/servers/detail', {'servers': rows})
    return cloud


@pytest.mark.parametrize('width', [80, 200])
@pytest.mark.parametrize('words', WIDE_LINES, ids=lambda words: words[0])
def test_no_line_is_wider_than_the_terminal(nova: Nova, words: tuple[str, ...], width: int) -> None:
    create = ('server-create', '--flavor', '1', '--image', 'cirros', '--nic', 'auto', 'web')
    assert nova(*create, cloud=SANDBOX).status == 0
    result = at(nova, width, *words)
    assert result.status == 0
    assert result.out
    lines = plain(result.out).splitlines()
    assert [line for line in lines if text_width.of(line) > width] == []


def test_list_fits_with_a_note_on_what_is_left_out(nova: Nova, servers: ScriptedCloud) -> None:
    result = at(nova, 80, 'server-list', cloud=servers)
    assert plain(result.out).splitlines() == [
        'ID                                    Name                  Status  Networks',
        '────────────────────────────────────  ────────────────────  ──────  ────────────',
        f'{records.server_id(1)}  web1                  ACTIVE  private=',
        '                                                                    10.0.0.3',
        f'{records.server_id(2)}  z-name-that-is-so-    ERROR   -',
        '                                      long-that-nothing-',
        '                                      else-has-room-',
        '                                      beside-it',
    ]
    note = 'Hidden to fit: Power State. --wide shows all.'
    assert result.message == f'nova-mv: {note}'
    assert at(nova, 80, '--quiet', 'server-list', cloud=servers).err == ''


def test_messages_that_go_elsewhere_have_no_note(nova: Nova, servers: ScriptedCloud) -> None:
    messages = Stream()
    surroundings = Environment(
        variables={**nova.variables(servers, {'COLUMNS': '80'}), **UTF8},
        stdout=Stream(is_terminal=True),
        stderr=messages,
    )
    assert shell.run(('server-list',), surroundings) == 0
    assert messages.getvalue() == ''


def test_columns_that_were_asked_for_are_all_shown(nova: Nova, servers: ScriptedCloud) -> None:
    result = at(nova, 40, 'server-list', '-c', 'name,id,status,power_state', cloud=servers)
    assert result.err == ''
    assert all(text in plain(result.out) for text in ('ID:', 'Name', 'Status', 'Power'))


def test_style_nova_is_the_table_of_a_pipe(nova: Nova, servers: ScriptedCloud) -> None:
    for words in (('server-list',), ('server-show', records.server_id(1)), ('version-list',)):
        records.add_server(servers, records.server(1, image=''))
        in_a_pipe = nova(*words, cloud=servers).out
        assert at(nova, 80, '--style', 'nova', *words, cloud=servers).out == in_a_pipe
        assert at(nova, 80, *words, cloud=servers, NOVA_MV_STYLE='nova').out == in_a_pipe
        plain_again = at(nova, 80, '--style', 'plain', *words, cloud=servers, NOVA_MV_STYLE='nova')
        assert '+--' not in plain_again.out


def test_pipe_knows_no_looks(nova: Nova, servers: ScriptedCloud) -> None:
    looks = ('--wide', '--short-ids', '--color', 'always', '--style', 'plain')
    assert nova('server-list', *looks, cloud=servers) == nova('server-list', cloud=servers)


def test_machine_formats_know_no_looks(nova: Nova, servers: ScriptedCloud) -> None:
    looks = ('--wide', '--short-ids', '--color', 'always')
    for format in ('json', 'yaml', 'csv', 'value', 'ndjson'):
        in_a_pipe = nova('server-list', '-f', format, cloud=servers).out
        assert at(nova, 80, 'server-list', '-f', format, *looks, cloud=servers).out == in_a_pipe
    query = ('server-list', '--query', '[].id')
    assert at(nova, 80, *query, *looks, cloud=servers).out == nova(*query, cloud=servers).out


@pytest.mark.parametrize('variable', ['NOVA_MV_STYLE', 'NOVA_MV_COLOR'])
def test_looks_that_do_not_exist_are_refused_before_a_request(
    nova: Nova, servers: ScriptedCloud, variable: str
) -> None:
    result = at(nova, 80, 'server-list', cloud=servers, **{variable: 'loud'})
    assert (result.status, servers.requests) == (2, [])
    assert result.message.startswith(f"nova-mv: {variable} is 'loud', which is not one of ")


@pytest.mark.parametrize(
    ('options', 'env', 'is_coloured'),
    [
        ((), {}, True),
        ((), {'NO_COLOR': '1'}, False),
        ((), {'TERM': 'dumb'}, False),
        ((), {'NOVA_MV_COLOR': 'never'}, False),
        (('--color', 'never'), {}, False),
        (('--color', 'always'), {'NO_COLOR': '1', 'TERM': 'dumb'}, True),
        (('--color', 'auto'), {'NOVA_MV_COLOR': 'never'}, True),
        (('--color', 'auto'), {'NO_COLOR': '1'}, False),
    ],
)
def test_statuses_have_colours_where_they_are_wanted(
    nova: Nova,
    servers: ScriptedCloud,
    options: tuple[str, ...],
    env: dict[str, str],
    is_coloured: bool,
) -> None:
    out = at(nova, 120, *options, 'server-list', cloud=servers, **env).out
    assert ('\x1b[32mACTIVE\x1b[0m' in out) is is_coloured
    assert ('\x1b[31mERROR\x1b[0m' in out) is is_coloured
    assert ('\x1b' in out) is is_coloured
    assert '\x1b[31mShutdown' not in out


@pytest.mark.parametrize(
    ('env', 'is_ascii'),
    [
        ({'LANG': 'en_US.UTF-8'}, False),
        ({'LANG': 'C.UTF-8'}, False),
        ({'LC_ALL': 'C.UTF-8'}, False),
        ({'LC_CTYPE': 'de_DE.UTF-8', 'LANG': 'C'}, False),
        ({'LANG': ''}, True),
        ({'LANG': 'C'}, True),
        ({'LANG': 'C', 'LC_CTYPE': 'C.UTF-8'}, True),
        ({'LC_ALL': 'POSIX', 'LANG': 'en_US.UTF-8'}, True),
    ],
)
def test_lines_are_of_ascii_in_the_c_locale(
    nova: Nova, servers: ScriptedCloud, env: dict[str, str], is_ascii: bool
) -> None:
    out = at(nova, 120, 'server-list', cloud=servers, **env).out
    assert out.isascii() is is_ascii


@pytest.mark.parametrize(('encoding', 'is_ascii'), [('latin-1', True), ('UTF8', False)])
def test_lines_are_ascii_where_the_output_has_few_characters(encoding: str, is_ascii: bool) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding)
    assert Screen.of(Environment(UTF8, stdout=stream)).is_ascii is is_ascii


def test_wide_letters_stand_in_columns(nova: Nova, cloud: ScriptedCloud) -> None:
    rows = [
        records.server(1, '漢字テスト'),
        records.server(2, 'e\u0301'),
        records.server(3, 'plain'),
    ]
    cloud.on('GET', '/servers/detail', {'servers': rows})
    lines = plain(at(nova, 120, 'server-list', cloud=cloud).out).splitlines()
    places = {text_width.of(line.partition('ACTIVE')[0]) for line in lines[2:]}
    assert places == {text_width.of(lines[0].partition('Status')[0])}


def test_hostile_name_is_one_line_of_text(nova: Nova, cloud: ScriptedCloud) -> None:
    name = 'a\n[red]b[/red]\x1b[31m:smile:'
    cloud.on('GET', '/servers/detail', {'servers': [records.server(1, name)]})
    out = at(nova, 200, '--color', 'never', 'server-list', cloud=cloud).out
    assert '  a\\n[red]b[/red]\\x1b[31m:smile:  ACTIVE' in out
    assert len(out.splitlines()) == 3


def test_rows_of_several_clouds_stand_in_one_table(nova: Nova, servers: ScriptedCloud) -> None:
    entry = f'auth: {json.dumps(servers.credentials())}, region_name: {servers.region}'
    nova.cloud_file(f'clouds:\n  one: {{{entry}}}\n  two: {{{entry}}}\n')
    result = nova(
        *('--os-cloud', 'one,two', 'server-list'), env={'COLUMNS': '80', **UTF8}, is_terminal=True
    )
    assert result.status == 0, result.err
    lines = plain(result.out).splitlines()
    assert lines[0].split()[:3] == ['Cloud', 'ID', 'Name']
    assert {line.split()[0] for line in lines if records.server_id(1) in line} == {'one', 'two'}
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize('width', [80, 200])
def test_matrix_of_many_clouds_shows_all_of_them_below_each_other(
    nova: Nova, servers: ScriptedCloud, width: int
) -> None:
    names = [f'a_longer_cloud_{number}' for number in range(12)]
    entry = f'auth: {json.dumps(servers.credentials())}, region_name: {servers.region}'
    nova.cloud_file('clouds:\n' + ''.join(f'  {name}: {{{entry}}}\n' for name in names))
    words = ('--os-cloud', 'all', 'version-matrix', '--feature', 'server-list')
    env = {'COLUMNS': str(width), **UTF8}
    result = nova(*words, env=env, is_terminal=True)
    assert result.err == ''
    lines = plain(result.out).splitlines()
    assert max(map(text_width.of, lines)) <= width
    heads = ' '.join(line for line in lines if line.startswith('Feature'))
    assert [name for name in heads.split() if name.startswith('a_long')] == names
    wide = plain(nova(*words, '--wide', env=env, is_terminal=True).out)
    assert len([line for line in wide.splitlines() if line.startswith('Feature')]) == 1


def test_pieces_of_a_long_list_have_the_same_columns(nova: Nova, cloud: ScriptedCloud) -> None:
    rows = [records.server(number, 'x' * (number % 30 + 1)) for number in range(450)]
    cloud.on('GET', '/servers/detail', {'servers': rows})
    lines = plain(at(nova, 120, 'server-list', cloud=cloud).out).splitlines()
    assert len(lines) == 452
    assert len({line.index('ACTIVE') for line in lines[2:]}) == 1


def test_list_without_rows_says_so(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('GET', '/servers/detail', {'servers': []})
    for words in (('server-list',), ('server-list', '-c', 'name')):
        result = at(nova, 80, *words, cloud=cloud)
        assert (result.status, result.out, result.err) == (0, 'Nothing found.\n', '')
    assert nova('server-list', cloud=cloud).out.startswith('+----+')
    assert at(nova, 80, 'server-metadata-list', 'web-1').out == 'Nothing found.\n'


@pytest.mark.parametrize(
    'words', [('version-changes', '2.90', '2.96'), ('policy-changes', 'yoga', 'bobcat')]
)
def test_text_has_lines_as_wide_as_the_terminal(nova: Nova, words: tuple[str, ...]) -> None:
    for width in (60, 80, 200):
        lines = plain(at(nova, width, *words).out).splitlines()
        fitting = [
            line for line in lines if len(line) <= min(width, 100) or ' ' not in line.strip()
        ]
        assert fitting == lines
    in_a_pipe = nova(*words, cloud=SANDBOX, env={'COLUMNS': '60'}).out
    assert 80 < max(map(len, in_a_pipe.splitlines())) <= 100
