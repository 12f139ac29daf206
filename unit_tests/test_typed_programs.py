"""Type checks of programs that use the library, and their imports."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import NamedTuple

import pytest

from unit_tests import processes
from unit_tests.source import ROOT

CACHE = ROOT / '.mypy_cache' / 'typed_programs'

RIGHT = """
from collections.abc import Iterator
from typing import Any

from keystoneauth1 import session

from novaclient_mv import api_versions, client, exceptions, knowledge
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
        yield server.name
        state: str = getattr(server, 'OS-EXT-STS:vm_state')
        # What python-novaclient has beside the API's fields.
        yield from (state, server.human_id or '', *server.networks, *server.request_ids)
        yield from (server.status, server.tenant_id, server.hostId, server.accessIPv4)
        yield from (server.flavor['id'], server.links[0]['href'], *server.metadata)
    for keypair in keypairs:
        yield keypair.id
    yield from (str(zone) for zone in nova.availability_zones.iterate(detailed=False))


def create(nova: Client) -> Server:
    more = {'hostname': 'web'} if nova.supports(nova.servers.create, hostname=...) else {}
    server: Server = nova.servers.create('web', None, '1', nics='auto')
    try:
        server = nova.servers.wait_for(server, 'ACTIVE', timeout=600)
        return nova.wait_for(server, 'ACTIVE', after=server.live_migrate())
    except exceptions.ActionFailed as error:
        print(error.action.upper(), (error.reason or '').upper(), error.request_id)
        raise
    except exceptions.ResourceInErrorState as error:
        print(error.fault, more)
        raise
    finally:
        gone: Server = nova.wait_for(server, ('DELETED', 'SOFT_DELETED'), 60, interval=1)
        print(gone)


def over(own: session.Session, **settings: Any) -> Client:
    nova = client.Client('2.90', session=own, timeout=30, global_request_id='req-1', **settings)
    return client.Client('2', 'demo', 'secret', auth_url='', session=nova.client.session)


def main() -> None:
    nova: Client = client.from_cloud('prod', version='2.90', region_name='one', timeout=5)
    ironic: BaremetalClient = client.from_cloud('prod', service='baremetal')
    placement: PlacementClient = client.from_cloud('prod', service='placement', version='1.39')
    other = client.from_cloud('prod', service='depot')
    ranges: tuple[VersionRange, ...] = nova.needs(nova.servers.create, hostname='web')
    with nova.with_version('2.60') as older:
        print(older.api_version, other.api_version, ranges, *names(older), create(nova))
        permission: knowledge.Permission = older.may('GET /servers', query={'all_tenants': 1})
        needs: list[str | None] = [need['rule'] for need in permission.as_mapping()['needs']]
        print(needs, knowledge.may('POST /nodes', ['member'], service='baremetal').answer == 'no')
    node = next(ironic.nodes.iterate())
    print(ironic.wait_for(node, 'available').id, next(placement.resource_classes.iterate()))
    print(node.properties['cpu_arch'], node.provision_state, node.uuid.upper())
    try:
        client.from_cloud(version='2.latest')
    except exceptions.Error as error:
        print(error.needed, error.offered, error.exit_status)
        if error.offered is not None and api_versions.APIVersion('2.60') in error.offered:
            print(error.offered.start, client.from_cloud(version=str(error.offered.end)))
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
    'nova.servers.wait_for("id", "ACTIVE", after="req-1")': 'incompatible type "str"',
    'nova.supports("servers.create")': 'incompatible type "str"',
    'nova.supports(nova.servers.creat)': 'has no attribute "creat"',
    'client.from_cloud("prod", versoin="2.90")': 'Unexpected keyword argument "versoin"',
    'client.from_cloud("prod", region="one")': 'Unexpected keyword argument "region"',
    'client.from_cloud("prod", 2.90)': '"float"',
    'client.from_cloud("prod", service="baremetal").servers': 'has no attribute "servers"',
    'client.Client("2.90", sesion=None)': 'Unexpected keyword argument "sesion"',
    'client.Client("2.90", timeout="long")': 'incompatible type "str"',
    'client.Client("2.90", session="s")': 'incompatible type "str"',
    'exceptions.NotFound(404).offered.end': 'has no attribute "end"',
    'nova.with_version(2.90)': '"float"',
    'nova.servers.get("id").statsu': '"Server" has no attribute "statsu"',
    'count: int = nova.servers.get("id").status': 'expression has type "str"',
    'nova.servers.get("id").locked_reason.upper()': 'Item "None" of "str | None" has no attribute',
    'nova.servers.get("id").project_id': '"Server" has no attribute "project_id"',
    'next(nova.flavors.iterate()).ram.upper()': '"int" has no attribute "upper"',
    'nova.quotas.get("id").core': '"QuotaSet" has no attribute "core"',
    'client.from_cloud("prod", service="baremetal").nodes.get("id").sate': '"Node" has no',
    'client.from_cloud("p", service="baremetal").nodes.set_provision_state("n", "mange")': 'mange',
    'client.from_cloud("p", service="baremetal").nodes.set_power_state("n", "up")': "Literal['up']",
    'nova.hypervisors.find_one("h", with_server=True)': 'keyword argument "with_server"',
    'nova.with_version("2.60").severs': 'has no attribute "severs"',
    'nova.may("GET /servers").answer == "allowed"': 'Non-overlapping equality check',
}


