"""Options for the fields of a node, which several commands have alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from novaclient_mv.baremetal.v1.commands.parts import json_values
from novaclient_mv.baremetal.v1.nodes.fields import NodeFields
from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.declarations import arg

F = TypeVar('F', bound=Callable[..., Any])

INTERFACES = tuple(field.key for field in NodeFields.fields if field.key.endswith('_interface'))
TEXTS = (
    *('name', 'instance_uuid', 'chassis_uuid', 'driver', 'resource_class', 'conductor_group'),
    *('owner', 'lessee', 'description', 'shard', 'parent_node', 'instance_name'),
    *INTERFACES,
)
"""Fields that are set to a text."""


def since(key: str) -> str | None:
    """The version that a field came with; nothing for one that is as old as the API."""
    span = next(field.range for field in NodeFields.fields if field.key == key)
    return None if span.start.is_null() else str(span.start)


def flag_of(key: str) -> str:
    """The option that is named after a field."""
    return '--' + key.replace('_', '-')


def text(key: str, help: str, group: str | None = None) -> Callable[[F], F]:
    """Declare the option that sets a field to a text."""
    metavar = f'<{key.replace("_", "-")}>'
    return arg(flag_of(key), metavar=metavar, start_version=since(key), help=help, group=group)


def switch(
    key: str, flag: str, help: str, value: bool = True, group: str | None = None
) -> Callable[[F], F]:
    """Declare an option without a value that sets a field to true or false."""
    return arg(
        flag,
        dest=key,
        action='store_const',
        const=value,
        start_version=since(key),
        help=help,
        group=group,
    )


def named_after(key: str, help: str) -> Callable[[F], F]:
    """Declare an option without a value for a field that is to be unset."""
    return arg(flag_of(key), action='store_true', default=None, start_version=since(key), help=help)


def for_each_interface(declare: Callable[[str, str], Callable[[F], F]]) -> Callable[[F], F]:
    """Declare an option for each interface of a node, in the order of the alphabet."""

    def decorate(func: F) -> F:
        for key in sorted(INTERFACES, reverse=True):
            name = key.removesuffix('_interface')
            func = declare(key, {'bios': 'BIOS', 'raid': 'RAID'}.get(name, name))(func)
        return func

    return decorate


power_timeout = arg(
    '--power-timeout',
    metavar='<seconds>',
    type=types.positive,
    start_version='1.27',
    help='Fail the power change after this many seconds.',
)
soft = arg(
    '--soft',
    action='store_true',
    start_version='1.27',
    help='Shut the operating system down first.',
)
automated_clean = switch(
    'automated_clean',
    '--automated-clean',
    'Enable automated cleaning of the node.',
    group='automated_clean',
)
no_automated_clean = switch(
    'automated_clean',
    '--no-automated-clean',
    'Disable automated cleaning of the node.',
    value=False,
    group='automated_clean',
)
network_data = arg(
    '--network-data',
    type=json_values.ObjectValue,
    start_version=since('network_data'),
    help='Static network configuration, as JSON or in a YAML or JSON file; "-" reads the input.',
)
