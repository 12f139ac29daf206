"""A terminal tells each change in one line; nothing else does."""

from __future__ import annotations

import inspect
import re
from typing import Any

import pytest

from novaclient_mv import errors, versions
from novaclient_mv.cli.reading import commands, declarations, tree
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.terminal import changes
from novaclient_mv.clouds.cloud import Cloud
from unit_tests import newest
from unit_tests.nova import SANDBOX, Nova
from unit_tests.scripted import Answer, ScriptedCloud
from unit_tests.v2 import one_server

SHOWS_NOTHING = re.compile(
    r'Started\(\s*None|on_one\(|with_password\(|return None|else None|Done\(\('
)


def writing() -> list[Command]:
    """Every command of this package that may change something."""
    return [
        command
        for command in commands.our_commands()
        if declarations.declared(command.function, 'writes')
    ]


@pytest.mark.parametrize(
    ('name', 'sentences'),
    [
        # What the name of a command says.
        ('aggregate-create', ['Created aggregate {name}.']),
        ('aggregate-delete', ['Deleted aggregate {aggregate}.']),
        ('aggregate-update', ['Updated aggregate {aggregate}.']),
        ('agent-modify', ['Updated agent build {id}.']),
        ('baremetal-chassis-set', ['Updated chassis {chassis}.']),
        ('baremetal-chassis-unset', ['Updated chassis {chassis}.']),
        ('placement-resource-class-rename', ['Renamed resource class {name}.']),
        ('server-lock', ['Locked server {server}.']),
        ('server-unlock', ['Unlocked server {server}.']),
        # Work that goes on.
        ('server-create', ['Creating server {name}.']),
        ('server-evacuate', ['Evacuating server {server}.']),
        ('server-force-delete', ['Force-deleting server {server}.']),
        ('server-pause', ['Pausing server {server}.']),
        ('server-rebuild', ['Rebuilding server {server}.']),
        ('server-rescue', ['Rescuing server {server}.']),
        ('server-unshelve', ['Unshelving server {server}.']),
        # What is declared, and what shows what it did.
        ('api', ['Sent {method} {path}.']),
        ('aggregate-add-host', []),
        ('baremetal-chassis-create', []),
        ('baremetal-create', []),
    ],
)
def test_sentence_is_made_of_the_name_or_declared(name: str, sentences: list[str]) -> None:
    assert [*changes.templates(commands.find(name))] == sentences


def test_sentences_name_arguments_that_their_commands_have() -> None:
    for command in writing():
        dests = {argument.dest for argument, _ in tree.every_argument(command)}
        for sentence in changes.templates(command):
            assert {*re.findall(r'\{(\w+)\}', sentence)} <= dests, command.name
            assert re.fullmatch(r'[A-Z].*\.', sentence), command.name


def test_last_sentence_of_a_command_needs_no_option() -> None:
    for command in writing():
        optional = {
            argument.dest
            for argument, _ in tree.every_argument(command)
            if argument.options.get('nargs') in ('?', '*')
            or not (argument.is_positional or argument.options.get('required'))
        }
        for last in changes.templates(command)[-1:]:
            assert optional.isdisjoint(re.findall(r'\{(\w+)\}', last)), command.name


def test_commands_that_may_show_nothing_have_a_sentence() -> None:
    for command in writing():
        if changes.templates(command):
            continue
        for variant in versions.variants_of(command.function):
            function = inspect.unwrap(variant.func)
            assert function.__annotations__.get('return') != 'None', command.name
            assert not SHOWS_NOTHING.search(inspect.getsource(function)), command.name


@pytest.fixture
def server(cloud: ScriptedCloud) -> ScriptedCloud:
    """A cloud with a server, ``web``, that takes every action."""
    one_server.add(cloud)
    return cloud


def test_change_is_told_on_a_terminal_by_the_words_typed(nova: Nova, server: ScriptedCloud) -> None:
    assert nova('server-lock', 'web', cloud=server, is_terminal=True).out == 'Locked server web.\n'
    result = nova('server-unlock', one_server.ID, cloud=server, is_terminal=True)
    assert (result.out, result.err) == (f'Unlocked server {one_server.ID}.\n', '')


