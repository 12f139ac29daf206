"""Commands on the inventories of resource providers."""

from __future__ import annotations

from typing import Any

from novaclient_mv import errors, versions
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    returns_resource,
    set_arguments,
    success_message,
    writes,
)
from novaclient_mv.cli.reading.types import numeric
from novaclient_mv.cli.running import results, several
from novaclient_mv.placement.v1 import inventories
from novaclient_mv.placement.v1.client import Client
from novaclient_mv.placement.v1.commands.parts import amounts
from novaclient_mv.placement.v1.commands.parts.provider_filters import one_provider
from novaclient_mv.placement.v1.resource_providers import ResourceProvider

_INVENTORY = 'placement.v1.inventories:Inventory'
_COLUMNS = ('resource_class', *amounts.INVENTORY_FIELDS, 'used')
_SET_COLUMNS = ('resource_class', *amounts.INVENTORY_FIELDS)
_CLASS_HELP = 'Name of the resource class.'


@one_provider
@returns_resource(_INVENTORY)
def do_inventory_list(client: Client, args: Args) -> results.Shown:
    """List the inventories of a resource provider and their usage (administrators)."""
    provider = client.resource_providers.find_one(args.provider)
    rows = client.inventories.list(provider)
    _add_usages(client, provider, rows)
    return results.Table(inventories.Inventory, rows, _COLUMNS)


@one_provider
@arg('resource_class', metavar='<class>', help=_CLASS_HELP)
@returns_resource(_INVENTORY)
def do_inventory_show(client: Client, args: Args) -> results.Shown:
    """Show the inventory of a resource class of a resource provider (administrators)."""
    provider = client.resource_providers.find_one(args.provider)
    inventory = client.inventories.get(provider, args.resource_class)
    _add_usages(client, provider, [inventory])
    return results.Record(inventory)


def _add_usages(
    client: Client, provider: ResourceProvider, rows: list[inventories.Inventory]
) -> None:
    used = {usage.resource_class: usage.usage for usage in client.usages.of_provider(provider)}
    for row in rows:
        row.set_info('used', used.get(row.resource_class))


@one_provider
@arg(
    '--resource',
    dest='values',
    metavar='<class[:field]=value>',
    action='append',
    default=[],
    type=amounts.inventory_value,
    help='Total of a resource class, as in VCPU=16, or another field, as in '
    'VCPU:allocation_ratio=4. Repeatable. Fields: ',
)
@arg('--amend', action='store_true', help='Keep other classes and values (default: remove them).')
@arg(
    '--of-aggregate',
    action='store_true',
    start_version='1.3',
    help='The UUID is that of an aggregate: change each of its resource providers.',
)
@returns_resource(_INVENTORY)
@writes
def do_inventory_set(client: Client, args: Args) -> results.Shown:
    """Replace the inventories of a resource provider (administrators)."""
    if not getattr(args, 'of_aggregate', False):
        rows = _set(client, client.resource_providers.find_one(args.provider), args)
        return results.Table(inventories.Inventory, rows, _SET_COLUMNS)
    providers = client.resource_providers.list(member_of=[args.provider])
    if not providers:
        raise errors.ResourceNotFound(f'The aggregate {args.provider} has no resource providers.')
    changed = several.on_each(
        providers,
        lambda provider: _set(client, provider, args),
        label=lambda provider: str(provider.id),
    )
    for label, rows in zip(changed.labels, changed, strict=True):
        for row in rows:
            row.set_info('resource_provider_uuid', label)
    every_row = [row for rows in changed for row in rows]
    columns = ('resource_provider_uuid', *_SET_COLUMNS)
    result = results.Table(inventories.Inventory, every_row, columns)
    changed.check(result)
    return result


def _set(client: Client, provider: ResourceProvider, args: Args) -> list[inventories.Inventory]:
    """Replace the inventories of a resource provider by what the options say."""
    by_class: dict[str, dict[str, Any]] = {}
    generation = provider.generation
    if args.amend:
        for row in client.inventories.list(provider):
            by_class[row.resource_class] = _amounts(row)
            # What is sent back was read at this generation.
            generation = row.resource_provider_generation
    for name, field, value in args.values:
        by_class.setdefault(name, {})[field] = value
    return client.inventories.set(provider, by_class, generation)


def _amounts(inventory: inventories.Inventory) -> dict[str, Any]:
    values = inventory.to_dict()
    return {name: values[name] for name in amounts.INVENTORY_FIELDS if name in values}


@one_provider
@arg('resource_class', metavar='<class>', help=_CLASS_HELP)
@arg('--total', type=numeric.count, required=True, help='Total amount.')
@arg('--reserved', metavar='<amount>', type=numeric.count, help='Amount reserved.')
@arg('--min-unit', metavar='<amount>', type=numeric.count, help='Minimum amount of one allocation.')
@arg('--max-unit', metavar='<amount>', type=numeric.count, help='Maximum amount of one allocation.')
@arg(
    '--step-size',
    metavar='<amount>',
    type=numeric.count,
    help='Allocations must be a multiple of this.',
)
@arg('--allocation-ratio', metavar='<ratio>', type=numeric.factor, help='Overcommit ratio.')
@returns_resource(_INVENTORY)
@writes
def do_inventory_class_set(client: Client, args: Args) -> results.Shown:
    """Set the inventory of a resource class of a resource provider (administrators).

    A class that the resource provider does not have yet is added. Values that are not named go
    back to their defaults.
    """
    provider = client.resource_providers.find_one(args.provider)
    values = set_arguments(args, *amounts.INVENTORY_FIELDS)
    present = {row.resource_class for row in client.inventories.list(provider)}
    if args.resource_class in present:
        inventory = client.inventories.update(
            provider, args.resource_class, values, provider.generation
        )
    else:
        inventory = client.inventories.create(provider, args.resource_class, values)
    return results.Record(inventory)


@versions.wraps('1.0', '1.4')
@one_provider
@arg('--resource-class', metavar='<class>', required=True, help='Remove this class.')
def do_inventory_delete(client: Client, args: Args) -> None:
    """Remove a resource class from the inventories of a resource provider (administrators)."""
    provider = client.resource_providers.find_one(args.provider)
    client.inventories.delete(provider, args.resource_class)


@versions.wraps('1.5')
@one_provider
@arg('--resource-class', metavar='<class>', help='Remove this class (default: all classes).')
@success_message(
    'Deleted the inventory of {resource_class} of resource provider {provider}.',
    'Deleted all inventories of resource provider {provider}.',
)
@writes
def do_inventory_delete(client: Client, args: Args) -> None:
    """Remove inventories of a resource provider, all or one resource class (administrators)."""
    provider = client.resource_providers.find_one(args.provider)
    if args.resource_class is None:
        client.inventories.delete_all(provider)
    else:
        client.inventories.delete(provider, args.resource_class)
