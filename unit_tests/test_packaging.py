"""The content of a built package, whose facts stand in one place."""

from __future__ import annotations

import email.message
import email.parser
import importlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from typing import Any

import pytest

import novaclient_mv
from novaclient_mv.cli.reading import index

TOP = pathlib.Path(__file__).parent.parent
# What a checkout may have that is no part of the source.
NOT_SOURCE = ('.git', '.tox', '.venv', '.*cache*', '__pycache__', '*.egg-info', 'build', 'dist')
# What overviews read: a checkout makes it, and so does the build of a package.
TABLE = 'novaclient_mv/data/commands.json'
NOT_SOURCE += ('mutants', 'node_modules', '.coverage*', '*commands.json*')
FOLDERS = (
    '.ci',
    'benchmarks',
    'doc',
    'evidence',
    'functional_tests',
    'novaclient_mv',
    'releasenotes',
    'unit_tests',
)
FILES = (
    '.editorconfig',
    '.gitignore',
    '.pre-commit-config.yaml',
    '.pre-commit-hooks.yaml',
    'CONTRIBUTING.rst',
    'LICENSE',
    'MANIFEST.in',
    'README.rst',
    'SECURITY.rst',
    'action.yml',
    'pyproject.toml',
    'setup.py',
    'tox.ini',
)
PROGRAM = """
from novaclient_mv import client
for server in client.from_cloud('sandbox').servers.iterate():
    reveal_type(server.name)
"""
NEW_TABLE = 'novaclient_mv/data/fresh/table.json'


