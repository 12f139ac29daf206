"""Tests of ``--watch`` on a terminal: what is on its screen, and what stays."""

from __future__ import annotations

import io
import os
import re
import signal
from collections.abc import Callable
from typing import Any

import pytest

from novaclient_mv import shell
from novaclient_mv.clouds.environment import Environment
from unit_tests import records
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.pauses import Pauses, nothing
from unit_tests.screens import Screen
from unit_tests.scripted import ScriptedCloud, StartCloud

_IDS = r'[0-9a-f]{8}-[0-9a-f-]{27}'


class Terminal(io.StringIO):
    """A terminal that messages and output go to, and that shows what comes."""

    def __init__(self, columns: int, rows: int) -> None:
        super().__init__()
        self.screen = Screen(columns, rows)

    def write(self, text: str) -> int:
        """Show text as the driver of a terminal hands it on."""
        self.screen.write(text.replace('\n', '\r\n'))
        return len(text)

    def isatty(self) -> bool:
        """It is a terminal."""
        return True

    @property
    def rows(self) -> list[str]:
        """The lines of the screen, ids cut short."""
        return [re.sub(_IDS, 'ID', line) for line in self.screen.lines]


class User:
    """Somebody who watches servers of a cloud."""

    def __init__(self, nova: Nova, cloud: ScriptedCloud) -> None:
        self.nova = nova
        self.cloud = cloud
        self.servers: list[dict[str, Any]] = []
        self.terminal = Terminal(100, 24)
        self.variables = nova.variables(cloud, {'LANG': 'en_US.UTF-8'})
        self.err: Terminal | io.StringIO = self.terminal
        self.seen: list[list[str]] = []
        cloud.on('GET', '/servers/detail', lambda request: {'servers': self.servers})

    def look(self, *after: Callable[[], object]) -> Callable[[], None]:
        """Return a step in which the user looks at the screen, and something happens."""

        def step() -> None:
            self.seen.append(self.terminal.rows)
            for happen in after:
                happen()

        return step

    def watch(self, *words: str, steps: tuple[Callable[[], object], ...] = ()) -> int:
        """Watch a line until Ctrl-C; the status."""
        screen = self.terminal.screen
        self.variables |= {'COLUMNS': str(screen.columns), 'LINES': str(screen.rows)}
        clock = Pauses(*steps)
        environment = Environment(
            self.variables, stdout=self.terminal, stderr=self.err, clock=clock.clock()
        )
        return int(shell.run([*(words or ('server-list',)), '--watch'], environment))


@pytest.fixture
def user(nova: Nova, start_cloud: StartCloud) -> User:
    """A user of a cloud with two servers."""
    user = User(nova, start_cloud(maximum=NEWEST))
    user.servers = [server(1), server(2)]
    return user


def server(number: int, **fields: Any) -> dict[str, Any]:
    """A server that changed long ago."""
    return records.server(number, updated='2026-01-01T00:00:00Z', **fields)


def test_what_changed_is_marked_until_the_next_look(user: User) -> None:
    def change() -> None:
        user.servers = [server(3, status='BUILD'), server(1, status='SHUTOFF')]

    steps = (user.look(change), user.look(), user.look())
    status = user.watch('server-list', '--name', 'web', '-c', 'id,name,status', steps=steps)
    assert status == 0
    first, second, third = user.seen
    left, right = 'server-list --name web', f'API {NEWEST}  every 2 s  12:00:00'
    assert first == [
        f'{left}{right:>{100 - len(left)}}',
        '',
        '  ID                                    Name  Status',
        '  ────────────────────────────────────  ────  ──────',
        '  ID  web1  ACTIVE',
        '  ID  web2  ACTIVE',
    ]
    assert second[4:] == ['~ ID  web1  SHUTOFF', '- ID  web2  ACTIVE', '+ ID  web3  BUILD']
    assert third[4:] == ['  ID  web1  SHUTOFF', '  ID  web3  BUILD']
    assert user.terminal.screen.has_cursor
    assert not user.terminal.screen.is_other


@pytest.fixture(autouse=True)
def _noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Local times are those of the tests' clock, in UTC."""
    monkeypatch.setenv('TZ', 'UTC')


def test_colours_say_it_as_well(user: User) -> None:
    def change() -> None:
        user.servers = [server(3), server(1, status='ERROR')]

    user.watch('server-list', '--name', 'web', '-c', 'name,status', steps=(change,))
    written = user.terminal.screen.written
    assert '\x1b[33m~\x1b[0m web1  \x1b[7;31mERROR\x1b[0m' in written
    assert '\x1b[32m+\x1b[0m \x1b[1mweb3\x1b[0m  \x1b[1;32mACTIVE\x1b[0m' in written
    assert '\x1b[31m-\x1b[0m \x1b[2;9mweb2\x1b[0m  \x1b[2;9mACTIVE\x1b[0m' in written


