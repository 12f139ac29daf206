"""Commands on the compute service's own services."""

from __future__ import annotations

from novaclient_mv import errors, v2, versions
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
_HOST_HELP = 'Host of the service nova-compute, or HOST:BINARY.'
_ID_HELP = 'UUID of the service, from service-list, or HOST:BINARY.'
_UUID_HELP = 'UUID of the service, from service-list.'


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
    service = client.services.enable(*_host_and_binary(args.host))
    return _service_views(service, 'host', 'binary', 'status')


@versions.wraps('2.53')
@arg('id', help=_ID_HELP)
@shows(_SERVICE)
@writes
def do_service_enable(client: v2.Client, args: Args) -> results.Shown:
    """Enable a service (administrators)."""
    return _service_views(
        client.services.enable(_id_of(client, args.id)), 'id', 'host', 'binary', 'status'
    )


@versions.wraps('2.0', '2.52')
@arg('host', metavar='<hostname>', help=_HOST_HELP)
@arg('--reason', help='Reason for disabling the service.')
@shows(_SERVICE)
def do_service_disable(client: v2.Client, args: Args) -> results.Shown:
    """Disable the compute service of a host (administrators)."""
    if args.reason is None:
        service = client.services.disable(*_host_and_binary(args.host))
        return _service_views(service, 'host', 'binary', 'status')
    service = client.services.disable_log_reason(*_host_and_binary(args.host), args.reason)
    return _service_views(service, 'host', 'binary', 'status', 'disabled_reason')


@versions.wraps('2.53')
@arg('id', help=_ID_HELP)
@arg('--reason', help='Reason for disabling the service.')
@shows(_SERVICE)
@writes
def do_service_disable(client: v2.Client, args: Args) -> results.Shown:
    """Disable a service, so that the scheduler no longer selects its host (administrators)."""
    if args.reason is None:
        return _service_views(
            client.services.disable(_id_of(client, args.id)), 'id', 'host', 'binary', 'status'
        )
    service = client.services.disable_log_reason(_id_of(client, args.id), args.reason)
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
    service = client.services.force_down(*_host_and_binary(args.host), args.force_down)
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
    service = client.services.force_down(_id_of(client, args.id), args.force_down)
    return _service_views(service, 'id', 'host', 'binary', 'forced_down')


@versions.wraps('2.0', '2.52')
@arg('id', help='Number of the service, from service-list.')
def do_service_delete(client: v2.Client, args: Args) -> None:
    """Delete a service whose host is gone (administrators)."""
    client.services.delete(args.id)


@versions.wraps('2.53')
@arg('id', help=_UUID_HELP)
@writes
def do_service_delete(client: v2.Client, args: Args) -> None:
    """Delete a service whose host is gone (administrators)."""
    client.services.delete(args.id)


def _host_and_binary(text: str) -> tuple[str, str]:
    """The host and the binary that a word names: ``HOST``, or ``HOST:BINARY``."""
    host, _, binary = text.partition(':')
    return host, binary or _COMPUTE


def _id_of(client: v2.Client, text: str) -> str:
    """The id of a service that a word names: the id itself, or ``HOST:BINARY``.

    :raises ResourceNotFound: the host has no such service.
    """
    if ':' not in text:
        return text
    host, binary = _host_and_binary(text)
    for service in client.services.list(host=host, binary=binary):
        return service.id
    raise errors.ResourceNotFound(f'The host {host} has no service {binary}.')


def _service_views(service: v2.services.Service, *keys: str) -> results.Views:
    cells = [service._info.get(key) for key in keys]
    return results.Views(
        results.Record(service), results.Rows([_TITLES[key] for key in keys], [cells])
    )
