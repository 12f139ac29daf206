"""Keys that this client does not know reach the user from every depth of every answer."""

from __future__ import annotations

import itertools
import json
import re
import shlex
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest

from novaclient_mv.clouds import builtin
from novaclient_mv.wire.transport import Headers, Transport, WireAnswer, WireRequest
from unit_tests import cases
from unit_tests.nova import SANDBOX, Nova

KEY = 'x_foreign'
PUBLIC_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ6ZjGfTYh0UkLpXwQyZzP1bYx5nZzq7ZvT0Zm1Y3i2K x'
_OF_LISTS = re.compile(
    r'(/v1/\w+(/(detail|connectors|targets))?|(bios|firmware|history|indicators|children|shards'
    r'|ports|portgroups|traits|vifs|connectors|targets|supported|resource_providers|aggregates'
    r'|resource_classes|usages|inventories|allocations|allocation_candidates|validate|methods'
    r'|properties))(\?.*)?$'
)
"""Paths of unwrapped answers that hold a list, or are one from names."""
_DATA = (
    *('metadata', 'meta', 'extra_specs', 'properties', 'scheduler_hints', 'cpu_info', 'topology'),
    *('driver_info', 'driver_internal_info', 'instance_info', 'internal_info', 'network_data'),
    *('raid_config', 'target_raid_config', 'clean_step', 'deploy_step', 'service_step', 'args'),
    *('local_link_connection', 'mappings', 'cpu_pinning'),
)
"""Mappings whose keys are data at every depth: they stay as they are."""
_NAMED = ('hosts', 'addresses', 'log', 'allocations', 'provider_summaries', 'resources', 'usages')
"""Mappings from names that are data."""


class Foreign(NamedTuple):
    """A foreign key: its value, where it stands, and whether that is among data."""

    value: str
    path: tuple[str | int, ...]
    is_data: bool


class AddingCarrier:
    """Adds a foreign key to each mapping of each answer, at every depth."""

    numbers = itertools.count(1)

    def __init__(self, carrier: Transport) -> None:
        self.carrier = carrier
        self.added: dict[str, list[Foreign]] = {}

    def send(self, request: WireRequest) -> WireAnswer:
        """The answer with what was added."""
        answer = self.carrier.send(request)
        place = f'{request.method} {re.sub("^https?://[^/]+", "", request.url)}'
        if '/identity' in place or answer.status >= 300 or not answer.body:
            return answer
        body = json.loads(answer.body)
        self.added[place] = [*self._add(body, (), place)]
        pairs = [pair for pair in answer.headers.items() if pair[0].lower() != 'content-length']
        return answer._replace(body=json.dumps(body).encode(), headers=Headers(pairs))

    def _add(self, value: Any, path: tuple[str | int, ...], place: str) -> Iterator[Foreign]:
        entries = value.items() if isinstance(value, dict) else enumerate(value)
        for key, below in [*entries]:
            if isinstance(below, dict | list) and not _are_links(below):
                yield from self._add(below, (*path, key), place)
        if not isinstance(value, dict) or _is_from_names(path, place, value):
            return
        foreign = Foreign(f'foreign-{next(self.numbers)}', path, bool({*path} & {*_DATA}))
        value[KEY] = foreign.value
        yield foreign

    def close(self) -> None:
        """Close what carries the requests."""
        self.carrier.close()


def _is_from_names(path: tuple[str | int, ...], place: str, value: Mapping[str, Any]) -> bool:
    """Whether a mapping leads from names to parts: what is not a part there makes no sense; and
    a list has rows only.
    """
    if not path:
        is_wrapped = not place.partition(' ')[2].startswith(('/baremetal', '/placement'))
        name, below = next(iter(value.items()), ('', None))
        has_rows = not isinstance(below, dict) or name in (*_DATA, *_NAMED, 'version')
        return has_rows if is_wrapped else _OF_LISTS.search(place) is not None
    above = path[-2] if len(path) > 1 and isinstance(path[-1], str) else None
    return path[-1] in _NAMED or above == 'hosts'


def _are_links(value: Any) -> bool:
    first = value[0] if isinstance(value, list) and value else None
    return (isinstance(first, dict) and {'href', 'rel'} <= first.keys()) or (
        isinstance(first, list) and _are_links(first)
    )


class World(NamedTuple):
    """A sandbox in which there is one of each kind, and how lines name them."""

    nova: Nova
    names: Mapping[str, str]


