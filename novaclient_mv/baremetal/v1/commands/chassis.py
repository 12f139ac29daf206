"""Commands on chassis."""

from __future__ import annotations

from novaclient_mv.baremetal.v1 import chassis
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts import edits, lists
from novaclient_mv.cli.reading.declarations import Args, arg, checked_by, given, shows, writes
from novaclient_mv.cli.running import deletions, results

_CHASSIS = 'baremetal.v1.chassis:Chassis'


@lists.list_arguments('chassis', fields_since='1.8')
@shows(_CHASSIS)
def do_chassis_list(client: Client, args: Args) -> results.Shown:
    """List chassis."""
    columns = ('uuid', 'description')
    return lists.table(args, chassis.Chassis, client.chassis.iterate, columns)


@arg('chassis', metavar='<chassis>', help='UUID.')
@lists.fields_argument('1.8')
@shows(_CHASSIS)
def do_chassis_show(client: Client, args: Args) -> results.Shown:
    """Show a chassis."""
    return lists.record(args, client.chassis.get(args.chassis, **lists.fields_of(args)))


@arg('--description', metavar='<description>', help='Any text.')
@edits.set_extra
@arg('--uuid', metavar='<uuid>', help='UUID of the new chassis.')
@shows(_CHASSIS)
@writes
def do_chassis_create(client: Client, args: Args) -> results.Shown:
    """Create a chassis."""
    created = client.chassis.create(
        **given(args, 'description', 'uuid'), **edits.pairs(args, 'extra')
    )
    return results.Record(created)


@arg('chassis', metavar='<chassis>', help='UUID.')
@arg('--description', metavar='<description>', help='Any text.')
@edits.set_extra
@checked_by(edits.needs_a_change('chassis'))
@shows(_CHASSIS)
@writes
def do_chassis_set(client: Client, args: Args) -> results.Shown:
    """Change a chassis; what is not named stays."""
    changed = edits.set_by(given(args, 'description'), edits.pairs(args, 'extra'))
    return results.Record(client.chassis.update(args.chassis, changed))


@arg('chassis', metavar='<chassis>', help='UUID.')
@edits.flag_argument('--description', 'Remove its description.')
@edits.unset_extra
@checked_by(edits.needs_a_change('chassis'))
@shows(_CHASSIS)
@writes
def do_chassis_unset(client: Client, args: Args) -> results.Shown:
    """Remove values of a chassis."""
    removed = edits.unset_by(args, 'description', extra='extra')
    return results.Record(client.chassis.update(args.chassis, removed=removed))


@arg('chassis', metavar='<chassis>', nargs='+', help='UUID; several for several chassis.')
@writes
def do_chassis_delete(client: Client, args: Args) -> results.Shown:
    """Delete chassis without nodes."""
    return deletions.by_reference(args.chassis, client.chassis.delete)
