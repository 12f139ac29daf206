"""Refuses empty names of resources, as of an unset variable in a script."""

from __future__ import annotations

from typing import Any

from novaclient_mv import errors
from novaclient_mv.cli.reading import declarations
from novaclient_mv.cli.reading.argument import Argument
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.declarations import Args

_TEXTS = ('value', 'description', 'metadata', 'version')
"""Positional arguments that may be empty: values, and not names of anything."""
_THINGS = frozenset(
    (
        *('image', 'flavor', 'boot_volume', 'snapshot', 'volume', 'volume_id', 'volume_type'),
        *('key_name', 'host', 'target_host', 'hypervisor_hostname', 'net_id', 'port_id'),
        *('fixed_ip', 'fixed_address', 'node', 'candidate_node', 'chassis_uuid', 'port_group'),
        *('portgroup_uuid', 'port_uuid', 'port', 'provider', 'parent_provider', 'parent_node'),
        *('project', 'user', 'tenant', 'uuid', 'id', 'instance_uuid', 'source_group', 'runbook'),
        *('trait', 'traits', 'resource_classes', 'admin_pass', 'rescue_password'),
        *('rebuild_password', 'connector_id'),
    )
)
"""Options that name a resource, or hold a secret of one."""


def check(command: Command, args: Args, arguments: dict[str, Argument]) -> None:
    """Refuse empty names of resources, before any login.

    A list without filters shows everything, as it does with an empty one, which scripts rely on.
    """
    if declarations.declared(command.function, 'is_offline'):
        return
    is_list = command.name.endswith('-list')
    for name, value in vars(args).items():
        argument = arguments.get(name)
        if argument is None or not _has_empty(value):
            continue
        named = name not in _TEXTS if argument.is_positional else name in _THINGS and not is_list
        if named:
            raise errors.CommandError(
                f'{argument.name} of {command.name} is empty: is a variable not set?'
            )


def _has_empty(value: Any) -> bool:  # noqa: ANN401 - of any argument
    return value == '' if isinstance(value, str) else isinstance(value, list) and '' in value
