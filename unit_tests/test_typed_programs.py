"""What a type checker says of programs that use the library, and what they load."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
from collections.abc import Callable

import pytest

from unit_tests.test_layout import python

ROOT = pathlib.Path(__file__).parents[1]

RIGHT = """
from collections.abc import Iterator

from novaclient_mv import client, exceptions
from novaclient_mv.baremetal.v1.client import Client as BaremetalClient
from novaclient_mv.placement.v1.client import Client as PlacementClient
from novaclient_mv.v2.client import Client
from novaclient_mv.v2.keypairs import Keypair
from novaclient_mv.v2.servers import Server
from novaclient_mv.versions import VersionRange


def names(nova: Client) -> Iterator[str]:
    servers: Iterator[Server] = nova.servers.iterate(search_opts={'status': 'ACTIVE'}, limit=5)
    keypairs: Iterator[Keypair] = nova.keypairs.iterate()
    for server in servers:
        yield str(server.name)
    for keypair in keypairs:
        yield keypair.id
    yield from (str(zone) for zone in nova.availability_zones.iterate(detailed=False))


def create(nova: Client) -> Server:
    more = {'hostname': 'web'} if nova.supports(nova.servers.create, hostname=...) else {}
    server: Server = nova.servers.create('web', None, '1', nics='auto')
    try:
        return nova.servers.wait_for(server, 'ACTIVE', timeout=600)
    except exceptions.ResourceInErrorState as error:
        print(error.fault, more)
        raise
    finally:
        gone: Server = nova.wait_for(server, ('DELETED', 'SOFT_DELETED'), 60, interval=1)
        print(gone)


def main() -> None:
    nova: Client = client.from_cloud('prod', version='2.90', region_name='one', timeout=5)
    ironic: BaremetalClient = client.from_cloud('prod', service='baremetal')
    placement: PlacementClient = client.from_cloud('prod', service='placement', version='1.39')
    other = client.from_cloud('prod', service='depot')
    ranges: tuple[VersionRange, ...] = nova.needs(nova.servers.create, hostname='web')
    with nova.with_version('2.60') as older:
        print(older.api_version, other.api_version, ranges, *names(older), create(nova))
    node = next(ironic.nodes.iterate())
    print(ironic.wait_for(node, 'available').id, next(placement.resource_classes.iterate()))
    try:
        client.from_cloud(version='2.latest')
    except exceptions.Error as error:
        print(error.needed, error.offered, error.exit_status)
"""

MISTAKES = {
    'nova.server.list()': 'has no attribute "server"; maybe "servers"',
    'nova.servers.create(nme="x")': 'Unexpected keyword argument "nme"',
    'nova.servers.create("web", None, "1", nics="auto", key_name=5)': 'incompatible type "int"',
    'nova.servers.iterate(limit="5")': 'incompatible type "str"',
    'for number in nova.servers.list(): number + 1': 'Unsupported operand',
    'keypair: str = next(nova.keypairs.iterate())': 'expression has type "Keypair"',
    'nova.servers.wait_for("id", "ACTIVE", timeout="long")': 'incompatible type "str"',
    'state: str = nova.servers.wait_for("id", "ACTIVE")': 'expression has type "Server"',
    'nova.wait_for("id", "ACTIVE")': '"str"',
    'nova.supports("servers.create")': 'incompatible type "str"',
    'nova.supports(nova.servers.creat)': 'has no attribute "creat"',
    'client.from_cloud("prod", versoin="2.90")': 'Unexpected keyword argument "versoin"',
    'client.from_cloud("prod", region="one")': 'Unexpected keyword argument "region"',
    'client.from_cloud("prod", 2.90)': '"float"',
    'client.from_cloud("prod", service="baremetal").servers': 'has no attribute "servers"',
    'nova.with_version("2.60").severs': 'has no attribute "severs"',
}


@pytest.fixture(scope='module')
def type_checked(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """Type-checks a program strictly, with what the package says of itself (``py.typed``)."""
    pytest.importorskip('mypy')
    folder = tmp_path_factory.mktemp('program')

    def check(text: str) -> str:
        file = folder / 'program.py'
        file.write_text(text)
        done = subprocess.run(
            [sys.executable, '-m', 'mypy', '--strict', '--follow-imports=silent', str(file)],
            env={**os.environ, 'MYPYPATH': str(ROOT)},
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout + done.stderr

    return check


def test_right_program_passes(type_checked: Callable[[str], str]) -> None:
    assert 'Success' in type_checked(RIGHT)


def test_mistakes_are_found(type_checked: Callable[[str], str]) -> None:
    program = RIGHT + '\n\ndef mistakes(nova: Client) -> None:\n'
    first = program.count('\n') + 1
    report = type_checked(program + ''.join(f'    {call}\n' for call in MISTAKES)).splitlines()
    for number, (call, message) in enumerate(MISTAKES.items(), first):
        found = [line for line in report if line.startswith(f'program.py:{number}: error: ')]
        assert any(message in line for line in found), (call, found)
    in_lines = {int(line.split(':')[1]) for line in report if ': error: ' in line}
    assert min(in_lines) >= first


# -- what is loaded ----------------------------------------------------------

LOADED = """
import sys
from novaclient_mv import client
before = {name.partition('.')[0] for name in sys.modules}
print(*sorted(before & {'keystoneauth1', 'requests', 'urllib3', 'yaml', 'oslo_utils'}))
nova = client.from_cloud('sandbox')
exec(sys.argv[1])
managers = {place for place, _ in client.v2_client.MANAGERS.values()}
ours = {name.removeprefix('novaclient_mv.v2.') for name in sys.modules}
print(*sorted(ours & managers))
print(*sorted(name for name in sys.modules if name.startswith('novaclient_mv.cli.')))
print(*sorted(name for name in sys.modules if name == 'novaclient_mv.wire.direct'))
"""


@pytest.mark.parametrize(
    ('call', 'managers'),
    [
        ('pass', ''),
        ('nova.keypairs.list()', 'keypairs'),
        ('nova.supports(nova.flavors.create, description=...)', 'flavors'),
        ('nova.servers.find(name="web-1")', 'servers'),
    ],
)
def test_one_call_loads_its_manager_only(call: str, managers: str, tmp_path: pathlib.Path) -> None:
    out = python(LOADED, call, HOME=str(tmp_path))
    assert out == f'\n{managers}\n\n\n'
