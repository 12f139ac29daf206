"""Where the other clients are, and a sandbox that they work on.

``NOVA_MV_INTEROP_BIN`` names the folders of their programs, with the system's separator of paths
between them. Without it these tests are not collected.
"""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from functional_tests import serving
from functional_tests.nova import SANDBOX, Nova

FOLDERS = os.environ.get('NOVA_MV_INTEROP_BIN', '')

collect_ignore_glob = [] if FOLDERS else ['test_*.py']

MANY = str(pathlib.Path(__file__).with_name('many.py'))
MODULES = {
    'nova': ('novaclient.shell', 'novaclient.v2.shell'),
    'openstack': (
        'openstackclient.shell',
        'openstack.connection',
        'openstack.',
        'cliff.',
        'keystoneauth1.',
    ),
}
LOOKS = 40


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


class Client:
    """Runs the command lines of another client, as one user.

    :param program: its name; the interpreter beside it runs the client.
    :param settings: the environment.
    :param cwd: the folder that it runs in.
    """

    def __init__(self, program: str, settings: dict[str, str], cwd: pathlib.Path) -> None:
        path = shutil.which(program, path=FOLDERS)
        if path is None:
            pytest.skip(f'there is no program {program} in {FOLDERS}')
        self.process = subprocess.Popen(
            [str(pathlib.Path(path).with_name('python')), '-P', MANY, *MODULES[program]],
            env=settings,
            cwd=cwd,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __call__(
        self, line: str, *more: str, version: str | None = None, fails: bool = False
    ) -> str:
        """Return the output of a command line, or its message where it fails.

        :param line: words with blanks between them.
        :param more: words with blanks in them.
        :param version: value of ``--os-compute-api-version``.
        :param fails: whether it is to fail.
        """
        asked = [] if version is None else ['--os-compute-api-version', version]
        status, out, err = self.run([*asked, *line.split(), *more])
        assert (status != 0) is fails, f'{line}: {out}{err}'
        return err if fails else out

    def run(self, words: list[str]) -> tuple[int, str, str]:
        """Return exit status, output and messages of a command line."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(words) + '\n')
        self.process.stdin.flush()
        status, out, err = json.loads(self.process.stdout.readline())
        return status, out, err

    def shown(self, line: str, *more: str, version: str | None = None) -> Any:
        """Return the decoded output of a command of python-openstackclient."""
        return json.loads(self(line, *more, '-f', 'json', version=version))

    def until(self, line: str, is_so: Callable[[str], bool]) -> None:
        """Ask again and again until what is printed is as it is to be; each time takes a while."""
        printed = ''
        for _ in range(LOOKS):
            printed = self(line)
            if is_so(printed):
                return
        pytest.fail(f'{line}: {printed}')

    def close(self) -> None:
        """Let the process end."""
        self.process.communicate(timeout=30)


def client(program: str, settings: dict[str, str], cwd: pathlib.Path) -> Iterator[Client]:
    """A client while tests need it."""
    found = Client(program, settings, cwd)
    yield found
    found.close()


@pytest.fixture(scope='module')
def nova(settings: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """python-novaclient: ``nova('boot --poll name')``."""
    yield from client('nova', settings, tmp_path_factory.mktemp('nova'))


@pytest.fixture(scope='module')
def openstack(
    settings: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Client]:
    """python-openstackclient: ``openstack('server list')``."""
    yield from client('openstack', settings, tmp_path_factory.mktemp('openstack'))


@pytest.fixture(scope='module')
def member(settings: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """python-openstackclient as somebody who is no administrator."""
    demo = {**settings, 'OS_USERNAME': 'demo', 'OS_PROJECT_NAME': 'demo'}
    yield from client('openstack', demo, tmp_path_factory.mktemp('member'))