@pytest.mark.parametrize('words', [(), ('-f', 'json'), ('-f', 'value')])
def test_pipe_stays_silent(nova: Nova, server: ScriptedCloud, words: tuple[str, ...]) -> None:
    result = nova('server-lock', 'web', *words, cloud=server, version='2.1')
    assert (result.out, result.err, result.status) == ('', '', 0)


def test_machine_formats_stay_silent_on_a_terminal(nova: Nova, server: ScriptedCloud) -> None:
    result = nova('server-lock', 'web', '-f', 'json', cloud=server, is_terminal=True)
    assert (result.out, result.err) == ('', '')


def test_quiet_silences_change_and_version(nova: Nova, server: ScriptedCloud) -> None:
    words = ('--quiet', 'server-lock', 'web')
    result = nova(*words, cloud=server, version='2.1', is_terminal=True)
    assert (result.out, result.err, result.status) == ('', '', 0)


def test_version_not_the_newest_is_told_of_a_change(nova: Nova, server: ScriptedCloud) -> None:
    result = nova('server-lock', 'web', cloud=server, version='2.50', is_terminal=True)
    assert result.message == (
        'nova-mv: used API version 2.50 (--os-compute-api-version); the newest here is 2.53'
    )
    assert nova('server-lock', 'web', cloud=server, version='2.53', is_terminal=True).err == ''
    assert nova('server-list', cloud=server, version='2.50', is_terminal=True).err == ''
    assert nova('server-lock', 'web', cloud=server, version='2.50').err == ''


def test_change_is_told_where_versions_are_not_known_any_more(
    nova: Nova, server: ScriptedCloud, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = Cloud.range

    def until_written(cloud: Cloud, *given: Any, **named: Any) -> Any:
        if cloud.has_written:
            raise errors.CloudError('It has gone.')
        return original(cloud, *given, **named)

    monkeypatch.setattr(Cloud, 'range', until_written)
    result = nova('server-lock', 'web', cloud=server, version='2.50', is_terminal=True)
    assert (result.out, result.err, result.status) == ('Locked server web.\n', '', 0)


def test_version_of_a_release_is_told_once(nova: Nova, server: ScriptedCloud) -> None:
    result = nova('server-lock', 'web', cloud=server, version='ocata', is_terminal=True)
    assert result.message.endswith('the newest of ocata')


def test_newest_version_is_ours_where_the_cloud_is_newer(nova: Nova, server: ScriptedCloud) -> None:
    server.nova.maximum = '2.999'
    result = nova('server-lock', 'web', cloud=server, version='2.50', is_terminal=True)
    assert result.message.endswith(f'the newest here is {newest.NEWEST}')


def test_nothing_is_told_of_what_changed_nothing(nova: Nova, server: ScriptedCloud) -> None:
    dry = nova('server-lock', 'web', '--dry-run', cloud=server, version='2.50', is_terminal=True)
    assert 'Locked' not in dry.out
    assert dry.err == ''
    unchanged = nova('quota-class-update', 'default', cloud=SANDBOX, is_terminal=True)
    assert unchanged.out == ''


def test_failed_change_is_not_told(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('keypair-delete', 'work', cloud=cloud, is_terminal=True)
    assert result.out == ''
    assert result.status != 0


def test_first_sentence_with_all_its_words_is_told(nova: Nova) -> None:
    def told(*words: str) -> str:
        return nova(*words, cloud=SANDBOX, is_terminal=True).out

    assert told('quota-delete', '--tenant', 'demo') == 'Reset the quotas of project demo.\n'
    assert told('quota-delete', '--tenant', 'demo', '--user', 'admin') == (
        'Reset the quotas of user admin in project demo.\n'
    )
    assert told('flavor-key', '1', 'set', 'rack=1') == 'Updated the extra specs of flavor 1.\n'


def test_words_that_act_on_a_terminal_are_escaped(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('DELETE', '/os-keypairs/*', Answer(202, None))
    result = nova('keypair-delete', 'a\x1b[2J', cloud=cloud, is_terminal=True)
    assert result.out == 'Deleted keypair a\\x1b[2J.\n'


def test_original_style_tells_changes_as_well(nova: Nova, server: ScriptedCloud) -> None:
    result = nova('server-lock', 'web', '--style', 'nova', cloud=server, is_terminal=True)
    assert result.out == 'Locked server web.\n'
