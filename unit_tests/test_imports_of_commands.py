"""The modules that a command loads: start-up time is mostly imports, and each costs every run.

Each kind of run has the rooms of which it may load modules, with modules of its own, the libraries
of the standard library that it must not load, and the packages of others that it may. Where a list
is too short, think about a later import first.
"""

from __future__ import annotations

import functools
import json
import pathlib
import sys
from collections.abc import Callable
from typing import NamedTuple

import pytest

from novaclient_mv.cli.reading import index
from unit_tests import processes, records
from unit_tests.scripted import ScriptedCloud

ROOT = pathlib.Path(__file__).parents[1]
CODE = """
import json, os, sys

before = set(sys.modules)
end = os._exit

def tell(status):
    sys.stderr.write('\\n' + json.dumps([status, sorted(set(sys.modules) - before)]))
    sys.stderr.flush()
    end(status)

os._exit = tell
if 'ON_A_TERMINAL' in os.environ:
    sys.stdout.isatty = lambda: True
from novaclient_mv.__main__ import main
main()
"""

READING = (
    *('errors', 'values', 'versions', 'services', 'shell', '__main__'),
    *(
        'clouds.cloud',
        'clouds.encodings',
        'clouds.environment',
        'clouds.global_option',
    ),
    *('clouds.options', 'clouds.origins', 'clouds.requested_versions', 'clouds.settings'),
    *('clouds.words', 'cli.reading.aliases', 'cli.reading.columns', 'cli.reading.commands'),
    *(
        'cli.reading.argument',
        'cli.reading.declarations',
        'cli.reading.queries',
        'cli.reading.read',
    ),
    *('cli.reading.option_flags', 'cli.reading.tree'),
    *('cli.reading.window', 'cli.reading.output_options', 'cli.reading.tokenizer'),
    *('cli.main.displays', 'cli.main.invocations', 'clouds.escapes', 'clouds.messages'),
    *('cli.running.cell_texts', 'cli.running.mappings', 'cli.running.outcomes'),
    *('cli.running.results', 'cli.running.shapes'),
    *('cli.showing.formats', 'cli.showing.formats.table_format', 'cli.showing.grid'),
    *('cli.showing.output_stream', 'cli.showing.program_version', 'cli.showing.result_writer'),
    *('cli.showing.local_commands', 'wire.answers'),
)
"""Modules that read a command line and show text."""

OVERVIEW = (*READING, 'cli.reading.index', 'cli.reading.index_file')
PAGES = (
    'cli.reading.checked_output',
    *(f'cli.showing.{name}' for name in (*('examples', 'help', 'help_of_command', 'help_pages'),)),
)
HELP = (*OVERVIEW, *PAGES, 'cli.showing.help_of_several', 'cli.showing.topics')
HELP_OF_A_COMMAND = (*READING, *PAGES, 'cli.reading', 'cli.running', 'wire')
COMPLETION = (
    *(*OVERVIEW, 'cli.completing', 'cli.reading.types', 'program.commands.complete'),
    *('cli.reading.parser', 'cli.reading.checked_output'),
    *('clouds.file_texts', 'clouds.found_files', 'clouds.pins', 'clouds.shortcuts'),
    'user_files',
    *('clouds.logins.cache', 'clouds.logins.certificate_files'),
)
ON_A_CLOUD = (
    *READING,
    *('cli.reading', 'cli.running', 'clouds', 'resources', 'user_files', 'wire', 'v2.client'),
    'v2.servers',
    *('compat.manager_names', 'compat.request_ids'),
    'v2.commands.server_list',
)
SLOW = (
    *('copy', 'difflib', 'hashlib', 'importlib.metadata', 'inspect'),
    *('ipaddress', 'shutil', 'tempfile', 'textwrap', 'unicodedata', 'urllib', 'zlib'),
)
"""Of the standard library, what takes more than half a millisecond and serves nothing here."""

PARSER = ('argparse', 'gettext', 'locale', 'string', 'base64', 'struct')
"""Lines without options, the most frequent ones, need as little."""

