"""Threads never meet a module that another one has half loaded, in fresh interpreters."""

from __future__ import annotations

import ast
import json
import pathlib
from collections.abc import Callable
from typing import Any

import pytest

from novaclient_mv.sandbox.http import tls
from unit_tests import processes, records
from unit_tests.newest import NEWEST
from unit_tests.scripted import SECRET, ScriptedCloud
from unit_tests.source import PACKAGE, dotted, inside, name_of, nodes_of, paths, text_of

StartCloud = Callable[..., ScriptedCloud]

WATCHING = """
import importlib._bootstrap, json, os, sys, threading, time

late, circles, first = set(), set(), threading.get_ident()

def note(event, arguments):
    if event == 'import' and threading.get_ident() != first:
        late.add(arguments[0])

class Slow:
    def find_spec(self, name, path=None, target=None):
        time.sleep(float(os.environ.get('PAUSE', 0)))

def acquire(lock, wait=importlib._bootstrap._ModuleLock.acquire):
    try:
        return wait(lock)
    except importlib._bootstrap._DeadlockError:
        circles.add(lock.name)
        raise

def tell(status, end=os._exit):
    sys.stderr.write('\\n' + json.dumps([status, sorted(late), sorted(circles)]))
    sys.stderr.flush()
    end(status)

sys.addaudithook(note)
sys.meta_path.insert(0, Slow())
importlib._bootstrap._ModuleLock.acquire = acquire
sys.setswitchinterval(1e-6)
"""
"""Tells the modules that threads but the first imported, and circles of imports that threads met.
Each import takes ``PAUSE`` seconds longer, so that the others are sure to come meanwhile.
"""

COMMAND = """
os._exit = tell
from novaclient_mv.__main__ import main
main()
"""


def _started(start_cloud: StartCloud) -> ScriptedCloud:
    cloud = start_cloud(maximum=NEWEST)
    cloud.on('GET', '/servers/detail', {'servers': [records.server(1)]})
    cloud.on('GET', '/flavors/detail', {'flavors': [records.flavor()]})
    return cloud


@pytest.fixture
def cloud_of_file(start_cloud: StartCloud) -> ScriptedCloud:
    """The cloud of all entries of the file but one; also for who does not log in."""
    cloud = _started(start_cloud)
    # There no token is sent, or one that says nothing.
    cloud.keystone.tokens.update(('notused', None))  # type: ignore[arg-type]
    return cloud


@pytest.fixture
def clouds(
    cloud_of_file: ScriptedCloud,
    start_cloud: StartCloud,
    tmp_path: pathlib.Path,
    certificate: tls.Certificate,
) -> pathlib.Path:
    """A file of clouds, one of each auth type that is made without stevedore, and one over TLS."""
    cloud, secure = cloud_of_file, _started(start_cloud)
    back = ('127.0.0.1', int(secure.url.rpartition(':')[2]))
    proxy = tls.TLSProxy(('127.0.0.1', 0), back, certificate)
    proxy.start()
    secure.url = secure.keystone.url = f'https://127.0.0.1:{proxy.port}'
    user = cloud.credentials()
    program = {'auth_url': user['auth_url'], 'application_credential_id': 'a'}
    alone = {'endpoint': f'{cloud.url}/v2.1'}
    entries = {
        'password': user,
        'v3password': {**user, 'username': 'other'},
        'v3applicationcredential': {**program, 'application_credential_secret': SECRET},
        'none': alone,
        'http_basic': {**alone, 'username': 'a', 'password': 'b'},
    }
    by_name = {name: {'auth_type': name, 'auth': auth} for name, auth in entries.items()}
    by_name['secure'] = {'auth': secure.credentials(), 'cacert': certificate.file}
    file = tmp_path / 'clouds.yaml'
    file.write_text(json.dumps({'clouds': by_name}))
    return file


def watched(code: str, *words: str, pause: float = 0, **variables: str) -> tuple[str, list[Any]]:
    """Run some code with an interpreter of its own.

    :returns: what it printed, and its messages, exit status, the modules that threads imported, and
        those of which threads met another's half.
    """
    environ = {**variables, 'PAUSE': str(pause), 'PYTHONPATH': str(PACKAGE.parent)}
    done = processes.python('-c', WATCHING + code, *words, env=environ)
    messages, _, told = done.stderr.rpartition('\n')
    return done.stdout, [messages, *json.loads(told)]


def run(clouds: pathlib.Path, *words: str, pause: float = 0) -> tuple[str, list[Any]]:
    """Run a command line in the same way."""
    variables = {'OS_CLIENT_CONFIG_FILE': str(clouds), 'HOME': str(clouds.parent)}
    return watched(COMMAND, *words, pause=pause, **variables)


