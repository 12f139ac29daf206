"""Tests of progress on a terminal: waits, work on several targets, and long lists."""

from __future__ import annotations

import fcntl
import io
import struct
import termios
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from novaclient_mv import shell
from novaclient_mv.cli.running.progress import Count, TargetProgress
from novaclient_mv.cli.terminal.live import LiveLines, Size
from novaclient_mv.cli.terminal.progress_lines import ProgressLines
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.clouds.settings import Settings
from novaclient_mv.resources.work_status import DONE, FAILED
from unit_tests import records
from unit_tests.cli.running.test_wait import states
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova, Stream
from unit_tests.screens import Screen, drawings
from unit_tests.scripted import Answer, Request, ScriptedCloud, fault
from unit_tests.terminals import HOSTILE, Terminal, acting

OTHER, STOPPED = (
    {'status': 'ACTIVE', 'OS-EXT-STS:task_state': 'powering-off'},
    {'status': 'SHUTOFF'},
)


UTF8 = {'LANG': 'C.UTF-8'}


def display(**variables: str) -> tuple[Stream, ProgressLines]:
    """A display of progress, and the stream that it draws on."""
    stream = Stream(is_terminal=True)
    variables = {**UTF8, **variables}
    environment = Environment(variables=variables, stderr=stream)
    return stream, ProgressLines(Settings({}, OptionTable(), environment))


def stops(start_cloud: Any, number: int) -> tuple[ScriptedCloud, list[str]]:
    """A cloud that stops servers, and their ids."""
    cloud: ScriptedCloud = start_cloud(maximum=NEWEST)
    ids = [records.server_id(place) for place in range(1, number + 1)]
    for place, id in enumerate(ids, 1):
        looks = states(OTHER, OTHER, *[OTHER] * place, STOPPED, number=place)
        cloud.on('GET', f'/servers/{id}', looks)
    cloud.on('POST', '/servers/*/action', None, 202)
    return cloud, ids


def test_each_target_of_a_few_has_a_line(nova: Nova, start_cloud: Any) -> None:
    cloud, ids = stops(start_cloud, 2)
    broken = {'status': 'ERROR', 'fault': {'message': 'The disk is gone.'}}
    cloud.on('GET', f'/servers/{ids[0]}', states(OTHER, OTHER, OTHER, broken))
    result = nova('server-stop', *ids, '--wait', cloud=cloud, is_terminal=True)
    assert result.status == 8
    pages = drawings(result.err, 200)
    on_the_way = ['web1  ACTIVE [powering-off]', 'web2  ACTIVE [powering-off]']
    assert pages[:3] == [[*on_the_way, f'0 of 2 done ({second} s)'] for second in (0, 1, 2)]
    half = ['web1  ERROR The disk is gone.', on_the_way[1]]
    assert [*half, '0 of 2 done, 1 failed (5 s)'] in pages
    # At the end there is nothing but the messages.
    assert pages[-1] == [
        f'nova-mv: {ids[0]}: web1 went into error: The disk is gone.',
        'nova-mv: 1 of 2 failed.',
    ]


def test_time_moves_each_second_without_more_requests(nova: Nova, start_cloud: Any) -> None:
    seen = []
    for is_terminal in (False, True):
        cloud, ids = stops(start_cloud, 2)
        result = nova('server-stop', *ids, '--wait', cloud=cloud, is_terminal=is_terminal)
        seen.append(sorted(cloud.wire()))
    assert seen[0] == seen[1]
    told = [page[-1] for page in drawings(result.err) if page]
    assert [line for line in told if line.startswith('0 of 2')] == [
        f'0 of 2 done ({second} s)' for second in range(5)
    ]


def test_many_targets_have_a_bar_and_their_states(nova: Nova, start_cloud: Any) -> None:
    cloud, ids = stops(start_cloud, 12)
    env = {**UTF8, 'COLUMNS': '60'}
    result = nova('server-stop', *ids, '--wait', cloud=cloud, is_terminal=True, env=env)
    pages = drawings(result.err, 60)
    assert pages[0] == ['░' * 20 + ' 0 of 12 done (0 s)', '12 ACTIVE [powering-off]']
    half = '█' * 10 + '░' * 10 + ' 6 of 12 done ('
    states_then = {page[1] for page in pages if page and page[0].startswith(half)}
    assert states_then == {'6 SHUTOFF, 6 ACTIVE [powering-off]'}
    assert pages[-1] == []


