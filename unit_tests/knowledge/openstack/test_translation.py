"""Translations of lines of python-openstackclient."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator

import pytest

from novaclient_mv import errors
from novaclient_mv.cli.reading import read
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.knowledge.openstack import lines, openstack_programs, table, translation
from novaclient_mv.knowledge.openstack.table import OpenStackCommand, Option
from novaclient_mv.versions import APIVersion

VALUES = {'int': '3', 'float': '1.5'}
"""Plausible values by type, and of options with a form of their own."""

OWN = {
    '--block-device': 'uuid=1,boot_index=0',
    '--block-device-mapping': 'vdb=1:volume',
    **dict.fromkeys(('--changes-before', '--changes-since', '--end', '--start'), '2026-01-01'),
    '--config-drive': 'True',
    **dict.fromkeys(('--disable-ramdisk', '--public', '--pxe-enabled', '--sensitive'), 'true'),
    '--ephemeral': 'size=1',
    '--file': '/a=/b',
    **dict.fromkeys(('--limit', '--priority'), '3'),
    '--group': '1:resource:VCPU=1',
    '--nic': 'net-id=7',
    '--resource': 'VCPU=1',
}


def test_lines_are_translated() -> None:
    wrong = [
        (theirs, ours, found)
        for theirs, ours in [
            ('server list --all-projects', 'server-list --all-tenants'),
            ('openstack server lis', 'server-list'),
            (
                'server set --name new --property a=b --property c=d --state active web',
                'server-meta web set a=b c=d | server-reset-state web --active | '
                'server-update web --name new',
            ),
            ('server resize --confirm web', 'server-resize-confirm web'),
            ('server resize --flavor 2 --wait web', 'server-resize web 2 --wait'),
            ('flavor create big', 'flavor-create big auto 256 0 1'),
            (
                '--os-cloud prod server show web --os-comp 2.53',
                '--os-cloud prod --os-compute-api-version 2.53 server-show web',
            ),
            ('server list --name=-x', 'server-list --name=-x'),
            ('server list --limit 1 --limit 2', 'server-list --limit 2'),
            ('server remove volume web a b', None),
            ('server list -c ID -f json', 'server-list -c ID -f json'),
            ('server list -c Id -c "Created At"', 'server-list -c Id -c created'),
            (
                'server create -c properties s --image i --flavor f',
                'server-create s --image i --flavor f -c metadata',
            ),
            ('server list -c "Image Name"', ''),
            ('server show s --topology -c topology', 'server-topology s -c nodes,pagesize_kb'),
            ('keypair list -c Name -c is_deleted', 'keypair-list -c Name'),
            (
                'server event list s --long',
                'server-action-list s -c request_id,instance_uuid,action,start_time,message,'
                'project_id,user_id',
            ),
            ('server event list s --long -c Action', 'server-action-list s -c Action'),
            ('compute service list --long', 'service-list'),
            ('hypervisor list', 'hypervisor-list --detailed'),
            ('quota show p', 'quota-show --tenant p'),
            ('quota show --default', 'quota-defaults'),
            ('quota set --class c --cores 1', 'quota-class-update c --cores 1'),
            ('quota set --default --cores 1', 'quota-class-update default --cores 1'),
            ('quota set --default --cores 1 c', 'quota-class-update c --cores 1'),
            ('quota set --cores 1', ''),
            ('baremetal node trait list n -c traits', 'baremetal-node-trait-list n -c trait'),
            (
                'resource provider aggregate set p --aggregate a --aggregate b --generation 3',
                'placement-aggregate-set p a b --generation 3',
            ),
            (
                'resource provider inventory set a --resource VCPU=1 --aggregate',
                'placement-inventory-set a --resource VCPU=1 --of-aggregate',
            ),
            ('resource provider trait set p', 'placement-resource-provider-trait-delete p'),
            ('allocation candidate list --group 1 --resource VCPU=1', ''),
        ]
        if (found := shown(theirs)) != ours
    ]
    assert not wrong


def shown(line: str) -> str | None:
    """Our lines, joined; nothing where the line is refused."""
    try:
        found = translation.translate(shlex.split(line))
    except errors.CommandError:
        return None
    return ' | '.join(map(shlex.join, found.lines))


def samples(command: OpenStackCommand) -> Iterator[list[str]]:
    """A line with what a command needs, and one for each of its options."""
    needed: list[str] = []
    groups: set[int] = set()
    for option in command.options:
        is_first = option.one_of and option.exclusive not in groups
        if option.required or is_first or (not option.flags and option.nargs not in {'?', '*'}):
            needed += given(option)
            groups.add(option.exclusive or 0)
    yield needed
    for option in command.options:
        if option.flags and not option.required and (option.exclusive or 0) not in groups - {0}:
            image = ['--image', 'cirros'] if option.name == '--boot-from-volume' else []
            yield [*needed, *image, *given(option)]


def given(option: Option) -> list[str]:
    """An option with a plausible value."""
    by_type = VALUES.get(option.type or '', 'a=1')
    value = by_type if option.type else OWN.get(option.name, by_type)
    value = option.choices[0] if option.choices else value
    return [*option.flags[-1:], *([] if option.nargs == 0 else [value])]


@pytest.mark.parametrize('pin', ['2.42', '2.43'])
def test_version_is_lowered_to_the_last_that_ours_takes_where_theirs_sends_none(pin: str) -> None:
    words = f'--os-compute-api-version {pin} host set --enable h'.split()
    ours = '--os-compute-api-version 2.42 host-update h --status enable'
    assert translation.translate(words).lines == [ours.split()]


def test_columns_tell_what_differs_and_several_options_what_they_show_together() -> None:
    found = translation.translate(['server', 'list', '--all-projects', '--long'])
    alone = translation.translate(['server', 'list', '--long'])
    assert found.lines[0][-1] == f'{alone.lines[0][-1]},project_id'
    image = translation.translate(
        ['server', 'list', '-c', 'Image', '-c', 'ID', '--sort-column', 'ID']
    )
    assert image.lines == [['server-list', '-c', 'image', '-c', 'ID']]
    assert image.warnings == [
        '-c Image: it is a mapping of its id and properties here.',
        '--sort-column ID changes only what is shown; it is left out.',
    ]
    lost = translation.translate(['keypair', 'list', '-c', 'is_deleted'])
    assert (lost.lines, lost.missing) == ([], '-c is_deleted: nova-mv has no such column.')


def test_rebuild_keeps_the_description_where_versions_have_one() -> None:
    found = [
        shlex.join(translation.translate(words.split(), APIVersion(version)).lines[0])
        for words, version in [
            ('server rebuild web', '2.18'),
            ('server rebuild web', '2.19'),
            ('server rebuild --image i --description d web', '2.19'),
        ]
    ]
    assert found == [
        'server-rebuild web --same-image',
        'server-rebuild web --same-image --keep-description',
        'server-rebuild web i --description d',
    ]


def test_each_option_of_a_command_is_mapped_or_named_as_lost() -> None:
    wrong = {}
    for name, rule in table.rules().items():
        command = table.command(name)
        declared = {option.name for option in command.options}
        needed = ' '.join(rule.get('needs', {})).split()
        named = {*rule.get('options', {}), *rule.get('lost', {}), *needed}
        spelled = json.dumps(rule)
        is_whole = 'none' in rule or 'same' in rule
        unnamed = {flag for flag in declared if flag[0] != '<' and f'{flag}' not in spelled}
        if difference := (named - declared) | (set() if is_whole else unnamed):
            wrong[name] = sorted(difference)
    assert not wrong


def test_our_lines_are_taken_by_our_parser() -> None:
    environment = Environment(variables={})
    wrong = []
    # What a consumer's allocations need depends on the version, there as here.
    for name in table.rules().keys() - {'resource provider allocation set'}:
        for words in samples(table.command(name)):
            for ours in translation.translate([*name.split(), *words]).lines:
                try:
                    is_taken = bool(read.line_of(ours, environment).windows())
                except errors.CommandError as error:
                    wrong.append((shlex.join(ours), str(error)))
                else:
                    if not is_taken:
                        wrong.append((shlex.join(ours), 'at no version'))
    assert not wrong


def test_what_openstack_refuses_is_refused() -> None:
    for line in ('server create x', 'server list --na x', 'serv list', 'server set --property a x'):
        with pytest.raises(errors.CommandError, match='openstack'):
            lines.read(line.split())


def test_what_is_renamed_is_renamed_last_since_the_other_lines_name_it() -> None:
    early = [
        name
        for name, rule in table.rules().items()
        for line in rule.get('lines', ())[:-1]
        if isinstance(line, dict) and '--name' in line.get('if', ())
    ]
    assert early == []


def test_suggestions_for_words_that_begin_many_commands_are_counted() -> None:
    translate = openstack_programs.translations({}, same_version=False)['openstack']
    reason = translate(['server'], {}).missing
    assert reason is not None
    assert reason.startswith('There is no command openstack server. Did you mean server add ')
    assert re.search(r' or one of \d+ more\?$', reason)
    assert translate(['--nope'], {}).missing == 'There is no command openstack.'
