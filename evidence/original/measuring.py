"""Runs the original's functional tests on served sandboxes: with this program in the place of
``nova`` and this library in that of ``novaclient``, or with the original itself.
"""

from __future__ import annotations

import json
import os
import pathlib
import shlex
import subprocess
from concurrent import futures

import pytest
import yaml

from evidence.dependents import alias, measuring, original_tests
from evidence.original import install
from functional_tests import nova, serving

SEED = {'servers': [], 'networks': [{'name': 'private', 'cidr': '10.0.0.0/20'}]}
"""The tests look for their own servers in the first row of a list, and ask for one network."""

GROUPS = ('v2.test_[m-z]*', 'v2.test_[a-l]*', 'v2.legacy.*', 'api.*', 'test_*')
"""Patterns of modules. Each group has a sandbox, as what the tests do is mostly to wait."""
_TIMEOUT = 1800
_CLOUD = 'functional_admin'
"""The cloud that they look for."""


def interpreter() -> pathlib.Path:
    """The interpreter that has the original."""
    return pathlib.Path(os.environ['NOVA_MV_ORIGINAL'], install.ENVIRONMENT, 'bin', 'python')


def write_program(folder: pathlib.Path) -> None:
    """Write a program ``nova`` that is ours."""
    folder.mkdir()
    program = folder / 'nova'
    program.write_text(f'#!/bin/sh\nexec {shlex.join(nova.program())} "$@"\n')
    program.chmod(0o755)


def write_cloud(file: pathlib.Path, login: dict[str, str]) -> None:
    """Write the cloud file that the tests read."""
    auth = {
        'auth_url': login['OS_AUTH_URL'],
        'username': login['OS_USERNAME'],
        'password': login['OS_PASSWORD'],
        'project_name': login['OS_PROJECT_NAME'],
        'user_domain_id': 'default',
        'project_domain_id': 'default',
    }
    cloud = {'region_name': login['OS_REGION_NAME'], 'auth': auth}
    file.write_text(yaml.safe_dump({'clouds': {_CLOUD: cloud}}))


def variables(home: pathlib.Path, is_original: bool) -> dict[str, str]:
    """The environment of the tests; their command lines name no domains."""
    python = interpreter()
    shared = {
        **measuring.variables(home),
        'OS_CLIENT_CONFIG_FILE': str(home / 'clouds.yaml'),
        'OS_USER_DOMAIN_ID': 'default',
        'OS_PROJECT_DOMAIN_ID': 'default',
        'TOX_ENV_DIR': str(home),
        'OS_NOVACLIENT_EXEC_DIR': str(python.parent),
    }
    if is_original:
        return shared
    tests = next(python.parents[1].glob('lib/python3*/site-packages/novaclient/tests'))
    return {
        **shared,
        alias.ALIAS: measuring.OURS,
        alias.TESTS: str(tests),
        'OS_NOVACLIENT_EXEC_DIR': str(home / 'bin'),
        'NOVA_MV_ERROR_FORMAT': 'nova',
    }


def results_on_sandbox(
    home: pathlib.Path, group: str, is_original: bool
) -> list[original_tests.Result]:
    """The results of a group of modules, on a sandbox of their own."""
    home.mkdir(parents=True)
    (home / 'seed.yaml').write_text(yaml.safe_dump(SEED))
    write_program(home / 'bin')
    out = home / 'results.json'
    with serving.sandbox(nova.Nova(home), '--seed', str(home / 'seed.yaml')) as login:
        write_cloud(home / 'clouds.yaml', login)
        done = subprocess.run(
            [interpreter(), '-m', 'evidence.original.run', out, group],
            env=variables(home, is_original),
            cwd=home,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding='utf-8',
            timeout=_TIMEOUT,
        )
    if not out.exists():
        raise RuntimeError(f'{group}: {done.stderr[-2000:]}')
    return [original_tests.Result(*result) for result in json.loads(out.read_text())]


def results(home: pathlib.Path, is_original: bool = False) -> list[original_tests.Result]:
    """The results of all tests.

    :param is_original: whether the original itself is tried.
    """
    with pytest.MonkeyPatch.context() as patch, futures.ThreadPoolExecutor(3) as pool:
        patch.setenv('OS_CLOUD', nova.SANDBOX)
        runs = [
            pool.submit(results_on_sandbox, home / f'group-{number}', group, is_original)
            for number, group in enumerate(GROUPS)
        ]
        return [result for run in runs for result in run.result()]
