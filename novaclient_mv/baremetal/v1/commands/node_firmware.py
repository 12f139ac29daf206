"""The command that lists the firmware of a node."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts.node_actions import one_node
from novaclient_mv.baremetal.v1.nodes.reports import FirmwareComponent
from novaclient_mv.cli.reading.declarations import Args, returns_resource
from novaclient_mv.cli.running import results

_COLUMNS = ('component', 'initial_version', 'current_version', 'last_version_flashed')


@versions.wraps('1.86')
@one_node
@returns_resource('baremetal.v1.nodes.reports:FirmwareComponent')
def do_node_firmware_list(client: Client, args: Args) -> results.Shown:
    """List the firmware components of a node."""
    return results.Table(FirmwareComponent, client.nodes.list_firmware(args.node), _COLUMNS)
