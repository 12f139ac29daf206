"""Commands that call methods of a node's driver."""

from __future__ import annotations

from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts import edits
from novaclient_mv.baremetal.v1.commands.parts.node_actions import one_node
from novaclient_mv.baremetal.v1.nodes import vendor
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    meets_locks,
    returns_resource,
    success_message,
    writes,
)
from novaclient_mv.cli.running import results


@one_node
@returns_resource('baremetal.v1.nodes.vendor:VendorMethod')
def do_node_passthru_list(client: Client, args: Args) -> results.Shown:
    """List the vendor passthru methods of a node."""
    methods = client.nodes.get_vendor_passthru_methods(args.node)
    return results.Table(vendor.VendorMethod, vendor.methods_by_name(client.nodes, methods))


@one_node
@arg('method', help='Name of the method.')
@edits.pairs_argument('--arg', 'Argument of the method')
@arg(
    '--http-method',
    choices=tuple(vendor.HTTP_METHODS),
    default='POST',
    help='HTTP method (default: POST).',
)
@success_message('Called method {method} of node {node}.')
@meets_locks
@writes
def do_node_passthru_call(client: Client, args: Args) -> results.Shown:
    """Call a vendor passthru method of a node."""
    arguments = dict(args.arg or ())
    answer = client.nodes.vendor_passthru(args.node, args.method, arguments, args.http_method)
    return None if answer is None else results.Document(answer)
