"""Commands on the quotas of projects, users and classes."""

from __future__ import annotations

from novaclient_mv import v2
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    returns_resource,
    set_arguments,
    success_message,
    takes_any_owner,
    writes,
)
from novaclient_mv.cli.reading.types import owners
from novaclient_mv.cli.running import results
from novaclient_mv.v2.commands.parts.projects import project_of
from novaclient_mv.v2.commands.parts.quota_options import quota_options, quotas_given

_QUOTAS = 'v2.quotas:QuotaSet'
_of_user = arg(
    '--user',
    metavar='<user-id>',
    type=owners.user,
    help='Quotas of this user in the project, by name or id.',
)


@arg(
    '--tenant',
    metavar='<tenant-id>',
    type=owners.project,
    rule='os_compute_api:os-quota-sets:show',
    help='Project, by name or id (default: the project of the login; another: administrators).',
)
@_of_user
@takes_any_owner('user')
@arg('--detail', action='store_true', help='Include usage and reservations.')
@returns_resource(_QUOTAS)
def do_quota_show(client: v2.Client, args: Args) -> results.Shown:
    """Show the quotas of a project or user."""
    project = project_of(client, args)
    return _quota_views(client.quotas.get(project, user_id=args.user, detail=args.detail))


@arg(
    '--tenant',
    metavar='<tenant-id>',
    type=owners.project,
    help='Project, by name or id (default: the project of the login).',
)
@returns_resource(_QUOTAS)
def do_quota_defaults(client: v2.Client, args: Args) -> results.Shown:
    """Show the default quotas of a project."""
    return _quota_views(client.quotas.defaults(project_of(client, args)))


@arg('tenant', metavar='<tenant-id>', type=owners.project, help='Project, by name or id.')
@_of_user
@takes_any_owner('user')
@quota_options(networks_end=v2.quotas.NETWORKS_END)
@arg('--force', action='store_true', default=None, help='Allow limits below the present usage.')
@returns_resource(_QUOTAS)
@success_message(
    'Updated the quotas of user {user} in project {tenant}.',
    'Updated the quotas of project {tenant}.',
)
@writes
def do_quota_update(client: v2.Client, args: Args) -> results.Shown:
    """Update quotas of a project or user (administrators)."""
    limits = quotas_given(args)
    if not limits:
        return None
    changes = {**set_arguments(args, 'force', user_id='user'), **limits}
    return results.Record(client.quotas.update(args.tenant, **changes), is_quiet=True)


@arg(
    '--tenant',
    metavar='<tenant-id>',
    type=owners.project,
    required=True,
    help='Project, by name or id.',
)
@_of_user
@takes_any_owner('tenant', 'user')
@success_message(
    'Reset the quotas of user {user} in project {tenant}.',
    'Reset the quotas of project {tenant}.',
)
@writes
def do_quota_delete(client: v2.Client, args: Args) -> None:
    """Reset the quotas of a project or user to the defaults (administrators)."""
    client.quotas.delete(args.tenant, user_id=args.user)


def _quota_views(quota_set: v2.quotas.QuotaSet) -> results.Views:
    limits = results.Rows(('Quota', 'Limit'), v2.quotas.limits_of(quota_set))
    usage = v2.quotas.usage_of(quota_set)
    titles = ('Quota', 'Limit', 'In Use', 'Reserved')
    return results.Views(
        results.Record(quota_set),
        limits,
        on_terminal=results.Rows(titles, usage) if usage else None,
    )


_CLASS = 'v2.quota_classes:QuotaClassSet'
_CLASS_HELP = 'Name of the class; "default" is the one that Nova uses.'


@arg('class_name', metavar='<class>', help=_CLASS_HELP)
@returns_resource(_CLASS)
def do_quota_class_show(client: v2.Client, args: Args) -> results.Shown:
    """Show the quotas of a class (administrators)."""
    quota_class = client.quota_classes.get(args.class_name)
    return results.Views(
        results.Record(quota_class),
        results.Rows(('Quota', 'Limit'), v2.quotas.limits_of(quota_class)),
    )


@arg('class_name', metavar='<class>', help=_CLASS_HELP)
@quota_options(networks_end=v2.quota_classes.NETWORKS_END)
@returns_resource(_CLASS)
@success_message('Updated the quotas of class {class_name}.')
@writes
def do_quota_class_update(client: v2.Client, args: Args) -> results.Shown:
    """Update quotas of a class (administrators)."""
    limits = quotas_given(args)
    if not limits:
        return None
    changed = client.quota_classes.update(args.class_name, **limits)
    return results.Record(changed, is_quiet=True)
