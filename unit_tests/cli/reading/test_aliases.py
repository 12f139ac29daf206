"""The names that python-novaclient gave commands, and older ones of ``openstack baremetal``."""

from __future__ import annotations

import re

import pytest

from novaclient_mv import exceptions, versions
from novaclient_mv.cli.reading import aliases, commands, declarations, tree
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

NOUNS = {
    *('agent', 'aggregate', 'availability', 'flavor', 'host', 'hypervisor', 'keypair', 'limits'),
    *('migration', 'quota', 'server', 'service', 'usage', 'version', 'instance', 'node'),
}


def test_canonical_names_begin_with_a_noun() -> None:
    for name in aliases.ALIASES.values():
        service = commands.service_of(name)
        assert service is not None
        assert name.removeprefix(service.prefix).split('-')[0] in NOUNS, name
        assert re.fullmatch('[a-z]+(-[a-z]+)+', name), name


def test_an_older_name_leads_to_a_canonical_one_at_once() -> None:
    for older, name in aliases.ALIASES.items():
        assert name not in aliases.ALIASES, older
        assert re.fullmatch('[a-z]+(-[a-z]+)*', older), older


def test_the_older_names_of_a_command_are_told() -> None:
    for name in set(aliases.ALIASES.values()):
        assert aliases.aliases_of(name) == [
            older for older, canonical in aliases.ALIASES.items() if canonical == name
        ]
    assert aliases.aliases_of('server-create') == ['boot']
    assert aliases.aliases_of('no-such') == []


def test_an_older_name_runs_the_same_command(nova: Nova, cloud: ScriptedCloud) -> None:
    assert nova('list', cloud=cloud) == nova('server-list', cloud=cloud)
    assert nova('list', '--limit', 'x') == nova('server-list', '--limit', 'x')


def test_errors_name_the_canonical_command(nova: Nova) -> None:
    assert nova('boot').err == 'nova-mv: server-create requires <name>.\n'
    assert nova('list', '--nothing-like').err.startswith('nova-mv: server-list has no option')


def test_help_tells_of_other_names(nova: Nova) -> None:
    assert nova('help', 'server-list').lines[0] == 'server-list, also called list'
    assert '  server-list (list) ' in nova('help').out


def test_every_older_name_whose_command_is_there_is_found() -> None:
    there = {each.name for each in commands.our_commands()}
    for older, name in aliases.ALIASES.items():
        if name in there:
            assert commands.find(older).name == name
        else:
            with pytest.raises(exceptions.UnknownName):
                commands.find(older)


def test_older_spellings_of_options_are_those_of_options_that_exist() -> None:
    for name, options in aliases.OPTION_SPELLINGS.items():
        declared = [argument for argument, _ in tree.every_argument(commands.find(name))]
        flags = {flag for argument in declared for flag in argument.flags}
        assert set(options) <= flags, name
        for option, spellings in options.items():
            assert not set(spellings) & flags, name
            for argument in declared:
                if argument.name == option:
                    assert argument.hidden_flags == spellings


def test_older_spellings_stand_in_the_table_only() -> None:
    for command in commands.our_commands():
        for variant in versions.variants_of(command.function):
            for argument in declarations.arguments_of(variant.func):
                assert argument.hidden_flags == (), command.name


@pytest.mark.parametrize(
    ('words', 'option'),
    [
        (('server-list', '--r', 'r-1'), ('reservation_id', 'r-1')),
        (('list', '--te', 'p1'), ('tenant_id', 'p1')),
        (('server-list', '--k', 'mine'), ('key_name', 'mine')),
    ],
)
def test_older_spelling_of_an_option_is_taken(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...], option: tuple[str, str]
) -> None:
    assert nova(*words, cloud=cloud).status == 0
    assert option in cloud.requests[-1].query


def test_option_without_older_spellings_has_none() -> None:
    assert aliases.spellings_of('server-list', '--host') == ('--h', '--ho', '--hos')
    assert aliases.spellings_of('server-list', '--none') == ()
    assert aliases.spellings_of('none', '--host') == ()
