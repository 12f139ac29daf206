"""Find commands by name: ours by rule, other packages' by entry point."""

from __future__ import annotations

import json
import os
import pathlib
import re
import subprocess

import pytest

from novaclient_mv import exceptions, services, versions
from novaclient_mv.cli.reading import aliases, commands, declarations, index, index_file, tree
from novaclient_mv.services import SERVICES, Service
from unit_tests import processes
from unit_tests.fictional.orchestra import ORCHESTRA
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

ROOT = pathlib.Path(__file__).parents[3]


@pytest.mark.parametrize(
    ('name', 'module'),
    [
        ('server-list', 'server_list'),
        ('server-show', 'server'),
        ('server-tag-add', 'server_tag'),
        ('availability-zone-list', 'availability_zone'),
        ('list', 'server_list'),
        ('boot', 'server_create'),
        ('can-i', 'can_i'),
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
    # What modules of commands import.
    *('server-arg', 'server-output', 'help-help', 'keypair-given'),
)


@pytest.mark.parametrize('name', OTHERS)
def test_other_names_are_unknown(name: str) -> None:
    with pytest.raises(exceptions.UnknownName) as raised:
        commands.find(name)
    assert raised.value.kind == 'command'
    assert raised.value.exit_status == 2


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


def test_command_of_others_runs_and_has_help(packages: pathlib.Path, cloud: ScriptedCloud) -> None:
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


def test_our_commands_load_no_other_package(packages: pathlib.Path, cloud: ScriptedCloud) -> None:
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


# -- the table of commands --


def test_rows_of_the_table_equal_those_of_the_modules() -> None:
    expected = [index.row_of(command) for command in commands.our_commands()]
    assert list(index._ours()) == expected
    assert list(index._ours()) == expected


@pytest.fixture
def file(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> pathlib.Path:
    """Where the table is in this test."""
    file = tmp_path / 'commands.json'
    monkeypatch.setattr(index_file, 'path', lambda: str(file))
    return file


@pytest.mark.parametrize(
    'content',
    [
        *('', '{', '[]', '{}', '{"stamp": "of others", "commands": []}'),
        *('{"stamp": "built", "commands": {}}', None),
    ],
)
def test_without_a_table_of_these_modules_they_are_asked(
    nova: Nova, file: pathlib.Path, content: str | None
) -> None:
    expected = [nova('help').out, nova('bash-completion').out, nova('server-lst').err]
    if content is None:
        file.unlink()
    else:
        file.write_text(content, encoding='utf-8')
    assert index_file.read() is None
    shown = [nova('help').out, nova('bash-completion').out, nova('server-lst').err]
    assert shown == expected
    assert index_file.read() is not None


def test_folder_of_others_has_no_table(nova: Nova, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = nova('help').out
    monkeypatch.setattr(index_file, 'path', lambda: '/proc/nowhere/commands.json')
    assert nova('help').out == expected


def test_a_table_of_modules_that_changed_since_they_were_loaded_is_not_kept(
    nova: Nova, file: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_file, '_LOADED_AT', 0)
    assert nova('help').status == 0
    assert not file.exists()


def test_names_are_those_of_all_our_commands(file: pathlib.Path) -> None:
    rows = index.overview()[1]
    assert [row.name for row in rows] == [command.name for command in commands.our_commands()]
    stored = json.loads(file.read_text(encoding='utf-8'))
    assert [row[0] for row in stored['commands']] == [row.name for row in rows]


def test_an_overview_imports_no_module_of_a_command(tmp_path: pathlib.Path) -> None:
    from unit_tests.source import python

    code = """
import sys
from novaclient_mv import shell
shell.main(sys.argv[1:])
others = ('v2.commands.flavor', 'baremetal.v1.commands.node', 'v2.commands.keypair')
assert not any(f'novaclient_mv.{name}' in sys.modules for name in others)
"""
    for words in (['help'], ['bash-completion'], ['server-lst']):
        python(code, *words, HOME=str(tmp_path))


@pytest.mark.parametrize('service', [*SERVICES, ORCHESTRA], ids=lambda service: service.name)
def test_names_of_a_service_are_those_of_its_modules(service: Service) -> None:
    expected = [command.name for command in commands.commands_of([service])]
    assert expected
    assert index.names_of(service) == expected


# -- older names --


NOUNS = {
    *('agent', 'aggregate', 'availability', 'flavor', 'host', 'hypervisor', 'keypair', 'limits'),
    *('migration', 'quota', 'server', 'service', 'usage', 'version', 'instance', 'node'),
}


def test_canonical_names_begin_with_a_noun() -> None:
    for name in aliases.ALIASES.values():
        service = commands.service_of(name)
        assert service is not None
        assert name.removeprefix(service.prefix).split('-')[0] in NOUNS, name
        assert re.fullmatch('[a-z]+(-[a-z]+)+', name), name


def test_an_older_name_leads_to_a_canonical_one_at_once() -> None:
    for older, name in aliases.ALIASES.items():
        assert name not in aliases.ALIASES, older
        assert re.fullmatch('[a-z]+(-[a-z]+)*', older), older


def test_the_older_names_of_a_command_are_told() -> None:
    for name in set(aliases.ALIASES.values()):
        assert aliases.aliases_of(name) == [
            older for older, canonical in aliases.ALIASES.items() if canonical == name
        ]
    assert aliases.aliases_of('server-create') == ['boot']
    assert aliases.aliases_of('no-such') == []


def test_an_older_name_runs_the_same_command(nova: Nova, cloud: ScriptedCloud) -> None:
    assert nova('list', cloud=cloud) == nova('server-list', cloud=cloud)
    assert nova('list', '--limit', 'x') == nova('server-list', '--limit', 'x')


def test_errors_name_the_canonical_command(nova: Nova) -> None:
    assert nova('boot').err == 'nova-mv: server-create requires <name>.\n'
    assert nova('list', '--nothing-like').err.startswith('nova-mv: server-list has no option')


def test_every_older_name_whose_command_is_there_is_found() -> None:
    there = {each.name for each in commands.our_commands()}
    for older, name in aliases.ALIASES.items():
        if name in there:
            assert commands.find(older).name == name
        else:
            with pytest.raises(exceptions.UnknownName):
                commands.find(older)


def test_older_spellings_of_options_are_those_of_options_that_exist() -> None:
    for name, options in aliases.OPTION_SPELLINGS.items():
        declared = [argument for argument, _ in tree.every_argument(commands.find(name))]
        flags = {flag for argument in declared for flag in argument.flags}
        assert set(options) <= flags, name
        for option, spellings in options.items():
            assert not set(spellings) & flags, name
            for argument in declared:
                if argument.name == option:
                    assert argument.hidden_flags == spellings


def test_older_spellings_stand_in_the_table_only() -> None:
    for command in commands.our_commands():
        for variant in versions.variants_of(command.function):
            for argument in declarations.arguments_of(variant.func):
                assert argument.hidden_flags == (), command.name


@pytest.mark.parametrize(
    ('words', 'option'),
    [
        (('server-list', '--r', 'r-1'), ('reservation_id', 'r-1')),
        (('list', '--te', 'p1'), ('tenant_id', 'p1')),
        (('server-list', '--k', 'mine'), ('key_name', 'mine')),
    ],
)
def test_older_spelling_of_an_option_is_taken(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...], option: tuple[str, str]
) -> None:
    assert nova(*words, cloud=cloud).status == 0
    assert option in cloud.requests[-1].query


def test_option_without_older_spellings_has_none() -> None:
    assert aliases.spellings_of('server-list', '--host') == ('--h', '--ho', '--hos')
    assert aliases.spellings_of('server-list', '--none') == ()
    assert aliases.spellings_of('none', '--host') == ()
