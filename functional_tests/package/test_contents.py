"""The contents of the wheel and of the source distribution."""

from __future__ import annotations

import email.parser
import pathlib
import re
import subprocess
import tarfile
import zipfile

import pytest

import novaclient_mv
from novaclient_mv.cli.reading import commands

TOP = pathlib.Path(__file__).parents[2]
SIZE = 3 << 20
"""Bytes that a wheel may have."""


@pytest.fixture(scope='module')
def texts(wheel: pathlib.Path) -> dict[str, bytes]:
    """The files of the wheel."""
    with zipfile.ZipFile(wheel) as packed:
        assert packed.testzip() is None
        return {name: packed.read(name) for name in packed.namelist()}


def test_wheel_holds_the_package_its_facts_and_its_manual(texts: dict[str, bytes]) -> None:
    name = f'nova_mv-{novaclient_mv.__version__}'
    tops = {file.partition('/')[0] for file in texts}
    assert tops == {'novaclient_mv', f'{name}.dist-info', f'{name}.data'}
    manual = f'{name}.data/data/share/man/man1'
    pages = {f'{manual}/nova-mv-{command.name}.1' for command in commands.our_commands()}
    assert {file for file in texts if '.data/' in file} == pages | {f'{manual}/nova-mv.1'}


def test_wheel_holds_types_tables_and_licence(texts: dict[str, bytes]) -> None:
    name = f'nova_mv-{novaclient_mv.__version__}'
    expected = ('novaclient_mv/py.typed', 'novaclient_mv/data/commands.json')
    assert {*expected, f'{name}.dist-info/licenses/LICENSE'} <= set(texts)


def test_wheel_holds_neither_tests_nor_what_they_compare_with(texts: dict[str, bytes]) -> None:
    suffixes = {pathlib.PurePath(file).suffix for file in texts if file.startswith('novaclient')}
    assert suffixes == {'.py', '.typed', '.json', '.jsonl', '.txt'}
    odd = re.compile(r'(^|/)(tests?|test_[^/]*|conftest\.py|recorded|golden|transcripts)(/|$)')
    assert [file for file in texts if odd.search(file)] == []


def test_wheel_says_nothing_of_the_folder_that_it_was_built_in(texts: dict[str, bytes]) -> None:
    folders = {str(TOP).encode(), str(pathlib.Path.home()).encode() + b'/'}
    assert [file for file, text in texts.items() for each in folders if each in text] == []


def test_wheel_is_small(wheel: pathlib.Path) -> None:
    assert wheel.stat().st_size < SIZE
    assert wheel.name == f'nova_mv-{novaclient_mv.__version__}-py3-none-any.whl'


def test_facts_say_whom_it_is_for(texts: dict[str, bytes]) -> None:
    (text,) = (text for file, text in texts.items() if file.endswith('/METADATA'))
    facts = email.parser.Parser().parsestr(text.decode())
    assert facts['Requires-Python'] == '>=3.11'
    assert facts['License-Expression'] == 'Apache-2.0'
    assert facts['Description-Content-Type'] == 'text/x-rst'
    assert facts.get_payload() == (TOP / 'README.rst').read_text(encoding='utf-8')


def test_source_distribution_holds_what_the_repository_holds(sdist: pathlib.Path) -> None:
    listed = subprocess.run(
        ['git', 'ls-files'], cwd=TOP, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip('this is no clone of the repository')
    with tarfile.open(sdist) as packed:
        files = {each.name.partition('/')[2] for each in packed.getmembers() if each.isfile()}
    own = {file for file in files if file.startswith('nova_mv.egg-info/')}
    # .gitattributes and the like are of use to the repository as well as to its copy.
    assert files - own == {*listed.stdout.split(), 'PKG-INFO', 'setup.cfg'}
