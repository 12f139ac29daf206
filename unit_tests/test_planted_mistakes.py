"""Mistakes that are planted in copies of the commands are found: by mypy, or by the check of what
they read of their arguments.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import pathlib
import subprocess
import sys
import types
from typing import NamedTuple

import pytest

from novaclient_mv.cli.reading import commands
from novaclient_mv.services import BAREMETAL, COMPUTE, SERVICES, Service
from unit_tests import argument_names

ROOT = pathlib.Path(__file__).parents[1]
COMMANDS = ROOT / 'novaclient_mv' / 'v2' / 'commands'
MODULES = sorted(each.stem for each in COMMANDS.glob('*.py') if each.stem != '__init__')


class Mistake(NamedTuple):
    """A mistake in a module of commands, and what is said of it."""

    module: str
    right: str
    wrong: str
    said: str


TYPING_MISTAKES = (
    Mistake('agent', 'client.agents.delete(', 'client.agents.remove(', 'no attribute "remove"'),
    Mistake('console_token', 'client.console_auth_tokens', 'client.tokens', 'no attribute "tok'),
    Mistake('flavor', 'is_public=None', 'is_open=None', 'keyword argument "is_open"'),
    Mistake('keypair', "keypair._info.get('private_key')", 'keypair.fields.get(1)', 'no attribute'),
    Mistake('server_tag', 'results.Rows((', 'results.Row((', 'no attribute "Row"'),
    Mistake('extension', 'results.Record(client', '(client', 'Incompatible return value type'),
    Mistake(
        'server_resize',
        'client, args, client.servers.confirm_resize)',
        'client, args, client.servers.confirm_resize, force=True)',
        'keyword argument "force"',
    ),
    # In the older of two variants.
    Mistake(
        'service',
        "return _view(service, 'host', 'binary', 'status')",
        'return _view(args.host, client)',
        'incompatible type',
    ),
    Mistake('quota', 'project_of(client, args)', 'client.project_id', 'expected "str"'),
    Mistake('cache', 'environment.cache_folder,', 'environment.cache,', 'no attribute "cache"'),
)

ARGUMENT_MISTAKES = (
    Mistake('keypair', 'args.name, **given', 'args.nmae, **given', "no argument 'nmae'"),
    Mistake('keypair', "'key_type',", "'key_typ',", "no argument 'key_typ'"),
    Mistake('keypair', 'public_key=', 'publik_key=', "keypairs.create takes no 'publik_key'"),
    Mistake('server_rebuild', "hasattr(args, 'desc", "hasattr(args, 'disc", "no argument 'disc"),
    Mistake('quota', 'project_of(client, args)', 'args.project', "no argument 'project'"),
    Mistake(
        'server_rebuild',
        "getattr(args, 'trusted_image_certificates', None)",
        'args.trusted_image_certificates',
        "no argument 'trusted_image_certificates' at 2.0",
    ),
    Mistake('sandbox', 'args.min or', 'args.minimum or', "no argument 'minimum'"),
)


def source_of(module: str) -> str:
    return (COMMANDS / f'{module}.py').read_text(encoding='utf-8')


def planted(text: str, mistake: Mistake) -> str:
    assert mistake.right in text, mistake
    return text.replace(mistake.right, mistake.wrong, 1)


def with_variants_told_apart(text: str) -> str:
    """A module in which the older variants of a command have names of their own.

    Of several functions of one name mypy checks the last one only.
    """
    lines = text.splitlines(keepends=True)
    last: dict[str, ast.FunctionDef] = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            older = last.get(node.name)
            if older is not None:
                at = older.lineno - 1
                lines[at] = lines[at].replace(older.name, f'{older.name}_up_to_{at}', 1)
            last[node.name] = node
    return ''.join(lines)


def test_every_typing_mistake_is_found_and_nothing_else(tmp_path: pathlib.Path) -> None:
    pytest.importorskip('mypy')
    mistakes = {each.module: each for each in TYPING_MISTAKES}
    assert len(mistakes) == len(TYPING_MISTAKES), 'one mistake a module, so that each is told'
    words = [sys.executable, '-m', 'mypy', '--strict', '--cache-dir', str(tmp_path / 'cache')]
    for module in MODULES:
        text = with_variants_told_apart(source_of(module))
        if module in mistakes:
            text = planted(text, mistakes[module])
        copy = tmp_path / f'{module}.py'
        copy.write_text(text, encoding='utf-8')
        words += ['--shadow-file', str(COMMANDS / f'{module}.py'), str(copy)]
    done = subprocess.run(
        [*words, str(COMMANDS)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    errors = [line for line in done.stdout.splitlines() if ': error: ' in line]
    for mistake in TYPING_MISTAKES:
        told = [line for line in errors if f'{mistake.module}.py:' in line]
        assert any(mistake.said in line for line in told), (mistake, told, done.stderr)
        errors = [line for line in errors if line not in told]
    assert errors == [], done.stdout


@pytest.mark.parametrize('service', SERVICES, ids=lambda each: each.name)
def test_commands_read_only_arguments_that_they_declare(service: Service) -> None:
    mistakes = [
        mistake for module in modules_of(service) for mistake in argument_names.mistakes_of(module)
    ]
    assert mistakes == []


@pytest.mark.parametrize(('service', 'least'), [(COMPUTE, 400), (BAREMETAL, 350)])
def test_the_check_of_arguments_sees_what_is_read(service: Service, least: int) -> None:
    assert sum(map(argument_names.names_read, modules_of(service))) > least


def modules_of(service: Service) -> list[types.ModuleType]:
    """The modules of commands of a service."""
    names = {each.function.__module__ for each in commands.commands_of([service])}
    return [importlib.import_module(name) for name in sorted(names)]


def loaded(path: pathlib.Path) -> types.ModuleType:
    spec = importlib.util.spec_from_file_location(f'planted_{path.stem}', path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize('mistake', ARGUMENT_MISTAKES, ids=lambda each: each.wrong)
def test_mistake_in_the_name_of_an_argument_is_found(
    mistake: Mistake, tmp_path: pathlib.Path
) -> None:
    copy = tmp_path / f'{mistake.module}.py'
    copy.write_text(planted(source_of(mistake.module), mistake), encoding='utf-8')
    found = argument_names.mistakes_of(loaded(copy))
    assert any(mistake.said in each for each in found), found
