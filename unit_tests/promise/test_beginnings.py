"""The promise to scripts: what stands for an option by its beginning goes on to do so."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv.cli.reading import commands
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.declarations import arg
from novaclient_mv.services import COMPUTE
from unit_tests.promise import beginnings
from unit_tests.promise.beginnings import EVERY, Names

RECORDED = beginnings.recorded()


def test_commands_of_the_record_are_there() -> None:
    assert RECORDED.keys() - {EVERY} <= {command.name for command in commands.our_commands()}


def test_new_option_takes_no_beginning_of_an_older_one() -> None:
    broken = [*beginnings.broken(RECORDED, commands.our_commands())]
    assert broken == [], (
        'Declare the new option of a command with yields=True, a new one of all commands with '
        'is_abbreviated=False, or give it another name.'
    )


def with_options(*flags: str, **options: Any) -> Command:
    """A command, ``fake``, with an option and then others, which have ``options``."""

    def do_fake(client: object, args: object) -> None:
        """Do nothing."""

    for flag in flags[1:]:
        arg(flag, **options)(do_fake)
    arg(flags[0])(do_fake)
    return Command('fake', do_fake, COMPUTE)


def broken(before: Command, after: Command) -> list[str]:
    """The beginnings that an option more takes away."""
    record = {EVERY: RECORDED[EVERY], 'fake': beginnings.names_of(before)}
    return [*beginnings.broken(record, [after])]


@pytest.mark.parametrize(
    ('flag', 'text'),
    [
        ('--alpha', '--a meant --all-tenants, now None'),
        ('--all-of', '--all- meant --all-tenants, now None'),
        ('--al', '--al meant --all-tenants, now --al'),
    ],
)
def test_taken_beginning_is_noticed(flag: str, text: str) -> None:
    lines = broken(with_options('--all-tenants'), with_options('--all-tenants', flag))
    assert f'fake at any: {text}' in lines
    # What no other option begins with still means it.
    assert not any(line.startswith('fake at any: --all-t ') for line in lines)


def test_option_of_all_commands_loses_no_beginning_unnoticed() -> None:
    lines = broken(with_options('--name'), with_options('--name', '--queue'))
    assert 'fake at any: --q meant --query, now --queue' in lines
    without_debug = [names for names in RECORDED[EVERY] if '--debug' not in names.flags]
    record = {EVERY: [*without_debug, Names(('--detail',))]}
    assert [*beginnings.broken(record, [])][:1] == ['--d meant --detail, now --debug']


def test_yielding_option_takes_nothing_but_its_whole_name() -> None:
    before = with_options('--all-tenants')
    assert broken(before, with_options('--all-tenants', '--alpha', yields=True)) == []
    assert 'fake at any: --al meant --all-tenants, now --al' in broken(
        before, with_options('--all-tenants', '--al', yields=True)
    )


@pytest.mark.parametrize(('flag', 'text'), [('--queue', '--q'), ('--query', '--query')])
def test_hidden_spelling_takes_a_flag_as_well(flag: str, text: str) -> None:
    after = with_options('--all-tenants', '--x', hidden_flags=[flag])
    assert f'fake at any: {text} meant --query, now {flag}' in broken(with_options('--name'), after)


def test_of_several_options_that_of_the_named_version_is_meant() -> None:
    image, imagine = Names(('--image',)), Names(('--imagine',))
    for here in (['--image'], ['--imagine']):
        found = beginnings.meant('--im', [image, imagine], [], frozenset(here))
        assert found is not None
        assert found.flags == tuple(here)
    assert beginnings.meant('--im', [image, imagine], [], frozenset()) is None
    lines = broken(
        with_options('--image'),
        with_options('--image', '--imagine', start_version='2.90'),
    )
    assert [line for line in lines if '--im ' in line and 'at 2.53' in line] == []


def test_new_command_may_have_any_options() -> None:
    record = {EVERY: RECORDED[EVERY]}
    assert [*beginnings.broken(record, [with_options('--queue')])] == []


@pytest.mark.parametrize('text', ['--a/--b(--c/--d)?', '--a', '--a(--b)', '--a?'])
def test_record_is_read_as_it_is_written(text: str) -> None:
    assert str(Names.parse(text)) == text
