"""``-c`` and ``--query`` mean the same in every command: nothing is passed over in silence."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence

import pytest
import yaml

from novaclient_mv.cli.reading import columns, commands
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.read import Invocation, read
from novaclient_mv.resources import Field
from unit_tests import any_lines
from unit_tests.cli.running.test_dry_run import Run, User
from unit_tests.nova import SANDBOX, Nova

ENDLESS = ('sandbox-serve',)
"""Commands that end when the user ends them."""
FORMATS = ('table', 'csv', 'yaml', 'ndjson', 'json')


@pytest.fixture(scope='module')
def user(tmp_path_factory: pytest.TempPathFactory) -> Iterator[User]:
    home = tmp_path_factory.mktemp('home')
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(home)
        yield User(home)


@pytest.fixture(scope='module')
def lines(user: User) -> dict[str, list[str]]:
    """A line of each command that is taken, by the command's name."""
    return {command.name: _line(command, user) for command in commands.our_commands()}


def _line(command: Command, user: User) -> list[str]:
    if command.name == 'version-requires':
        return [command.name, '--', 'server-list']
    return any_lines.line_of(command, user.environment())


def with_options(line: Sequence[str], *options: str) -> list[str]:
    """A line with global options, which a command line behind ``--`` must not get."""
    return [*options, *line]


def invocation_of(line: Sequence[str], user: User) -> Invocation:
    return read(line, user.environment())


def own_columns(invocation: Invocation) -> Sequence[Field] | None:
    """The columns that a line has; none in it where only the answer tells them."""
    assert invocation.command is not None
    assert invocation.line is not None
    args = invocation.args_at(invocation.line.newest())
    return columns.fields_of(invocation.command.function, args)


def test_every_command_refuses_an_unknown_column(user: User, lines: dict[str, list[str]]) -> None:
    assert len(lines) == len({*commands.our_commands()})
    for name, line in lines.items():
        known = own_columns(invocation_of(line, user))
        if known is not None and not known:
            continue
        keys = ', '.join(field.key for field in known or ())
        run = user(*with_options(line, '-c', 'no_such_thing'))
        assert (run.status, run.out, run.writes) == (2, '', []), (line, run)
        expected = (
            f'nova-mv: {name} shows nothing that has columns.\n'
            if known is None
            else f'nova-mv: There is no column no_such_thing. There are: {keys}.\n'
        )
        assert run.err == expected, line


def test_chosen_column_alone_is_shown(user: User, lines: dict[str, list[str]]) -> None:
    count = 0
    for place, (name, line) in enumerate(lines.items()):
        if name in ENDLESS:
            continue
        known = own_columns(invocation_of(line, user))
        if not known:
            continue
        key, format = known[-1].key, FORMATS[place % len(FORMATS)]
        run = user(*with_options(line, '-f', format, '-c', key))
        # The cloud that has everything has no body that makes sense to every command.
        if run.status or run.out in ('', '[]\n'):
            continue
        count += 1
        title = known[-1].title
        assert columns_of(run, format) in ([key], [title]), (line, format, run.out)
    assert count > 120


def columns_of(run: Run, format: str) -> list[str]:
    """The columns of an output."""
    if format == 'csv':
        return next(csv.reader([run.lines[0]]))
    if format == 'table':
        return _columns_of_table(run.lines)
    rows = (
        [json.loads(line) for line in run.lines] if format == 'ndjson' else yaml.safe_load(run.out)
    )
    rows = rows if isinstance(rows, list) else [rows]
    return list(dict.fromkeys(key for row in rows for key in row))


def _columns_of_table(lines: Sequence[str]) -> list[str]:
    """The titles of a table, or the names in one of properties."""
    rows = [[cell.strip() for cell in line.strip('|').split('|')] for line in lines]
    titles, names = rows[1], rows[3:-1]
    return [name for name, *_ in names] if titles == ['Property', 'Value'] else titles


def test_what_shows_nothing_has_no_query(user: User, lines: dict[str, list[str]]) -> None:
    without = [each for each in commands.our_commands() if columns.shows_nothing(each.function)]
    assert {'server-tag-set', 'sandbox-serve'} <= {command.name for command in without}
    for command in without:
        run = user(*with_options(lines[command.name], '--query', '@'))
        told = f'nova-mv: {command.name} shows nothing to pick from.\n'
        assert (run.status, run.err, run.writes) == (2, told, []), command.name


@pytest.mark.parametrize(
    ('words', 'column', 'value'),
    [
        ('server-metadata-update web-1 Role db', 'Role', 'db'),
        ('server-metadata-list web-1', 'Role', 'db'),
        ('server-rescue web-1', 'name', 'web-1'),
        ('keypair-create --key-type ssh mine', 'name', 'mine'),
        (
            'server-create c --flavor m1.tiny --image cirros --nic none --return-reservation-id',
            'reservation_id',
            None,
        ),
        ('version-requires -- server-tag-list x', 'lowest', '2.26'),
        ('config-show', 'from', None),
        ('version-matrix --feature server-list', 'sandbox', 'yes'),
    ],
)
def test_names_and_values_of_all_kinds_can_be_chosen(
    nova: Nova, words: str, column: str, value: str | None
) -> None:
    if 'list' in words:
        nova('server-metadata-update', 'web-1', 'Role', 'db', cloud=SANDBOX)
    version = '2.53' if words.startswith('keypair') else None
    options = ('-f', 'csv', '-c', column)
    result = nova(*options, *words.split(), cloud=SANDBOX, version=version)
    assert (result.status, result.lines[0]) == (0, column), result.err
    assert value is None or result.lines[1:] == [value]


def test_column_that_only_the_answer_tells_is_refused_with_it(nova: Nova) -> None:
    result = nova('server-metadata-list', 'web-1', '-c', 'none', cloud=SANDBOX)
    assert (result.status, result.out) == (2, '')
    assert result.err.startswith('nova-mv: There is no column none. There are: ')
    # Of a write it is known before anything is sent.
    result = nova('server-metadata-update', 'web-1', 'a', 'b', '-c', 'none', cloud=SANDBOX)
    assert result.err == 'nova-mv: There is no column none. There are: a.\n'
    assert '"a"' not in nova('server-metadata-list', 'web-1', '-f', 'json', cloud=SANDBOX).out


def test_dry_runs_and_formats_of_a_command_have_no_columns(nova: Nova) -> None:
    result = nova('server-delete', 'x', '--dry-run', '-c', 'method', cloud=SANDBOX)
    told = 'nova-mv: server-delete --dry-run shows nothing that has columns.\n'
    assert (result.status, result.err) == (2, told)
    lint = ('version-lint', 'none', '-f', 'github')
    told = 'nova-mv: version-lint shows nothing that has columns.\n'
    assert nova(*lint, '-c', 'file').err == told
    assert nova(*lint, '--query', '@').err == 'nova-mv: The format github has no --query.\n'
