"""Commands for crates."""

from __future__ import annotations

from novaclient_mv.cli.reading.declarations import Args, arg, returns_resource, set_arguments
from novaclient_mv.cli.running import results
from unit_tests.fictional.depot.client import Client
from unit_tests.fictional.depot.crates import Crate


@arg('--detail', action='store_true', help='Show all of each crate.')
@arg('--aisle', metavar='<aisle>', start_version='2.7', help='Crates of this aisle.')
@arg('--shelf', metavar='<shelf>', end_version='2.20', help='Crates of this shelf.')
@arg('--sort', choices=('label',), end_version='2.29', help='Order of the crates.')
@arg('--sort', choices=('label', 'weight'), start_version='2.30', help='Order of the crates.')
@returns_resource('unit_tests.fictional.depot.crates:Crate')
def do_crate_list(client: Client, args: Args) -> results.Table:
    """List the crates."""
    return results.Table(Crate, client.crates.list(**set_arguments(args, 'aisle', 'shelf')))
