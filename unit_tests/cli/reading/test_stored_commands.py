"""Help from the table of arguments is, word for word, help from the modules."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

import novaclient_mv
from novaclient_mv.cli.reading import aliases, commands, index, stored_commands, window
from novaclient_mv.cli.reading.commands import Command
from unit_tests import command_index
from unit_tests.nova import Nova, Result

COMMANDS = tuple(commands.our_commands())
PACKAGE = pathlib.Path(novaclient_mv.__file__).parent


def test_table_is_what_the_modules_declare() -> None:
    recorded = command_index.ARGUMENTS.read_text(encoding='utf-8')
    assert recorded == command_index.text_of_arguments(), 'Run: python -m unit_tests.command_index'


def lines_of(command: Command) -> list[tuple[str, ...]]:
    """Command lines that ask for the help of a command, at each of its breakpoints and beside
    them, and some that ask for it badly or for something else.
    """
    name, option = command.name, command.service.version_option
    lines: list[tuple[str, ...]] = [('help', name), (name, '--help'), ('help', name, '-f', 'json')]
    lines += [('help', alias) for alias in aliases.aliases_of(name)]
    for epoch in window.epochs(command):
        for version in {str(epoch.start), str(epoch.end)}:
            lines += [('help', name, option, version), (name, '-h', option, version)]
            lines.append(('help', name, '--only', option, version))
    lines += [(name, *words) for words in (('--h',), ('--hel', '--nope'), ('-hx',), ('--he=x',))]
    lines += [(name, *words) for words in (('-h', '-f', 'nope'), ('-h', '--version'))]
    lines.append((name, '-h', '--os-nope', 'x'))
    return lines


def pages(nova: Nova, command: Command) -> dict[tuple[str, ...], Result]:
    """What each of those lines brings, and the pages at some widths."""
    results = {line: nova(*line) for line in lines_of(command)}
    for width in ('40', '60', '79', '101', '200'):
        line = ('help', command.name)
        results[*line, width] = nova(*line, env={'COLUMNS': width})
    return results


@pytest.mark.parametrize('command', COMMANDS, ids=lambda command: command.name)
def test_help_is_that_of_the_modules(
    nova: Nova, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    assert stored_commands.find(command.name) is not None
    stored = pages(nova, command)
    monkeypatch.setattr(stored_commands, '_file', lambda: os.devnull)
    assert stored_commands.find(command.name) is None
    assert pages(nova, command) == stored


def test_lines_that_only_look_like_asking_for_help_are_read_in_full(nova: Nova) -> None:
    # An abbreviation of --host, at the versions that have it.
    result = nova('server-list', '--h', 'x', '--limit', 'y')
    assert (result.status, result.out) == (2, '')
    assert result.err == nova('server-list', '--host', 'x', '--limit', 'y').err
    shown = nova('server-list', '--h', 'x', '--show-availability')
    assert shown == nova('server-list', '--show-availability')
    assert shown.status == 0


@pytest.mark.parametrize(
    'name', ['no-such', '', 'server_list', '"', 'fingerprint', 'server-create": ["compute"', 'é']
)
def test_what_is_no_command_is_not_in_the_table(name: str) -> None:
    assert stored_commands.find(name) is None


def test_code_of_a_stored_command_is_not_there() -> None:
    command = stored_commands.find('boot')
    assert command is not None
    assert command.name == 'server-create'
    with pytest.raises(TypeError, match='server-create is known by its declarations alone'):
        command.function(None, None)


@pytest.mark.parametrize('entry', ['{', 'null', '"x"'])
def test_spoilt_entry_does_not_count(
    nova: Nova, monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path, entry: str
) -> None:
    expected = nova('help', 'server-lock')
    file = tmp_path / 'arguments.json'
    file.write_text(f'{{"fingerprint": {index.fingerprint()},\n"server-lock": {entry}\n}}\n')
    monkeypatch.setattr(stored_commands, '_file', lambda: str(file))
    assert nova('help', 'server-lock') == expected


def test_changed_module_is_asked_itself(tmp_path: pathlib.Path) -> None:
    copy = tmp_path / 'novaclient_mv'
    shutil.copytree(PACKAGE, copy)
    module = copy / 'v2' / 'commands' / 'keypair.py'
    text = module.read_text(encoding='utf-8')
    assert 'Name of the new keypair.' in text
    module.write_text(text.replace('Name of the new keypair.', 'Its new name.'), encoding='utf-8')

    def said(*words: str) -> str:
        return subprocess.run(
            [sys.executable, '-m', 'novaclient_mv', *words],
            cwd=tmp_path,
            env={'PYTHONPATH': str(tmp_path), 'HOME': str(tmp_path)},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout

    for words in (('help', 'keypair-create'), ('keypair-create', '--help')):
        assert 'Its new name.' in said(*words)
