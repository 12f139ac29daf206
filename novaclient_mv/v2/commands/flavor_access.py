"""Commands on the projects that may use private flavors."""

from __future__ import annotations

from collections.abc import Iterable

from novaclient_mv import errors, v2
from novaclient_mv.cli.reading.declarations import Args, arg, returns_resource, writes
from novaclient_mv.cli.reading.types import owners
from novaclient_mv.cli.running import results

_ACCESS = 'v2.flavor_access:FlavorAccess'
_HELP = 'Name or id of a private flavor.'


@arg('--flavor', required=True, help=_HELP)
@returns_resource(_ACCESS)
def do_flavor_access_list(client: v2.Client, args: Args) -> results.Shown:
    """List the projects with access to a private flavor (administrators)."""
    flavor = client.flavors.find_one(args.flavor)
    if flavor.is_public is True:
        raise errors.ResourceNotFound(f'{flavor.name} is public: every project may use it.')
    return _table(client.flavor_access.list(flavor=flavor))


@arg('flavor', help=_HELP)
@arg('tenant', metavar='<tenant_id>', type=owners.project, help='Project, by name or id.')
@returns_resource(_ACCESS)
@writes
def do_flavor_access_add(client: v2.Client, args: Args) -> results.Shown:
    """Add access to a private flavor for a project (administrators)."""
    flavor = client.flavors.find_one(args.flavor)
    return _table(client.flavor_access.add_tenant_access(flavor, args.tenant))


@arg('flavor', help=_HELP)
@arg('tenant', metavar='<tenant_id>', type=owners.project, help='Project, by name or id.')
@returns_resource(_ACCESS)
@writes
def do_flavor_access_remove(client: v2.Client, args: Args) -> results.Shown:
    """Remove access to a private flavor from a project (administrators)."""
    flavor = client.flavors.find_one(args.flavor)
    return _table(client.flavor_access.remove_tenant_access(flavor, args.tenant))


def _table(rows: Iterable[v2.flavor_access.FlavorAccess]) -> results.Table:
    return results.Table(v2.flavor_access.FlavorAccess, rows, ('flavor_id', 'project_id'))
