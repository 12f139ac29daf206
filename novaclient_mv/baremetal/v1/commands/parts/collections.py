"""Commands that every collection has; those of one differ by its declaration and a few words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from novaclient_mv import versions
from novaclient_mv.baremetal.v1 import collections
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.baremetal.v1.commands.parts import edits, lists
from novaclient_mv.cli.reading import list_filters, targets
from novaclient_mv.cli.reading.declarations import (
    Args,
    all_of,
    arg,
    meets_locks,
    returns_resource,
    set_arguments,
    writes,
)
from novaclient_mv.cli.running import deletions, results
from novaclient_mv.services.filters import NO_FILTERS, Filters

Declare = Callable[[Callable[..., Any]], Callable[..., Any]]
Function = Callable[[Client, Args], results.Shown]


class Commands:
    """The commands of one collection, in the module that is named after one resource.

    :param manager: its manager, which the client has under the name of its module.
    :param metavar: what help calls the resource, where that is not its short name.
    :param of_nodes: a locked node can be in the way.
    """

    def __init__(
        self, manager: type[collections.Collection[Any]], metavar: str = '', of_nodes: bool = False
    ) -> None:
        self.declaration, self.since = manager.declaration, manager.since
        self.resource = manager.resource_class
        self.package, _, self.manager = manager.__module__.rpartition('.')
        self.argument = self.declaration.short.replace(' ', '_')
        metavar = metavar or f'<{self.argument.replace("_", "-")}>'
        reference = self.declaration.reference[0].upper() + self.declaration.reference[1:]
        self.one = arg(
            self.argument, metavar=metavar, help=f'{reference} of the {self.declaration.kind}.'
        )
        self.several = targets.several(
            self.argument,
            f'baremetal-{self.declaration.kind.replace(" ", "-")}-list --long',
            metavar=metavar,
            by=self.declaration.reference,
            kind=self.declaration.kind,
            kinds=self.declaration.several,
            key='uuid',
        )
        place = manager.__module__.partition('.')[2]
        self.returns = returns_resource(f'{place}:{self.resource.__name__}')
        self.writes = all_of(writes, meets_locks) if of_nodes else writes

    def _command(
        self, verb: str, summary: str, function: Function, *declarations: Declare
    ) -> Function:
        word = self.declaration.kind.replace(' ', '_')
        since = (verb in ('set', 'unset') and self.declaration.update_since) or self.since
        function.__name__ = function.__qualname__ = f'do_{word}_{verb}'
        function.__module__, function.__doc__ = f'{self.package}.commands.{word}', summary
        declared = all_of(*declarations)(function)
        return versions.wraps(since)(declared) if since else declared

    def list(
        self,
        columns: Sequence[str],
        filters: Filters = NO_FILTERS,
        has_detail: bool = True,
    ) -> Function:
        """The command that lists them.

        :param columns: those that are shown where none were chosen.
        :param filters: those of the manager's list.
        :param has_detail: the list has all fields only if it is asked for them.
        """
        manager, resource = self.manager, self.resource

        def show_rows(client: Client, args: Args) -> results.Shown:
            iterate = getattr(client, manager).iterate
            selection = list_filters.arguments(args, filters)
            return lists.table(args, resource, iterate, columns, has_detail, **selection)

        common = lists.list_arguments(self.declaration.kind, self.declaration.fields_since)
        summary = f'List {self.declaration.several}.'
        options = list_filters.options(filters)
        return self._command('list', summary, show_rows, options, common, self.returns)

    def show(self) -> Function:
        """The command that shows one."""
        manager, argument = self.manager, self.argument

        def show_one(client: Client, args: Args) -> results.Shown:
            get = getattr(client, manager).get
            return lists.record(args, get(getattr(args, argument), **lists.fields_of(args)))

        fields = lists.fields_argument(self.declaration.fields_since)
        summary = f'Show {self.declaration.one}.'
        return self._command('show', summary, show_one, self.one, fields, self.returns)

    def set(self, *options: Declare, fields: Sequence[str], pairs: Sequence[str] = ()) -> Function:
        """The command that changes one.

        :param options: declare its options: ``fields``, and ``pairs`` of keys and values in fields.
        """
        manager, argument = self.manager, self.argument

        def change_one(client: Client, args: Args) -> results.Shown:
            values = edits.set_by(set_arguments(args, *fields), edits.pairs(args, *pairs))
            return results.Record(getattr(client, manager).update(getattr(args, argument), values))

        summary = f'Update {self.declaration.one}.'
        return self._change('set', summary, change_one, *options)

    def unset(self, *options: Declare, flags: Sequence[str] = (), **keys: str) -> Function:
        """The command that removes values of one.

        :param options: declare its options: ``flags`` that remove the field of their name, and
            those that name what to remove in a field, by field.
        """
        manager, argument = self.manager, self.argument

        def change_one(client: Client, args: Args) -> results.Shown:
            removed = edits.unset_by(args, *flags, **keys)
            update = getattr(client, manager).update
            return results.Record(update(getattr(args, argument), removed=removed))

        summary = f'Remove values of {self.declaration.one}.'
        return self._change('unset', summary, change_one, *options)

    def _change(self, verb: str, summary: str, function: Function, *options: Declare) -> Function:
        needs = edits.needs_a_change
        declarations: tuple[Declare, ...] = (self.one, *options, needs, self.returns, self.writes)
        return self._command(verb, summary, function, *declarations)

    def delete(self, which: str = '', condition: str = '') -> Function:
        """The command that deletes some.

        :param which: an adjective with a blank, as in ``empty ``.
        :param condition: words behind the noun with a blank, as in `` without ports``.
        """
        manager, argument = self.manager, self.argument

        def delete_each(client: Client, args: Args) -> results.Shown:
            return deletions.by_reference(getattr(args, argument), getattr(client, manager).delete)

        summary = f'Delete {which}{self.declaration.several}{condition}.'
        return self._command('delete', summary, delete_each, self.several, self.writes)