# -- a program of a user, and of several variants ------------------------------

PUBLIC_PROGRAM = """
from collections.abc import Iterator

from novaclient_mv import api_versions, client, exceptions
from novaclient_mv.v2 import flavors, keypairs, servers
from novaclient_mv.v2.client import Client


def newest(library: Client) -> api_versions.APIVersion:
    return api_versions.discover_version(library, api_versions.APIVersion('2.latest'))


def names(library: Client) -> Iterator[str]:
    for server in library.servers.iterate(search_opts={'status': 'ACTIVE'}):
        yield str(server.name)


def main() -> int:
    library = client.Client('2.90', username='demo', password='x', auth_url='http://k/v3')
    library = library.with_version(newest(library))
    flavor: flavors.Flavor = library.flavors.find_one('m1.tiny')
    keypair: keypairs.Keypair = library.keypairs.create('mine', public_key='ssh-rsa A')
    server: servers.Server = library.servers.create(
        'web', None, flavor, nics='auto', key_name=keypair.id, hostname='web'
    )
    try:
        library.servers.lock(server, reason='mine')
        library.servers.add_tag(server, 'a')
        tags: list[str] = library.servers.tag_list(server)
    except exceptions.ClientException as error:
        print(error.code, error.request_id)
        return int(error.exit_status)
    found: list[servers.Server] = library.servers.list(limit=-1)
    print(len(found), tags, server.to_dict()['id'], server.request_ids, *names(library))
    return 0
"""

VARIANTS_PROGRAM = (
    PUBLIC_PROGRAM
    + """

def of_several_variants(library: Client, server: servers.Server) -> str:
    limits = library.quotas.update('project', cores=5, force=True)
    group = library.server_groups.create('apart', 'anti-affinity', {'max_server_per_host': 2})
    service = library.services.disable_log_reason('uuid', reason='disks')
    volume = library.volumes.create_server_volume(server.id, 'volume', tag='data')
    server.live_migrate(host=None)
    library.servers.unshelve(server, availability_zone='nova')
    console = library.servers.get_console_url(server, 'novnc')
    names = [str(usage.tenant_id) for usage in library.usage.list('2030-01-01', '2030-02-01')]
    return f'{limits.id} {group.id} {service.id} {volume.id} {sorted(console)} {names}'
"""
)

MISUSES_OF_VARIANTS = {
    'library.quotas.udpate("project", cores=5)': 'has no attribute "udpate"; maybe "update"',
    'library.quotas.update("project", corse=5)': 'keyword argument "corse" for',
    'library.quotas.update("project", cores="5")': '"update" of "QuotaSetManager"',
    'limit: int = library.quotas.update("project")': 'expression has type "QuotaSet"',
    'library.server_groups.create("apart", policies=["affinity"])': 'keyword argument "policies"',
    'library.services.enable(5)': '"enable" of "ServiceManager"',
    'library.services.force_down("uuid", forced=True)': 'keyword argument "forced" for',
    'services: list[str] = library.services.disable("uuid")': 'expression has type "Service"',
    'hypervisors: str = library.hypervisors.search("a")': 'expression has type "list[Hypervisor]"',
    'library.servers.unshelve("web", zone="nova")': 'Unexpected keyword argument "zone"',
    'library.servers.get("web").live_migrate(node="a")': 'Unexpected keyword argument "node"',
    'library.servers.get("web").migrate(node="a")': 'keyword argument "node"',
}