EVERY = 'password,v3password,v3applicationcredential,none,http_basic,secure'
LINES = (('server-list', 'table'), ('flavor-list', 'json'), ('server-list', 'csv'))


def files_below(folder: pathlib.Path) -> set[pathlib.Path]:
    return {file for file in folder.rglob('*') if file.is_file()}


@pytest.mark.parametrize('known', ['', 'password,v3password,secure', EVERY])
def test_threads_of_several_clouds_have_nothing_to_import(clouds: pathlib.Path, known: str) -> None:
    if known:
        run(clouds, '--os-cloud', known, 'server-list')
    remembered = files_below(clouds.parent)
    for command, format in LINES:
        out, told = run(clouds, '--os-cloud', EVERY, command, '-f', format)
        assert told == ['', 0, [], []]
        assert all(name in out for name in EVERY.split(','))
        for file in files_below(clouds.parent) - remembered:
            file.unlink()


def test_clouds_that_log_in_again_in_threads_meet_no_half_of_a_module(
    clouds: pathlib.Path, cloud_of_file: ScriptedCloud
) -> None:
    """Sessions are opened there, since all tokens are refused."""
    known = EVERY.replace('none,', '')
    run(clouds, '--os-cloud', known, 'server-list')
    cloud_of_file.keystone.tokens -= {f'token-{number}' for number in range(100)}
    _, told = run(clouds, '--os-cloud', EVERY, 'server-list', pause=0.002)
    assert (told[:2], told[3]) == (['', 0], [])
    assert 'keystoneauth1.loading' in told[2]


IN_THREADS = """
mistakes = []

def at_once(works):
    together = threading.Barrier(len(works))
    def begin(work):
        together.wait()
        try:
            work()
        except BaseException as error:
            mistakes.append(repr(error))
    threads = [threading.Thread(target=begin, args=(work,)) for work in works]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    print(mistakes)
    sys.stdout.flush()
    tell(0)
"""

PROGRAM = """
from novaclient_mv import client
from novaclient_mv.baremetal.v1 import client as baremetal
names, user = sys.argv[1].split(','), json.loads(sys.argv[2])
works = [lambda name=name: list(client.from_cloud(name).servers.iterate()) for name in names]
works += [lambda: list(client.Client('2.90', **user).flavors.iterate())]
works += [lambda: client.Client('2.90', **user, direct_use=False).servers.list()]
works += [lambda: baremetal.Client('1.1', endpoint_override=user['auth_url']).drivers]
works += [lambda: client.from_clouds(names[:2], version='common')]
at_once(works * 2)
"""


def test_programs_open_clients_of_every_kind_in_threads(
    clouds: pathlib.Path, cloud_of_file: ScriptedCloud
) -> None:
    variables = {'OS_CLIENT_CONFIG_FILE': str(clouds), 'HOME': str(clouds.parent)}
    user = json.dumps(cloud_of_file.credentials())
    out, told = watched(IN_THREADS + PROGRAM, EVERY, user, pause=0.001, **variables)
    assert (out, told[0], told[3]) == ('[]\n', '', [])


MODULES = """
names = sys.argv[1].split()
ends = [number * len(names) // 16 for number in range(16)]
def load(name):
    package, _, module = name.rpartition('.')
    # As ``from package import module``: the package comes first.
    __import__(package, fromlist=(module,))
at_once([lambda end=end: [*map(load, names[end:] + names[:end])] for end in ends])
"""


def test_threads_that_load_our_modules_from_several_ends_meet_no_circle() -> None:
    names = [f'novaclient_mv.{inside(file)}'.rstrip('.') for file in paths(PACKAGE)]
    others = ('_mv', '__main__', 'pytest_plugin')
    names = [name for name in names if not name.endswith(others)]
    out, told = watched(IN_THREADS + MODULES, ' '.join(names))
    assert (out, told[0], told[3]) == ('[]\n', '', [])


def test_no_module_is_taken_before_it_is_whole() -> None:
    """A module of ``sys.modules`` may be half loaded, unless it was imported just before:
    the statement waits for the rest.
    """
    taken = [
        f'{name_of(file)}:{node.lineno}'
        for file in paths(PACKAGE)
        for node in nodes_of(file)
        if (isinstance(node, ast.Subscript) and dotted(node.value) == 'sys.modules')
        or (isinstance(node, ast.Call) and dotted(node.func) == 'sys.modules.get')
    ]
    lines = {place: _lines_around(place) for place in taken}
    asked = ('__import__(', "getattr(prompt, 'show_typing', None)")
    assert [place for place, text in lines.items() if not any(map(text.count, asked))] == []
    assert len(taken) == 4


def _lines_around(place: str) -> str:
    name, _, number = place.partition(':')
    lines = text_of(PACKAGE.parent / name).splitlines()
    return '\n'.join(lines[int(number) - 3 : int(number) + 2])
