"""No way to a terminal lets through what acts on it, whoever chose a name: of clouds, regions,
projects, releases, files, or of anything that a cloud has.
"""

from __future__ import annotations

import io
import json
import pathlib
from typing import Any

import pytest

from novaclient_mv import shell
from novaclient_mv.cli.reading import commands
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.clouds.environment import Environment
from unit_tests import any_cloud, any_lines, cases, terminals
from unit_tests.any_lines import ID
from unit_tests.knowledge.usage import lines as logs
from unit_tests.nova import Nova
from unit_tests.terminals import HOSTILE, Terminal

COMMANDS = [each for each in commands.our_commands() if any_lines.needs_a_cloud(each)]
_NAMES = frozenset({'thing', 'one', 'nova', 'fake', 'ssh-rsa', 'public_key', 'ACTIVE'})

FILE, BYTES = f'{HOSTILE}.sh', f'{HOSTILE}\udc9b\udcff'
"""The name of a file, and one that is no text."""

OFFLINE = (
    ('version-lint', FILE, 'nosuch' + FILE),
    ('version-lint', FILE, '-f', 'github'),
    ('version-lint', FILE, '--release', 'pike', '--verbose'),
    ('sandbox-serve', '--release', HOSTILE),
    ('version-usage', FILE, BYTES, '--verbose'),
    ('version-usage', '--merge', FILE),
    ('version-usage', 'agents.log'),
    ('version-usage', 'agents.log', '-f', 'value'),
    ('version-usage', 'agents.log', '--summary', f'nosuch/{FILE}'),
    ('version-requires', 'server-list', f'--{HOSTILE}'),
    ('version-requires', HOSTILE),
    ('version-changes', HOSTILE, '2.1'),
    ('version-pin', HOSTILE),
    ('version-pin', '--check', FILE),
    ('cloud-list',),
    ('config-show',),
    ('config-show', '-f', 'value', '--debug'),
    ('--os-region-name', HOSTILE + 'x', 'config-show'),
    ('--os-project-name', HOSTILE, '--os-username', HOSTILE, 'config-show'),
    ('command-list', '-c', HOSTILE),
    ('help', HOSTILE),
    ('cache-clear', HOSTILE),
    ('sandbox-reset', '--state', HOSTILE),
    (HOSTILE,),
    (f'--{HOSTILE}',),
    ('--os-auth-type', HOSTILE, 'server-list'),
    ('--os-cacert', BYTES, '--debug', 'server-list'),
    ('--os-compute-api-version', HOSTILE, 'server-list'),
    ('--os-cloud', HOSTILE + 'nosuch', 'server-list'),
)
"""Lines without a cloud, or which end before one is asked."""

ON_CLOUDS = (
    ('--os-cloud', 'all', 'server-list'),
    ('--os-cloud', 'all', 'server-list', '-f', 'value', '--timings'),
    ('--os-cloud', 'all', 'server-list', '-f', 'ndjson', '--error-format', 'json'),
    ('--os-cloud', 'all', 'server-show', 'thing'),
    ('--os-cloud', 'all', 'version-matrix', '--feature', 'server-list'),
    ('--os-cloud', 'all', 'version-matrix', '--feature', HOSTILE),
    ('--os-cloud', 'all', 'version-matrix', '--for', FILE, '--html', f'nosuch/{FILE}'),
    ('server-list', '-c', HOSTILE),
    ('server-list', '--query', HOSTILE),
    ('server-list', '--debug', '-f', 'yaml'),
    ('server-show', 'thing', '-f', 'value', '-c', 'name'),
    ('server-create', HOSTILE, '--flavor', '1', '--image', ID, '--user-data', BYTES),
    ('server-create', HOSTILE, '--flavor', '1', '--image', ID, '--wait', '--wait-timeout', '9'),
    ('server-create', HOSTILE, '--flavor', '1', '--image', ID, '--dry-run'),
    ('server-create', HOSTILE, '--flavor', '1', '--image', ID, '--dry-run=curl'),
    ('server-delete', HOSTILE, 'nosuch', '--error-format', 'json'),
    ('server-console-log', 'thing'),
    ('api', 'GET', '/servers'),
    ('usage-show', '--tenant', HOSTILE),
    ('server-list', '--all-tenants', '--tenant', HOSTILE),
    ('server-list', '--os-project-name', HOSTILE, '--sort', HOSTILE),
    ('version-lint', FILE, '--os-cloud', 'all'),
)


