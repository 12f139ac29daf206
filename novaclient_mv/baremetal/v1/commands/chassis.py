"""Commands on chassis."""

from __future__ import annotations

from novaclient_mv.baremetal.v1 import chassis
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts import collections, edits
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    returns_resource,
    set_arguments,
    writes,
)
from novaclient_mv.cli.running import results

_CHASSIS = 'baremetal.v1.chassis:Chassis'

_COMMANDS = collections.Commands(chassis.ChassisManager)

do_chassis_list = _COMMANDS.list(('uuid', 'description'))
do_chassis_show = _COMMANDS.show()
do_chassis_set = _COMMANDS.set(
    arg('--description', help='Description of the chassis.'),
    edits.set_extra,
    fields=('description',),
    pairs=('extra',),
)
do_chassis_unset = _COMMANDS.unset(
    edits.flag_argument('--description', 'Remove the description.'),
    edits.unset_extra,
    flags=('description',),
    extra='extra',
)
do_chassis_delete = _COMMANDS.delete('empty ')


@arg('--description', help='Description of the chassis.')
@edits.set_extra
@arg('--uuid', help='UUID of the new chassis.')
@returns_resource(_CHASSIS)
@writes
def do_chassis_create(client: Client, args: Args) -> results.Shown:
    """Create a chassis."""
    created = client.chassis.create(
        **set_arguments(args, 'description', 'uuid'), **edits.pairs(args, 'extra')
    )
    return results.Record(created)
