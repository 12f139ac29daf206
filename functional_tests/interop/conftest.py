"""Where the other clients are, and a sandbox that they work on.

``NOVA_MV_INTEROP_BIN`` names the folders of their programs, with the system's separator of paths
between them. Without it these tests are not collected.
"""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
from collections.abc import Callable, Iterator

import pytest

from functional_tests import serving
from functional_tests.nova import SANDBOX, Nova

FOLDERS = os.environ.get('NOVA_MV_INTEROP_BIN', '')

collect_ignore_glob = [] if FOLDERS else ['test_*.py']

Run = Callable[..., str]


@pytest.fixture(scope='module')
def settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The environment of a client of a new sandbox."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv('OS_CLOUD', SANDBOX)
        user = Nova(tmp_path_factory.mktemp('home'))
        with serving.sandbox(user, '--seed-servers', '3') as found:
            del found['OS_CLOUD']
            yield {
                'PATH': os.environ['PATH'],
                'HOME': user.variables['HOME'],
                'PYTHONWARNINGS': 'ignore',
                **found,
            }


def runner(program: str, settings: dict[str, str], cwd: pathlib.Path) -> Run:
    """Runs one of the programs; what it prints, or a failure of the test."""
    path = shutil.which(program, path=FOLDERS)
    if path is None:
        pytest.skip(f'there is no program {program} in {FOLDERS}')

    def run(line: str, *more: str, fails: bool = False) -> str:
        done = subprocess.run(
            [path, *line.split(), *more],
            env=settings,
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=180,
            check=False,
        )
        assert (done.returncode != 0) is fails, f'{line}: {done.stdout}{done.stderr}'
        return done.stderr if fails else done.stdout

    return run


@pytest.fixture(scope='module')
def nova(settings: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Run:
    """python-novaclient: ``nova('boot --poll name')``."""
    return runner('nova', settings, tmp_path_factory.mktemp('nova'))


@pytest.fixture(scope='module')
def openstack(settings: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Run:
    """python-openstackclient: ``openstack('server list')``."""
    return runner('openstack', settings, tmp_path_factory.mktemp('openstack'))