def run(folder: pathlib.Path, *arguments: str) -> str:
    """Return this Python's output in a folder; show it on failure."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, 'PYTHONPATH': str(folder), 'PYTEST_ADDOPTS': '-p no:cacheprovider'},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope='module')
def sdist(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """The unpacked source distribution, built from a copy so that this tree stays clean."""
    work = tmp_path_factory.mktemp('sdist')
    copy = work / 'copy'
    shutil.copytree(TOP, copy, ignore=shutil.ignore_patterns(*NOT_SOURCE))
    table = copy / NEW_TABLE
    table.parent.mkdir()
    table.write_text('{}', encoding='utf-8')
    (copy / TABLE).write_text('{}', encoding='utf-8')
    # Without compression, which takes most of the time.
    run(copy, 'setup.py', '--quiet', 'sdist', '--formats=tar', '--dist-dir=../dist')
    (archive,) = (work / 'dist').iterdir()
    with tarfile.open(archive) as packed:
        packed.extractall(work / 'unpacked', filter='data')
    (unpacked,) = (work / 'unpacked').iterdir()
    return unpacked


class Wheel:
    """An unpacked wheel.

    :ivar modules: the folder of its modules.
    :ivar shared: that of files for the folders of an environment.
    :ivar facts: that of the metadata.
    """

    def __init__(self, archive: pathlib.Path, folder: pathlib.Path) -> None:
        with zipfile.ZipFile(archive) as packed:
            packed.extractall(folder)
        (self.facts,) = folder.glob('*.dist-info')
        (self.shared,) = (each / 'data' for each in folder.glob('*.data'))
        self.modules = folder


@pytest.fixture(scope='module')
def wheel(sdist: pathlib.Path) -> Wheel:
    """A wheel made from the source distribution."""
    run(sdist, 'setup.py', '--quiet', 'bdist_wheel', '--compression=stored')
    (archive,) = (sdist / 'dist').iterdir()
    return Wheel(archive, sdist.parent.parent / 'wheel')


@pytest.fixture(scope='module')
def editable(sdist: pathlib.Path) -> Wheel:
    """The wheel of an editable installation of the source distribution."""
    run(sdist, 'setup.py', '--quiet', 'editable_wheel', '--dist-dir=editable')
    (archive,) = (sdist / 'editable').glob('*.whl')
    return Wheel(archive, sdist.parent.parent / 'editable')


@pytest.fixture(scope='module')
def metadata(sdist: pathlib.Path) -> email.message.Message:
    return email.parser.Parser().parsestr((sdist / 'PKG-INFO').read_text(encoding='utf-8'))


def files_of(folder: pathlib.Path) -> set[str]:
    """The files below a folder, without what Python itself leaves there."""
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob('*')
        if path.is_file() and '__pycache__' not in path.parts
    }


def test_version_stands_in_the_package_alone(metadata: email.message.Message) -> None:
    assert metadata['Version'] == novaclient_mv.__version__
    for name in ('setup.py', 'pyproject.toml'):
        assert novaclient_mv.__version__ not in (TOP / name).read_text(encoding='utf-8')


def test_author_is_the_project(metadata: email.message.Message) -> None:
    conf = (TOP / 'doc' / 'source' / 'conf.py').read_text(encoding='utf-8')
    assert f"copyright = '{metadata['Author']}." in conf
    assert (metadata['Author-email'], metadata['Project-URL']) == (None, None)


def test_table_that_a_used_checkout_has_is_no_source(sdist: pathlib.Path) -> None:
    sources = (sdist / 'nova_mv.egg-info' / 'SOURCES.txt').read_text(encoding='utf-8')
    assert NEW_TABLE in sources
    assert TABLE not in sources


def test_every_file_of_the_package_is_installed(wheel: Wheel) -> None:
    expected = {f'novaclient_mv/{name}' for name in files_of(TOP / 'novaclient_mv')}
    found = {f'novaclient_mv/{name}' for name in files_of(wheel.modules / 'novaclient_mv')}
    assert found == expected | {NEW_TABLE, TABLE}


def test_table_of_commands_is_made_when_the_package_is_built(wheel: Wheel) -> None:
    table = json.loads((wheel.modules / TABLE).read_text(encoding='utf-8'))
    assert table['stamp'] == 'built'
    assert table['commands'] == json.loads(json.dumps(index.entries()))


@pytest.mark.parametrize('folder', FOLDERS)
def test_source_distribution_has_every_file_of_a_folder(sdist: pathlib.Path, folder: str) -> None:
    ignored = shutil.ignore_patterns(*NOT_SOURCE)
    expected = {
        name
        for name in files_of(TOP / folder)
        if not any(ignored('', [part]) for part in pathlib.PurePath(name).parts)
    }
    assert expected
    assert expected <= files_of(sdist / folder)


def test_source_distribution_has_the_files_of_the_top(sdist: pathlib.Path) -> None:
    assert [name for name in FILES if not (sdist / name).is_file()] == []


def test_tests_of_the_source_distribution_can_be_collected(sdist: pathlib.Path) -> None:
    # Another test sees that every file is there; these need fixtures and data of both folders.
    folders = ('unit_tests/documentation', 'unit_tests/versions', 'functional_tests/waits')
    printed = run(sdist, '-m', 'pytest', '-q', '--collect-only', *folders)
    found = re.search(r'^(\d+)(?:/\d+)? tests collected', printed, re.MULTILINE)
    assert found, printed[-2000:]
    assert int(found[1]) > 300
    where = "import novaclient_mv; print(novaclient_mv.__file__, end='')"
    assert pathlib.Path(run(sdist, '-c', where)).is_relative_to(sdist)


def test_nothing_but_the_package_is_installed(wheel: Wheel) -> None:
    others = {wheel.facts.name, wheel.shared.parent.name}
    assert {path.name for path in wheel.modules.iterdir()} - others == {'novaclient_mv'}
    assert (wheel.facts / 'top_level.txt').read_text(encoding='utf-8') == 'novaclient_mv\n'


def test_pages_of_man_are_installed_where_man_looks(wheel: Wheel, editable: Wheel) -> None:
    commands = {row[0] for row in index.entries()}
    expected = {f'share/man/man1/nova-mv-{name}.1' for name in commands}
    for each in (wheel, editable):
        assert files_of(each.shared) == expected | {'share/man/man1/nova-mv.1'}


def test_type_checkers_find_the_hints_of_an_editable_installation(
    editable: Wheel, sdist: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    pytest.importorskip('mypy')
    venv.create(tmp_path / 'venv')
    (modules,) = (tmp_path / 'venv').glob('lib/python*/site-packages')
    (path,) = editable.modules.glob('*.pth')
    assert path.read_text(encoding='utf-8') == f'{sdist}\n'
    shutil.copy(path, modules)
    python = tmp_path / 'venv' / 'bin' / 'python'
    (tmp_path / 'program.py').write_text(PROGRAM, encoding='utf-8')
    options = ('--strict', '--follow-imports=silent', f'--python-executable={python}')
    done = subprocess.run(
        [sys.executable, '-m', 'mypy', *options, 'program.py'],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    # Older checkers call it by its module.
    assert done.stdout.replace('builtins.str', 'str').splitlines() == [
        'program.py:4: note: Revealed type is "str"',
        'Success: no issues found in 1 source file',
    ]


def test_console_script_leads_to_a_function(sdist: pathlib.Path) -> None:
    (path,) = sdist.glob('*.egg-info/entry_points.txt')
    lines = path.read_text(encoding='utf-8').split()
    assert lines[:4] == ['[console_scripts]', 'nova-mv', '=', 'novaclient_mv.__main__:main']
    assert callable(importlib.import_module('novaclient_mv.__main__').main)


def test_plugin_of_pytest_has_the_name_of_its_module(sdist: pathlib.Path) -> None:
    (path,) = sdist.glob('*.egg-info/entry_points.txt')
    lines = path.read_text(encoding='utf-8').split()
    name = 'novaclient_mv.sandbox.pytest_plugin'
    assert lines[4:] == ['[pytest11]', name, '=', name]
    assert callable(importlib.import_module(name).pytest_configure)


# -- settings name what is there


def settings() -> dict[str, Any]:
    return tomllib.loads((TOP / 'pyproject.toml').read_text(encoding='utf-8'))['tool']


def test_settings_of_tools_name_what_is_there() -> None:
    tools = settings()
    patterns = [
        *tools['ruff']['lint']['per-file-ignores'],
        *tools['pytest']['ini_options']['testpaths'],
    ]
    patterns += [name for group in tools['mypy']['overrides'] for name in modules_of(group)]
    patterns += [*tools['mypy']['files'], *tools['coverage']['run']['source']]
    for line in (TOP / 'MANIFEST.in').read_text(encoding='utf-8').splitlines():
        words = line.split()
        if words and words[0] in ('include', 'graft'):
            patterns += words[1:]
    rooms = tomllib.loads((TOP / '.ci' / 'mutation.toml').read_text(encoding='utf-8'))
    for room in rooms['rooms'].values():
        patterns += [*room['modules'], *room['tests']]
    # What begins with "!" is for all files but those of its list.
    patterns = [each for each in patterns if not each.startswith('!')]
    assert [each for each in patterns if not any(TOP.glob(each.removesuffix('/**')))] == []


def modules_of(group: dict[str, Any]) -> list[str]:
    """The folders or files of the modules that an override of mypy is for."""
    names = group['module'] if isinstance(group['module'], list) else [group['module']]
    return [
        each.removesuffix('.*').replace('.', '/') + ('' if each.endswith('.*') else '.py')
        for each in names
    ]


def test_every_listed_mutant_changes_a_line_that_is_there() -> None:
    listed = tomllib.loads((TOP / '.ci' / 'mutation.toml').read_text(encoding='utf-8'))
    for each in listed['equivalent']:
        assert each['reason'].endswith('.')
        text = (TOP / each['module']).read_text(encoding='utf-8')
        for line in each['lines'].strip('\n').splitlines():
            assert line[0] in '-+'
            assert line[0] == '+' or line[1:] in text, each


def test_tests_of_strength_are_marked_and_left_out_of_the_quick_run() -> None:
    options = settings()['pytest']['ini_options']
    assert options['addopts'][-2:] == ['-m', 'not slow']
    tox = (TOP / 'tox.ini').read_text(encoding='utf-8')
    assert 'pytest -m slow {posargs:unit_tests functional_tests}' in tox


def test_base_install_needs_six_packages(sdist: pathlib.Path) -> None:
    (path,) = sdist.glob('*.egg-info/requires.txt')
    base, _, _ = path.read_text(encoding='utf-8').partition('[')
    names = sorted(each.partition('>=')[0].lower() for each in base.split())
    assert names == [
        'jmespath',
        'keystoneauth1',
        'oslo.utils',
        'prettytable',
        'pyyaml',
        'stevedore',
    ]


def test_extras_that_the_documentation_names_exist(metadata: email.message.Message) -> None:
    assert set(metadata.get_all('Provides-Extra', [])) == {
        *('docs', 'fast', 'fleet', 'lint', 'package', 'policy', 'sandbox', 'site'),
        *('test', 'zstd'),
    }


MENDED = {
    'distributed': '2026.1.0',  # CVE-2026-23528
    'h11': '0.16',  # CVE-2025-43859
    'orjson': '3.11.6',  # CVE-2025-67221
    'playwright': '1.56.0',  # CVE-2025-9611, CVE-2025-59288
    'pytest': '9.0.3',  # CVE-2025-71176
    'PyYAML': '5.4',  # CVE-2020-14343
    'setuptools': '83.0.0',  # CVE-2026-59890, CVE-2025-47273
    'waitress': '3.0.1',  # CVE-2024-49768, CVE-2024-49769
}
"""The first version of each package without the vulnerabilities that are known of earlier ones."""


def test_lowest_versions_lack_the_vulnerabilities_that_are_known(tmp_path: pathlib.Path) -> None:
    file = tmp_path / 'lowest.txt'
    run(TOP, '.ci/lowest', str(file))
    lines = file.read_text(encoding='utf-8').split()
    assert [line for line in lines if line.startswith('keystoneauth1==')]
    lowest = dict(line.split('==') for line in lines)
    numbers = {
        name: [[int(part) for part in text.split('.')] for text in (lowest[name], mended)]
        for name, mended in MENDED.items()
    }
    assert {name: pair for name, pair in numbers.items() if pair[0] < pair[1]} == {}
    built_with = tomllib.loads((TOP / 'pyproject.toml').read_text())['build-system']['requires']
    assert built_with == [f'setuptools>={lowest["setuptools"]}']


AUDITOR = """
import json, sys
rows = [{'name': 'installed', 'version': '1', 'vulns': []}]
if '--requirement' in sys.argv:
    lines = open(sys.argv[sys.argv.index('--requirement') + 1]).read().split()
    hole = [{'id': 'CVE-1', 'fix_versions': ['99']}]
    rows = [dict(zip(('name', 'version'), line.split('=='))) for line in lines]
    rows = [{**row, 'vulns': hole if row['name'] == 'waitress' else []} for row in rows]
print(json.dumps({'dependencies': rows}))
"""


def test_audit_reads_the_lowest_versions_too(tmp_path: pathlib.Path) -> None:
    (tmp_path / 'pip_audit.py').write_text(AUDITOR)
    environ = {**os.environ, 'PYTHONPATH': str(tmp_path)}
    words = [sys.executable, '-P', str(TOP / '.ci' / 'audit')]
    done = subprocess.run(words, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done
    first, hole, _ = done.stdout.splitlines()
    assert first == '1 packages installed, 0 with a known vulnerability'
    assert hole.startswith('waitress 3.')
    assert hole.endswith(': CVE-1, mended by 99')
