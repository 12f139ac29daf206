"""Commands on conductors."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.baremetal.v1 import conductors
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts import lists
from novaclient_mv.cli.reading.declarations import Args, arg, shows
from novaclient_mv.cli.running import results

_CONDUCTOR = 'baremetal.v1.conductors:Conductor'


@versions.wraps('1.49')
@lists.list_arguments('conductor')
@shows(_CONDUCTOR)
def do_conductor_list(client: Client, args: Args) -> results.Shown:
    """List conductors."""
    columns = ('hostname', 'conductor_group', 'alive')
    return lists.table(args, conductors.Conductor, client.conductors.iterate, columns)


@versions.wraps('1.49')
@arg('conductor', metavar='<conductor>', help='Hostname.')
@lists.fields_argument()
@shows(_CONDUCTOR)
def do_conductor_show(client: Client, args: Args) -> results.Shown:
    """Show a conductor."""
    return lists.record(args, client.conductors.get(args.conductor, **lists.fields_of(args)))