def test_first_looks_at_many_targets_are_counted(nova: Nova, start_cloud: Any) -> None:
    cloud, ids = stops(start_cloud, 12)

    def look(request: Request) -> Any:
        # Looking up takes no time.
        if any(line.endswith('/action') for line in cloud.wire()):
            nova.clock.advance(0.2)
        return {'server': records.server(int(request.path[-36:-28], 16), **STOPPED)}

    cloud.on('GET', '/servers/*', look)
    result = nova('server-stop', *ids, '--wait', cloud=cloud, is_terminal=True, env=UTF8)
    assert result.status == 0
    told = [page[0].strip('█░ ') for page in drawings(result.err) if page]
    assert told
    assert all(' of 12 looked at (' in line for line in told)


@pytest.mark.parametrize('number', [30, 300])
def test_work_on_many_is_counted(nova: Nova, start_cloud: Any, number: int) -> None:
    cloud, ids = stops(start_cloud, number)

    def stop(request: Request) -> Any:
        nova.clock.advance(0.1)
        return fault(409, 'Locked.') if ids[2] in request.path else Answer(202, None)

    cloud.on('POST', '/servers/*/action', stop)
    result = nova('server-stop', *ids, cloud=cloud, is_terminal=True, env=UTF8)
    assert result.status == 8
    told = [page[0].strip('█░ ') for page in drawings(result.err) if page]
    counts = [line for line in told if line.startswith(tuple('0123456789'))]
    # Which counts are shown depends on how soon this thread sees the ends.
    assert any(f' of {number} done' in line for line in counts)
    message, *more = (line for line in told if line not in counts)
    assert message.startswith(f'nova-mv: {ids[2]}: Locked.')
    assert not more


def test_rows_of_a_long_list_are_counted_until_they_are_shown(nova: Nova, start_cloud: Any) -> None:
    cloud = start_cloud(maximum=NEWEST)

    def page(request: Request) -> Any:
        nova.clock.advance(1.0)
        marker = dict(request.query).get('marker')
        first = 1 if marker is None else int(marker[:8], 16) + 1
        rows = [records.server(number) for number in range(first, min(first + 500, 1251))]
        link = f'{records.LINK_HOST}/v2.1/servers/detail?marker={rows[-1]["id"]}' if rows else ''
        links = [{'rel': 'next', 'href': link}] if first < 1200 else []
        return {'servers': rows, 'servers_links': links}

    cloud.on('GET', '/servers/detail', page)
    result = nova('server-list', cloud=cloud, is_terminal=True, env=UTF8)
    assert result.status == 0
    pages = drawings(result.err)
    assert pages[0] == ['100 rows…']
    assert ['1,200 rows…'] in pages
    assert pages[-1] == [] or pages[-1][0].startswith('nova-mv: ')
    for words in (('-f', 'ndjson'), ('--quiet',), ('-f', 'value', '-c', 'id')):
        assert nova('server-list', *words, cloud=cloud, is_terminal=True).err == ''


@pytest.mark.parametrize(
    ('words', 'env'), [(('--quiet',), {}), ((), {'TERM': 'dumb'}), (('--debug',), {})]
)
def test_nothing_is_drawn_where_it_is_not_wanted(
    nova: Nova, start_cloud: Any, words: tuple[str, ...], env: dict[str, str]
) -> None:
    cloud, ids = stops(start_cloud, 2)
    result = nova('server-stop', *ids, '--wait', *words, cloud=cloud, is_terminal=True, env=env)
    assert result.status == 0
    assert '\x1b' not in result.err
    if '--debug' not in words:
        assert result.err == ''


def test_ctrl_c_leaves_the_message_alone(nova: Nova, start_cloud: Any) -> None:
    cloud, ids = stops(start_cloud, 2)

    def stop(seconds: float) -> None:
        raise KeyboardInterrupt

    nova.clock.sleep = stop  # type: ignore[method-assign]
    result = nova('server-stop', *ids, '--wait', cloud=cloud, is_terminal=True)
    assert result.status == 130
    told = 'nova-mv: Interrupted. Still in progress on the cloud: '
    assert drawings(result.err, 200)[-1] == ['', f'{told}{", ".join(ids)}.']


