"""The command that saves the inventory of a node."""

from __future__ import annotations

import json
import os

from novaclient_mv import user_files, versions
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts.node_actions import one_node
from novaclient_mv.cli.reading.declarations import Args, arg, for_one_cloud
from novaclient_mv.cli.running import results


@versions.wraps('1.81')
@for_one_cloud
@one_node
@arg('--file', metavar='<filename>', help='File to save to (default: standard output).')
def do_node_inventory_save(client: Client, args: Args) -> results.Shown:
    """Save the inspected hardware inventory of a node, as JSON."""
    inventory = client.nodes.get_inventory(args.node)
    if args.file is None:
        return results.Text(json.dumps(inventory, indent=2), 'inventory')
    text = json.dumps(inventory, indent=2) + '\n'
    user_files.write(os.path.expanduser(args.file), text.encode, args.file)
    return results.Done([f'{args.node}: inventory written to {args.file}'])
