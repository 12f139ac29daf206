"""The sandbox and the client each end where they say: neither takes the other's end for its own."""

from __future__ import annotations

import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest

from novaclient_mv import api_versions
from novaclient_mv.sandbox import newest
from unit_tests import processes

ROOT = pathlib.Path(__file__).parents[2]
SANDBOX = ('sandbox/newest.py', r"COMPUTE = '[\d.]+'", "COMPUTE = '{}'")
CLIENT = (
    'services/compute.py',
    r"API_MAX_VERSION = APIVersion\('[\d.]+'\)",
    "API_MAX_VERSION = APIVersion('{}')",
)
BELOW = '2.79'


class Copy:
    """A copy of the package that ends somewhere else.

    :param folder: where it is made.
    :param declaration: file, pattern and text of the declaration that is changed.
    :param end: the newest version that it declares then.
    """

    def __init__(
        self, folder: pathlib.Path, declaration: tuple[str, str, str], end: str = BELOW
    ) -> None:
        self.folder = folder
        # With what is compiled of it, where something is.
        shutil.copytree(ROOT / 'novaclient_mv', folder / 'novaclient_mv')
        for name in ('unit_tests', 'functional_tests'):
            (folder / name).symlink_to(ROOT / name)
        name, pattern, text = declaration
        file = folder / 'novaclient_mv' / name
        changed, count = re.subn(pattern, text.format(end), file.read_text(encoding='utf-8'))
        assert count == 1
        file.write_text(changed, encoding='utf-8')

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run Python with the copy, on its own sandbox."""
        variables = {name: value for name, value in os.environ.items() if name[:3] != 'OS_'}
        settings = {'HOME': str(self.folder), 'PYTHONPATH': str(self.folder), 'OS_CLOUD': 'sandbox'}
        return processes.python(*words, env=variables | settings, cwd=self.folder)

    def __call__(self, *words: str, status: int = 0) -> str:
        """Return the output of a command line with its messages."""
        done = self.run('-m', 'novaclient_mv', *words)
        assert done.returncode == status, done.stderr
        return done.stdout + done.stderr

    def used(self, *words: str) -> str:
        """The version in which the answer of a command is."""
        told = re.findall(r'OpenStack-API-Version: compute ([\d.]+)', self('--debug', *words))
        assert told
        return str(told[-1])


@pytest.fixture(scope='module')
def old_sandbox(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """The sandbox ends below the client."""
    return Copy(tmp_path_factory.mktemp('old_sandbox'), SANDBOX)


@pytest.fixture(scope='module')
def old_client(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """The client ends below the sandbox."""
    return Copy(tmp_path_factory.mktemp('old_client'), CLIENT)


def test_client_uses_the_end_of_a_sandbox_that_ends_below(old_sandbox: Copy) -> None:
    document, *_ = json.loads(old_sandbox('version-list', '-f', 'json'))
    assert document['max_version'] == BELOW
    assert document['shared'] == f'2.1 to {BELOW}'
    assert old_sandbox.used('server-list') == BELOW
    refused = old_sandbox('--os-compute-api-version', '2.90', 'server-list', status=3)
    assert f'this cloud offers 2.1 to {BELOW}' in refused
    assert f'this client speaks 2.1 to {api_versions.API_MAX_VERSION}' in refused


def test_client_that_ends_below_uses_its_own_end(old_client: Copy) -> None:
    document, *_ = json.loads(old_client('version-list', '-f', 'json'))
    assert document['max_version'] == newest.COMPUTE
    assert document['shared'] == f'2.1 to {BELOW}'
    assert old_client.used('server-list') == BELOW
    refused = old_client('--os-compute-api-version', '2.90', 'server-list', status=2)
    assert f'valid are 2.1 to {BELOW}' in refused
