"""Commands on the compute service's own services."""

from __future__ import annotations

from novaclient_mv import v2, versions
from novaclient_mv.cli.reading.declarations import Args, arg, given, shows, writes
from novaclient_mv.cli.running import results

_SERVICE = 'v2.services:Service'
_COMPUTE = 'nova-compute'
_TITLES = {
    'id': 'ID',
    'host': 'Host',
    'binary': 'Binary',
    'status': 'Status',
    'disabled_reason': 'Disabled Reason',
    'forced_down': 'Forced down',
}
_HOST_HELP = 'Host of the service nova-compute.'
_ID_HELP = 'UUID of the service, from service-list.'


@arg('--host', metavar='<hostname>', help='Services on this host.')
@arg('--binary', help='Services with this binary, as in nova-compute.')
@shows(_SERVICE)
def do_service_list(client: v2.Client, args: Args) -> results.Shown:
    """List services (administrators)."""
    rows = client.services.list(**given(args, 'host', 'binary'))
    return results.Table(
        v2.services.Service, rows, [field.key for field in v2.services.Service.fields]
    )


@versions.wraps('2.0', '2.52')
@arg('host', metavar='<hostname>', help=_HOST_HELP)
@shows(_SERVICE)
def do_service_enable(client: v2.Client, args: Args) -> results.Shown:
    """Enable the compute service of a host (administrators)."""
    service = client.services.enable(args.host, _COMPUTE)
    return _service_views(service, 'host', 'binary', 'status')


@versions.wraps('2.53')
@arg('id', help=_ID_HELP)
@shows(_SERVICE)
@writes
def do_service_enable(client: v2.Client, args: Args) -> results.Shown:
    """Enable a service (administrators)."""
    return _service_views(client.services.enable(args.id), 'id', 'host', 'binary', 'status')


@versions.wraps('2.0', '2.52')
@arg('host', metavar='<hostname>', help=_HOST_HELP)
@arg('--reason', help='Reason for disabling the service.')
@shows(_SERVICE)
def do_service_disable(client: v2.Client, args: Args) -> results.Shown:
    """Disable the compute service of a host (administrators)."""
    if args.reason is None:
        service = client.services.disable(args.host, _COMPUTE)
        return _service_views(service, 'host', 'binary', 'status')
    service = client.services.disable_log_reason(args.host, _COMPUTE, args.reason)
    return _service_views(service, 'host', 'binary', 'status', 'disabled_reason')


@versions.wraps('2.53')
@arg('id', help=_ID_HELP)
@arg('--reason', help='Reason for disabling the service.')
@shows(_SERVICE)
@writes
def do_service_disable(client: v2.Client, args: Args) -> results.Shown:
    """Disable a service, so that the scheduler no longer selects its host (administrators)."""
    if args.reason is None:
        return _service_views(client.services.disable(args.id), 'id', 'host', 'binary', 'status')
    service = client.services.disable_log_reason(args.id, args.reason)
    return _service_views(service, 'id', 'host', 'binary', 'status', 'disabled_reason')


@versions.wraps('2.11', '2.52')
@arg('host', metavar='<hostname>', help=_HOST_HELP)
@arg(
    '--unset',
    dest='force_down',
    action='store_false',
    default=True,
    help='Unset the forced down state.',
)
@shows(_SERVICE)
def do_service_force_down(client: v2.Client, args: Args) -> results.Shown:
    """Force the compute service of a host down (administrators)."""
    service = client.services.force_down(args.host, _COMPUTE, args.force_down)
    return _service_views(service, 'host', 'binary', 'forced_down')


@versions.wraps('2.53')
@arg('id', help=_ID_HELP)
@arg(
    '--unset',
    dest='force_down',
    action='store_false',
    default=True,
    help='Unset the forced down state.',
)
@shows(_SERVICE)
@writes
def do_service_force_down(client: v2.Client, args: Args) -> results.Shown:
    """Force a service down (administrators)."""
    service = client.services.force_down(args.id, args.force_down)
    return _service_views(service, 'id', 'host', 'binary', 'forced_down')


@versions.wraps('2.0', '2.52')
@arg('id', help='Number of the service, from service-list.')
def do_service_delete(client: v2.Client, args: Args) -> None:
    """Delete a service whose host is gone (administrators)."""
    client.services.delete(args.id)


@versions.wraps('2.53')
@arg('id', help=_ID_HELP)
@writes
def do_service_delete(client: v2.Client, args: Args) -> None:
    """Delete a service whose host is gone (administrators)."""
    client.services.delete(args.id)


def _service_views(service: v2.services.Service, *keys: str) -> results.Views:
    cells = [service._info.get(key) for key in keys]
    return results.Views(
        results.Record(service), results.Rows([_TITLES[key] for key in keys], [cells])
    )
