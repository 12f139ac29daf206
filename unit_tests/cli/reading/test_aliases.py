"""The names that python-novaclient gave commands."""

from __future__ import annotations

import re

import pytest

from novaclient_mv import exceptions
from novaclient_mv.cli.reading import aliases, commands
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

NOUNS = {
    *('agent', 'aggregate', 'availability', 'flavor', 'host', 'hypervisor', 'keypair', 'limits'),
    *('migration', 'quota', 'server', 'service', 'usage', 'version', 'instance'),
}


def test_canonical_names_begin_with_a_noun() -> None:
    for name in aliases.ALIASES.values():
        assert name.split('-')[0] in NOUNS, name
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
    assert nova('boot').err == 'nova-mv: server-create needs <name>.\n'
    assert 'of server-list' in nova('list', '--nothing-like').err


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