MISUSES = {
    'library.servers.get()': 'Missing positional argument',
    'library.servers.lock("a", reason=5)': 'incompatible type "int"',
    'library.keypairs.list(limit="x")': 'incompatible type "str"',
    'library.servers.get("a").stop("now")': 'error: Too many arguments  [call-arg]',
    'library.servers.get("a").reboot(reboot_type=5)': '"int"; expected "str"',
    'library.serverz.list()': 'has no attribute "serverz"',
}


# -- what a type checker says of them ------------------------------------------


class Program(NamedTuple):
    """A program, and calls in its last function that are mistakes, each with its message."""

    text: str
    signature: str = ''
    mistakes: Mapping[str, str] = {}

    @property
    def lines(self) -> str:
        """Its text with the calls."""
        calls = ''.join(f'    {call}\n' for call in self.mistakes)
        return f'{self.text}\n\n{self.signature}\n{calls}' if calls else self.text


PROGRAMS = {
    'right': Program(RIGHT),
    'mistaken': Program(RIGHT, 'def mistakes(nova: Client) -> None:', MISTAKES),
    'of_variants': Program(VARIANTS_PROGRAM),
    'misusing': Program(
        PUBLIC_PROGRAM, 'def misuse(library: Client) -> None:', MISUSES | MISUSES_OF_VARIANTS
    ),
}


@pytest.fixture(scope='module')
def found_in(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[int, list[str]]]:
    """Messages of a strict type checker on each program, by its lines, with what the package says
    of itself (``py.typed``).
    """
    pytest.importorskip('mypy')
    folder = tmp_path_factory.mktemp('programs')
    for name, program in PROGRAMS.items():
        (folder / f'{name}.py').write_text(program.lines)
    files = [f'{name}.py' for name in PROGRAMS]
    options = ['--strict', '--follow-imports=silent', f'--cache-dir={CACHE}']
    done = processes.python(
        '-m', 'mypy', *options, *files, env={**os.environ, 'MYPYPATH': str(ROOT)}, cwd=folder
    )
    assert f'(checked {len(files)} source files)' in done.stdout, done.stdout + done.stderr
    found: dict[str, dict[int, list[str]]] = {name: {} for name in PROGRAMS}
    for name, number, text in re.findall(r'^(\w+)\.py:(\d+): (.*)', done.stdout, re.MULTILINE):
        found[name].setdefault(int(number), []).append(text)
    return found


@pytest.mark.slow
@pytest.mark.parametrize('name', ['right', 'of_variants'])
def test_right_program_passes(name: str, found_in: dict[str, dict[int, list[str]]]) -> None:
    assert found_in[name] == {}


@pytest.mark.slow
@pytest.mark.parametrize('name', ['mistaken', 'misusing'])
def test_mistakes_are_found_and_nothing_else(
    name: str, found_in: dict[str, dict[int, list[str]]]
) -> None:
    program = PROGRAMS[name]
    first = len(program.lines.splitlines()) - len(program.mistakes) + 1
    for number, (call, message) in enumerate(program.mistakes.items(), first):
        errors = [line for line in found_in[name].get(number, ()) if line.startswith('error: ')]
        assert any(message in line for line in errors), (call, errors)
    assert min(found_in[name]) == first


# -- what is loaded ----------------------------------------------------------

LOADED = """
import sys
from novaclient_mv import client
before = {name.partition('.')[0] for name in sys.modules}
print(*sorted(before & {'keystoneauth1', 'requests', 'urllib3', 'yaml', 'oslo_utils'}))
nova = client.from_cloud('sandbox')
exec(sys.argv[1])
managers = {place for place, _ in client.v2_client.Client.MANAGERS.values()}
ours = {name.removeprefix('novaclient_mv.v2.') for name in sys.modules}
print(*sorted(ours & managers))
print(*sorted(name for name in sys.modules if name.startswith('novaclient_mv.cli.')))
print(*sorted(name for name in sys.modules if name == 'novaclient_mv.wire.direct.direct_transport'))
"""
