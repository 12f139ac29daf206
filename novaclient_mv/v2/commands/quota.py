"""Commands on the quotas of projects and users."""

from __future__ import annotations

from typing import Any

from novaclient_mv.cli.reading.declarations import arg, given, shows
from novaclient_mv.cli.running import results
from novaclient_mv.v2 import quotas
from novaclient_mv.v2.commands.parts.quota_options import quota_options, quotas_given

_QUOTAS = 'v2.quotas:QuotaSet'


@arg('--tenant', metavar='<tenant-id>', help='Project, by id; the own one without it.')
@arg('--user', metavar='<user-id>', help='Quotas of this user in the project, by id.')
@arg('--detail', action='store_true', help='Show what is used and reserved, too.')
@shows(_QUOTAS)
def do_quota_show(client: Any, args: Any) -> Any:
    """Show the quotas of a project or user."""
    tenant = args.tenant or client.project_id
    return _view(client.quotas.get(tenant, user_id=args.user, detail=args.detail))


@arg('--tenant', metavar='<tenant-id>', help='Project, by id; the own one without it.')
@shows(_QUOTAS)
def do_quota_defaults(client: Any, args: Any) -> Any:
    """Show the quotas of a project for which none were set."""
    return _view(client.quotas.defaults(args.tenant or client.project_id))


@arg('tenant', metavar='<tenant-id>', help='Project, by id.')
@arg('--user', metavar='<user-id>', help='Quotas of this user in the project, by id.')
@quota_options(networks_end=quotas.NETWORKS_END)
@arg('--force', action='store_true', default=None, help='Go below what is used.')
@shows(_QUOTAS)
def do_quota_update(client: Any, args: Any) -> Any:
    """Change quotas of a project or user (administrators)."""
    limits = quotas_given(args)
    if not limits:
        return None
    chosen = given(args, 'force', user_id='user')
    return results.Record(client.quotas.update(args.tenant, **limits, **chosen), is_quiet=True)


@arg('--tenant', metavar='<tenant-id>', required=True, help='Project, by id.')
@arg('--user', metavar='<user-id>', help='Quotas of this user in the project, by id.')
def do_quota_delete(client: Any, args: Any) -> Any:
    """Go back to the default quotas of a project or user (administrators)."""
    client.quotas.delete(args.tenant, user_id=args.user)


def _view(found: quotas.QuotaSet) -> results.Views:
    return results.Views(
        results.Record(found), results.Rows(('Quota', 'Limit'), quotas.limits_of(found))
    )
