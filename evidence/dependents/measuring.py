"""Runs a driver with python-novaclient and with this library, each on a sandbox of its own."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import subprocess
import threading
from collections.abc import Iterator
from concurrent import futures

import pytest

from evidence.dependents import alias, original_tests, programs, records
from functional_tests import serving
from functional_tests.nova import SANDBOX, Nova

FOLDER = os.environ.get('NOVA_MV_DEPENDENTS', '')
"""Where ``install.py`` has put the environments and the programs."""

ROOT = pathlib.Path(__file__).parents[2]
OURS = 'novaclient_mv'
TIMEOUT = 900

_ENVIRONMENT = threading.Lock()
"""Held while this process has variables that are for one sandbox."""


def interpreter(environment: str) -> pathlib.Path:
    """The interpreter of an environment."""
    return pathlib.Path(FOLDER, environment, 'bin', 'python')


def modules(folder: str) -> pathlib.Path:
    """Where the modules of a program are."""
    return pathlib.Path(FOLDER, 'programs', folder)


def is_installed(program: programs.Program) -> bool:
    """Whether a program and its environment are there."""
    return modules(program.folder).exists() and interpreter(program.environment).exists()


def variables(home: pathlib.Path, *paths: pathlib.Path) -> dict[str, str]:
    """Return the environment variables of a process that meets no other cloud than a given one."""
    return {
        'PATH': os.environ['PATH'],
        'HOME': str(home),
        'PYTHONPATH': os.pathsep.join(map(str, [ROOT, *paths])),
        'PYTHONWARNINGS': 'ignore',
        'PYTHONDONTWRITEBYTECODE': '1',
    }


@contextlib.contextmanager
def tried(home: pathlib.Path) -> Iterator[dict[str, str]]:
    """The variables of a new sandbox that a driver meets.

    :param home: an empty folder for it.
    """
    with _ENVIRONMENT, pytest.MonkeyPatch.context() as patch:
        patch.setenv('OS_CLOUD', SANDBOX)
        user = Nova(home)
    with serving.sandbox(user) as served:
        del served['OS_CLOUD']
        yield served


def record(
    environment: str,
    driver: str,
    home: pathlib.Path,
    *paths: pathlib.Path,
    package: str | None = None,
) -> records.Record:
    """Return the results of a driver's calls, with nothing on the cloud from earlier ones.

    :param environment: the virtual environment.
    :param driver: the module of the driver, and what its calls are to be told, as further words.
    :param home: an empty folder.
    :param paths: where the program is.
    :param package: what answers for ``novaclient``; python-novaclient itself without it.
    """
    (home / 'sandbox').mkdir(parents=True)
    file = home / 'record.json'
    settings = variables(home, *paths)
    if package:
        settings[alias.ALIAS] = package
    with tried(home / 'sandbox') as login:
        done = subprocess.run(
            [
                *(interpreter(environment), '-m', 'evidence.dependents.run'),
                *(file, *driver.split()),
            ],
            env={**settings, **login},
            cwd=home,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding='utf-8',
            timeout=TIMEOUT,
        )
    (home / 'output').write_text(done.stdout + done.stderr)
    if not file.exists():
        raise RuntimeError(f'{driver}: {done.stderr[-2000:]}')
    outcome: records.Record = json.loads(file.read_text())
    return outcome


def both(
    environment: str,
    driver: str,
    home: pathlib.Path,
    *paths: pathlib.Path,
) -> tuple[records.Record, records.Record]:
    """The record with python-novaclient, and the one with this library."""
    with futures.ThreadPoolExecutor() as pool:
        original = pool.submit(record, environment, driver, home / 'original', *paths)
        ours = pool.submit(record, environment, driver, home / 'ours', *paths, package=OURS)
        return original.result(), ours.result()


def original_results(home: pathlib.Path) -> list[original_tests.Result]:
    """Return the results of the original's tests with this library in its place."""
    home.mkdir(parents=True, exist_ok=True)
    python = interpreter('tests')
    # The wheel of the original has its tests with it.
    folder = next(python.parents[1].glob('lib/python3*/site-packages/novaclient/tests'))
    # They read files below the folder that they are run in.
    place = home / 'novaclient' / 'tests'
    place.parent.mkdir(exist_ok=True)
    place.symlink_to(folder)
    out = home / 'results.json'
    subprocess.run(
        [
            *(python, '-m', 'evidence.dependents.original_tests', out),
            *original_tests.names(folder),
        ],
        env={**variables(home), alias.ALIAS: OURS, alias.TESTS: str(folder)},
        cwd=home,
        check=True,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=TIMEOUT,
    )
    return [original_tests.Result(*result) for result in json.loads(out.read_text())]
