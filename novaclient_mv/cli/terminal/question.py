"""Asks on a terminal before something is changed."""

from __future__ import annotations

import sys

from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.running.results import Rows, Table
from novaclient_mv.cli.terminal import terminal_table
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.settings import Settings
from novaclient_mv.versions import APIVersion

_YES = ('y', 'yes')


def is_confirmed(
    invocation: Invocation, question: str, rows: Table | Rows, version: APIVersion
) -> bool:
    """Show rows beside the output, and ask about them."""
    settings, environment = invocation.settings, invocation.environment
    beside = Settings(
        dict(settings.options), settings.table, environment.with_output(environment.stderr.stream)
    )
    terminal_table.result_writer(beside).render(rows, version)
    environment.stderr.write(f'{question} [y/N] ')
    environment.stderr.flush()
    return _answer(environment).lower() in _YES


def _answer(environment: Environment) -> str:
    """A line that the user types; empty at the end of the input."""
    stdin = environment.stdin or sys.stdin.buffer
    line = stdin.readline().decode('utf-8', 'replace')
    if not line.endswith('\n'):
        # Nothing has ended the line of the question.
        environment.stderr.write('\n')
    return line.strip()
