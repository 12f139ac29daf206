"""Commands on traits."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.cli.reading import targets
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    returns_resource,
    set_arguments,
    success_message,
    writes,
)
from novaclient_mv.cli.running import deletions, results
from novaclient_mv.placement.v1 import traits
from novaclient_mv.placement.v1.client import Client
from novaclient_mv.placement.v1.commands.parts import amounts

_TRAIT = 'placement.v1.traits:Trait'


@versions.wraps('1.6')
@arg(
    '--name',
    dest='names',
    metavar='<trait>[,<trait>...]',
    type=amounts.names,
    group='name',
    help='Traits of these names.',
)
@arg('--prefix', group='name', help='Traits whose names start with this prefix.')
@arg(
    '--associated',
    action='store_const',
    const=True,
    group='associated',
    help='Traits that a resource provider has.',
)
@arg(
    '--not-associated',
    dest='associated',
    action='store_const',
    const=False,
    group='associated',
    help='Traits that no resource provider has.',
)
@returns_resource(_TRAIT)
def do_trait_list(client: Client, args: Args) -> results.Shown:
    """List traits (administrators)."""
    rows = client.traits.list(**set_arguments(args, 'names', 'prefix', 'associated'))
    return results.Table(traits.Trait, rows)


@versions.wraps('1.6')
@arg('name', metavar='<trait>', help='Name of the trait.')
@returns_resource(_TRAIT)
def do_trait_show(client: Client, args: Args) -> results.Shown:
    """Show a trait, if it exists (administrators)."""
    return results.Record(client.traits.get(args.name))


@versions.wraps('1.6')
@arg('name', metavar='<trait>', help='Name: CUSTOM_, then capital letters, digits and underscores.')
@returns_resource(_TRAIT)
@success_message('Created trait {name}, unless it existed.')
@writes
def do_trait_create(client: Client, args: Args) -> results.Shown:
    """Create a trait, unless it exists (administrators)."""
    return results.Record(client.traits.create(args.name))


@versions.wraps('1.6')
@targets.several(
    'names', 'placement-trait-list', metavar='<trait>', by='name', kind='trait', key='name'
)
@writes
def do_trait_delete(client: Client, args: Args) -> results.Shown:
    """Delete traits (administrators)."""
    return deletions.on_each(args.names, client.traits.get, client.traits.delete)
