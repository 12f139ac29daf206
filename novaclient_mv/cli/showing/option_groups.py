"""Groups into which help sorts the arguments of a command."""

from __future__ import annotations

from novaclient_mv.cli.reading import declarations, tree
from novaclient_mv.cli.reading.argument import Argument
from novaclient_mv.cli.reading.commands import Command

WHAT, WHERE, FILTERS, OUTPUT, RUN = GROUPS = ('What', 'Where', 'Filters', 'Output', 'Run')
"""In the order in which help shows them."""

_WHERE = frozenset(
    (
        *('availability_zone', 'candidate_node', 'chassis_uuid', 'conductor_group', 'force'),
        *('hint', 'host', 'hypervisor_hostname', 'node', 'parent_node'),
        *('parent_provider', 'pinned_availability_zone', 'shard', 'target_host'),
        'unpin_availability_zone',
    )
)
"""Destinations of options that say where something is to be."""

_OUTPUT = frozenset(
    (
        *('detail', 'detailed', 'extra_specs', 'fields', 'html', 'limit', 'long', 'marker'),
        *('minimal', 'offset', 'return_reservation_id', 'show', 'sort', 'sort_dir', 'sort_key'),
        *('summary', 'top', 'verbose', 'with_servers', 'wrap'),
    )
)
"""Destinations of options that say how much of something is shown, and how."""


def group_of(command: Command, argument: Argument) -> str:
    if argument in tree.SELECTION_ARGUMENTS:
        return WHAT
    if argument in tree.declared_arguments(command):
        return RUN
    if argument.is_positional:
        return WHAT
    if argument.dest in _OUTPUT:
        return OUTPUT
    if command.name.endswith('-list') and not declarations.declared(command.function, 'writes'):
        return FILTERS
    return WHERE if argument.dest in _WHERE else WHAT
