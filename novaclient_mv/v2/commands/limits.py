"""The command that shows limits."""

from __future__ import annotations

from novaclient_mv import v2
from novaclient_mv.cli.reading.declarations import Args, arg, returns_resource
from novaclient_mv.cli.reading.types import owners
from novaclient_mv.cli.running import results

_RATE_TITLES = ('Verb', 'URI', 'Value', 'Remain', 'Unit', 'Next_Available')


@arg(
    '--tenant',
    type=owners.project,
    nargs='?',
    rule='os_compute_api:limits:other_project',
    help='Limits of this project, by name or id.',
)
@arg(
    '--reserved',
    action='store_true',
    help='Count reservations as used; refused from API version 2.75.',
)
@returns_resource('v2.limits:Limits')
def do_limits_show(client: v2.Client, args: Args) -> results.Shown:
    """Show the limits of a project and their use."""
    limits = client.limits.get(reserved=args.reserved, tenant_id=args.tenant)
    rates = [
        (rate.verb, rate.uri, rate.value, rate.remain, rate.unit, rate.next_available)
        for rate in limits.rate
    ]
    amounts = [
        (name, *('-' if number is None else number for number in pair))
        for name, *pair in limits.used_and_allowed()
    ]
    # Clouds without such limits have none to show.
    tables = [results.Rows(_RATE_TITLES, rates)] if rates else []
    amounts_table = results.Rows(('Name', 'Used', 'Max'), amounts)
    return results.Views(results.Record(limits), *tables, amounts_table)
