"""Commands of other packages beside ours, and the service that each speaks to."""

from __future__ import annotations

import logging
import pathlib
from typing import Any

import pytest

from novaclient_mv import errors, services
from novaclient_mv.cli.reading import commands
from unit_tests.fictional import installed
from unit_tests.fictional.orchestra import ORCHESTRA
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

GREETER = '''
def do_greet(client, args):
    """Greet someone,
    loudly.

    More of it."""
'''
ENTRY_POINTS = """[novaclient_mv.commands]
greet_all = outside_greeter_in_process:do_greet
server-list = outside_greeter_in_process:do_greet
list = outside_greeter_in_process:do_greet
broken = outside_greeter_that_is_not_there:do_it
"""


@pytest.fixture
def greeter(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package that brings commands."""
    info = tmp_path / 'outside_greeter-1.0.dist-info'
    info.mkdir()
    (tmp_path / 'outside_greeter_in_process.py').write_text(GREETER)
    (info / 'METADATA').write_text('Metadata-Version: 2.1\nName: outside-greeter\nVersion: 1.0\n')
    (info / 'entry_points.txt').write_text(ENTRY_POINTS)
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.usefixtures('greeter')
def test_command_of_another_package_is_found_by_its_dashed_name() -> None:
    command = commands.find('greet-all')
    assert (command.name, command.service) == ('greet-all', services.COMPUTE)
    assert command.summary == 'Greet someone, loudly.'
    with pytest.raises(errors.UnknownName):
        commands.find('greet_all')
    ours = commands.find('list').function
    assert ours is commands.find('server-list').function
    assert ours.__module__ == 'novaclient_mv.v2.commands.server_list'


@pytest.mark.usefixtures('greeter')
def test_every_command_is_told_once_and_ours_come_first() -> None:
    every = commands.every_command()
    names = [command.name for command in every]
    ours = [command.name for command in commands.our_commands()]
    assert names[: len(ours)] == ours == sorted(ours)
    assert names.count('server-list') == names.count('greet-all') == 1
    assert 'list' not in names
    by_name = {command.name: command for command in every}
    assert by_name['server-list'].function.__module__.startswith('novaclient_mv.')


def test_service_of_a_command_is_that_of_the_longest_prefix() -> None:
    compute, both = services.COMPUTE, (ORCHESTRA, services.COMPUTE)
    assert commands.service_of('server-list') is compute
    assert commands.service_of('list', both) is compute
    assert commands.service_of(f'{ORCHESTRA.prefix}x', both) is ORCHESTRA
    assert commands.service_of('x', [ORCHESTRA]) is None
    assert commands.service_of('x', []) is None


def test_summary_of_a_command_without_help_is_empty() -> None:
    def do_it(client: Any, args: Any) -> None: ...

    assert commands.Command('it', do_it, services.COMPUTE).summary == ''


LIAR = '''
import sys
from novaclient_mv.cli.arguments import arg

@arg('word', metavar='<word>', choices=7, help='A word.')
def do_choose(client, args):
    """Choose."""

def do_fall(client, args):
    """Fall."""
    return 1 / 0

def do_leave(client, args):
    """Leave."""
    sys.exit(3)

def do_nothing():
    """Take nothing."""
'''
LIES = {
    'choose': 'TypeError',
    'fall': 'ZeroDivisionError: division by zero',
    'leave': 'RuntimeError: it ended the program with 3',
    'nothing': 'TypeError',
}


@pytest.fixture
def liar(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package whose commands fail, beside one that must not be imported for them."""
    info = tmp_path / 'outside_liar-1.0.dist-info'
    info.mkdir()
    (tmp_path / 'outside_liar.py').write_text(LIAR)
    (tmp_path / 'outside_slow.py').write_text('raise AssertionError("it is not asked for")')
    (info / 'METADATA').write_text('Metadata-Version: 2.1\nName: outside-liar\nVersion: 1.0\n')
    lines = [f'liar-{name} = outside_liar:do_{name}' for name in LIES]
    lines.append('slow-one = outside_slow:do_it')
    (info / 'entry_points.txt').write_text('\n'.join(['[novaclient_mv.commands]', *lines]))
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.usefixtures('liar')
@pytest.mark.parametrize('form', ['text', 'json'])
@pytest.mark.parametrize('name', LIES)
def test_failing_command_of_another_package_is_told_with_its_distribution(
    nova: Nova, cloud: ScriptedCloud, name: str, form: str, caplog: pytest.LogCaptureFixture
) -> None:
    words = ['a'] if name == 'choose' else []
    result = nova('--error-format', form, f'liar-{name}', *words, cloud=cloud)
    assert result.status == 1
    assert f'The command liar-{name} of outside-liar 1.0 failed on {LIES[name]}' in result.err
    assert 'unexpected' not in result.err
    assert len(result.err.splitlines()) == 1
    assert 'slow-one' not in caplog.text
    assert 'Traceback' in nova('--debug', f'liar-{name}', *words, cloud=cloud).err


@pytest.mark.usefixtures('liar')
def test_failing_entry_point_is_told_of_its_package(caplog: pytest.LogCaptureFixture) -> None:
    assert 'slow-one' not in {command.name for command in commands.outside_commands()}
    assert 'The entry point slow-one of outside-liar 1.0 cannot be loaded' in caplog.text


# -- packages that fail --


MODULES = {
    'fails': 'raise RuntimeError("\\x1b[2J" + "x" * 9999)',
    'leaves': 'import sys; sys.exit(3)',
    'is_silent': 'class Silent(Exception):\n  def __str__(self): raise ValueError\nraise Silent',
    'lies': """
class Lie:
    def __getattr__(self, name): raise RuntimeError(name)
    def __eq__(self, other): raise RuntimeError
    def __call__(self, *words): raise RuntimeError
lie, number = Lie(), 42
def do_it(client, args): pass
do_it.arguments = do_it.variants = do_it.writes = lie
def do_nothing(client, args): pass
do_nothing.variants = ()
""",
}
PLACES = {
    'fails': 'hostile_fails:x', 'leaves': 'hostile_leaves:x', 'silent': 'hostile_is_silent:x',
    'missing': 'hostile_is_not_there:x', 'absent': 'hostile_lies:absent', 'lie': 'hostile_lies:lie',
    'number': 'hostile_lies:number', 'server-list': 'hostile_lies:lie',
    'compute': 'hostile_lies:lie',
}  # fmt: skip


@pytest.fixture
def _hostile(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    more = {'do-it': 'hostile_lies:do_it', 'do-nothing': 'hostile_lies:do_nothing'}
    folder = installed.install(tmp_path / 'others', PLACES, {**PLACES, **more})
    for name, code in MODULES.items():
        (folder / f'hostile_{name}.py').write_text(code)
    monkeypatch.syspath_prepend(folder)


@pytest.mark.usefixtures('_hostile')
@pytest.mark.parametrize(
    ('words', 'status'),
    [
        (('--os-cloud', 'sandbox', 'server-list'), 0),
        (('help', 'server-list'), 0),
        (('help',), 0),
        (('command-list',), 0),
        (('complete', '--', 'server-l'), 0),
        (('translate', 'nova list'), 0),
        (('server-lst',), 2),
        (('no-such-command',), 2),
    ],
)
def test_command_of_ours_does_what_it_does(
    nova: Nova, words: tuple[str, ...], status: int, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        done = nova(*words)
    assert (done.status, 'unexpected' in done.err) == (status, False), done.err
    messages = [record.getMessage() for record in caplog.records]
    assert all(each.isprintable() and len(each) <= 500 for each in messages)