@pytest.mark.parametrize('variable', ['NO_COLOR', 'NOVA_MV_COLOR'])
def test_without_colours_there_are_signs_only(user: User, variable: str) -> None:
    user.variables[variable] = 'never'

    def change() -> None:
        user.servers = [server(1, status='ERROR')]

    user.watch('server-list', '--name', 'web', '-c', 'name,status', steps=(user.look(change),))
    assert not re.search(r'\x1b\[[0-9;]*m', user.terminal.screen.written)


def test_what_was_there_comes_back_with_the_last_look_below_it(user: User) -> None:
    user.terminal.write('$ nova-mv server-list --watch\n')
    user.watch('server-list', '-c', 'name,status', steps=(user.look(),))
    assert user.seen[0][0].startswith('server-list')
    assert user.terminal.rows == [
        '$ nova-mv server-list --watch',
        'Name  Status',
        '────  ──────',
        'web1  ACTIVE',
        'web2  ACTIVE',
    ]


def test_rows_that_have_no_room_are_counted(user: User) -> None:
    user.terminal = user.err = Terminal(60, 10)
    user.servers = [server(number) for number in range(10, 50)]

    def change() -> None:
        user.servers[30] = server(40, status='ERROR')
        user.servers.append(server(50))

    words = ('server-list', '--name', 'web', '-c', 'name,status')
    user.watch(*words, steps=(user.look(change), user.look()))
    first, second = user.seen
    assert len(first) == len(second) == 10
    assert first[-2:] == ['  web14  ACTIVE', '  ... and 35 more']
    assert second[-1] == '  ... and 36 more, 2 of them changed'
    assert user.terminal.rows[-1] == '... and 35 more'
    assert user.terminal.screen.above == []


def test_rows_that_have_just_room_are_all_shown(user: User) -> None:
    user.terminal = user.err = Terminal(60, 10)
    user.servers = [server(number) for number in range(1, 7)]
    user.watch('server-list', '--name', 'web', '-c', 'name', steps=(user.look(),))
    assert [line.strip() for line in user.seen[0][-6:]] == [f'web{n}' for n in range(1, 7)]


def test_a_window_of_another_size_is_drawn_anew(user: User) -> None:
    user.terminal = user.err = Terminal(100, 12)

    def resize() -> None:
        user.terminal.screen.resize(50)
        user.variables['COLUMNS'] = '50'
        os.kill(os.getpid(), signal.SIGWINCH)

    before = signal.getsignal(signal.SIGWINCH)
    steps = (user.look(resize, user.look()), nothing)
    user.watch('server-list', steps=steps)
    wide, narrow = user.seen
    assert any('10.0.0.3' in line for line in wide)
    assert max(map(len, narrow)) <= 50
    assert len(narrow) <= 12
    assert 'Hidden to fit' in ' '.join(narrow)
    assert signal.getsignal(signal.SIGWINCH) is before


def test_a_failure_that_may_pass_stands_above_the_table(user: User) -> None:
    def fail() -> None:
        user.cloud.answer_next('GET', '/servers/detail', 'status:500')

    user.watch('server-list', '-c', 'name', steps=(user.look(fail), user.look(), user.look()))
    good, bad, good_again = user.seen
    assert bad[0] == good[0]
    assert bad[1].startswith('12:00:02: ')
    assert 'Trying again.' in ' '.join(bad[1:3])
    assert bad[-2:] == good[-2:]
    assert [line for line in good_again if 'Trying' in line] == []
    assert good_again[0].endswith('12:00:04')


def test_a_failure_that_ends_it_stands_below_the_last_look(user: User) -> None:
    def fail() -> None:
        user.cloud.on('GET', '/servers/detail', {'error': {'message': 'No.'}}, 403)

    assert user.watch('server-list', '-c', 'name', steps=(fail,)) == 4
    assert user.terminal.rows[:4] == ['Name', '────', 'web1', 'web2']
    assert user.terminal.rows[4].startswith('nova-mv: No')


