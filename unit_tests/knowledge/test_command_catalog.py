"""The command line as data says what the declarations and the parsers say, by its schema."""

from __future__ import annotations

import csv
import functools
import json
import pathlib
from collections.abc import Mapping
from typing import Any

import jsonschema
import pytest

from novaclient_mv.cli.reading import commands, declarations, tree
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.knowledge import command_catalog, reached_operations
from novaclient_mv.knowledge.reached_operations import Use, uses_of
from novaclient_mv.services import COMPUTE, SERVICES, Service
from novaclient_mv.wire.request import Request
from unit_tests.knowledge import reached
from unit_tests.nova import Nova

ROOT = pathlib.Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / 'doc/source/reference/command-list.schema.json').read_text('utf-8'))
COMMANDS = {command.name: command for command in commands.our_commands()}
SENDS_WHAT_IT_IS_TOLD = {'api'}
"""Commands that may write, though no operation stands in their source."""


@functools.cache
def document() -> Any:
    return command_catalog.command_catalog()


def of(name: str) -> Any:
    return next(command for command in document()['commands'] if command['name'] == name)


def test_document_keeps_to_its_schema(nova: Nova) -> None:
    printed = json.loads(nova('command-list', '-f', 'json').out)
    validator = jsonschema.Draft202012Validator(SCHEMA)
    assert [error.message for error in validator.iter_errors(printed)] == []
    assert printed == json.loads(json.dumps(document()))


def test_schema_refuses_what_is_broken() -> None:
    validator = jsonschema.Draft202012Validator(SCHEMA)
    command = dict(of('server-list'))
    changes: tuple[dict[str, object], ...] = (
        {'ranges': []},
        {'writes': None},
        {'arguments': [{'type': 'text'}]},
    )
    for change in changes:
        broken = {**document(), 'commands': [{**command, **change}]}
        assert not validator.is_valid(broken), change


def test_every_command_and_visible_argument_is_there() -> None:
    assert [command['name'] for command in document()['commands']] == list(COMMANDS)
    for name, command in COMMANDS.items():
        declared = {
            tuple(argument.flags) if not argument.is_positional else argument.name.strip('<>')
            for argument, span in tree.every_argument(command)
            if not argument.is_hidden and not span.is_empty
        }
        listed = {
            tuple(argument['flags']) if 'flags' in argument else argument['name']
            for argument in of(name)['arguments']
        }
        assert listed == declared, name


@pytest.mark.parametrize('words', [(), ('--service', 'baremetal')])
def test_table_says_what_the_document_says(nova: Nova, words: tuple[str, ...]) -> None:
    printed = json.loads(nova('command-list', *words, '-f', 'json').out)
    table = csv.DictReader(nova('command-list', *words, '-f', 'csv').lines)
    assert [(row['name'], row['service'], row['does'], row['summary']) for row in table] == [
        (
            command['name'],
            command['service'],
            ', '.join(word for word in ('writes', 'waits') if command[word]),
            command['summary'],
        )
        for command in printed['commands']
    ]


# -- operations --


def operations_of(command: Command) -> Mapping[str, Use]:
    """Return the operations of a command."""
    return uses_of(command.service).get(command.name, {})


def test_commands_that_reach_a_write_are_declared_to_write() -> None:
    writing = {
        name
        for name, command in COMMANDS.items()
        if any(Request(operation, '').is_write for operation in operations_of(command))
    }
    declared = {
        name
        for name, command in COMMANDS.items()
        if declarations.declared(command.function, 'writes')
    }
    assert declared == writing | SENDS_WHAT_IT_IS_TOLD
    assert not writing & SENDS_WHAT_IT_IS_TOLD


# -- what commands reach --


@pytest.mark.parametrize('service', SERVICES, ids=lambda service: service.name)
def test_table_is_what_the_source_reaches(service: Service) -> None:
    recorded = reached.file_of(service).read_text(encoding='utf-8').splitlines()
    # Branches that were merged may have lines in another order.
    assert sorted(recorded) == sorted(reached.lines(service)), 'Run: python -m unit_tests.record'


def test_table_tells_work_from_lookups() -> None:
    uses = reached_operations.uses_of(COMPUTE)
    assert uses['server-stop']['GET /servers/{id}'].is_lookup
    assert not uses['server-stop']['POST /servers/{id}/action os-stop'].is_lookup
    assert not uses['server-tag-list']['GET /servers/{server_id}/tags'].is_lookup
    assert uses['server-tag-list']['GET /servers'].is_lookup
    assert not uses['hypervisor-servers']['GET /os-hypervisors'].is_lookup