NETWORK = ('http.client', 'http.server', 'email', 'socket', 'ssl', 'importlib.metadata')


class Loads(NamedTuple):
    """The modules that a run may load.

    :param ours: modules of ours, or packages with all in them; a package alone needs no naming.
    :param others: packages of others.
    :param never: modules of the standard library that it must do without.
    """

    ours: tuple[str, ...]
    others: tuple[str, ...] = ()
    never: tuple[str, ...] = ()


RUNS = {
    ('--version',): Loads(
        ('__main__', 'cli.showing.program_version'), never=(*SLOW, 'typing', 'json')
    ),
    ('help',): Loads((*HELP, 'program.commands.help'), never=(*SLOW, *PARSER)),
    ('help', 'server-create'): Loads(
        (*HELP_OF_A_COMMAND, 'v2', 'program.commands.help'), never=(*NETWORK, *SLOW)
    ),
    ('help', 'baremetal-node-create'): Loads(
        (
            *(*HELP_OF_A_COMMAND, 'resources', 'compat'),
            *('user_files', 'program.commands.help', 'baremetal.v1'),
        ),
        never=NETWORK,
    ),
    ('server-create', '--help'): Loads((*HELP_OF_A_COMMAND, 'v2'), never=NETWORK),
    ('bash-completion',): Loads(
        (
            *(*OVERVIEW, 'program.commands.bash_completion'),
            *('knowledge', 'knowledge.openstack', 'knowledge.openstack.table'),
        ),
        never=(*SLOW, *PARSER),
    ),
    ('complete', '--', 'server', 'li'): Loads(
        (
            *(*COMPLETION, 'cli.reading', 'cli.running', 'compat', 'knowledge.openstack.table'),
            *('resources', 'services', 'v2', 'wire'),
        ),
        never=(*NETWORK, 'subprocess'),
    ),
    ('complete', '--', 'keypair-s'): Loads(COMPLETION, never=(*SLOW, *NETWORK, 'subprocess')),
    ('complete', '--', 'server-list', '--li'): Loads(
        (*COMPLETION, 'cli.reading.list_filters', 'v2', 'resources', 'compat', 'wire'),
        never=(*NETWORK, 'subprocess'),
    ),
    ('command-list',): Loads(
        (*OVERVIEW, 'cli.reading.types', 'program.commands.command'), never=SLOW
    ),
    ('--os-cloud', 'sandbox', 'server-list'): Loads(
        (*ON_A_CLOUD, 'sandbox'),
        others=('microversion_parse',),
        never=(*NETWORK, 'glob', 'logging', 'urllib.request', 'platform', 'uuid'),
    ),
}
"""The runs by their words, none of them on a network."""

COLD = Loads(
    ON_A_CLOUD,
    others=(
        *('keystoneauth1', 'os_service_types', 'requests', 'urllib3', 'certifi', 'idna'),
        *('charset_normalizer', 'chardet', 'iso8601', 'pbr', 'stevedore', 'typing_extensions'),
        # keystoneauth1 loads them where they are installed.
        *('netaddr', 'oslo_utils', 'packaging', 'pyparsing', 'osprofiler', 'oslo_serialization'),
        *('backports', 'cython_runtime', 'brotli', 'brotlicffi', 'zstandard', 'simplejson'),
    ),
    never=('difflib', 'sqlite3'),
)
"""A first list on a cloud over HTTP, with a login by keystoneauth1."""


WARM = Loads(
    ON_A_CLOUD,
    never=(*PARSER, 'difflib', 'email', 'http.client', 'inspect', 'ipaddress', 'logging', 'ssl'),
)
"""The second run of the list, with remembered data."""


DRAWN = Loads((*ON_A_CLOUD, 'cli.terminal'), never=('email', 'http.client', 'ssl'))
"""The same list on a terminal."""


