"""Commands on flavors, their extra specs, and the projects that may use private ones."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from novaclient_mv import errors, v2, versions
from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    checked_by,
    refuses_without,
    returns_columns_by,
    returns_resource,
    set_arguments,
    success_message,
    within_limit,
    writes,
)
from novaclient_mv.cli.reading.types import numeric, owners
from novaclient_mv.cli.running import results, several
from novaclient_mv.v2.commands.parts import lookups, paging
from novaclient_mv.v2.commands.parts.metadata_arguments import pairs

_FLAVOR = 'v2.flavors:Flavor'
_COLUMNS = ('id', 'name', 'ram', 'disk', 'ephemeral', 'swap', 'vcpus', 'rxtx_factor', 'is_public')


@arg('--extra-specs', action='store_true', help='Include extra specs.')
@arg(
    '--all',
    action='store_true',
    group='private',
    help='Include private flavors.',
    filter=v2.flavors.ALL,
)
@arg(
    '--private',
    action='store_true',
    group='private',
    help='Private flavors only.',
    filter=v2.flavors.PRIVATE,
)
@arg('--marker', help='Start after this flavor, by name or id.')
@arg('--min-disk', type=numeric.count, help='At least this many GiB of disk.')
@arg('--min-ram', type=numeric.count, help='At least this many MiB of memory.')
@paging.limit()
@arg('--sort-key', help='Field of the API to sort by.')
@arg('--sort-dir', help='Sort direction: asc or desc.')
@arg('--name', start_version='2.102', help='Part of the name, as a regular expression.')
@returns_resource(_FLAVOR)
def do_flavor_list(client: v2.Client, args: Args) -> results.Shown:
    """List flavors."""
    read = functools.partial(
        client.flavors.iterate,
        is_public=None if args.all else not args.private,
        **within_limit(args, 'limit', 'min_disk', 'min_ram', 'sort_key', 'sort_dir', 'name'),
    )
    rows: Iterable[v2.flavors.Flavor] = read()
    if args.marker:
        rows = lookups.rows_after(args.marker, client.flavors.find_one, 'flavor', read)
    columns = [*_COLUMNS, *(['extra_specs'] if args.extra_specs else []), 'description']
    if args.extra_specs:
        rows = map(_with_extra_specs, rows)
    return results.Table(v2.flavors.Flavor, rows, columns)


@arg('flavor', help='Name or id.')
@returns_resource(_FLAVOR)
def do_flavor_show(client: v2.Client, args: Args) -> results.Shown:
    """Show a flavor."""
    return results.Record(_with_extra_specs(client.flavors.find_one(args.flavor)))


@arg('name', help='Name of the new flavor.')
@arg('id', help='Id; "auto" for a UUID.')
@arg('ram', type=types.positive, help='Memory in MiB.')
@arg('disk', type=numeric.count, help='Disk in GiB.')
@arg('vcpus', type=types.positive, help='Number of processors.')
@arg('--ephemeral', type=numeric.count, default=0, help='Ephemeral disk in GiB (default: 0).')
@arg('--swap', type=numeric.count, default=0, help='Swap in MiB (default: 0).')
@arg(
    '--rxtx-factor',
    metavar='<factor>',
    type=numeric.factor,
    default=1.0,
    end_version='2.101',
    help='RX/TX factor of network traffic (default: 1).',
)
@arg(
    '--is-public',
    type=types.boolean,
    default=True,
    help='Whether the flavor is public (default: true).',
)
@arg('--description', start_version='2.55', help='Description.')
@returns_resource(_FLAVOR)
@writes
def do_flavor_create(client: v2.Client, args: Args) -> results.Shown:
    """Create a flavor (administrators)."""
    flavor = client.flavors.create(
        args.name,
        args.ram,
        args.vcpus,
        args.disk,
        flavorid=args.id,
        ephemeral=args.ephemeral,
        swap=args.swap,
        is_public=args.is_public,
        **set_arguments(args, 'rxtx_factor', 'description'),
    )
    return results.one_row(flavor, (*_COLUMNS, 'description'))


@versions.wraps('2.55')
@arg('flavor', help='Name or id.')
@arg('description', help='New description; "" removes it.')
@returns_resource(_FLAVOR)
@writes
def do_flavor_update(client: v2.Client, args: Args) -> results.Shown:
    """Update the description of a flavor (administrators)."""
    flavor = client.flavors.update(client.flavors.find_one(args.flavor), args.description)
    return results.one_row(flavor, (*_COLUMNS, 'description'))


@arg('flavor', help='Name or id.')
@writes
def do_flavor_delete(client: v2.Client, args: Args) -> None:
    """Delete a flavor; existing servers keep it (administrators)."""
    client.flavors.delete(client.flavors.find_one(args.flavor))


def _check_extra_specs(args: Args) -> None:
    """Refuse ``--all`` beside keys, or to set."""
    if args.all and (args.action == 'set' or args.metadata):
        raise errors.CommandError('--all is for unset, without keys.')


@arg('flavor', help='Name or id.')
@arg('action', choices=('set', 'unset'), help='set or unset.')
@pairs('metadata', 'Extra spec to set, or key of one to unset.', nargs='*', type=types.key_or_pair)
@arg('--all', action='store_true', help='Unset all extra specs.')
@refuses_without('<key=value>', '--all', sentence='flavor-key needs an extra spec; or unset --all.')
@checked_by(_check_extra_specs)
@success_message('Updated the extra specs of flavor {flavor}.')
@writes
def do_flavor_key(client: v2.Client, args: Args) -> None:
    """Set or unset extra specs of a flavor (administrators)."""
    specs = dict(args.metadata)
    if args.action == 'unset':
        flavor = client.flavors.find_one(args.flavor)
        keys = [*(v2.flavors.extra_specs_of(flavor) if args.all else specs)]
        several.on_each(keys, lambda key: flavor.unset_keys([key])).check(None)
        return
    bare = [key for key, value in specs.items() if value is None]
    if bare:
        raise errors.CommandError(f'{bare[0]} is not of the form key=value.')
    client.flavors.find_one(args.flavor).set_keys(specs)


def _with_extra_specs(flavor: v2.flavors.Flavor) -> v2.flavors.Flavor:
    flavor.set_info('extra_specs', dict(v2.flavors.extra_specs_of(flavor)))
    return flavor


_ACCESS = 'v2.flavor_access:FlavorAccess'
_PRIVATE_HELP = 'Name or id of a private flavor.'


@arg('--flavor', required=True, help=_PRIVATE_HELP)
@returns_resource(_ACCESS)
def do_flavor_access_list(client: v2.Client, args: Args) -> results.Shown:
    """List the projects with access to a private flavor (administrators)."""
    flavor = client.flavors.find_one(args.flavor)
    if flavor.is_public is True:
        raise errors.ResourceNotFound(f'{flavor.name} is public: every project may use it.')
    return _access_table(client.flavor_access.list(flavor=flavor))


@arg('flavor', help=_PRIVATE_HELP)
@arg('tenant', metavar='<tenant_id>', type=owners.project, help='Project, by name or id.')
@returns_resource(_ACCESS)
@writes
def do_flavor_access_add(client: v2.Client, args: Args) -> results.Shown:
    """Add access to a private flavor for a project (administrators)."""
    flavor = client.flavors.find_one(args.flavor)
    return _access_table(client.flavor_access.add_tenant_access(flavor, args.tenant))


@arg('flavor', help=_PRIVATE_HELP)
@arg('tenant', metavar='<tenant_id>', type=owners.project, help='Project, by name or id.')
@returns_resource(_ACCESS)
@writes
def do_flavor_access_remove(client: v2.Client, args: Args) -> results.Shown:
    """Remove access to a private flavor from a project (administrators)."""
    flavor = client.flavors.find_one(args.flavor)
    return _access_table(client.flavor_access.remove_tenant_access(flavor, args.tenant))


def _access_table(rows: Iterable[v2.flavor_access.FlavorAccess]) -> results.Table:
    return results.Table(v2.flavor_access.FlavorAccess, rows, ('flavor_id', 'project_id'))


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
