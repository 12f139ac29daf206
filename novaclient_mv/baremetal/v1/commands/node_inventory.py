"""The command that saves the inventory of a node."""

from __future__ import annotations

import json
import os

from novaclient_mv import errors, versions
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts.node_actions import one_node
from novaclient_mv.cli.reading.declarations import Args, arg, for_one_cloud
from novaclient_mv.cli.running import results


@versions.wraps('1.81')
@for_one_cloud
@one_node
@arg('--file', metavar='<filename>', help='File to write it to; it is shown without it.')
def do_node_inventory_save(client: Client, args: Args) -> results.Shown:
    """Save what an inspection found in a node, as JSON."""
    inventory = client.nodes.get_inventory(args.node)
    if args.file is None:
        return results.Text(json.dumps(inventory, indent=2), 'inventory')
    try:
        with open(os.path.expanduser(args.file), 'w', encoding='utf-8') as file:
            json.dump(inventory, file, indent=2)
            file.write('\n')
    except OSError as error:
        raise errors.CommandError(f'Cannot write {args.file}: {error.strerror}.') from error
    return results.Done([f'{args.node}: inventory written to {args.file}'])
