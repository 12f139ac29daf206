"""Commands on the compute service's own services."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from novaclient_mv import errors, v2, versions
from novaclient_mv.cli.reading import list_filters
from novaclient_mv.cli.reading.declarations import (
    Args,
    all_of,
    arg,
    checked_by,
    returns_resource,
    writes,
)
from novaclient_mv.cli.running import results
from novaclient_mv.v2.commands.parts import lookups

_SERVICE = 'v2.services:Service'
_TITLES = {
    'id': 'ID',
    'host': 'Host',
    'binary': 'Binary',
    'status': 'Status',
    'disabled_reason': 'Disabled Reason',
    'forced_down': 'Forced down',
}
_SEEN = ('id', 'binary', 'host', 'status', 'state')
_BINARIES = 'nova-'
"""With this each binary of Compute begins."""


def _check(args: Args) -> None:
    """Refuse a second word that is not a binary, or a host that has one already."""
    if args.binary is None:
        return
    if not args.binary.startswith(_BINARIES):
        raise errors.CommandError(
            f'Too much: {args.binary}. A binary behind a host begins with {_BINARIES}.'
        )
    if ':' in args.service:
        raise errors.CommandError(f'{args.service} and {args.binary} both name a binary.')


_one_service = all_of(
    arg('service', help='Host of nova-compute, as in service-list; HOST:BINARY; or id.'),
    arg('binary', nargs='?', help='Binary of the service on the host, as in nova-compute.'),
    checked_by(_check),
)


@list_filters.options(v2.services.FILTERS)
@returns_resource(_SERVICE)
def do_service_list(client: v2.Client, args: Args) -> results.Shown:
    """List services (administrators)."""
    rows = client.services.list(**list_filters.arguments(args, v2.services.FILTERS))
    return results.Table(
        v2.services.Service, rows, [field.key for field in v2.services.Service.fields]
    )


@_one_service
@returns_resource(_SERVICE)
@writes
def do_service_enable(client: v2.Client, args: Args) -> results.Shown:
    """Enable a service (administrators)."""
    views: results.Views = _changed(client, args, ('status',), client.services.enable)
    return views


@_one_service
@arg('--reason', help='Reason for disabling the service.')
@returns_resource(_SERVICE)
@writes
def do_service_disable(client: v2.Client, args: Args) -> results.Shown:
    """Disable a service, so that the scheduler no longer selects its host (administrators)."""
    services = client.services
    views: results.Views
    if args.reason is None:
        views = _changed(client, args, ('status',), services.disable)
    else:
        columns = ('status', 'disabled_reason')
        views = _changed(client, args, columns, services.disable_log_reason, args.reason)
    return views


@versions.wraps('2.11')
@_one_service
@arg(
    '--unset',
    dest='force_down',
    action='store_false',
    default=True,
    help='Unset the forced down state.',
)
@returns_resource(_SERVICE)
@writes
def do_service_force_down(client: v2.Client, args: Args) -> results.Shown:
    """Force a service down (administrators)."""
    change, columns = client.services.force_down, ('forced_down',)
    views: results.Views = _changed(client, args, columns, change, args.force_down)
    return views


@_one_service
@arg('--yes', action='store_true', yields=True, help='Do not ask before deleting by host.')
@writes
def do_service_delete(client: v2.Client, args: Args) -> results.Shown:
    """Delete a service whose host is gone (administrators); asks first where a host names it."""
    if args.binary is None and _has_form_of_id(client, args.service):
        try:
            client.services.delete(args.service)
        except (errors.NotFound, errors.BadRequest) as missing:
            service = _on_host(client, args, missing)
        else:
            return None
    else:
        service = _on_host(client, args)

    def delete() -> None:
        client.services.delete(service)

    return results.Question(
        results.Table(v2.services.Service, [service], _SEEN),
        f'Delete the service {service.binary} of {service.host}?',
        delete,
    )


@versions.wraps('2.0', '2.52')
def _has_form_of_id(client: v2.Client, word: str) -> bool:
    # Where the version is not that of the cloud's services, their id may be a UUID.
    return word.isdecimal() or lookups.is_uuid(word)


@versions.wraps('2.53')
def _has_form_of_id(client: v2.Client, word: str) -> bool:
    return lookups.is_uuid(word)


@versions.wraps('2.0', '2.52')
def _changed(
    client: v2.Client,
    args: Args,
    columns: Sequence[str],
    change: Callable[..., v2.services.Service],
    *more: object,
) -> results.Views:
    """Change a service that was named by its number or host, which the cloud takes as host and
    binary.
    """
    host_and_binary = _host_and_binary(args)
    if args.binary is None and _has_form_of_id(client, args.service):
        for service in client.services.list():
            if str(service.id) == args.service:
                host_and_binary = service.host, service.binary
    return _service_views(change(*host_and_binary, *more), 'host', 'binary', *columns)


@versions.wraps('2.53')
def _changed(
    client: v2.Client,
    args: Args,
    columns: Sequence[str],
    change: Callable[..., v2.services.Service],
    *more: object,
) -> results.Views:
    """Change a service that was named by its UUID or host, which the cloud takes as UUID."""
    if args.binary is None and _has_form_of_id(client, args.service):
        try:
            service = change(args.service, *more)
        except errors.NotFound as missing:
            service = change(_on_host(client, args, missing).id, *more)
    else:
        service = change(_on_host(client, args).id, *more)
    return _service_views(service, 'id', 'host', 'binary', *columns)


def _on_host(
    client: v2.Client, args: Args, missing: errors.ClientException | None = None
) -> v2.services.Service:
    """The service that a word names by its host."""
    try:
        return client.services.on_host(*_host_and_binary(args))
    except errors.ResourceNotFound as error:
        raise missing or error from None


def _host_and_binary(args: Args) -> tuple[str, str]:
    """The host and the binary that were named: ``HOST``, ``HOST BINARY`` or ``HOST:BINARY``."""
    host, _, binary = args.service.partition(':')
    return host, args.binary or binary or f'{_BINARIES}compute'


def _service_views(service: v2.services.Service, *keys: str) -> results.Views:
    cells = [service._info.get(key) for key in keys]
    return results.Views(
        results.Record(service), results.Rows([_TITLES[key] for key in keys], [cells])
    )
