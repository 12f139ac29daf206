"""Find commands by name: ours by rule, other packages' by entry point."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess

import pytest

from novaclient_mv import exceptions, services
from novaclient_mv.cli.reading import aliases, commands
from unit_tests import processes
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

ROOT = pathlib.Path(__file__).parents[3]


@pytest.mark.parametrize(
    ('name', 'module'),
    [
        ('server-list', 'server_list'),
        ('server-show', 'server'),
        ('server-tag-add', 'server_tag'),
        ('server-tag-delete-all', 'server_tag'),
        ('server-create', 'server_create'),
        ('keypair-list', 'keypair'),
        ('availability-zone-list', 'availability_zone'),
        ('list', 'server_list'),
        ('boot', 'server_create'),
        ('can-i', 'can_i'),
        ('version-list', 'version'),
        ('version-lint', 'version_lint'),
    ],
)
def test_the_module_is_named_by_the_longest_run_of_whole_words(name: str, module: str) -> None:
    found = commands.find(name)
    room = 'program' if module in ('can_i', 'version', 'version_lint') else 'v2'
    assert found.function.__module__ == f'novaclient_mv.{room}.commands.{module}'
    assert found.name == aliases.ALIASES.get(name, name)


OTHERS = (
    *('', '-', 'server', 'server-', 'serverlist', 'server_list', 'SERVER-LIST', 'do-server-list'),
    *('server-listing', 'ser-ver-list', '../server-list', 'server-list.py', 'server-l\u00efst'),
)


@pytest.mark.parametrize('name', OTHERS)
def test_other_names_are_unknown(name: str) -> None:
    with pytest.raises(exceptions.UnknownName) as raised:
        commands.find(name)
    assert raised.value.kind == 'command'
    assert raised.value.exit_status == 2


def test_names_inside_command_modules_are_no_commands() -> None:
    # Modules import functions and values; only their own do_* count.
    for name in ('server-arg', 'server-output', 'help-help', 'keypair-given'):
        with pytest.raises(exceptions.UnknownName):
            commands.find(name)


def test_the_error_of_an_unknown_command_is_there_for_programs(nova: Nova) -> None:
    said = json.loads(nova('--error-format', 'json', 'server-lst').err)
    assert (said['code'], said['status']) == ('unknown_command', 2)


def test_our_commands_are_in_order_and_each_is_there_once() -> None:
    names = [each.name for each in commands.our_commands()]
    assert names == sorted(set(names))
    of_services = {each.service.name for each in commands.our_commands()}
    assert of_services <= {each.name for each in services.SERVICES}
    for each in commands.our_commands():
        assert each.name.startswith(each.service.prefix), each.name


# -- commands of other packages --

OUTSIDE = """
from novaclient_mv.cli import output
from novaclient_mv.cli.arguments import arg
from novaclient_mv import api_versions


@api_versions.wraps('2.10')
@arg('name', metavar='<name>', help='Whom to greet.')
@arg('--loud', action='store_true', start_version='2.20', help='Louder.')
def do_greet(client, args):
    '''Greet someone, as another package does.'''
    loud = getattr(args, 'loud', False)
    text = f'hello {args.name} at {client.api_version}, {len(client.servers.list())} servers'
    return output.Text(text.upper() if loud else text)


def do_server_list(client, args):
    '''Take the place of another command.'''
    return output.Text('captured')
"""
ENTRY_POINTS = """[novaclient_mv.commands]
greet = outside_greeter:do_greet
server-list = outside_greeter:do_server_list
list = outside_greeter:do_server_list
broken = outside_greeter_that_is_not_there:do_it
"""


@pytest.fixture
def packages(tmp_path: pathlib.Path) -> pathlib.Path:
    """A folder with an installed package that brings a command."""
    folder = tmp_path / 'packages'
    info = folder / 'outside_greeter-1.0.dist-info'
    info.mkdir(parents=True)
    (folder / 'outside_greeter.py').write_text(OUTSIDE)
    (info / 'METADATA').write_text('Metadata-Version: 2.1\nName: outside-greeter\nVersion: 1.0\n')
    (info / 'entry_points.txt').write_text(ENTRY_POINTS)
    (info / 'RECORD').write_text('')
    return folder


def run(
    packages: pathlib.Path, cloud: ScriptedCloud, *words: str
) -> subprocess.CompletedProcess[str]:
    """Run ``nova-mv`` in a process that has the packages."""
    home = packages.parent
    path = os.pathsep.join([str(ROOT), str(packages)])
    return processes.python(
        '-m',
        'novaclient_mv',
        *words,
        env={'HOME': str(home), 'PYTHONPATH': path, **cloud.environ()},
        cwd=home,
    )


def test_a_command_of_another_package_runs_and_has_help(
    packages: pathlib.Path, cloud: ScriptedCloud
) -> None:
    done = run(packages, cloud, 'greet', 'world')
    assert (done.returncode, done.stdout) == (0, 'hello world at 2.53, 0 servers\n'), done.stderr
    assert cloud.versions_sent() == [('compute 2.53', '2.53')]
    done = run(packages, cloud, 'greet', 'world', '--lou')
    assert done.stdout == 'HELLO WORLD AT 2.53, 0 SERVERS\n'
    done = run(packages, cloud, 'help', 'greet')
    assert 'Greet someone, as another package does.' in done.stdout
    assert 'What: from 2.20 (Mitaka)\n  --loud' in done.stdout
    done = run(packages, cloud, 'help')
    assert '  greet  ' in done.stdout
    assert done.returncode == 0


def test_versions_hold_for_a_command_of_another_package(
    packages: pathlib.Path, cloud: ScriptedCloud
) -> None:
    done = run(packages, cloud, '--os-compute-api-version', '2.9', 'greet', 'world')
    assert done.returncode == 2
    assert 'greet needs API version 2.10 (Liberty) or later' in done.stderr
    assert cloud.wire() == []


def test_our_own_commands_win_over_the_same_name(
    packages: pathlib.Path, cloud: ScriptedCloud
) -> None:
    for name in ('server-list', 'list'):
        done = run(packages, cloud, name)
        assert done.returncode == 0
        assert 'captured' not in done.stdout
        assert 'Power State' in done.stdout
    done = run(packages, cloud, 'help')
    assert done.stdout.count('\n  server-list ') == 1
    assert 'Take the place' not in done.stdout


def test_a_package_that_cannot_be_imported_takes_nothing_else_with_it(
    packages: pathlib.Path, cloud: ScriptedCloud
) -> None:
    done = run(packages, cloud, 'greet', 'world')
    assert done.returncode == 0
    assert 'Traceback' not in done.stderr
    done = run(packages, cloud, 'broken')
    assert done.returncode == 2
    assert 'There is no command broken' in done.stderr
    assert 'Traceback' not in done.stderr


def test_a_command_of_ours_loads_no_other_package(
    packages: pathlib.Path, cloud: ScriptedCloud
) -> None:
    code = (
        'import sys; from novaclient_mv import shell; shell.main(["server-list"]); '
        'print("outside_greeter" in sys.modules)'
    )
    done = processes.python(
        '-c',
        code,
        env={
            'HOME': str(packages.parent),
            'PYTHONPATH': os.pathsep.join([str(ROOT), str(packages)]),
            **cloud.environ(),
        },
        check=True,
    )
    assert done.stdout.splitlines()[-1] == 'False'
