"""The number of requests of each command: one, where a name or UUID can stand in its path."""

from __future__ import annotations

import pytest

from novaclient_mv.cli.reading import commands
from novaclient_mv.cli.running import example_lines
from novaclient_mv.services import BAREMETAL
from unit_tests.baremetal.ironic import LEGACY, Ironic
from unit_tests.baremetal.v1.rack import UUIDS, node
from unit_tests.nova import Nova
from unit_tests.scripted import Answer, Request, ScriptedCloud

RAID = '{"logical_disks": []}'
FILTERED = ('allocation', 'port', 'port-group', 'volume-connector', 'volume-target')
KNOWN_BY_UUID = ('chassis', 'inspection-rule', 'volume', 'node-port', 'node-volume', 'port-delete')
"""Beginnings of commands whose paths take no names."""

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
    **dict.fromkeys((f'{noun}-list --node n' for noun in FILTERED), 1),
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
def lines(nova: Nova) -> dict[str, str]:
    """A line of every command, by a name where its path takes one."""
    file = nova.home / 'nodes.json'
    file.write_text('{"nodes": [{"driver": "d"}]}')
    found = {}
    for command in commands.commands_of([BAREMETAL]):
        line = example_lines.bare_line(command, example_lines.newest(command))
        assert line is not None, command.name
        name = command.name.removeprefix(BAREMETAL.prefix)
        words = [str(file) if word.text == '-' else word.text for word in line.tokens]
        if words and words[0] == example_lines.ID and not name.startswith(KNOWN_BY_UUID):
            words[0] = 'n'
        found[name] = ' '.join([name, *words])
    return found


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
