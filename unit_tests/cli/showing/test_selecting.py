"""Targets that an expression selects: listed, shown, asked about, and worked on."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from novaclient_mv.cli.reading import columns, commands, declarations, selectors, tree
from novaclient_mv.cli.reading.tokenizer import token
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.clouds.options import OptionTable
from unit_tests.nova import Nova, Result
from unit_tests.scripted import ScriptedCloud
from unit_tests.typed_answers import Asked

WEB = "starts_with(name, 'web-')"
HAVING = [
    command for command in commands.our_commands() if selectors.targets_of(command) is not None
]


def names(nova: Nova, *words: str) -> list[str]:
    result = nova('server-list', '-f', 'value', '-c', 'name', *words, cloud='sandbox')
    return sorted(result.lines)


def on_sandbox(nova: Nova, *words: str) -> Result:
    return nova(*words, cloud='sandbox')


def sent(cloud: ScriptedCloud) -> list[str]:
    return [f'{request.method} {request.path}' for request in cloud.requests]


@contextlib.contextmanager
def asked(nova: Nova, *words: str, redirect: str = '') -> Iterator[Asked]:
    with Asked(words, nova.variables('sandbox', {}), redirect) as run:
        yield run


# -- what is selected --


def test_what_an_expression_selects_is_worked_on(nova: Nova) -> None:
    assert names(nova, '--status', 'ACTIVE') == ['web-1', 'web-2']
    where = ('--where', f"status=='ACTIVE' && {WEB}")
    result = on_sandbox(nova, 'server-stop', *where, '--yes', '--wait', '-f', 'json')
    assert (result.status, result.err) == (0, '')
    assert sorted(row['name'] for row in json.loads(result.out)) == ['web-1', 'web-2']
    assert names(nova, '--status', 'ACTIVE') == []


def test_where_nothing_is_selected_nothing_is_done(nova: Nova) -> None:
    result = on_sandbox(nova, 'server-delete', '--where', "name=='nobody'", '--yes')
    assert (result.status, result.out, result.message) == (
        *(0, ''),
        'nova-mv: nothing is selected, and nothing was done',
    )
    as_json = on_sandbox(nova, 'server-delete', '--where', "name=='nobody'", '--yes', '-f', 'json')
    assert (as_json.status, json.loads(as_json.out)) == (0, [])


def test_what_is_null_is_not_selected(nova: Nova) -> None:
    result = on_sandbox(nova, 'server-delete', '--where', 'locked_reason', '--yes')
    assert (result.status, 'nothing is selected' in result.message) == (0, True)
    assert len(names(nova)) == 3


def test_nodes_are_selected_by_any_of_their_fields(nova: Nova) -> None:
    nodes = json.loads(on_sandbox(nova, 'baremetal-node-list', '--long', '-f', 'json').out)
    driver = nodes[0]['driver']
    words = ('baremetal-node-maintenance-set', '--where', f"driver=='{driver}' && !maintenance")
    result = on_sandbox(nova, *words, '--yes', '-f', 'json')
    assert result.status == 0
    changed = {row['uuid'] for row in json.loads(result.out)}
    assert changed == {
        node['uuid'] for node in nodes if node['driver'] == driver and not node['maintenance']
    }


def test_servers_of_all_projects_are_listed_where_the_command_finds_them(
    nova: Nova, new_cloud: ScriptedCloud
) -> None:
    words = ('server-stop', '--where', "name=='nobody'", '--yes')
    assert nova(*words, cloud=new_cloud).status == 0
    assert new_cloud.requests[-1].query == []
    assert nova(*words, '--all-tenants', cloud=new_cloud).status == 0
    assert new_cloud.requests[-1].query == [('all_tenants', '1')]


def test_a_dry_run_shows_what_would_be_sent_without_a_question(nova: Nova) -> None:
    result = on_sandbox(nova, 'server-stop', '--where', WEB, '--dry-run')
    assert (result.status, result.out.count('"os-stop"')) == (0, 2)
    assert names(nova, '--status', 'ACTIVE') == ['web-1', 'web-2']


# -- what is refused --


@pytest.mark.parametrize(
    ('words', 'reason'),
    [
        (('--where', WEB, '--yes', 'web-1'), '--where and <server> do not go together'),
        (('--yes', 'web-1'), '--yes needs --where'),
        (('--where', WEB), 'it needs --yes'),
        (('--where', 'status==', '--yes'), 'is not a valid JMESPath expression'),
        (('--where', 'starts(name)', '--yes'), 'unknown function starts()'),
        (('--where', "name && starts(name, 'a')", '--yes'), 'unknown function starts()'),
        (('--where', 'starts_with(name)', '--yes'), 'starts_with() takes 2 arguments'),
        (
            ('--where', "stauts!='ACTIVE'", '--yes'),
            'There is no column stauts. Did you mean status',
        ),
        (('--where', "@.stauts!='ACTIVE'", '--yes'), 'There is no column stauts'),
        (('--where', '!stauts', '--dry-run'), 'There is no column stauts'),
        (('--where', WEB, '--dry-run=offline'), 'asks the cloud'),
        (('--where',), '--where needs a value'),
        (('--yes',), 'server-stop requires <server>'),
    ],
)
def test_what_is_wrong_is_refused_before_any_request(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...], reason: str
) -> None:
    result = nova('server-stop', *words, cloud=cloud)
    assert result.status == 2
    assert reason in result.err.splitlines()[0]
    assert cloud.requests == []


@pytest.mark.parametrize(
    ('expression', 'reason'),
    [
        ('name', 'is not a condition'),
        ('created < `3`', 'does not fit the output'),
        ('contains(name, `1`)', 'does not fit the output'),
        ("contains(locked, 'a')", 'Test what may be null before it'),
    ],
)
def test_what_is_no_condition_changes_nothing(nova: Nova, expression: str, reason: str) -> None:
    result = on_sandbox(nova, 'server-delete', '--where', expression, '--yes')
    assert (result.status, reason in result.message) == (2, True)
    assert len(names(nova)) == 3


def test_a_key_that_the_version_lacks_selects_nothing_by_mistake(nova: Nova) -> None:
    words = ('server-delete', '--where', '!locked', '--yes')
    result = nova(*words, version='2.1', cloud='sandbox')
    assert result.status != 0
    assert 'locked of --where needs API version 2.9' in result.message
    assert len(names(nova)) == 3


def test_a_release_is_told_once(nova: Nova) -> None:
    words = ('server-stop', '--where', WEB, '--yes')
    result = nova(*words, version='ussuri', cloud='sandbox', is_terminal=True)
    assert (result.status, result.err.count('ussuri')) == (0, 1)


def test_a_list_that_is_refused_changes_nothing(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('GET', '/servers/detail', {'forbidden': {'message': 'No.', 'code': 403}}, 403)
    result = nova('server-stop', '--where', WEB, '--yes', cloud=cloud)
    assert result.status == 4
    assert not [line for line in sent(cloud) if 'action' in line]


@pytest.mark.parametrize(
    ('words', 'reason'),
    [
        (('--where', WEB, '--yes'), 'Give an option'),
        (('node-1',), 'Give an option'),
        (('node-1', '--dry-run'), 'Give an option'),
        (('--where', WEB), 'needs --yes'),
    ],
)
def test_selecting_alone_is_no_change(nova: Nova, words: tuple[str, ...], reason: str) -> None:
    result = on_sandbox(nova, 'baremetal-node-set', *words)
    assert result.status == 2
    assert reason in result.message


def test_several_clouds_are_refused(nova: Nova) -> None:
    result = nova('--os-cloud', 'sandbox,other', 'server-stop', '--where', WEB, '--yes')
    assert result.status == 2


def test_commands_on_one_target_have_no_expression(nova: Nova) -> None:
    assert 'no option --where' in nova('server-pause', '--where', WEB, cloud='sandbox').err


# -- the question --


def test_a_terminal_shows_what_is_selected_and_asks(nova: Nova) -> None:
    on_sandbox(nova, 'server-list')
    with asked(nova, 'server-stop', '--where', WEB, redirect='2>&1') as run:
        shown = run.until('Stop 2 servers? [y/N] ')
        assert ('web-1' in shown, 'web-2' in shown, 'db-1' in shown) == (True, True, False)
        run.type('y\n', is_shown=True)
        assert run.status() == 0
        assert run.screen.count('stop accepted') == 2


def test_ctrl_c_at_the_question_changes_nothing(nova: Nova) -> None:
    on_sandbox(nova, 'server-list')
    with asked(nova, 'server-delete', '--where', WEB) as run:
        run.until('[y/N] ')
        run.type('\x03', is_shown=True)
        assert run.status() == 130
        assert 'Traceback' not in run.screen
    assert len(names(nova)) == 3


def test_yes_asks_nothing_on_a_terminal(nova: Nova) -> None:
    with asked(nova, 'server-stop', '--where', WEB, '--yes') as run:
        assert run.status() == 0
        assert '[y/N]' not in run.screen


# -- declarations --


def test_each_list_of_targets_has_the_key_that_names_them() -> None:
    assert len(HAVING) >= 52
    for command in HAVING:
        targets = selectors.targets_of(command)
        assert targets is not None
        listing = commands.find(targets.listing[0])
        line = CommandLine(listing, [*map(token, targets.listing[1:])], OptionTable())
        # It has no argument that it needs.
        assert line.newest(), command.name
        keys = [field.key for field in columns.fields_of(listing.function) or ()]
        assert targets.key in keys, command.name
        assert declarations.declared(command.function, 'writes'), command.name
        newest = tree.arguments_at(command, line.newest()) or tree.every_argument(command)
        assert newest


def test_what_takes_several_of_something_listable_selects_them() -> None:
    having = {command.name for command in HAVING}
    others = {
        command.name
        for command in commands.our_commands()
        if command.name not in having
        and declarations.declared(command.function, 'writes')
        and any(
            argument.is_positional and argument.options.get('nargs') == '+'
            for argument, _ in tree.every_argument(command)
        )
    }
    assert others == NOT_SELECTED


NOT_SELECTED = {
    # What is one or more there belongs to one resource, or is no row of a list.
    *('aggregate-cache-images', 'baremetal-create', 'baremetal-node-trait-add'),
    *('baremetal-node-trait-set', 'baremetal-runbook-trait-add', 'host-meta'),
    *('image-meta-delete', 'image-meta-set', 'placement-allocation-delete'),
    *('secgroup-rule-delete', 'server-metadata-replace'),
    *('server-tag-add', 'server-tag-delete', 'server-tag-set'),
}


@given(st.text(max_size=30))
@settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_no_expression_is_an_unexpected_error(nova: Nova, text: str) -> None:
    result = nova('server-delete', f'--where={text}', '--dry-run', cloud='sandbox')
    assert 'unexpected' not in result.err
    assert 'DELETE' not in result.out or result.status == 0


@pytest.mark.parametrize('command', ['server-stop', 'baremetal-node-delete'])
def test_whether_one_may_is_asked_of_what_would_be_selected(nova: Nova, command: str) -> None:
    selecting = on_sandbox(nova, 'can-i', command, '--where', WEB)
    assert selecting == on_sandbox(nova, 'can-i', command, 'one')
    assert selecting.status == 0
