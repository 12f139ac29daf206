"""Translations of lines of python-openstackclient."""

from __future__ import annotations

import itertools
import json
import shlex
from collections.abc import Iterator

import pytest

from novaclient_mv import errors
from novaclient_mv.cli.reading import read
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.knowledge.openstack import lines, table, translation
from novaclient_mv.knowledge.openstack.table import Command, Option

VALUES = {'int': '3', 'float': '1.5'}
"""Plausible values by type; ``OWN`` has those of a form of their own."""

OWN = {
    '--ephemeral': 'size=1',
    '--nic': 'net-id=7',
    '--file': '/a=/b',
    '--config-drive': 'True',
    '--hint': 'a=b',
    '--changes-since': '2026-01-01',
    '--changes-before': '2026-01-01',
}


def test_lines_are_translated() -> None:
    wrong = [
        (theirs, ours, found)
        for theirs, ours in [
            ('server list --all-projects', 'server-list --all-tenants'),
            ('openstack server lis', 'server-list'),
            (
                'server set --name new --property a=b --property c=d --state active web',
                'server-update web --name new | server-meta web set a=b c=d | '
                'server-reset-state web --active',
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


def samples(command: Command) -> Iterator[list[str]]:
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
            yield [*needed, *given(option)]


def given(option: Option) -> list[str]:
    """An option with a plausible value."""
    if option.choices:
        value = option.choices[0]
    else:
        value = VALUES.get(option.type or '', 'a=b' if option.form else '7')
    value = OWN.get(option.name, value) if option.type is None else value
    return [*option.flags[-1:], *([] if option.nargs == 0 else [value])]


@pytest.mark.parametrize('name', table.rules())
def test_each_option_of_a_command_is_mapped_or_named_as_lost(name: str) -> None:
    rule = table.rules()[name]
    declared = {option.name for option in table.command(name).options}
    text = json.dumps(rule)
    assert {*rule.get('options', {}), *rule.get('lost', {})} <= declared
    if 'none' not in rule:
        assert not [flag for flag in declared if flag not in text and flag[0] != '<']


def test_our_lines_are_taken_by_our_parser() -> None:
    environment = Environment(variables={})
    wrong = []
    for name in table.rules():
        for words in itertools.islice(samples(table.command(name)), 100):
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