def loaded(home: pathlib.Path, *words: str, **variables: str) -> set[str]:
    """The modules that a run loads in a process of its own."""
    done = processes.python(
        '-c', CODE, *words, env={'PYTHONPATH': str(ROOT), 'HOME': str(home), **variables}
    )
    status, modules = json.loads(done.stderr.rpartition('\n')[2])
    assert status == 0, done.stderr
    assert done.stdout
    return set(modules)


OF_PYTHON = {'glob': 'pathlib', 'ipaddress': 'urllib.parse'}
"""Libraries of Python that another one loads, which need not be kept out beside it."""


def unexpected(modules: set[str], loads: Loads) -> list[str]:
    """Those that a run loads and should not."""
    names = set()
    for module in modules:
        top, _, rest = module.partition('.')
        if top == 'novaclient_mv':
            is_package = any(other.startswith(f'{module}.') for other in modules)
            if rest and not is_package and not _lies_in(rest, loads.ours):
                names.add(module)
        elif top in sys.stdlib_module_names:
            if OF_PYTHON.get(module) not in modules and _lies_in(module, loads.never):
                names.add(module)
        elif top not in loads.others and not top.startswith('_'):
            names.add(module)
    return sorted(names)


def _lies_in(module: str, names: tuple[str, ...]) -> bool:
    return any(module == name or module.startswith(f'{name}.') for name in names)


@pytest.fixture(scope='module')
def modules_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., set[str]]:
    """Tells the modules that a run loads; each takes place once."""
    home = tmp_path_factory.mktemp('home')
    # A checkout makes the table of commands when it first needs it, from all modules.
    assert index.overview()

    @functools.cache
    def modules(*words: str) -> set[str]:
        # The first run on the sandbox makes it; it is the one after that which counts.
        return [loaded(home, *words) for _ in range(2 if 'sandbox' in words else 1)][-1]

    return modules


@pytest.mark.parametrize('words', RUNS, ids=' '.join)
def test_run_loads_no_more_than_it_needs(
    words: tuple[str, ...], modules_of: Callable[..., set[str]]
) -> None:
    assert unexpected(modules_of(*words), RUNS[words]) == []


def test_first_list_loads_what_a_login_needs(cloud: ScriptedCloud, tmp_path: pathlib.Path) -> None:
    modules = loaded(tmp_path, 'server-list', **cloud.environ())
    assert unexpected(modules, COLD) == []
    assert {name for name in modules if name in COLD.others} >= {'keystoneauth1', 'requests'}


def test_list_on_a_terminal_loads_what_draws_and_no_package_of_others(
    tmp_path: pathlib.Path, cloud: ScriptedCloud
) -> None:
    cloud.on('GET', '/servers/detail', {'servers': [records.server(1)]})
    in_a_pipe = [loaded(tmp_path, 'server-list', **cloud.environ()) for _ in range(2)][1]
    on_a_terminal = loaded(tmp_path, 'server-list', **cloud.environ(), ON_A_TERMINAL='1')
    assert unexpected(on_a_terminal, DRAWN) == []
    assert 'novaclient_mv.cli.terminal.canvas' in on_a_terminal
    assert not any(name.startswith('novaclient_mv.cli.terminal') for name in in_a_pipe)


def test_second_list_loads_no_package_of_others(
    cloud: ScriptedCloud, tmp_path: pathlib.Path
) -> None:
    runs = [loaded(tmp_path, 'server-list', **cloud.environ()) for _ in range(2)]
    assert 'keystoneauth1' in runs[0]
    assert unexpected(runs[1], WARM) == []
    assert 'novaclient_mv.wire.direct.direct_transport' in runs[1]


@pytest.mark.parametrize('words', RUNS, ids=' '.join)
def test_nothing_stays_on_a_list_that_is_not_loaded(
    words: tuple[str, ...], modules_of: Callable[..., set[str]]
) -> None:
    modules = modules_of(*words)
    assert [name for name in RUNS[words].ours if f'novaclient_mv.{name}' not in modules] == []
    assert [name for name in RUNS[words].others if name not in modules] == []
