"""Commands on what the Compute API passed on up to 2.35; those of one kind of resources differ by a
few words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from novaclient_mv import resources, v2, versions
from novaclient_mv.cli.reading import targets
from novaclient_mv.cli.reading.declarations import (
    Args,
    all_of,
    arg,
    returns_resource,
    within_limit,
    writes,
)
from novaclient_mv.cli.running import deletions, results

Declare = Callable[[Callable[..., Any]], Callable[..., Any]]
Function = Callable[[v2.Client, Args], results.Shown]


class Commands:
    """The commands of one module, which is named after the resource.

    :param module: its name.
    :param manager: the manager, which the client has under the name of its module.
    :param service: the service that has the resources at later versions.
    :param argument: what stands for one resource on a command line.
    :param several: what help calls several of them.
    :param reference: what one is found by.
    """

    def __init__(
        self,
        module: str,
        manager: type[resources.Manager[Any]],
        service: str,
        argument: str,
        several: str = '',
        reference: str = 'Name or id',
    ) -> None:
        self.module, self.service, self.argument = module, service, argument
        self.manager = manager.__module__.rpartition('.')[2]
        self.resource: type[resources.Resource] = manager.resource_class
        self.place = f'{self.resource.__module__.partition(".")[2]}:{self.resource.__name__}'
        self.one = arg(argument, help=f'{reference}.')
        listing = f'{module.rpartition(".")[2].replace("_", "-")}-list'
        self.several = targets.several(
            argument,
            listing,
            by=reference.lower(),
            kind=several.removesuffix('s'),
            kinds=several,
        )

    def _command(
        self, verb: str, summary: str, function: Function, *declarations: Declare
    ) -> Function:
        name = f'do_{self.module.rpartition(".")[2]}_{verb}'
        function.__name__ = function.__qualname__ = name
        function.__module__ = self.module
        function.__doc__ = f'{summary}; from 2.36 use the {self.service} service.'
        return versions.wraps('2.0', '2.35')(all_of(*declarations)(function))

    def list(
        self,
        summary: str,
        columns: Sequence[str] = (),
        *options: Declare,
        parameters: Sequence[str] = (),
    ) -> Function:
        """The command that lists them."""
        manager, resource = self.manager, self.resource

        def show_rows(client: v2.Client, args: Args) -> results.Shown:
            rows = getattr(client, manager).iterate(**within_limit(args, *parameters))
            return results.Table(resource, rows, columns)

        return self._command(
            'list', summary, show_rows, *options, returns_resource(self.place, *columns)
        )

    def show(self, summary: str, method: str = 'find_one') -> Function:
        """The command that shows one."""
        manager, argument = self.manager, self.argument

        def show_one(client: v2.Client, args: Args) -> results.Shown:
            find = getattr(getattr(client, manager), method)
            return results.Record(find(getattr(args, argument)))

        return self._command('show', summary, show_one, self.one, returns_resource(self.place))

    def delete(self, summary: str, *end: Declare) -> Function:
        """The command that deletes some."""
        manager, argument = self.manager, self.argument

        def delete_each(client: v2.Client, args: Args) -> results.Shown:
            of_client = getattr(client, manager)
            references = getattr(args, argument)
            return deletions.on_each(references, of_client.finder(references), of_client.delete)

        return self._command('delete', summary, delete_each, self.several, *end, writes)
