"""Commands on resource classes."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.cli.reading import targets
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    returns_resource,
    success_message,
    writes,
)
from novaclient_mv.cli.running import deletions, results
from novaclient_mv.placement.v1 import resource_classes
from novaclient_mv.placement.v1.client import Client

_CLASS = 'placement.v1.resource_classes:ResourceClass'
_COLUMNS = ('name',)
_HELP = 'Name of the resource class.'
_NEW = 'Name: CUSTOM_, then capital letters, digits and underscores.'


@versions.wraps('1.2')
@returns_resource(_CLASS)
def do_resource_class_list(client: Client, args: Args) -> results.Shown:
    """List resource classes (administrators)."""
    rows = client.resource_classes.list()
    return results.Table(resource_classes.ResourceClass, rows, _COLUMNS)


@versions.wraps('1.2')
@arg('name', metavar='<class>', help=_HELP)
@returns_resource(_CLASS)
def do_resource_class_show(client: Client, args: Args) -> results.Shown:
    """Show a resource class (administrators)."""
    return results.Record(client.resource_classes.get(args.name))


@versions.wraps('1.2')
@arg('name', metavar='<class>', help=_NEW)
@returns_resource(_CLASS)
@writes
def do_resource_class_create(client: Client, args: Args) -> results.Shown:
    """Create a resource class (administrators)."""
    return results.Record(client.resource_classes.create(args.name))


@versions.wraps('1.7')
@arg('name', metavar='<class>', help=_NEW)
@returns_resource(_CLASS)
@success_message('Created resource class {name}, unless it existed.')
@writes
def do_resource_class_set(client: Client, args: Args) -> results.Shown:
    """Create a resource class, unless it exists (administrators)."""
    return results.Record(client.resource_classes.ensure(args.name))


@versions.wraps('1.2', '1.6')
@arg('name', metavar='<class>', help=_HELP)
@arg('new_name', help=_NEW)
@returns_resource(_CLASS)
@writes
def do_resource_class_rename(client: Client, args: Args) -> results.Shown:
    """Rename a resource class (administrators); from 1.7 use placement-resource-class-create."""
    return results.Record(client.resource_classes.rename(args.name, args.new_name))


@versions.wraps('1.2')
@targets.several(
    'names',
    'placement-resource-class-list',
    metavar='<class>',
    by='name',
    kind='resource class',
    kinds='resource classes',
    key='name',
)
@writes
def do_resource_class_delete(client: Client, args: Args) -> results.Shown:
    """Delete resource classes (administrators)."""
    manager = client.resource_classes
    return deletions.on_each(args.names, manager.get, manager.delete)
