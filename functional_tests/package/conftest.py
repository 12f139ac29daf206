"""Where the built package is, and bare environments of each Python that is to be had.

``NOVA_MV_DIST`` names the folder of the wheel and of the source distribution. Without it these
tests are not collected. ``NOVA_MV_PYTHONS`` names interpreters, with the system's separator of
paths between them, in place of those in ``PATH``.
"""

from __future__ import annotations

import os
import pathlib
import shutil

import pytest

from functional_tests.package.environments import Environment

DIST = os.environ.get('NOVA_MV_DIST', '')
VERSIONS = ('3.11', '3.12', '3.13', '3.14')

collect_ignore_glob = [] if DIST else ['test_*.py']


def interpreters() -> dict[str, str]:
    """The interpreters that run, by their versions."""
    named = os.environ.get('NOVA_MV_PYTHONS', '')
    words = named.split(os.pathsep) if named else [f'python{version}' for version in VERSIONS]
    paths = [path for word in words if (path := shutil.which(word)) is not None]
    # A program of that name may be there that cannot be started.
    found = {path: Environment.version_of(path) for path in paths}
    return {version: path for path, version in found.items() if version is not None}


PYTHONS = interpreters() if DIST else {}


def _built(pattern: str) -> pathlib.Path:
    (path,) = pathlib.Path(DIST).glob(pattern)
    return path.absolute()


@pytest.fixture(scope='session')
def wheel() -> pathlib.Path:
    """The wheel."""
    return _built('*.whl')


@pytest.fixture(scope='session')
def sdist() -> pathlib.Path:
    """The source distribution."""
    return _built('*.tar.gz')


@pytest.fixture(scope='session', params=VERSIONS)
def python(request: pytest.FixtureRequest) -> str:
    """An interpreter of each version that this package supports."""
    if request.param not in PYTHONS:
        pytest.skip(f'there is no Python {request.param}')
    return PYTHONS[request.param]


@pytest.fixture(scope='session')
def bare(python: str, wheel: pathlib.Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with the wheel and what it needs, in the newest versions."""
    environment = Environment(python, tmp_path_factory.mktemp('bare'))
    environment.install(str(wheel))
    return environment


@pytest.fixture(scope='session')
def with_sandbox(
    python: str, wheel: pathlib.Path, tmp_path_factory: pytest.TempPathFactory
) -> Environment:
    """An environment with the extra ``sandbox``, and pytest."""
    environment = Environment(python, tmp_path_factory.mktemp('sandbox'))
    environment.install(f'nova-mv[sandbox] @ {wheel.as_uri()}', 'pytest')
    return environment
