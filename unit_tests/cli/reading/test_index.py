"""The table of our commands is that of the modules, and gives way where it is not."""

from __future__ import annotations

import json
import pathlib

import pytest

from novaclient_mv.cli.reading import commands, index
from novaclient_mv.services import SERVICES, Service
from unit_tests import command_index
from unit_tests.fictional.orchestra import ORCHESTRA
from unit_tests.nova import Nova


def test_table_is_what_the_modules_declare() -> None:
    wanted = command_index.text()
    assert command_index.FILE.read_text(encoding='utf-8') == wanted, (
        'Run: python -m unit_tests.command_index'
    )


def test_rows_of_the_table_equal_those_of_the_modules() -> None:
    assert list(index._ours()) == [index.row_of(command) for command in commands.our_commands()]


@pytest.mark.parametrize(
    'content', ['', '{', '[]', '{}', '{"fingerprint": "of others", "commands": []}', None]
)
def test_without_a_table_of_these_modules_they_are_asked(
    nova: Nova, monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path, content: str | None
) -> None:
    expected = [nova('help').out, nova('bash-completion').out, nova('server-lst').err]
    file = tmp_path / 'commands.json'
    if content is not None:
        file.write_text(content, encoding='utf-8')
    monkeypatch.setattr(index, '_file', lambda: str(file))
    assert index._stored() is None
    shown = [nova('help').out, nova('bash-completion').out, nova('server-lst').err]
    assert shown == expected


def test_a_module_of_another_size_is_another_fingerprint(
    monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path
) -> None:
    first = index.fingerprint()
    monkeypatch.setattr(index, '_READING', ('tree.py',))
    assert index.fingerprint() != first


def test_names_are_those_of_all_our_commands() -> None:
    assert index.names() == [command.name for command in commands.our_commands()]
    stored = json.loads(command_index.FILE.read_text(encoding='utf-8'))
    assert [row[0] for row in stored['commands']] == index.names()


def test_an_overview_imports_no_module_of_a_command(tmp_path: pathlib.Path) -> None:
    from unit_tests.test_layout import python

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
