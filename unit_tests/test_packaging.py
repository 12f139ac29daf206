"""What a built package holds, and that its facts stand in one place."""

import email.message
import email.parser
import importlib
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tomllib

import pytest

import novaclient_mv

TOP = pathlib.Path(__file__).parent.parent
SOURCES = ('setup.py', 'pyproject.toml', 'README.rst', 'LICENSE', 'novaclient_mv')


def run(folder: pathlib.Path, *arguments: str) -> None:
    """Run this Python in a folder; show what it printed if it failed."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@pytest.fixture(scope='module')
def sdist(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """The unpacked source distribution, built from a copy so that this tree stays clean."""
    work = tmp_path_factory.mktemp('sdist')
    copy = work / 'copy'
    copy.mkdir()
    for name in SOURCES:
        source = TOP / name
        if source.is_dir():
            shutil.copytree(source, copy / name, ignore=shutil.ignore_patterns('__pycache__'))
        else:
            shutil.copy(source, copy)
    run(copy, '-c', 'from setuptools import build_meta; build_meta.build_sdist("../dist")')
    (archive,) = (work / 'dist').iterdir()
    with tarfile.open(archive) as packed:
        packed.extractall(work / 'unpacked', filter='data')
    (unpacked,) = (work / 'unpacked').iterdir()
    return unpacked


@pytest.fixture(scope='module')
def installed(sdist: pathlib.Path) -> pathlib.Path:
    """The folder of modules that a wheel made from the source distribution holds."""
    run(sdist, 'setup.py', '--quiet', 'build', '--build-lib', 'installed')
    return sdist / 'installed'


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


def test_metadata_stands_in_setup_py_alone() -> None:
    settings = tomllib.loads((TOP / 'pyproject.toml').read_text(encoding='utf-8'))
    assert 'project' not in settings
    assert 'setuptools' not in settings['tool']
    assert not (TOP / 'setup.cfg').exists()


def test_every_file_of_the_package_is_installed(installed: pathlib.Path) -> None:
    assert files_of(installed / 'novaclient_mv') == files_of(TOP / 'novaclient_mv')


def test_nothing_but_the_package_is_installed(installed: pathlib.Path) -> None:
    assert [path.name for path in installed.iterdir()] == ['novaclient_mv']


def test_type_checkers_of_users_find_the_hints(installed: pathlib.Path) -> None:
    assert (installed / 'novaclient_mv' / 'py.typed').is_file()


def test_licence_travels_with_the_source(sdist: pathlib.Path) -> None:
    assert 'Apache License' in (sdist / 'LICENSE').read_text(encoding='utf-8')


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
    assert set(metadata.get_all('Provides-Extra', [])) == {'docs', 'lint', 'sandbox', 'test'}


def test_every_requirement_has_a_lower_bound_to_test(tmp_path: pathlib.Path) -> None:
    file = tmp_path / 'lowest.txt'
    run(TOP, '.ci/lowest', str(file))
    lines = file.read_text(encoding='utf-8').split()
    assert [line for line in lines if line.startswith('keystoneauth1==')]
    assert all('==' in line for line in lines)
