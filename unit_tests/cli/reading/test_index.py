"""The table of our commands is that of the modules, and gives way where it is not."""

from __future__ import annotations

import json
import pathlib

import pytest

from novaclient_mv.cli.reading import commands, index, index_file
from novaclient_mv.services import SERVICES, Service
from unit_tests.fictional.orchestra import ORCHESTRA
from unit_tests.nova import Nova


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


def test_a_folder_that_cannot_be_written_has_no_table(
    nova: Nova, monkeypatch: pytest.MonkeyPatch
) -> None:
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
