"""The promise to scripts: the declarations still match every line of the record."""

from __future__ import annotations

import functools
from typing import Any

import pytest

from novaclient_mv.cli.reading import commands
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.declarations import arg
from novaclient_mv.services import COMPUTE
from unit_tests.promise import beginnings, declared
from unit_tests.promise.beginnings import EVERY, Names

NAMES = (*declared.VERSIONS, declared.EVERYWHERE)


@functools.cache
def now() -> dict[str, dict[str, Any]]:
    return declared.promised()


def unrecorded(seen: dict[str, Any], record: dict[str, Any]) -> list[str]:
    """The lines that scripts can see, and the record lacks."""
    return sorted(declared.flat(seen).keys() - declared.flat(record).keys())


@pytest.mark.parametrize('name', NAMES)
def test_every_recorded_line_still_holds(name: str) -> None:
    before, after = declared.recorded(name), declared.flat(now()[name])
    missing = object()
    broken = [
        f'{place}: {value!r}' + ('' if place not in after else f' is now {after[place]!r}')
        for place, value in before.items()
        # An empty part may be filled: that adds lines, it changes none.
        if value != {} and after.get(place, missing) != value
    ]
    assert broken == [], (
        f'Scripts may rely on these lines of {name}.txt. If the change is meant, write a release '
        'note under upgrade and run: python -m unit_tests.record'
    )


@pytest.mark.parametrize('name', NAMES)
def test_what_is_new_is_recorded(name: str) -> None:
    new = unrecorded(now()[name], declared.recorded(name))
    assert new == [], f'Scripts can see more in {name}.txt. Run: python -m unit_tests.record'


def test_a_new_line_is_found() -> None:
    recorded = now()['2.1']
    keypair = recorded['keypair-create']
    arguments = {**keypair['arguments'], '--new': 'switch'}
    added = {**recorded, 'keypair-create': {**keypair, 'arguments': arguments}}
    assert unrecorded(added, recorded) == ['keypair-create / arguments / --new']
    assert unrecorded(recorded, recorded) == []


def test_a_removed_or_changed_line_is_found() -> None:
    one = {'server-list': {'arguments': {'--name': 'value'}, 'columns': {'id': 'ID', 'x': None}}}
    assert declared.flat(one) == {
        'server-list / arguments / --name': 'value',
        'server-list / columns / id': 'ID',
        'server-list / columns / x': None,
    }
    assert declared.flat({'a': {'b': {}}}) == {'a / b': {}}


# -- beginnings of options --


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
