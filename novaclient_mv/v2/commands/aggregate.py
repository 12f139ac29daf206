"""Commands on aggregates of hosts."""

from __future__ import annotations

from novaclient_mv import errors, v2, versions
from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    refuses_without,
    returns_resource,
    set_arguments,
    success_message,
    writes,
)
from novaclient_mv.cli.running import results
from novaclient_mv.v2.commands.parts.metadata_arguments import pairs

_AGGREGATE = 'v2.aggregates:Aggregate'
_COLUMNS = ('id', 'name', 'availability_zone', 'hosts', 'metadata', 'uuid')
_HELP = 'Name or id.'


@returns_resource(_AGGREGATE)
def do_aggregate_list(client: v2.Client, args: Args) -> results.Shown:
    """List aggregates (administrators)."""
    columns = ('id', 'name', 'availability_zone', 'uuid')
    return results.Table(v2.aggregates.Aggregate, client.aggregates.list(), columns)


@arg('aggregate', help=_HELP)
@returns_resource(_AGGREGATE)
def do_aggregate_show(client: v2.Client, args: Args) -> results.Shown:
    """Show an aggregate (administrators)."""
    return results.one_row(client.aggregates.find_one(args.aggregate), _COLUMNS)


@arg('name', help='Name of the new aggregate.')
@arg('availability_zone', nargs='?', help='Availability zone of the hosts.')
@returns_resource(_AGGREGATE)
@writes
def do_aggregate_create(client: v2.Client, args: Args) -> results.Shown:
    """Create an aggregate (administrators)."""
    created = client.aggregates.create(args.name, args.availability_zone)
    # The answer to a create has neither hosts nor metadata.
    with results.accepted(results.one_row(created, _COLUMNS)):
        return results.one_row(client.aggregates.get(created), _COLUMNS)


@arg('aggregate', help=_HELP)
@arg('--name', help='New name.')
@arg('--availability-zone', help='New availability zone.')
@refuses_without('--name', '--availability-zone')
@returns_resource(_AGGREGATE)
@writes
def do_aggregate_update(client: v2.Client, args: Args) -> results.Shown:
    """Update the name or availability zone of an aggregate (administrators)."""
    values = set_arguments(args, 'name', 'availability_zone')
    aggregate = client.aggregates.find_one(args.aggregate)
    return results.one_row(client.aggregates.update(aggregate, values), _COLUMNS)


@arg('aggregate', help=_HELP)
@writes
def do_aggregate_delete(client: v2.Client, args: Args) -> results.Shown:
    """Delete an aggregate without hosts (administrators)."""
    aggregate = client.aggregates.find_one(args.aggregate)
    client.aggregates.delete(aggregate)
    return results.Done(
        [f'{aggregate.name} ({aggregate.id}): deleted'],
        [{'id': aggregate.id, 'name': aggregate.name, 'action': 'delete'}],
    )


@arg('aggregate', help=_HELP)
@arg('host', help='Host to add.')
@returns_resource(_AGGREGATE)
@writes
def do_aggregate_add_host(client: v2.Client, args: Args) -> results.Shown:
    """Add a host to an aggregate (administrators)."""
    aggregate = client.aggregates.find_one(args.aggregate)
    return results.one_row(client.aggregates.add_host(aggregate, args.host), _COLUMNS)


@arg('aggregate', help=_HELP)
@arg('host', help='Host to remove.')
@returns_resource(_AGGREGATE)
@writes
def do_aggregate_remove_host(client: v2.Client, args: Args) -> results.Shown:
    """Remove a host from an aggregate (administrators)."""
    aggregate = client.aggregates.find_one(args.aggregate)
    return results.one_row(client.aggregates.remove_host(aggregate, args.host), _COLUMNS)


@arg('aggregate', help=_HELP)
@pairs('metadata', 'Key to set; a key alone is removed.', nargs='*', type=types.key_or_pair)
@arg(
    '--clear',
    action='store_true',
    yields=True,
    help='Remove all other keys, but for the availability zone.',
)
@returns_resource(_AGGREGATE)
@refuses_without(
    '<key=value>', '--clear', sentence='aggregate-set-metadata needs a key, or --clear.'
)
@writes
def do_aggregate_set_metadata(client: v2.Client, args: Args) -> results.Shown:
    """Set and remove keys of an aggregate's metadata (administrators)."""
    aggregate = client.aggregates.find_one(args.aggregate)
    metadata = dict(args.metadata)
    if args.clear:
        # The zone is metadata as well, and cannot be removed.
        present = (aggregate._info.get('metadata') or {}).keys() - {'availability_zone'}
        metadata = dict.fromkeys(sorted(present)) | metadata
        if not metadata:
            return results.one_row(aggregate, _COLUMNS)
    else:
        _check_changes(aggregate, metadata)
    return results.one_row(client.aggregates.set_metadata(aggregate, metadata), _COLUMNS)


def _check_changes(aggregate: v2.aggregates.Aggregate, metadata: dict[str, str | None]) -> None:
    """Refuse what would change nothing; Nova would take it in silence."""
    present = aggregate._info.get('metadata') or {}
    for key, value in metadata.items():
        if value is None and key not in present:
            raise errors.ResourceNotFound(f'{aggregate.name} has no metadata {key}.')
        if value is not None and present.get(key) == value:
            raise errors.Error(f'{aggregate.name} has the metadata {key}={value} already.')


@versions.wraps('2.81')
@arg('aggregate', help=_HELP)
@arg('images', metavar='<image>', nargs='+', help='One or more images, by name or id.')
@success_message('Caching images on the hosts of aggregate {aggregate}: {images}.')
@writes
def do_aggregate_cache_images(client: v2.Client, args: Args) -> None:
    """Cache images on the hosts of an aggregate (administrators)."""
    aggregate = client.aggregates.find_one(args.aggregate)
    images = {image.id: image for image in client.glance.find_images(args.images)}
    client.aggregates.cache_images(aggregate, [*images.values()])
