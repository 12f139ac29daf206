"""The promise to scripts: what stands for an option by its beginning goes on to do so."""

from __future__ import annotations

import functools
from typing import Any

import pytest

from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.declarations import arg
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.services import COMPUTE
from unit_tests.promise import beginnings
from unit_tests.promise.beginnings import EVERY, Record

now = functools.cache(beginnings.read)


def test_new_option_takes_no_beginning_of_an_older_one() -> None:
    broken = beginnings.broken(beginnings.recorded(), now())
    assert broken == [], (
        'Declare the new option of a command with yields=True, a new one of all commands with '
        'is_abbreviated=False, or give it another name.'
    )


def test_what_is_new_is_recorded() -> None:
    seen = {name: flags for name, flags in now().items() if flags}
    assert seen == beginnings.recorded(), 'Run: python -m unit_tests.record promise'


def with_options(*flags: str, **options: Any) -> Record:
    """The record of a command, ``fake``, with an option and then others, which have ``options``."""

    def do_fake(client: object, args: object) -> None:
        """Do nothing."""

    for flag in flags[1:]:
        arg(flag, **options)(do_fake)
    arg(flags[0])(do_fake)
    everywhere = now()[EVERY]
    command = Command('fake', do_fake, COMPUTE)
    return {EVERY: everywhere, **beginnings.of_command(command, everywhere, OptionTable())}


@pytest.mark.parametrize(
    ('flag', 'text'),
    [
        ('--alpha', '--a is now --all'),
        ('--all-of', '--a is now --all-t'),
        ('--al', '--a is now --all'),
    ],
)
def test_taken_beginning_is_noticed(flag: str, text: str) -> None:
    before, after = with_options('--all-tenants'), with_options('--all-tenants', flag)
    lines = [line for line in beginnings.broken(before, after) if line.startswith('fake / ')]
    assert any(f'--all-tenants: {text}' in line for line in lines), lines


def test_option_of_all_commands_loses_no_beginning_unnoticed() -> None:
    before, after = with_options('--name'), with_options('--name', '--queue')
    assert 'fake / --query: --q is now --quer' in beginnings.broken(before, after)


def test_yielding_option_takes_nothing_but_its_whole_name() -> None:
    before = with_options('--all-tenants')
    assert beginnings.broken(before, with_options('--all-tenants', '--alpha', yields=True)) == []
    assert 'fake / --all-tenants: --a is now --a, not --al' in beginnings.broken(
        before, with_options('--all-tenants', '--al', yields=True)
    )


def test_new_command_may_have_any_options() -> None:
    assert beginnings.broken({EVERY: now()[EVERY]}, with_options('--queue')) == []