def test_message_stands_above_what_is_drawn() -> None:
    stream, shown = display()
    shown.show_count(Count(12, 6, 0, 'looked up'), 1)
    environment = shown._environment
    environment.stderr.tell('Slow.')
    shown.show_count(Count(12, 12, 1, 'looked up'), 61)
    shown.clear()
    bars = '█' * 13 + '░' * 13, '█' * 23 + '█' * 3
    assert drawings(stream.getvalue()) == [
        [f'{bars[0]} 6 of 12 looked up (1 s)'],
        ['nova-mv: Slow.', f'{bars[1]} 11 of 12 looked up, 1 failed (1 min 1 s)'],
        ['nova-mv: Slow.'],
    ]


NODE = TargetProgress(
    'rack-1', 'cleaning', target_state='available', task='clean step erase, 2 of 3', percent=40
)


def test_signs_and_colours_are_those_of_the_terminal() -> None:
    lines = {}
    for name, variables in (
        ('colour', {'LANG': 'C.UTF-8'}),
        ('plain', {'LANG': 'C.UTF-8', 'NO_COLOR': '1'}),
        ('ascii', {'LC_ALL': 'C', 'NO_COLOR': '1'}),
    ):
        stream, shown = display(**variables)
        shown.show_targets([NODE], 3725)
        shown.show_targets([NODE] * 9, 5)
        lines[name] = stream.getvalue(), drawings(stream.getvalue())
    assert '\x1b[33mcleaning\x1b[0m' in lines['colour'][0]
    assert '\x1b[3' not in lines['plain'][0]
    assert lines['ascii'][0].isascii()
    told = 'cleaning → available [clean step erase, 2 of 3]'
    assert lines['plain'][1] == [
        [f'rack-1: {told} 40% (1 h 2 min)'],
        [f'{"░" * 26} 0 of 9 done (5 s)', f'9 {told}'],
    ]
    assert lines['ascii'][1][1] == [f'{"." * 26} 0 of 9 done (5 s)', f'9 {told.replace("→", "->")}']


def test_last_error_of_a_target_whose_work_continues_is_shown() -> None:
    stream, shown = display(NO_COLOR='1')
    shown.show_targets([NODE._replace(target_state='', task='', percent=0, reason='no disk')], 1)
    assert drawings(stream.getvalue())[-1] == ['rack-1: cleaning last error: no disk (1 s)']


def test_lines_fit_the_terminal_and_no_word_acts_on_it() -> None:
    target = TargetProgress(HOSTILE, HOSTILE, FAILED, HOSTILE, HOSTILE, reason=HOSTILE * 9)
    for columns in (1, 8, 33, 80):
        stream, shown = display(COLUMNS=str(columns), NO_COLOR='1')
        shown.show_targets([target, NODE, target._replace(outcome=DONE)], 3)
        shown.show_targets([target] * 9, 3)
        lines = [line for page in drawings(stream.getvalue(), 300) for line in page]
        assert all(len(line) < columns for line in lines)
    text = stream.getvalue()
    for own in ('\x1b[?7l', '\x1b[?7h', '\x1b[J', '\x1b[K', '\x1b[1A', '\x1b[3A', '\x1b[2A', '\r'):
        text = text.replace(own, '')
    assert acting(text) == []


def test_mistake_about_colours_does_not_end_begun_work(nova: Nova, start_cloud: Any) -> None:
    cloud, ids = stops(start_cloud, 2)
    env = {'NOVA_MV_COLOR': 'purple'}
    words = ('server-stop', *ids, '--wait', '-f', 'json')
    result = nova(*words, cloud=cloud, is_terminal=True, env=env)
    assert (result.status, drawings(result.err)[-1]) == (0, [])
    assert '\x1b[3' not in result.err


def test_strange_answer_about_one_is_shown_beside_the_others(nova: Nova, start_cloud: Any) -> None:
    cloud, ids = stops(start_cloud, 2)
    cloud.on('GET', f'/servers/{ids[0]}', states(OTHER, OTHER, {'status': ['odd']}))
    result = nova('server-stop', *ids, '--wait', cloud=cloud, is_terminal=True)
    assert result.status == 8
    assert any('1 of 2 done' in line for page in drawings(result.err) for line in page)
    assert f'{ids[1]}: web2' not in result.err


def test_low_window_has_a_bar_for_a_few() -> None:
    stream, shown = display(LINES='5')
    shown.show_targets([NODE, NODE], 3)
    assert drawings(stream.getvalue())[-1][0].endswith('0 of 2 done (3 s)')


