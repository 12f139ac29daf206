"""The filters of lists of nodes."""

from __future__ import annotations

from novaclient_mv import resources
from novaclient_mv.services.filters import Filter, Filters, comma_separated, for_everybody


def _either(name: str, help: str, opposite: str, opposite_help: str, since: str = '') -> Filter:
    """A filter that is a pair of switches."""
    return for_everybody(name, help, since, opposite=(opposite, opposite_help))


FILTERS = Filters(
    _either(
        'maintenance',
        'Nodes in maintenance mode.',
        '--no-maintenance',
        'Nodes that are not in maintenance mode.',
    ),
    _either(
        'associated', 'Nodes with an instance.', '--unassociated', 'Nodes without an instance.'
    ),
    for_everybody('instance_uuid', 'The node of this instance.', metavar='<uuid>'),
    for_everybody(
        'chassis_uuid',
        'Nodes of this chassis.',
        parameter='chassis',
        metavar='<uuid>',
        encode=resources.getid,
    ),
    for_everybody('provision_state', 'Nodes in this provision state.', '1.9', metavar='<state>'),
    for_everybody('driver', 'Nodes with this driver.', '1.16'),
    for_everybody('resource_class', 'Nodes of this resource class.', '1.21'),
    for_everybody('fault', 'Nodes with this fault.', '1.42'),
    for_everybody('conductor_group', 'Nodes of this conductor group.', '1.46'),
    for_everybody('conductor', 'Nodes that this conductor works on.', '1.49'),
    for_everybody('owner', 'Nodes of this owner.', '1.50'),
    for_everybody(
        'description_contains',
        'Nodes with this text in their description.',
        '1.51',
        metavar='<text>',
    ),
    _either('retired', 'Retired nodes.', '--no-retired', 'Nodes that are not retired.', '1.61'),
    for_everybody('lessee', 'Nodes of this lessee.', '1.65'),
    for_everybody('project', 'Nodes that this project owns or leases.', '1.65'),
    for_everybody(
        'shard',
        'Nodes in one of these shards.',
        '1.82',
        parameter='shards',
        values='several',
        metavar='<shard>',
        encode=comma_separated,
    ),
    _either('sharded', 'Nodes in a shard.', '--unsharded', 'Nodes in no shard.', '1.82'),
    for_everybody(
        'include_children', 'Include child nodes.', '1.83', values='switch', group='children'
    ),
    for_everybody(
        'parent_node',
        'The child nodes of this node.',
        '1.83',
        metavar='<node>',
        group='children',
        encode=resources.getid,
    ),
    for_everybody(
        'instance_name', 'Nodes with an instance of this name.', '1.104', metavar='<name>'
    ),
    sends_false=True,
)
