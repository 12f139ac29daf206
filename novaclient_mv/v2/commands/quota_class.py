"""Commands on quota classes."""

from __future__ import annotations

from novaclient_mv import v2
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    returns_resource,
    success_message,
    writes,
)
from novaclient_mv.cli.running import results
from novaclient_mv.v2.commands.parts.quota_options import quota_options, quotas_given

_CLASS = 'v2.quota_classes:QuotaClassSet'
_HELP = 'Name of the class; "default" is the one that Nova uses.'


@arg('class_name', metavar='<class>', help=_HELP)
@returns_resource(_CLASS)
def do_quota_class_show(client: v2.Client, args: Args) -> results.Shown:
    """Show the quotas of a class (administrators)."""
    quota_class = client.quota_classes.get(args.class_name)
    return results.Views(
        results.Record(quota_class),
        results.Rows(('Quota', 'Limit'), v2.quotas.limits_of(quota_class)),
    )


@arg('class_name', metavar='<class>', help=_HELP)
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
