"""The command that shows where each setting comes from."""

from __future__ import annotations

from typing import Any

from novaclient_mv.cli.reading.declarations import (
    Args,
    offline,
    returns_columns,
    shows_settings,
)
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.reading.types.services import service_option
from novaclient_mv.cli.running import results
from novaclient_mv.clouds.configuration import Configuration, Configured
from novaclient_mv.clouds.sourced_values import Value
from novaclient_mv.services import SERVICES

_COLUMNS = (
    *('setting', 'value', 'from', 'overrides'),
    *('source', 'name', 'file', 'line', 'warning', 'service'),
)
"""Those of the table, and what machine formats have besides."""


@offline
@shows_settings
@service_option('Service whose settings to show (default: compute).', SERVICES[0])
@returns_columns(*_COLUMNS)
def do_config_show(invocation: Invocation, args: Args) -> results.Shown:
    """Show each setting, where it came from, and what it overrode, without a login."""
    configuration = Configuration(invocation.settings, args.service)
    rows = list(configuration.rows())
    cells = [
        (row.setting, row.value.value, _place(row.value), '; '.join(map(_place, row.overrides)))
        for row in rows
    ]
    data = [_as_mapping(row, args.service.name) for row in rows]
    table = results.Rows(('Setting', 'Value', 'From', 'Overrides'), cells, data=data)
    warnings = configuration.warnings(rows)
    if configuration.faults:
        failure, *others = configuration.faults
        failure.done = results.Warned(table, [*warnings, *map(str, others)])
        raise failure
    return results.Warned(table, warnings)


def _place(value: Value) -> str:
    """Return the place of a value in words."""
    if value.file is None:
        return value.name or value.source
    line = '' if value.line is None else f':{value.line}'
    return f'{value.file}{line}'


def _as_mapping(row: Configured, service: str) -> dict[str, Any]:
    return {
        'setting': row.setting,
        **_of_value(row.value),
        'overrides': [_of_value(value) for value in row.overrides],
        'warning': row.warning,
        'service': service,
    }


def _of_value(value: Value) -> dict[str, Any]:
    return {
        'value': value.value,
        'source': value.source,
        'name': value.name or None,
        'file': value.file,
        'line': value.line,
    }
