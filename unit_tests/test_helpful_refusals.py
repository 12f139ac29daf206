"""Refusals for a user who leaves a variable unset, mistypes a name or forgets a rule."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from novaclient_mv.cli.reading import commands, declarations, tree
from novaclient_mv.cli.running import example_lines
from novaclient_mv.sandbox.pytest_plugin import SandboxCloud
from unit_tests.newest import NEWEST
from unit_tests.nova import SANDBOX, Nova
from unit_tests.scripted import ScriptedCloud

_TEXTS = {'value', 'description', 'metadata', 'version'}
"""Positional arguments that may be empty."""


def _emptied() -> list[list[str]]:
    """A line of each command of a service, with each name in it empty in turn."""
    lines = []
    for command in commands.our_commands():
        if declarations.declared(command.function, 'is_offline'):
            continue
        version = example_lines.newest(command)
        arguments = tree.arguments_at(command, version) or []
        names = [one for one in arguments if one.is_positional and one.dest not in _TEXTS]
        for words in example_lines.bare_lines(command, version, 'anything.json'):
            options = [command.service.version_option, str(version), command.name]
            is_name = bool(names) and 'type' not in names[0].options
            if is_name and len(words) >= len(names) and not words[0].startswith('-'):
                lines.append([*options, '', *words[1:]])
            break
    return lines


def test_empty_names_are_refused_before_anything_is_sent(nova: Nova, start_cloud: Any) -> None:
    cloud: ScriptedCloud = start_cloud(maximum=NEWEST)
    lines = _emptied()
    assert len(lines) > 120
    (nova.home / 'anything.json').write_text('{}', encoding='utf-8')
    for line in lines:
        result = nova(*line, cloud=cloud)
        assert (result.status, result.out) == (2, ''), (line, result)
    assert cloud.wire() == []


@pytest.mark.parametrize(
    ('line', 'name'),
    [
        (('server-show', ''), '<server>'),
        (('server-stop', 'web', ''), '<server>'),
        (('server-rebuild', 'web', ''), '<image>'),
        (('server-create', 'web', '--flavor', 'f', '--image', ''), '--image'),
        (('server-create', 'web', '--flavor', '', '--image', 'i'), '--flavor'),
        (('server-create', '', '--flavor', 'f', '--image', 'i'), '<name>'),
        (('server-create', 'web', '--flavor', 'f', '--image', 'i', '--key-name', ''), '--key-name'),
        (('server-migrate', 'web', '--host', ''), '--host'),
        (('quota-show', '--tenant', ''), '--tenant'),
        (('placement-resource-provider-delete', ''), '<provider>'),
        (('baremetal-port-create', '52:54:00:00:00:01', '--node', ''), '--node'),
    ],
)
def test_empty_name_is_told(nova: Nova, start_cloud: Any, line: tuple[str, ...], name: str) -> None:
    cloud = start_cloud(maximum=NEWEST)
    result = nova(*line, cloud=cloud)
    expected = f'{name} of {line[0]} is empty: is a variable not set?'
    assert (result.status, result.message, cloud.wire()) == (2, f'nova-mv: {expected}', [])


def test_values_and_filters_may_be_empty(nova: Nova) -> None:
    for line in (
        ('server-metadata-update', 'web-1', 'key', ''),
        ('server-update', 'web-1', '--description', ''),
        ('flavor-update', 'm1.tiny', ''),
        ('server-list', '--name', ''),
        ('server-list', '--host', ''),
        ('server-list', '--status', '', '--power-state', '', '--vm-state', '', '--task-state', ''),
    ):
        assert nova(*line, cloud=SANDBOX).status == 0, line


CREATE = 'server-create x --flavor m1.tiny --image cirros'


@pytest.mark.parametrize(
    ('line', 'message'),
    [
        ('server-list --power-state foo', 'not one of nostate (0), running (1), paused (3)'),
        ('server-list --status runing', "'runing' is not one of ACTIVE, BUILD"),
        ('migration-list --migration-type foo', "'foo' is not one of resize, migration"),
        ('server-tag-add web-1 a/b', 'it has 1 to 60 characters, without "/" and ","'),
        (f'{CREATE} --tags a/b', 'it has 1 to 60 characters'),
        (f'{CREATE} --nic auto,tag=x', "auto stands alone, and 'auto,tag=x' has more"),
        (f'{CREATE} --nic none,net-name=a', 'none stands alone'),
        (f'{CREATE} --nic tag=x,auto', 'auto stands alone'),
        (f'{CREATE} --nic private', 'A network is net-name=private'),
        (f'{CREATE} --nic private,tag=x', 'A network is net-name=private,tag=x'),
        (f'{CREATE} --nic {"0" * 8}-0000-4000-8000-{"0" * 12}', 'A network is net-id=0'),
        ('baremetal-node-list --fields nonsense', 'There is no field nonsense. There are: uuid'),
        ('baremetal-node-show metal-1 --fields nam', 'field nam. Did you mean name?'),
        ('server-vnc web-1', 'Did you mean server-console-vnc?'),
    ],
)
def test_mistake_is_told_with_the_rule(nova: Nova, line: str, message: str) -> None:
    result = nova(*line.split(), cloud=SANDBOX)
    assert (result.status, result.out) == (2, '')
    assert message in result.message


@pytest.mark.parametrize(
    ('line', 'expected'),
    [
        ('server-list --power-state running', ['web-1', 'web-2']),
        ('server-list --power-state Shutdown', ['db-1']),
        ('server-list --vm-state ACTIVE', ['web-1', 'web-2']),
    ],
)
def test_state_is_understood_as_tables_write_it(nova: Nova, line: str, expected: list[str]) -> None:
    rows = json.loads(nova('-f', 'json', *line.split(), cloud=SANDBOX).out)
    assert sorted(row['name'] for row in rows) == expected


MADE = (
    '--os-compute-api-version 2.91 keypair-create --key-type ssh mykey',
    'server-group-create group affinity',
    'aggregate-create aggr',
    '--os-compute-api-version 2.35 volume-create 1 --name volume',
)


@pytest.mark.parametrize(
    ('line', 'name'),
    [
        ('flavor-show m1.tny', 'm1.tiny'),
        ('server-create x --flavor m1.tny --image cirros', 'm1.tiny'),
        ('server-rebuild web-1 ciros', 'cirros'),
        ('server-show web_1', 'web-1'),
        (f'{CREATE} --nic net-name=privat', 'private'),
        (f'{CREATE} --key-name mykye', 'mykey'),
        (f'{CREATE} --hint group=gruop', 'group'),
        ('keypair-show mykye', 'mykey'),
        ('server-group-show gruop', 'group'),
        ('server-volume-attach web-1 vloume', 'volume'),
        ('--os-compute-api-version 2.35 network-show privat', 'private'),
        ('--os-compute-api-version 2.35 volume-show vloume', 'volume'),
        ('hypervisor-show hots1', 'host1'),
        ('aggregate-show agg', 'aggr'),
        ('baremetal-node-show metal_1', 'metal-1'),
        ('baremetal-driver-show fake-hardwrae', 'fake-hardware'),
        ('placement-resource-provider-show hots1', 'host1'),
    ],
)
def test_mistyped_name_of_a_thing_has_a_suggestion(nova: Nova, line: str, name: str) -> None:
    for made in MADE:
        assert nova(*made.split(), cloud=SANDBOX).status == 0
    result = nova(*line.split(), cloud=SANDBOX)
    assert result.status == (1 if '--key-name' in line else 5)
    assert f'Did you mean {name}' in result.message
    *before, typed = line.split()
    far = nova(*before, re.sub('[^=]+$', 'quite-another', typed), cloud=SANDBOX)
    assert far.status == result.status
    assert 'Did you mean' not in far.err


def test_name_that_may_not_be_looked_up_keeps_its_error(nova: Nova, start_cloud: Any) -> None:
    cloud: ScriptedCloud = start_cloud(maximum=NEWEST)
    missing = {'itemNotFound': {'code': 404, 'message': 'None.'}}
    cloud.on('GET', '/v2.1/os-keypairs/k', missing, status=404)
    cloud.on('GET', '/v2.1/os-keypairs', {'forbidden': {'message': 'No.'}}, status=403)
    result = nova('keypair-show', 'k', cloud=cloud)
    assert (result.status, result.message.partition(' (')[0]) == (5, 'nova-mv: None.')


@pytest.mark.parametrize(
    ('verb', 'expected'),
    [
        ('deploy metal-3', 'Next is baremetal-node-manage, then provide, then deploy.'),
        ('provide metal-3', 'Next is baremetal-node-manage, then provide.'),
        ('inspect metal-1', 'Next is baremetal-node-manage, then inspect.'),
        ('manage metal-2', 'Next is baremetal-node-undeploy, which ends its instance, then manage'),
        (
            'undeploy metal-1',
            'In that state it takes baremetal-node-manage, baremetal-node-deploy.',
        ),
        ('unrescue metal-2', 'In that state it takes baremetal-node-rebuild'),
    ],
)
def test_verb_that_a_state_forbids_names_the_next_one(nova: Nova, verb: str, expected: str) -> None:
    assert expected in nova(*f'baremetal-node-{verb}'.split(), cloud=SANDBOX).err


def test_next_verbs_lead_to_the_wanted_one(nova: Nova) -> None:
    for verb in ('manage', 'provide', 'deploy'):
        done = nova(f'baremetal-node-{verb}', 'metal-3', '--wait', cloud=SANDBOX)
        assert done.status == 0, done.err


def test_tables_align_in_an_encoding_without_the_letters(nova: Nova, monkeypatch: Any) -> None:
    from unit_tests import nova as users

    nova('server-create', 'ünï-漢字', *CREATE.split()[2:], '--nic', 'none', cloud=SANDBOX)
    monkeypatch.setattr(users.Stream, 'encoding', 'ascii', raising=False)
    for line in ('server-list', 'server-list -c name', 'server-show ünï-漢字'):
        shown = nova(*line.split(), cloud=SANDBOX)
        assert r'\u00fcn\u00ef-\u6f22\u5b57' in shown.out
        assert len({*map(len, shown.lines)}) == 1, shown.out
    on_terminal = nova('server-list', '-c', 'name', '-c', 'id', cloud=SANDBOX, is_terminal=True)
    assert len({line.rfind(' ') for line in on_terminal.lines[1:]}) == 1, on_terminal.out


def test_text_below_a_table_ends_with_one_line_end(nova: Nova) -> None:
    nova('keypair-create', '--key-type', 'ssh', 'k', cloud=SANDBOX, version='2.91')
    out = nova('keypair-show', 'k', cloud=SANDBOX).out
    assert out.endswith('Generated-by-Nova\n')
    assert '\\n' not in out


def test_limits_have_no_empty_table(nova: Nova) -> None:
    assert '| Name ' in nova('limits-show', cloud=SANDBOX).lines[1]


def test_first_page_shortens_no_name_of_several_words(nova: Nova) -> None:
    out = nova(is_terminal=True).out
    assert 'server-console-log, server-ssh, server-console-vnc' in ' '.join(out.split())


@pytest.mark.parametrize(
    ('version', 'name', 'words'),
    [
        ('2.8', 'locked', 'from 2.9'),
        ('2.18', 'description', 'from 2.19'),
        ('2.25', 'tags', 'from 2.26'),
    ],
)
def test_attribute_that_a_version_lacks_says_so(
    tmp_path: Any, version: str, name: str, words: str
) -> None:
    cloud = SandboxCloud(tmp_path / 'state')
    (server, *_) = cloud.client(version).servers.list()
    with pytest.raises(AttributeError, match=f'{name} .{words}; this is of API version {version}'):
        getattr(server, name)
    later = f'2.{int(version[2:]) + 1}'
    assert hasattr(cloud.client(later).servers.list()[0], name)
    with pytest.raises(AttributeError, match=r'^nonsense$'):
        server.nonsense  # noqa: B018
