"""Commands on one extra spec of a flavor."""

from __future__ import annotations

from novaclient_mv import v2
from novaclient_mv.cli.reading.declarations import Args, arg, returns_columns_by, writes
from novaclient_mv.cli.running import results


@arg('flavor', help='Name or id.')
@arg('key', help='Key of the extra spec.')
@returns_columns_by(lambda args: [args.key])
def do_flavor_extra_spec_show(client: v2.Client, args: Args) -> results.Shown:
    """Show one extra spec of a flavor."""
    flavor = client.flavors.find_one(args.flavor)
    return results.Properties(client.flavors.get_extra_spec(flavor, args.key))


@arg('flavor', help='Name or id.')
@arg('key', help='Key of the extra spec.')
@arg('value', help='New value.')
@returns_columns_by(lambda args: [args.key])
@writes
def do_flavor_extra_spec_update(client: v2.Client, args: Args) -> results.Shown:
    """Set one extra spec of a flavor (administrators)."""
    flavor = client.flavors.find_one(args.flavor)
    changed = client.flavors.update_extra_spec(flavor, args.key, args.value)
    return results.Properties(changed)