def test_a_record_has_marks_at_what_changed(user: User) -> None:
    def show(**fields: Any) -> Callable[[], None]:
        return lambda: records.add_server(user.cloud, records.server(1, image='', **fields))

    show(fault='old')()
    user.terminal = user.err = Terminal(100, 60)
    change = show(status='ERROR', note='new')
    status = user.watch(
        'server-show', records.server_id(1), steps=(user.look(change), user.look(), user.look())
    )
    assert status == 0
    first, second, third = user.seen
    assert not any(line[:1] in '+~-' for line in first[1:] if line)
    marked = {re.sub(r'  +', ' ', line) for line in second[1:] if line[:1] in ('+', '~', '-')}
    assert marked == {'~ Status ERROR', '+ Note new', '- Fault old'}
    written = user.terminal.screen.written
    assert '\x1b[7;31mERROR\x1b[0m' in written
    assert not any(line[:1] in '+~-' for line in third[1:] if line)


def test_messages_are_on_the_screen_and_stay_below_what_is_left(user: User) -> None:
    words = ('server-list', '--host', 'h1', '-c', 'name')
    user.watch(*words, steps=(user.look(), user.look()))
    notice = '--host is ignored on this cloud: only administrators can filter by it'
    assert [screen[-1] for screen in user.seen] == [notice] * 2
    assert user.terminal.rows[-2:] == ['web2', f'nova-mv: {notice}']
    assert user.terminal.screen.written.count(f'nova-mv: {notice}') == 1


def test_names_of_others_do_not_act_on_the_terminal(user: User) -> None:
    user.servers = [server(1, name='a\x1b[2Jb'), server(2, name='c\nd')]
    user.watch('server-list', '--name', '\x1b[2J', '-c', 'name', steps=(user.look(),))
    (seen,) = user.seen
    assert seen[-2:] == ['  a\\x1b[2Jb', '  c\\nd']


@pytest.mark.parametrize('variables', [{'TERM': 'dumb'}, {}], ids=['dumb', 'debug'])
def test_what_changed_stands_below_what_was_there_where_nothing_can_be_replaced(
    user: User, variables: dict[str, str]
) -> None:
    def change() -> None:
        user.servers = [server(1)]

    user.variables |= variables
    words = ('server-list', '--host', 'h', '-c', 'name', *([] if variables else ['--debug']))
    user.terminal, user.err = Terminal(100, 999), Terminal(100, 999)

    def see_the_message() -> None:
        assert [line for line in user.err.rows if line.startswith('nova-mv: ')]

    assert user.watch(*words, steps=(see_the_message, change, nothing, nothing)) == 0
    rows = [line for line in user.terminal.rows if line.startswith((' ', '- ', 'server-list'))]
    assert [line[:11].strip() for line in rows] == [
        *('server-list', 'Name', '────', 'web1', 'web2'),
        *('server-list', 'Name', '────', 'web1', '- web2'),
    ]
    assert '\x1b[?' not in user.terminal.screen.written


def test_a_c_locale_has_ascii(user: User) -> None:
    user.variables['LC_ALL'] = 'C'
    user.watch('server-list', steps=(user.look(),))
    assert user.terminal.screen.written.isascii()


def test_a_pager_and_a_style_make_no_difference(user: User) -> None:
    user.variables |= {'NOVA_MV_PAGER': 'false', 'NOVA_MV_STYLE': 'nova'}
    assert user.watch('server-list', '-c', 'name', '--pager', steps=(user.look(),)) == 0
    assert user.seen[0][2:] == ['  Name', '  ────', '  web1', '  web2']


def test_ids_may_be_short_and_tables_wide(user: User) -> None:
    user.terminal = user.err = Terminal(40, 12)
    user.watch('server-list', '--short-ids', '--wide', steps=(user.look(),))
    (seen,) = user.seen
    assert seen[-2].startswith('  00000001  web1  ACTIVE')
    assert len(seen) == 7


@pytest.mark.parametrize('words', [('server-list', '-c', 'nmae'), ('server-list', '--color', 'x')])
def test_what_is_refused_leaves_the_screen_alone(user: User, words: tuple[str, ...]) -> None:
    assert user.watch(*words) == 2
    assert '\x1b[?' not in user.terminal.screen.written
    assert user.cloud.requests == []


def test_a_column_that_the_answer_lacks_is_said_and_ends_it(user: User) -> None:
    server_id = records.server_id(1)
    records.add_server(user.cloud, records.server(1))
    user.cloud.on('GET', f'/servers/{server_id}/metadata', {'metadata': {'role': 'web'}})
    words = ('server-metadata-list', server_id, '-c', 'rule')
    assert user.watch(*words, steps=(nothing,)) == 2
    assert [line for line in user.terminal.rows if 'There is no column rule' in line]


def test_ndjson_is_written_line_by_line_on_a_terminal_too(user: User) -> None:
    assert user.watch('server-list', '-f', 'ndjson', '-c', 'name', steps=(user.look(),)) == 0
    assert user.terminal.rows == [
        '{"change": "added", "name": "web1"}',
        '{"change": "added", "name": "web2"}',
    ]