def test_messages_in_a_pipe_have_no_progress(nova: Nova, start_cloud: Any) -> None:
    cloud, ids = stops(start_cloud, 2)
    out, err = Stream(is_terminal=True), Stream()
    environment = Environment(
        variables=nova.variables(cloud, {}),
        stdin=io.BytesIO(),
        stdout=out,
        stderr=err,
        clock=nova.clock.clock(),
        cwd=str(nova.home),
    )
    assert shell.run(['server-stop', *ids, '--wait'], environment) == 0
    assert err.getvalue() == ''
    assert out.getvalue().count('\n') == 4


# -- lines that are drawn in place --


LINES = some.lists(some.text('ab ─', max_size=20), max_size=9)


def live_on(screen: Screen) -> LiveLines:
    return LiveLines(screen.write, lambda: Size(screen.columns, screen.rows))


def trimmed(lines: list[str], columns: int | None = None) -> list[str]:
    """Lines without blanks at their ends, down to the last one with letters."""
    return '\n'.join(line[:columns].rstrip() for line in lines).rstrip('\n').split('\n')


def test_each_drawing_stands_in_place_of_the_one_before() -> None:
    screen = Screen()
    live = live_on(screen)
    screen.write('before\r\n')
    live.draw(['web1 BUILD', 'web2 BUILD', 'web3 BUILD'])
    assert screen.lines == ['before', 'web1 BUILD', 'web2 BUILD', 'web3 BUILD']
    assert screen.cursor == (1, 0)
    live.draw(['web1 ACTIVE', 'web2'])
    assert screen.lines == ['before', 'web1 ACTIVE', 'web2']
    live.clear()
    assert screen.lines == ['before']
    screen.write('after')
    assert screen.lines == ['before', 'after']


@given(before=LINES, drawings=some.lists(LINES, max_size=4), columns=some.integers(1, 30))
def test_only_what_was_drawn_goes(
    before: list[str], drawings: list[list[str]], columns: int
) -> None:
    screen = Screen(columns, 5)
    screen.write('\r\n'.join((*before, '')))
    untouched = trimmed([*screen.above, *screen.lines])
    live = live_on(screen)
    for lines in drawings:
        live.draw(lines)
        # Of a line that is too long, the last letter stands in the last column.
        shown = trimmed(screen.lines[screen.cursor[0] :], columns - 1)
        assert shown == trimmed(lines[:5], columns - 1)
    live.clear()
    assert trimmed([*screen.above, *screen.lines]) == untouched


@given(lines=LINES, columns=some.integers(1, 30), later=some.integers(1, 30))
def test_window_of_another_width_shows_no_rests(lines: list[str], columns: int, later: int) -> None:
    screen = Screen(columns, 300)
    screen.write('before\r\n')
    live = live_on(screen)
    live.draw(lines)
    screen.resize(later)
    live.draw(['x'])
    assert ''.join(screen.lines) == 'beforex'
    screen.resize(columns)
    live.clear()
    assert ''.join(screen.lines) == 'before'


def test_nothing_is_written_where_nothing_is_shown() -> None:
    screen = Screen()
    live = live_on(screen)
    live.clear()
    live.draw([])
    assert screen.written == ''


def test_size_is_that_of_the_terminal_now() -> None:
    with Terminal() as terminal:
        for rows, columns in ((24, 100), (7, 33)):
            size = struct.pack('HHHH', rows, columns, 0, 0)
            fcntl.ioctl(terminal.stream.fileno(), termios.TIOCSWINSZ, size)
            assert Size.of(terminal.stream.fileno, {}) == (columns, rows)
        assert Size.of(terminal.stream.fileno, {'COLUMNS': '20', 'LINES': '30'}) == (20, 7)
        assert Size.of(terminal.stream.fileno, {'COLUMNS': '', 'LINES': '²'}) == (33, 7)


@pytest.mark.parametrize('env', [{}, {'COLUMNS': '0', 'LINES': '-3'}])
def test_terminal_without_a_size_has_the_usual_one(env: dict[str, str]) -> None:
    with Terminal() as terminal:
        assert Size.of(terminal.stream.fileno, env) == (80, 24)
    assert Size.of(terminal.stream.fileno, env) == (80, 24)
