"""Imports, requests and trust of a process that finds a login of an earlier run."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
import sys
from collections.abc import Mapping
from typing import NamedTuple

import pytest

from functional_tests import serving
from functional_tests.nova import Inside

needs_openssl = pytest.mark.skipif(
    shutil.which('openssl') is None, reason='the program openssl is not there'
)

PROGRAM = """
import json, sys
before = set(sys.modules)
from novaclient_mv import shell
from novaclient_mv.clouds import environment
requests = []
class Recorder:
    def __init__(self, inner): self.inner = inner
    def send(self, request):
        requests.append(request.method + ' ' + request.url)
        return self.inner.send(request)
    def close(self): self.inner.close()
status = shell.run(sys.argv[1:], environment.Environment(wrap=Recorder))
packages = {name.partition('.')[0] for name in set(sys.modules) - before}
others = sorted(packages - sys.stdlib_module_names - {'novaclient_mv'})
print(json.dumps([int(status), requests, others]), file=sys.stderr)
"""


class Run(NamedTuple):
    """The result of a process: status, requests of the command, packages of others."""

    status: int
    requests: list[str]
    packages: list[str]


def run(own: Inside, env: Mapping[str, str], *words: str) -> Run:
    """Run a command line in a process, and see what it loaded."""
    # A socket that is left open is told on stderr, too.
    checks = ('-X', 'dev', '-W', 'error::ResourceWarning')
    done = subprocess.run(
        [sys.executable, *checks, '-c', PROGRAM, *words],
        env={**own.variables, **env, 'PYTHONPATH': os.pathsep.join(sys.path)},
        cwd=own.cwd,
        capture_output=True,
        encoding='utf-8',
        check=False,
    )
    told, last = done.stderr.splitlines()[:-1], done.stderr.splitlines()[-1]
    assert told == [], done.stderr
    return Run(*json.loads(last))


CREATE = ('server-create', '--image', 'cirros', '--flavor', 'm1.tiny', '--nic', 'none')


@pytest.mark.parametrize(
    ('words', 'count'),
    [
        (('server-list',), 1),
        (('server-show', 'first'), None),
        ((*CREATE, 'another'), None),
        (('server-delete', 'first', 'second'), None),
    ],
)
def test_warm_run_loads_no_package_of_others(
    own: Inside, words: tuple[str, ...], count: int | None
) -> None:
    with serving.sandbox(own) as settings:
        for name in ('first', 'second', 'third'):
            own(*CREATE, name, env=settings).checked()
        # An image, and what else the command takes, is looked up once with a session.
        own('server-list', '--image', 'cirros', env=settings).checked()
        reads = words[0] in ('server-list', 'server-show')
        cold = run(own, settings, *words) if reads else None
        warm = run(own, settings, *words)
    assert (warm.status, warm.packages) == (0, [])
    if cold is not None:
        assert warm.requests == cold.requests
    assert len(warm.requests) == (count or len(warm.requests))


# -- certificates ------------------------------------------------------------


@needs_openssl
def test_certificate_is_checked_in_each_run(own: Inside, tmp_path: pathlib.Path) -> None:
    with serving.sandbox(own, '--tls') as settings:
        assert run(own, settings, 'server-list').status == 0
        warm = run(own, settings, 'server-list')
        assert (warm.status, warm.packages) == (0, [])
        without = {name: value for name, value in settings.items() if name != 'OS_CACERT'}
        refused = own('server-list', env=without)
        assert (refused.status, 'certificate' in refused.err) == (7, True)
        assert run(own, without, '--insecure', 'server-list').status == 0
        accepted = run(own, without, '--insecure', 'server-list')
        assert (accepted.status, accepted.packages) == (0, [])
        missing = own('server-list', '--os-cacert', str(tmp_path / 'gone'), env=without)
        assert (missing.status, 'cannot be read' in missing.err) == (2, True)


@needs_openssl
def test_changed_certificate_is_refused_on_a_warm_run(own: Inside) -> None:
    with serving.sandbox(own, '--tls') as settings:
        own('server-list', env=settings).checked()
        port = int(serving.url(settings).rpartition(':')[2])
    authority = pathlib.Path(settings['OS_CACERT'])
    copy = own.home / 'authority.pem'
    copy.write_bytes(authority.read_bytes())
    shutil.rmtree(authority.parent)
    with serving.sandbox(own, '--tls', port=port) as changed:
        result = own('server-list', env={**changed, 'OS_CACERT': str(copy)})
        assert (result.status, 'certificate' in result.err) == (7, True)
        own('server-list', env=changed).checked()
        assert run(own, changed, 'server-list') == Run(
            0, [f'GET {serving.url(changed)}/v2.1/servers/detail'], []
        )