@pytest.fixture(scope='module')
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    nova = Nova(tmp_path_factory.mktemp('home'))

    def rows(*words: str, version: str | None = None) -> Any:
        result = nova('-f', 'json', *words, version=version, cloud=SANDBOX)
        assert result.status == 0, (words, result.err)
        return json.loads(result.out) if result.out else None

    node = rows('baremetal-node-list')[0]['uuid']
    server = next(row['id'] for row in rows('server-list') if row['name'] == 'web-2')
    for line in CREATED.strip().splitlines():
        for name, value in (('NODE', node), *_PARTS.items()):
            line = line.replace(name, value)
        rows(*shlex.split(line))
    ports = ('--ip-protocol', 'tcp', '--from-port', '1', '--to-port', '2', '--cidr', '10.0.0.0/8')
    rows('secgroup-rule-create', 'default', *ports, version='2.35')
    rows('floating-ip-create', version='2.35')
    rows('server-volume-attach', server, rows('volume-create', '1', version='2.35')['id'])
    (nova.home / 'key').write_text(PUBLIC_KEY)
    return World(
        nova,
        {
            'server': server,
            'action': rows('server-action-list', server)[0]['request_id'],
            'image': rows('image-list')[0]['id'],
            'hypervisor': rows('hypervisor-list')[0]['id'],
            'node': node,
            'conductor': rows('baremetal-conductor-list')[0]['hostname'],
            'driver': rows('baremetal-driver-list')[0]['name'],
            'provider': rows('placement-resource-provider-list')[0]['uuid'],
            'key': str(nova.home / 'key'),
        },
    )


_PARTS = {
    'STEP': '"interface": "bios", "step": "apply_configuration", "args": {}',
    'IS': '"op": "is-true", "args": {"value": "x"}',
    'FAIL': '"op": "fail", "args": {"msg": "x"}',
}
CREATED = """
aggregate-create agg
aggregate-add-host agg host1
server-group-create group affinity
flavor-key m1.tiny set a:b=c
flavor-create --is-public false own 77 64 1 1
flavor-access-add own demo
server-migrate db-1 --wait
baremetal-port-create 52:54:00:aa:bb:cc --node NODE
baremetal-chassis-create
baremetal-port-group-create --node NODE
baremetal-allocation-create --resource-class baremetal --name allocation
baremetal-volume-connector-create --node NODE --type iqn --connector-id i
baremetal-volume-target-create --node NODE --type iscsi --volume-id v --boot-index 0
baremetal-deploy-template-create CUSTOM_T --steps '[{STEP, "priority": 1}]'
baremetal-runbook-create --name CUSTOM_R --steps '[{STEP, "order": 1}]'
baremetal-inspection-rule-create --phase main --conditions '[{IS}]' --actions '[{FAIL}]'
"""
LINES = """
aggregate-show agg
availability-zone-list
baremetal-allocation-show allocation
baremetal-chassis-list
baremetal-conductor-show {conductor}
baremetal-deploy-template-show CUSTOM_T
baremetal-driver-show {driver}
baremetal-inspection-rule-list
baremetal-node-boot-device-show {node}
baremetal-node-console-show {node}
baremetal-node-indicator-list {node}
baremetal-node-list --long
baremetal-node-passthru-list {node}
baremetal-node-port-list {node}
baremetal-node-show {node}
baremetal-node-states-show {node}
baremetal-node-validate {node}
baremetal-port-group-list
baremetal-port-list
baremetal-runbook-show CUSTOM_R
baremetal-shard-list
baremetal-volume-connector-list
baremetal-volume-target-list
flavor-access-list --flavor own
flavor-show 1
floating-ip-list
host-list
host-show host1
hypervisor-list --detailed
hypervisor-servers host1
hypervisor-show {hypervisor}
hypervisor-stats
image-show {image}
instance-usage-audit-log
keypair-create --pub-key {key} imported
keypair-show imported
limits-show
migration-list
network-list
placement-allocation-candidate-list --resource VCPU=1
placement-allocation-list {provider}
placement-allocation-show {server}
placement-inventory-show {provider} VCPU
placement-resource-class-show VCPU
placement-resource-provider-show {provider}
placement-resource-provider-show {provider} --allocations
quota-class-show default
quota-show --detail
secgroup-show default
server-action-show {server} {action}
server-console-vnc {server} novnc
server-create new --flavor m1.tiny --image cirros --nic none
server-diagnostics {server}
server-group-show group
server-interface-list {server}
server-ip-list {server}
server-metadata-list {server}
server-secgroup-list {server}
server-show {server}
server-volume-list {server}
service-list
tenant-network-list
usage-list
version-list --service compute
volume-list
""".strip().splitlines()

