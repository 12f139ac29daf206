"""Offline runs send what the command would send, and change nothing here."""

from __future__ import annotations

import pathlib

import pytest

from novaclient_mv.cli.reading import commands, declarations, read
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.running import example_lines, offline_dry_run
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.knowledge import reached_operations
from novaclient_mv.policies.facts import without_names
from novaclient_mv.versions import APIVersion
from unit_tests.newest import NEWEST

ODD = {
    # It asks for the version documents of all services, none of which is an operation.
    'version-list',
    # It takes what is in a file.
    'placement-reshape',
    # The table has one of its two reads as its work.
    'baremetal-node-boot-device-show',
}


def sent(command: Command) -> tuple[set[str], APIVersion]:
    """The operations of a command's service that its bare line asks at the newest version."""
    version = example_lines.newest(command)
    line = example_lines.bare_line(command, version)
    assert line is not None, command.name
    requests = offline_dry_run.of_line(line, version).requests
    return {
        without_names(request.operation) for request in requests if not request.service
    }, version


def test_bare_line_of_each_command_asks_what_the_command_is_known_to_ask() -> None:
    odd = {}
    for command in commands.our_commands():
        if declarations.declared(command.function, 'is_offline') or command.name == 'api':
            continue
        asked, version = sent(command)
        current = {
            without_names(operation): use.is_lookup
            for operation, use in reached_operations.uses_of(command.service)
            .get(command.name, {})
            .items()
            if any(version in span for span in use.ranges)
        }
        work = {operation for operation, is_lookup in current.items() if not is_lookup}
        if not asked <= set(current) or (work and not asked & work):
            odd[command.name] = asked
    assert odd.keys() == ODD


def of_text(text: str, version: str = NEWEST, refused: tuple[str, ...] = ()) -> list[str]:
    line = read.line_of(text.split(), Environment(variables={}))
    rehearsed = offline_dry_run.of_line(line, line.service.version(version), refused=refused)
    return [request.operation for request in rehearsed.requests]


def test_refused_read_is_followed_by_what_the_command_tries_then() -> None:
    detail = 'GET /os-availability-zone/detail'
    assert of_text('availability-zone-list') == [detail]
    assert of_text('availability-zone-list', refused=(detail,)) == [
        detail,
        'GET /os-availability-zone',
    ]


def test_no_file_is_written_and_no_password_is_asked_for(tmp_path: pathlib.Path) -> None:
    file = tmp_path / 'inventory.json'
    operation = 'GET /nodes/{id}/inventory'
    assert operation in of_text(f'baremetal-node-inventory-save n --file {file}', '1.81')
    assert not file.exists()
    assert of_text('server-password-set web')[-1] == 'POST /servers/{id}/action changePassword'


@pytest.mark.parametrize('name', ['server-create', 'baremetal-node-create', 'flavor-create'])
def test_bare_line_has_what_its_version_needs(name: str) -> None:
    command = commands.find(name)
    version = example_lines.newest(command)
    line = example_lines.bare_line(command, version)
    assert line is not None
    assert line.accepts(version)
