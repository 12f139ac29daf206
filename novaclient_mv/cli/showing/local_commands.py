"""Answers that need no cloud: the program's version, help, columns by version, offline commands."""

from __future__ import annotations

from typing import Any

from novaclient_mv import errors
from novaclient_mv.cli.reading import columns, declarations
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.read import Ask, Invocation
from novaclient_mv.cli.running import results
from novaclient_mv.cli.running.outcomes import Outcome
from novaclient_mv.cli.showing import program_version


def needs_cloud(invocation: Invocation) -> bool:
    """Whether a command line is carried out on a cloud."""
    command = invocation.command
    is_offline = command is not None and declarations.declared(command.function, 'is_offline')
    return invocation.ask is Ask.RUN and not is_offline


def answer(invocation: Invocation) -> Outcome | None:
    """Return the outcome of a command line that needs no cloud, or ``None``."""
    if needs_cloud(invocation):
        return None
    try:
        return Outcome([_result(invocation)])
    except Exception as error:
        return Outcome(error=error)


def _result(invocation: Invocation) -> Any:
    command = invocation.command
    if invocation.ask is Ask.PROGRAM_VERSION:
        return results.Text(program_version.TEXT, 'version')
    if command is None or invocation.ask is Ask.HELP:
        return _help(invocation)
    if invocation.ask is Ask.AVAILABILITY:
        return _availability(command)
    assert invocation.line is not None
    return command.function(invocation, invocation.args_at(invocation.line.newest()))


def _help(invocation: Invocation) -> results.Text:
    from novaclient_mv.cli.showing import help_pages

    pages = help_pages.Pages(invocation)
    command = invocation.command
    return pages.of_all() if command is None else pages.of_command(command)


def _availability(command: Command) -> results.Rows:
    """The columns of what a command shows, and the versions that have them."""
    fields = columns.fields_of(command.function)
    if not fields:
        text = columns.NONE if fields is None else 'The columns of {} come with its answer.'
        raise errors.CommandError(text.format(command.name))
    calendar = command.service.releases
    rows = [
        (field.key, field.title, field.type, calendar.heading((field.range,))) for field in fields
    ]
    return results.Rows(('Column', 'Title', 'Type', 'Versions'), rows)