VERSIONS: Mapping[str, tuple[str | None, ...]] = {
    'baremetal': (None, '1.1', '1.46'),
    'placement': (None, '1.0', '1.12'),
    'compute': (None, '2.1', '2.35', '2.46', '2.52', '2.87'),
}


def run(
    world: World, monkeypatch: pytest.MonkeyPatch, *words: str
) -> tuple[str | None, list[Foreign]]:
    """Run a line; its output, and what was added to the answer that it shows."""
    carriers: list[AddingCarrier] = []
    transport = builtin.transport

    def adding(*args: Any) -> AddingCarrier:
        carriers.append(AddingCarrier(transport(*args)))
        return carriers[-1]

    with monkeypatch.context() as patch:
        patch.setattr(builtin, 'transport', adding)
        named = [word.format(**world.names) for word in words]
        result = world.nova(*named, cloud=SANDBOX)
    # Use and names of others are shown beside what is asked for.
    beside = '/usages|/image/|/flavors/' if 'server-show' in words else '/usages|/image/'
    places = [
        (place, foreign)
        for carrier in carriers
        for place, foreign in carrier.added.items()
        if not re.search(beside, place)
    ]
    if 'version-list' in words:
        return result.out, [one for _, foreign in places for one in foreign]
    return (result.out, places[-1][1]) if result.status == 0 else (None, [])


def _places(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[Any, tuple[str | int, ...]]]:
    """Each text of a document, and the keys that lead to it."""
    if isinstance(value, str):
        yield value, path
    elif isinstance(value, dict | list):
        entries = value.items() if isinstance(value, dict) else enumerate(value)
        for key, below in entries:
            yield from _places(below, (*path, key))


@cases.one_test_of('line', LINES)
def test_foreign_keys_of_every_depth_are_under_extra(
    world: World, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    service = line.partition('-')[0] if line.startswith(('baremetal', 'placement')) else 'compute'
    count = 0
    for version in VERSIONS[service]:
        option = [] if version is None else [f'--os-{service}-api-version', version]
        out, added = run(world, monkeypatch, *option, '-f', 'json', *line.split())
        assert out is not None or version is not None, line
        places = dict(_places(json.loads(out or '{}'), ()))
        for foreign in added:
            count += 1
            assert foreign.value in places, (version, foreign.path)
            is_inside = bool({'extra', 'unknown'} & {*places[foreign.value]})
            assert is_inside is not foreign.is_data, (version, places[foreign.value])
    assert count


@cases.one_test_of('line', ['server-show {server}', 'limits-show', 'quota-show --detail'])
def test_foreign_keys_are_in_every_machine_format(
    world: World, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    for form in ('yaml', 'ndjson', 'csv', 'value'):
        out, added = run(world, monkeypatch, '-f', form, *line.split())
        assert out is not None
        assert added
        assert not [foreign.path for foreign in added if foreign.value not in out], form


@cases.one_test_of(
    'line',
    [
        *('server-list -c', 'server-list --fields', 'server-show {server} -c', 'flavor-list -c'),
        *('hypervisor-servers host1 -c', 'server-ip-list {server} -c', 'migration-list -c'),
        *('quota-show -c', 'limits-show -c', 'usage-list -c', 'availability-zone-list -c'),
        *('placement-resource-provider-list -c', 'baremetal-shard-list -c'),
    ],
)
def test_extra_is_always_a_column(world: World, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    for form in ('json', 'ndjson', 'csv', 'value', 'table'):
        out, _ = run(world, monkeypatch, '-f', form, *line.split(), 'extra')
        assert re.search('foreign-\\d+', out or ''), form
    lists = run(world, monkeypatch, '-f', 'csv', *line.split()[:-1])[0] or ''
    assert '-list' not in line or 'extra' not in lists.partition('\n')[0].split(',')


def test_what_is_known_is_no_extra(world: World) -> None:
    for line in LINES:
        result = world.nova('-f', 'json', *line.format(**world.names).split(), cloud=SANDBOX)
        keys = {key for _, path in _places(json.loads(result.out or '{}'), ()) for key in path}
        # A document of versions is not one of ours; a node has an ``extra`` that is data.
        if not line.startswith(('version-list', 'baremetal', 'keypair')):
            assert not {'extra', 'unknown'} & keys, line
