"""The programs that openstacksdk.rst, libcloud.rst and ansible.rst of the how-tos show.

Each is skipped where its client is not installed beside the package.
"""

from __future__ import annotations

import importlib.metadata
import os
import pathlib
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

from functional_tests import serving
from functional_tests.nova import Inside
from unit_tests.documentation import pages
from unit_tests.patience import PATIENCE

pytestmark = pytest.mark.slow

FOLDER = pages.ROOT / 'doc/source/how-to/clients'


def needs(package: str) -> None:
    """Skip a test where a package is not installed."""
    try:
        importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        pytest.skip(f'{package} is not installed')


def shown(page: str, language: str) -> list[str]:
    """Blocks of a page, of a language."""
    found = [each.text for each in pages.blocks(FOLDER / page) if each.language == language]
    assert found, page
    return found


def run(settings: dict[str, str], *words: str) -> str:
    """The output of a program that a user of the sandbox runs."""
    own = {name: value for name, value in os.environ.items() if not name.startswith('OS_')}
    variables = {**own, **settings, 'LC_ALL': 'C.UTF-8', 'PYTHONWARNINGS': 'ignore'}
    done = subprocess.run(
        words, env=variables, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def settings(own: Inside, tmp_path: pathlib.Path) -> Iterator[dict[str, str]]:
    """The settings of the user ``demo`` of a new sandbox."""
    with serving.sandbox(own, '--release', 'zed', '--state', str(tmp_path / 'state')) as found:
        del found['OS_CLOUD'], found[serving.STATE]
        yield {**found, 'OS_USERNAME': 'demo', 'OS_PROJECT_NAME': 'demo', 'HOME': str(tmp_path)}


@pytest.mark.parametrize(
    ('package', 'page'),
    [('openstacksdk', 'openstacksdk.rst'), ('apache-libcloud', 'libcloud.rst')],
)
def test_program_prints_what_the_page_shows(
    settings: dict[str, str], package: str, page: str
) -> None:
    needs(package)
    text = shown(page, 'python')[0]
    (output,) = shown(page, '')
    assert run(settings, sys.executable, '-c', text).strip() == output.strip()


def test_test_with_openstacksdk_passes(settings: dict[str, str], tmp_path: pathlib.Path) -> None:
    needs('openstacksdk')
    file = tmp_path / 'test_of_page.py'
    file.write_text(shown('openstacksdk.rst', 'python')[1], encoding='utf-8')
    run(settings, sys.executable, '-m', 'pytest', '-q', '-p', 'no:cacheprovider', str(file))


def test_playbook_makes_a_server_once(settings: dict[str, str], tmp_path: pathlib.Path) -> None:
    needs('ansible')
    file = tmp_path / 'playbook.yaml'
    (text,) = shown('ansible.rst', 'yaml')
    file.write_text(text, encoding='utf-8')
    program = pathlib.Path(sys.executable).with_name('ansible-playbook')
    python = f'ansible_python_interpreter={sys.executable}'
    printed = run(settings, str(program), '-e', python, str(file))
    assert re.search(r'ok=4 +changed=2 +unreachable=0 +failed=0', printed), printed
