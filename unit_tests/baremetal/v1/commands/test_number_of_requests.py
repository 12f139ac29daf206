"""The number of requests of each command: one, where a name or UUID can stand in its path."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from novaclient_mv.cli.reading import index
from novaclient_mv.services import BAREMETAL
from unit_tests.baremetal.ironic import LEGACY, Ironic
from unit_tests.baremetal.v1.rack import UUIDS, node
from unit_tests.nova import Nova
from unit_tests.scripted import Answer, Request, ScriptedCloud

STEPS = json.dumps([{'interface': 'bios', 'step': 'reset'}])
RULE = json.dumps([{'op': 'fail', 'args': {}}])
RAID = '{"logical_disks": []}'

LINES = {
    'allocation-create': '--resource-class r',
    'allocation-delete': 'a',
    'allocation-list': '--node n',
    'allocation-set': 'a --name b',
    'allocation-show': 'a',
    'allocation-unset': 'a --name',
    'chassis-create': '',
    'chassis-delete': 'U',
    'chassis-list': '',
    'chassis-set': 'U --description d',
    'chassis-show': 'U',
    'chassis-unset': 'U --description',
    'conductor-list': '',
    'conductor-show': 'c',
    'create': 'nodes.json',
    'deploy-template-create': f'CUSTOM_T --steps {STEPS}',
    'deploy-template-delete': 't',
    'deploy-template-list': '',
    'deploy-template-set': 't --name CUSTOM_S',
    'deploy-template-show': 't',
    'deploy-template-unset': 't --extra a',
    'driver-list': '',
    'driver-passthru-call': 'd m',
    'driver-passthru-list': 'd',
    'driver-property-list': 'd',
    'driver-raid-property-list': 'd',
    'driver-show': 'd',
    'inspection-rule-create': f'--actions {RULE}',
    'inspection-rule-delete': 'U',
    'inspection-rule-list': '',
    'inspection-rule-set': 'U --phase main',
    'inspection-rule-show': 'U',
    'inspection-rule-unset': 'U --phase',
    'node-abort': 'n',
    'node-adopt': 'n',
    'node-allocation-delete': 'n',
    'node-allocation-show': 'n',
    'node-bios-setting-list': 'n',
    'node-bios-setting-show': 'n s',
    'node-boot-device-set': 'n pxe',
    'node-boot-device-show': 'n',
    'node-boot-mode-set': 'n uefi',
    'node-children-list': 'n',
    'node-clean': 'n --runbook r',
    'node-console-disable': 'n',
    'node-console-enable': 'n',
    'node-console-show': 'n',
    'node-create': '--driver d',
    'node-delete': 'n',
    'node-deploy': 'n',
    'node-firmware-list': 'n',
    'node-history-get': 'n e',
    'node-history-list': 'n',
    'node-indicator-list': 'n',
    'node-indicator-set': 'n i on',
    'node-indicator-show': 'n i',
    'node-inject-nmi': 'n',
    'node-inspect': 'n',
    'node-inventory-save': 'n',
    'node-list': '',
    'node-maintenance-set': 'n',
    'node-maintenance-unset': 'n',
    'node-manage': 'n',
    'node-passthru-call': 'n m',
    'node-passthru-list': 'n',
    'node-port-group-list': 'U',
    'node-port-list': 'U',
    'node-power-off': 'n',
    'node-power-on': 'n',
    'node-provide': 'n',
    'node-reboot': 'n',
    'node-rebuild': 'n',
    'node-rescue': 'n --rescue-password p',
    'node-secure-boot-off': 'n',
    'node-secure-boot-on': 'n',
    'node-service': 'n --runbook r',
    'node-set': 'n --name m',
    'node-show': 'n',
    'node-states-show': 'n',
    'node-trait-add': 'n CUSTOM_A',
    'node-trait-list': 'n',
    'node-trait-remove': 'n CUSTOM_A',
    'node-trait-set': 'n CUSTOM_A',
    'node-undeploy': 'n',
    'node-unhold': 'n',
    'node-unrescue': 'n',
    'node-unset': 'n --name',
    'node-validate': 'n',
    'node-vif-attach': 'n v',
    'node-vif-detach': 'n v',
    'node-vif-list': 'n',
    'node-vmedia-attach': 'n cdrom http://x',
    'node-vmedia-detach': 'n',
    'node-vmedia-show': 'n',
    'node-volume-connector-list': 'U',
    'node-volume-target-list': 'U',
    'port-create': '00:00:00:00:00:01 --node U',
    'port-delete': 'U',
    'port-group-create': '--node U',
    'port-group-delete': 'g',
    'port-group-list': '--node n',
    'port-group-set': 'g --name h',
    'port-group-show': 'g',
    'port-group-unset': 'g --name',
    'port-list': '--node n',
    'port-set': 'p --name q',
    'port-show': 'p',
    'port-unset': 'p --name',
    'runbook-create': f'--name CUSTOM_R --steps {STEPS}',
    'runbook-delete': 'r',
    'runbook-list': '',
    'runbook-set': 'r --name CUSTOM_S',
    'runbook-show': 'r',
    'runbook-trait-add': 'r CUSTOM_A',
    'runbook-trait-list': 'r',
    'runbook-trait-remove': 'r CUSTOM_A',
    'runbook-unset': 'r --owner',
    'shard-list': '',
    'volume-connector-create': '--node U --type ip --connector-id c',
    'volume-connector-delete': 'U',
    'volume-connector-list': '--node n',
    'volume-connector-set': 'U --type ip',
    'volume-connector-show': 'U',
    'volume-connector-unset': 'U --extra a',
    'volume-target-create': '--node U --type iscsi --boot-index 0 --volume-id v',
    'volume-target-delete': 'U',
    'volume-target-list': '--node n',
    'volume-target-set': 'U --volume-id v',
    'volume-target-show': 'U',
    'volume-target-unset': 'U --extra a',
}
"""Every command with a line that names what it works on; U is a UUID."""

LOOKED_UP = {
    'port-create 00:00:00:00:00:01 --node n': 2,
    'port-set U --node n': 2,
    'port-delete p': 2,
    'port-group-create --node n': 2,
    'port-group-set g --node n': 2,
    'volume-connector-create --node n --type ip --connector-id c': 2,
    'volume-connector-set U --node n': 2,
    'volume-target-create --node n --type iscsi --boot-index 0 --volume-id v': 2,
    'volume-target-set U --node n': 2,
    f'node-set n --name m --target-raid-config {RAID.replace(" ", "")}': 2,
    'node-port-group-list n': 2,
    'node-port-list n': 2,
    'node-volume-connector-list n': 2,
    'node-volume-target-list n': 2,
    'node-show --instance U': 1,
    'node-show --instance U --fields uuid name': 1,
    'port-show --address 00:00:00:00:00:01': 1,
    'port-group-show --address 00:00:00:00:00:01': 1,
    'node-delete n m': 2,
    'node-power-on n m U': 3,
}
"""Lines by their requests: where a body or a path takes no name of a node, it is looked up."""


class Obliging(Ironic):
    """An Ironic that has whatever it is asked for."""

    def __init__(self, cloud: ScriptedCloud) -> None:
        super().__init__(cloud, maximum=str(BAREMETAL.range.end))
        for method in ('PUT', 'PATCH', 'DELETE'):
            cloud.on(method, f'{self.path}/v1*', self._answer)

    def _content(self, request: Request) -> Answer:
        facts = {**node(), 'boot_device': 'pxe', 'state': 'on', 'traits': [], 'children': []}
        below = request.path.removeprefix(f'{self.path}/v1').strip('/')
        if below.endswith(('/logical_disk_properties', '/methods', '/properties', '/validate')):
            return Answer(200, {})
        if '/bios/' in below:
            return Answer(200, {below.rpartition('/')[2]: facts})
        last = below.rpartition('/')[2]
        rows = {'nodes': 'nodes', 'detail': below.partition('/')[0]}.get(last, last)
        return Answer(200, {**facts, rows: [facts]} if rows != 'traits' else facts)


@pytest.fixture
def ironic(cloud: ScriptedCloud) -> Obliging:
    """A Bare Metal service that has whatever it is asked for."""
    return Obliging(cloud)


def run(nova: Nova, ironic: Obliging, line: str, *options: str) -> list[str]:
    """The requests of a command line, as in ``GET /nodes``."""
    ironic.requests.clear()
    name, *words = line.replace('", "', '","').replace('": ', '":').replace('}, ', '},').split()
    tokens = [UUIDS[1] if word == 'U' else word for word in words]
    result = nova(*options, f'baremetal-{name}', *tokens, cloud=ironic.cloud)
    assert result.status == 0, (line, result.err)
    return [each.partition(' ')[2] for each in ironic.wire]


@pytest.fixture
def lines(nova: Nova) -> Iterator[dict[str, str]]:
    """Every command line of the table."""
    (nova.home / 'nodes.json').write_text('{"nodes": [{"driver": "d"}]}')
    lines = {name: f'{name} {words}'.replace('nodes.json', f'{nova.home}/nodes.json')
             for name, words in LINES.items()}  # fmt: skip
    assert {f'baremetal-{name}' for name in lines} == set(index.names_of(BAREMETAL))
    return lines


def test_each_command_is_one_request_once_the_range_is_known(
    nova: Nova, ironic: Obliging, lines: dict[str, str]
) -> None:
    run(nova, ironic, 'shard-list')
    counts = {name: len(run(nova, ironic, line)) for name, line in lines.items()}
    assert {name: count for name, count in counts.items() if count != 1} == {}


def test_first_write_takes_one_read_more_and_a_read_none(
    nova: Nova, ironic: Obliging, lines: dict[str, str]
) -> None:
    for name, line in lines.items():
        first, *rest = run(nova, ironic, line, '--no-cache')
        is_write = (rest or [first])[0].split(' ')[0] != 'GET'
        assert (len(rest), first == 'GET /') == ((1, True) if is_write else (0, False)), name


@pytest.mark.parametrize('line', LOOKED_UP)
def test_what_takes_no_name_is_looked_up(nova: Nova, ironic: Obliging, line: str) -> None:
    run(nova, ironic, 'shard-list')
    assert len(run(nova, ironic, line)) == LOOKED_UP[line]


@pytest.mark.parametrize('words', ['node-delete n', 'node-power-on n', 'node-set n --extra a=1'])
def test_first_read_and_write_are_of_the_version_that_was_named(
    nova: Nova, ironic: Obliging, words: str
) -> None:
    run(nova, ironic, words, '--os-baremetal-api-version', '1.46')
    assert [each.headers[LEGACY] for each in ironic.requests] == ['1.46', '1.46']


def test_name_is_refused_where_the_version_has_none(nova: Nova, ironic: Obliging) -> None:
    for command in ('node-delete', 'node-power-on', 'node-maintenance-set'):
        words = ('--os-baremetal-api-version', '1.4', f'baremetal-{command}', 'n')
        result = nova(*words, cloud=ironic.cloud)
        assert result.status == 2
        assert 'nodes have names from that version on' in result.err
        assert all(each.path.endswith('/v1/') for each in ironic.requests)