def _hostile(value: Any) -> Any:
    """Add names that act on a terminal, halves of characters and ends of lines."""
    if isinstance(value, dict):
        further = {} if value else {HOSTILE: f'{HOSTILE}\udc9b'}
        return {name: _hostile(part) for name, part in value.items()} | further
    if isinstance(value, list):
        return [_hostile(part) for part in value]
    return f'{value}{HOSTILE}\n\x00\udc9b' if value in _NAMES else value


class HostileCloud(any_cloud.AnyCloud):
    """Has everything, under names that act on a terminal."""

    everything = json.dumps(_hostile(json.loads(any_cloud.AnyCloud.everything))).encode()


@pytest.fixture(scope='module')
def home(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A home with a cloud and a region whose names act on a terminal."""
    folder = tmp_path_factory.mktemp('home')
    cloud = {
        'auth_type': 'none',
        'auth': {'endpoint': 'http://anything.example'},
        'region_name': HOSTILE,
        'project_name': HOSTILE,
        'baremetal_endpoint_override': 'http://anything.example',
        'placement_endpoint_override': 'http://anything.example',
    }
    lost = {'auth': {'auth_url': f'http://127.0.0.1:1/{HOSTILE}', 'username': HOSTILE}}
    clouds = {HOSTILE: cloud, f'{HOSTILE}2': cloud, f'{HOSTILE}lost': lost}
    (folder / 'clouds.yaml').write_text(json.dumps({'clouds': clouds}), encoding='utf-8')
    script = (
        f'nova {HOSTILE}\nnova list --{HOSTILE} {HOSTILE}\nnova boot --nic {HOSTILE} {HOSTILE}\n'
    )
    (folder / FILE).write_text(script, encoding='utf-8')
    any_lines.write_file(folder)
    agents = [logs.access('-', HOSTILE, '2.1'), HOSTILE, f'x{HOSTILE}']
    (folder / 'agents.log').write_text('\n'.join(agents), encoding='utf-8')
    return folder


def surroundings(home: pathlib.Path, terminal: Terminal | None) -> Environment:
    """Return the environment of a run on a terminal."""
    nova = Nova(home)
    stream = None if terminal is None else terminal.stream
    return Environment(
        variables={**nova.variables(None, {}), 'PATH': '/nowhere'},
        stdin=io.BytesIO(b''),
        stdout=stream,
        stderr=stream,
        clock=nova.clock.clock(),
        cwd=str(home),
    )


def shown(home: pathlib.Path, *words: str) -> str:
    """Return the output of a command line on a terminal."""
    with Terminal() as terminal:
        environment = surroundings(home, terminal)
        environment.wrap = lambda inner: HostileCloud()
        shell.run(words, environment)
    return terminal.text


@cases.one_test_of('command', COMMANDS, lambda each: each.name)
def test_command_shows_hostile_names_escaped(
    home: pathlib.Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(home)
    line = any_lines.line_of(command, surroundings(home, None))
    assert terminals.acting(shown(home, '--os-cloud', HOSTILE, '--timings', *line)) == []


@pytest.mark.parametrize('words', [*OFFLINE, *ON_CLOUDS], ids=ascii)
def test_line_shows_hostile_words_escaped(
    home: pathlib.Path, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(home)
    cloud = () if {'--os-cloud', '--release'} & {*words} else ('--os-cloud', HOSTILE)
    text = shown(home, *cloud, *words)
    assert text
    assert 'unexpected' not in text
    assert terminals.acting(text) == []


def test_page_shows_hostile_names_escaped(home: pathlib.Path) -> None:
    shown(home, '--os-cloud', 'all', 'version-matrix', '--html', 'page.html')
    page = (home / 'page.html').read_text(encoding='utf-8')
    assert 'h\\x1b[41m' in page
    assert terminals.acting(page) == []
