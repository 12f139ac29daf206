"""Commands on runbooks and their traits."""

from __future__ import annotations

from collections.abc import Callable

from novaclient_mv import errors, versions
from novaclient_mv.baremetal.v1 import patches, runbooks
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts import collections, edits, steps
from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    checked_by,
    refuses_without,
    returns_columns,
    returns_resource,
    set_arguments,
    writes,
)
from novaclient_mv.cli.running import results, several
from novaclient_mv.resources import Value

_RUNBOOK = 'baremetal.v1.runbooks:Runbook'
_HELP = 'Name or UUID of the runbook.'
_NAME_HELP = 'Unique name: that of a trait, as in CUSTOM_RAID.'
_STEPS_HELP = (
    'Steps with interface, step, args and order, as JSON or in a YAML or JSON file; "-" reads '
    'the input.'
)
_PUBLIC_HELP = (
    'Whether all projects may use the runbook (without a value: true; with a token for the system).'
)
_RAMDISK_HELP = 'Whether to run the steps without the ramdisk (without a value: true).'

_COMMANDS = collections.Commands(runbooks.RunbookManager)

do_runbook_list = _COMMANDS.list(('uuid', 'name'))
do_runbook_show = _COMMANDS.show()
do_runbook_delete = _COMMANDS.delete()


@versions.wraps('1.92')
@arg('--name', required=True, help=_NAME_HELP)
@arg('--description', start_version='1.112', help='Description of the runbook.')
@arg('--uuid', help='UUID of the new runbook.')
@arg('--public', metavar='<boolean>', nargs='?', const=True, type=types.boolean, help=_PUBLIC_HELP)
@arg('--owner', help='Project that owns the runbook.')
@edits.set_extra
@arg('--steps', type=steps.ObjectList, required=True, help=_STEPS_HELP)
@edits.flag_argument('--disable-ramdisk', 'Run the steps without the ramdisk.')
@returns_resource(_RUNBOOK)
@writes
def do_runbook_create(client: Client, args: Args) -> results.Shown:
    """Create a runbook."""
    names = ('name', 'steps', 'description', 'uuid', 'public', 'owner', 'disable_ramdisk')
    runbook = client.runbooks.create(**set_arguments(args, *names), **edits.pairs(args, 'extra'))
    return results.Record(runbook)


@versions.wraps('1.92')
@arg('runbook', help=_HELP)
@arg('--name', help=_NAME_HELP)
@arg('--description', start_version='1.112', help='Description of the runbook.')
@arg('--public', metavar='<boolean>', nargs='?', const=True, type=types.boolean, help=_PUBLIC_HELP)
@arg('--owner', help='Project that owns the runbook.')
@arg('--steps', type=steps.ObjectList, help=_STEPS_HELP)
@edits.set_extra
@arg(
    '--disable-ramdisk',
    metavar='<boolean>',
    nargs='?',
    const=True,
    type=types.boolean,
    help=_RAMDISK_HELP,
)
@edits.needs_a_change
@returns_resource(_RUNBOOK)
@writes
def do_runbook_set(client: Client, args: Args) -> results.Shown:
    """Update a runbook."""
    names = ('name', 'description', 'public', 'owner', 'steps', 'disable_ramdisk')
    changed = edits.set_by(set_arguments(args, *names), edits.pairs(args, 'extra'))
    return results.Record(client.runbooks.update(args.runbook, changed))


@versions.wraps('1.92')
@arg('runbook', help=_HELP)
@edits.flag_argument('--description', 'Remove the description.', start_version='1.112')
@edits.flag_argument('--public', 'Only its owner may use it.')
@edits.flag_argument('--owner', 'Remove the owner.')
@edits.unset_extra
@edits.flag_argument('--disable-ramdisk', 'Run the steps in the ramdisk.')
@edits.needs_a_change
@returns_resource(_RUNBOOK)
@writes
def do_runbook_unset(client: Client, args: Args) -> results.Shown:
    """Remove values of a runbook."""
    removed = edits.unset_by(args, 'description', 'owner', extra='extra')
    changed: dict[patches.Path, Value] = dict.fromkeys(
        set_arguments(args, 'public', 'disable_ramdisk'), False
    )
    return results.Record(client.runbooks.update(args.runbook, changed, removed))


@versions.wraps('1.112')
@arg('runbook', help=_HELP)
@returns_columns('trait')
def do_runbook_trait_list(client: Client, args: Args) -> results.Shown:
    """List the traits of a runbook."""
    traits = client.runbooks.list_traits(args.runbook)
    return results.Rows(('Trait',), [(trait,) for trait in traits])


@versions.wraps('1.112')
@arg('runbook', help=_HELP)
@arg('trait', nargs='+', help='One or more traits.')
@writes
def do_runbook_trait_add(client: Client, args: Args) -> results.Shown:
    """Add traits to a runbook."""
    runbook = args.runbook
    return _on_each(runbook, args.trait, lambda trait: client.runbooks.add_trait(runbook, trait))


_NEEDED = 'Name traits to remove, or give --all.'


def _check_what_is_removed(args: Args) -> None:
    if args.all and args.trait:
        raise errors.CommandError(_NEEDED)


@versions.wraps('1.112')
@arg('runbook', help=_HELP)
@arg('trait', nargs='*', help='One or more traits.')
@arg('--all', action='store_true', help='Remove all traits.')
@refuses_without('<trait>', '--all', sentence=_NEEDED)
@checked_by(_check_what_is_removed)
@writes
def do_runbook_trait_remove(client: Client, args: Args) -> results.Shown:
    """Remove traits from a runbook."""
    runbook = args.runbook
    if args.all:
        client.runbooks.remove_all_traits(runbook)
        return results.Done([f'{runbook}: all traits removed'], [{'id': runbook, 'trait': None}])
    return _on_each(
        runbook, args.trait, lambda trait: client.runbooks.remove_trait(runbook, trait), 'removed'
    )


def _on_each(
    runbook: str, traits: list[str], change: Callable[[str], object], word: str = 'added'
) -> results.Done:
    # One after the other: all of them change one runbook.
    return several.each_done(
        traits,
        change,
        lambda trait: f'{runbook}: trait {trait} {word}',
        lambda trait: {'id': runbook, 'trait': trait, 'action': word},
        workers=1,
    )
