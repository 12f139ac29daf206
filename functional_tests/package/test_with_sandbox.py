"""The wheel with the extra ``sandbox``, on each Python that is to be had; and a checkout."""

from __future__ import annotations

import pathlib
import re
import subprocess
import sys
import tarfile

import pytest

from functional_tests.package.conftest import PYTHONS
from functional_tests.package.environments import Environment

TOP = pathlib.Path(__file__).parents[2]
LIST = ('nova-mv', '--os-cloud', 'sandbox', 'server-list', '-f', 'value', '-c', 'name')
NAMES = 'db-1\nweb-2\nweb-1\n'
PROGRAM = """
from novaclient_mv import client

for server in client.from_cloud('sandbox', version='2.90').servers.iterate():
    print(server.name)
"""
TESTS = """
import pytest


@pytest.mark.sandbox_cloud(release='pike')
def test_old_cloud(sandbox_cloud):
    assert len(sandbox_cloud.client('2.53').servers.list()) == 3
    assert sandbox_cloud.environ['OS_AUTH_URL'].startswith('http://127.0.0.1:')
"""


def test_command_meets_the_sandbox(with_sandbox: Environment) -> None:
    assert with_sandbox.run(*LIST) == (NAMES, '', 0)


def test_library_meets_the_sandbox(with_sandbox: Environment) -> None:
    result = with_sandbox.run('python', '-W', 'error', '-c', PROGRAM)
    assert result == (NAMES, '', 0)


def test_server_is_created_and_waited_for(with_sandbox: Environment) -> None:
    words = ('server-create', '--flavor', 'm1.tiny', '--image', 'cirros', '--wait', 'new')
    result = with_sandbox.run('nova-mv', '--os-cloud', 'sandbox', *words, '-f', 'value')
    assert result.status == 0, result.err
    shown = with_sandbox.run(
        *('nova-mv', '--os-cloud', 'sandbox', 'server-delete', '--wait', 'new')
    )
    assert shown.status == 0, shown.err


def test_plugin_of_pytest_plays_a_release(
    with_sandbox: Environment, tmp_path: pathlib.Path
) -> None:
    (tmp_path / 'test_program.py').write_text(TESTS, encoding='utf-8')
    result = with_sandbox.run(
        *('python', '-m', 'pytest', '-q', '--strict-markers', 'test_program.py'), cwd=tmp_path
    )
    assert result.status == 0, result.out
    assert re.search(r'^1 passed', result.out, re.MULTILINE)


def test_lowest_versions_of_what_it_needs_will_do(
    wheel: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    if '3.11' not in PYTHONS:
        pytest.skip('there is no Python 3.11')
    lowest = tmp_path / 'lowest.txt'
    subprocess.run([sys.executable, TOP / '.ci' / 'lowest', lowest], check=True)
    environment = Environment(PYTHONS['3.11'], tmp_path)
    environment.install('--constraint', str(lowest), f'nova-mv[sandbox] @ {wheel.as_uri()}')
    assert environment.run(*LIST) == (NAMES, '', 0)
    result = environment.run('python', '-c', PROGRAM)
    assert (result.out, result.status) == (NAMES, 0)


def test_checkout_is_installed_with_types_and_manual(
    python: str, sdist: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    with tarfile.open(sdist) as packed:
        packed.extractall(tmp_path / 'unpacked', filter='data')
    (checkout,) = (tmp_path / 'unpacked').iterdir()
    environment = Environment(python, tmp_path)
    environment.install('--editable', f'{checkout}[sandbox]')
    assert environment.run(*LIST) == (NAMES, '', 0)
    assert (environment.folder / 'share' / 'man' / 'man1' / 'nova-mv.1').is_file()
    program = tmp_path / 'program.py'
    program.write_text(f'{PROGRAM}    reveal_type(server)\n', encoding='utf-8')
    words = ('--strict', f'--python-executable={environment.python}', '--cache-dir=cache')
    done = subprocess.run(
        [sys.executable, '-m', 'mypy', *words, program.name],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert 'Revealed type is "novaclient_mv.v2.servers.Server"' in done.stdout
    assert 'Success: no issues found in 1 source file' in done.stdout
