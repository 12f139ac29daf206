"""Commands on the traits of runbooks."""

from __future__ import annotations

from collections.abc import Callable

from novaclient_mv import errors, versions
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    checked_by,
    refuses_without,
    returns_columns,
    writes,
)
from novaclient_mv.cli.running import results, several

_HELP = 'Name or UUID of the runbook.'


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
