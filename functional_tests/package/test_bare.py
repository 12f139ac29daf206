"""The wheel in an environment without any extra, on each Python that is to be had."""

from __future__ import annotations

import json
import pathlib
import shutil
import subprocess
import sys

import pytest

import novaclient_mv
from functional_tests.package.environments import Environment

IMPORTS = """
import importlib, json, pkgutil, novaclient_mv
missing = {}
for module in pkgutil.walk_packages(novaclient_mv.__path__, 'novaclient_mv.'):
    if not module.name.endswith('.__main__'):
        try:
            importlib.import_module(module.name)
        except ImportError as error:
            missing[module.name] = error.name
print(json.dumps(missing))
"""
PROGRAM = """
from novaclient_mv import client

nova = client.from_cloud('sandbox', version='2.90')
for server in nova.servers.iterate():
    print(server.name, server.status)
    reveal_type(server.name)
nova.servers.get('web-1', 2, 3)
"""


def test_requirements_agree(bare: Environment) -> None:
    assert 'No broken requirements found.' in bare.pip('check')
    assert 'waitress' not in bare.pip('list', '--format=freeze').lower()


def test_program_says_its_version(bare: Environment) -> None:
    assert bare.run('nova-mv', '--version') == (f'nova-mv {novaclient_mv.__version__}\n', '', 0)


def test_module_runs_as_the_program(bare: Environment) -> None:
    result = bare.run('python', '-W', 'error', '-m', 'novaclient_mv', 'help', 'server-list')
    assert (result.err, result.status) == ('', 0)
    assert result.out.startswith('server-list, also called list\n')


def test_versions_are_known_without_a_cloud(bare: Environment) -> None:
    words = ('version-requires', '-f', 'json', '--', 'server-create', '--tags', 'a')
    result = bare.run('nova-mv', *words, '--flavor', '1', '--image', 'cirros', 'web')
    assert (result.err, result.status) == ('', 0)
    assert json.loads(result.out)['lowest'] == '2.52'


def test_all_modules_can_be_imported_but_the_plugin_of_pytest(bare: Environment) -> None:
    result = bare.run('python', '-W', 'error', '-c', IMPORTS)
    assert result.err == ''
    assert json.loads(result.out) == {'novaclient_mv.sandbox.pytest_plugin': 'pytest'}


@pytest.mark.parametrize(
    ('words', 'sentence'),
    [
        ('server-list', 'The sandbox needs packages that are not installed. Install them with'),
        ('sandbox-serve --port 0', 'Serving the sandbox needs one more package. Install it with'),
    ],
)
def test_sandbox_says_what_to_install(words: str, sentence: str, bare: Environment) -> None:
    result = bare.run('nova-mv', '--os-cloud', 'sandbox', *words.split())
    assert result == ('', f'nova-mv: {sentence}: pip install "nova-mv[sandbox]"\n', 1)


def test_manual_is_found_where_the_program_is(bare: Environment) -> None:
    if shutil.which('man') is None:
        pytest.skip('there is no man')
    for name in ('nova-mv', 'nova-mv-server-create'):
        result = bare.run('man', '-w', name)
        assert result.out.strip() == str(bare.folder / 'share' / 'man' / 'man1' / f'{name}.1')


def test_type_checkers_find_the_types(bare: Environment, tmp_path: pathlib.Path) -> None:
    (tmp_path / 'program.py').write_text(PROGRAM, encoding='utf-8')
    words = ('--strict', f'--python-executable={bare.python}', '--cache-dir=cache')
    done = subprocess.run(
        [sys.executable, '-m', 'mypy', *words, 'program.py'],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines() == [
        'program.py:7: note: Revealed type is "str"',
        'program.py:8: error: Too many arguments for "get" of "ServerManager"  [call-arg]',
        'Found 1 error in 1 file (checked 1 source file)',
    ]
