"""The command that creates chassis, nodes, port groups and ports as files describe them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from novaclient_mv import errors, resources
from novaclient_mv.baremetal.v1.client import Client
from novaclient_mv.cli.reading.declarations import Args, arg, meets_locks, returns_columns, writes
from novaclient_mv.cli.running import document_files, dry_run, results, several

TOP = ('chassis', 'nodes')
CHILDREN = {
    'chassis': ('nodes',),
    'nodes': ('portgroups', 'ports'),
    'portgroups': ('ports',),
    'ports': (),
}
"""Key of a list to those that may stand within what it lists, in the order of their creation."""

PARENTS = {'chassis': 'chassis_uuid', 'nodes': 'node_uuid', 'portgroups': 'portgroup_uuid'}
"""Key of a list to the field that holds the UUID of one of it in what belongs to it."""

Fields = dict[str, Any]


class Description(NamedTuple):
    """A resource that is to be created.

    :param label: what messages call it: its place in the file.
    """

    kind: str
    label: str
    fields: Fields
    children: tuple[Description, ...]

    @property
    def all_labels(self) -> list[str]:
        """Its own, and those of what belongs to it."""
        return [self.label, *(name for child in self.children for name in child.all_labels)]


class Created(NamedTuple):
    """The result of a description.

    :param row: kind, UUID and name of what was created.
    """

    label: str
    row: tuple[str, str, str] | None
    error: Exception | None


@arg(
    'file',
    nargs='+',
    type=document_files.DocumentFile,
    help=(
        'One or more YAML or JSON files that list chassis and nodes; a chassis may contain '
        'nodes, a node ports and portgroups. "-" reads the input.'
    ),
)
@returns_columns('kind', 'uuid', 'name')
@meets_locks
@writes
def do_create(client: Client, args: Args) -> results.Shown:
    """Create chassis, nodes, port groups and ports from files."""
    described = [
        description for file in args.file for description in _read(file.path, file.read(), TOP)
    ]
    if not described:
        raise errors.CommandError('There is nothing in these files to create.')
    for description in described:
        _check(client, description, ())
    trees = several.on_each(
        described,
        lambda description: [*_create(client, description, {})],
        lambda description: description.label,
    )
    trees.check(None)
    descriptions = [description for tree in trees for description in tree]
    outcome = several.TargetResults(
        [(item.label, item.row) for item in descriptions if item.row is not None],
        {item.label: item.error for item in descriptions if item.error is not None},
        [item.label for item in descriptions],
    )
    result = results.Rows(('Kind', 'UUID', 'Name'), outcome)
    outcome.check(result)
    return result


def _read(place: str, document: Mapping[str, Any], kinds: tuple[str, ...]) -> Iterator[Description]:
    """Yield the descriptions of a file's mapping, checked before anything is created."""
    for kind in kinds:
        rows = document.get(kind) or []
        if not isinstance(rows, list):
            raise errors.CommandError(f'{place}: {kind} is not a list.')
        for number, row in enumerate(rows):
            label = f'{place}: {kind}[{number}]'
            if not isinstance(row, dict):
                raise errors.CommandError(f'{label} is not a mapping.')
            within = CHILDREN[kind]
            fields = {str(name): value for name, value in row.items() if name not in within}
            yield Description(kind, label, fields, tuple(_read(label, row, within)))
    if kinds is TOP:
        unknown = sorted(str(name) for name in document if name not in TOP)
        if unknown:
            more = '' if len(unknown) <= 5 else f' (and {len(unknown) - 5} more)'
            named = ', '.join(name[:60] for name in unknown[:5])
            raise errors.CommandError(f'{place}: {named}{more} is neither chassis nor nodes.')


def _check(client: Client, description: Description, parents: tuple[str, ...]) -> None:
    """Refuse what nothing can be created of, before anything is."""
    label, fields = description.label, description.fields
    signature = inspect.signature(_creator(client, description.kind))
    takes_any = any(
        parameter.kind is parameter.VAR_KEYWORD for parameter in signature.parameters.values()
    )
    unknown = sorted(set(fields) - set(signature.parameters))
    if unknown and not takes_any:
        raise errors.CommandError(f'{label} has unknown fields: {", ".join(unknown)}.')
    needed = [
        name
        for name, parameter in signature.parameters.items()
        if parameter.default is parameter.empty
        and parameter.kind is parameter.POSITIONAL_OR_KEYWORD
    ]
    missing = [name for name in needed if name not in fields and name not in parents]
    if missing:
        raise errors.CommandError(f'{label} needs {", ".join(missing)}.')
    if not isinstance(fields.get('address', ''), str):
        # YAML reads digits between colons as a number.
        raise errors.CommandError(f'{label}: put the address in quotation marks.')
    for child in description.children:
        _check(client, child, (*parents, PARENTS[description.kind]))


def _create(client: Client, description: Description, parents: Fields) -> Iterator[Created]:
    """Create a resource and all that belongs to it, unless it failed."""
    fields = {**description.fields, **parents}
    try:
        resource = _creator(client, description.kind)(**fields)
    except Exception as error:
        yield Created(description.label, None, error)
        below = description.all_labels[1:]
        if dry_run.is_withheld(error, [f'{label} is created' for label in below]):
            return
        for label in below:
            reason = errors.Error(f'What it belongs to, {description.label}, was not created.')
            yield Created(label, None, reason)
        return
    name = fields.get('name') or fields.get('address') or fields.get('description') or ''
    yield Created(description.label, (description.kind, str(resource.id), str(name)), None)
    if not description.children:
        return
    # A port is of one node, and may be in one of its groups; only a node is in a chassis.
    grandparents = {} if description.kind == 'nodes' else parents
    belonging = {**grandparents, PARENTS[description.kind]: resource.id}
    for child in description.children:
        yield from _create(client, child, belonging)


def _creator(client: Client, kind: str) -> Callable[..., resources.Resource]:
    """The method that creates resources of a kind."""
    creators: dict[str, Callable[..., resources.Resource]] = {
        'chassis': client.chassis.create,
        'nodes': client.nodes.create,
        'portgroups': client.portgroups.create,
        'ports': client.ports.create,
    }
    return creators[kind]
