"""Commands on flavors."""

from __future__ import annotations

from typing import Any

from novaclient_mv.cli import output, types
from novaclient_mv.cli.arguments import arg, given, shows
from novaclient_mv.v2 import flavors

_FLAVOR = 'v2.flavors:Flavor'
_COLUMNS = ('id', 'name', 'ram', 'disk', 'ephemeral', 'swap', 'vcpus', 'rxtx_factor', 'is_public')


@arg('--extra-specs', action='store_true', help='Show extra specs too.')
@arg('--all', action='store_true', help='Private flavors too (administrators).')
@arg('--marker', metavar='<marker>', help='Start after the flavor of this id.')
@arg('--min-disk', metavar='<min-disk>', help='At least this many GiB of disk.')
@arg('--min-ram', metavar='<min-ram>', help='At least this many MiB of memory.')
@arg(
    '--limit',
    metavar='<limit>',
    type=types.page_limit,
    help='Show at most this many; all without it.',
)
@arg('--sort-key', metavar='<sort-key>', help='Field of the API to sort by.')
@arg('--sort-dir', metavar='<sort-dir>', help='asc or desc.')
@arg(
    '--name',
    metavar='<name>',
    start_version='2.102',
    help='Part of the name, as a regular expression.',
)
@shows(_FLAVOR)
def do_flavor_list(client: Any, args: Any) -> Any:
    """List flavors."""
    rows = client.flavors.iterate(
        is_public=None if args.all else True,
        limit=None if args.limit == -1 else args.limit,
        **given(args, 'marker', 'min_disk', 'min_ram', 'sort_key', 'sort_dir', 'name'),
    )
    columns = [*_COLUMNS, *(['extra_specs'] if args.extra_specs else []), 'description']
    if args.extra_specs:
        rows = map(_with_extra_specs, rows)
    return output.Table(flavors.Flavor, rows, columns)


@arg('flavor', metavar='<flavor>', help='Name or id.')
@shows(_FLAVOR)
def do_flavor_show(client: Any, args: Any) -> Any:
    """Show a flavor."""
    return output.Record(_with_extra_specs(client.flavors.find_one(args.flavor)))


def _with_extra_specs(flavor: flavors.Flavor) -> flavors.Flavor:
    flavor.set_info('extra_specs', dict(flavors.extra_specs_of(flavor)))
    return flavor
