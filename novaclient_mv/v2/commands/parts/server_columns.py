"""The columns of servers that ``--fields`` names."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from novaclient_mv import errors, resources, v2
from novaclient_mv.cli.reading import columns
from novaclient_mv.resources.fields import Path


def _field(name: str, path: Path, start_version: str | None = None) -> resources.Field:
    prefix, _, key = name.partition(':')
    title = f'{prefix}: {key.replace("_", " ").title()}'
    return resources.Field(name, title, path=path, start_version=start_version)


_FLAVOR_KEYS = ('vcpus', 'ram', 'disk', 'ephemeral', 'swap', 'original_name', 'extra_specs')
_NESTED = tuple(_field(f'flavor:{key}', ('flavor', key), '2.47') for key in _FLAVOR_KEYS)
"""Parts of values that can be shown by themselves; before 2.47 a flavor is a link."""


def named(
    client: v2.Client, names: Sequence[str]
) -> tuple[tuple[str, ...], type[resources.Resource]]:
    """Keys of the columns, and the class of resource that has them as fields."""
    fields = (*v2.servers.Server.fields, *_NESTED)
    fields += tuple(_field(name, name) for name in names if _is_of_extension(fields, name))
    keys = tuple(columns.check_names(fields, ['id', *names]))
    for field in _NESTED:
        if field.key in keys and client.api_version not in field.range:
            message = f'The field {field.key} needs API version {field.range}.'
            raise errors.OutsideVersion(message, field.range)
    return keys, type('Server', (v2.servers.Server,), {'fields': fields})


def _is_of_extension(fields: Sequence[resources.Field], name: str) -> bool:
    """Whether a name is one as in OS-EXT-MOD:some_thing, which only this cloud may have."""
    prefix, colon, _ = name.partition(':')
    is_ours = columns.find_field(fields, name) or columns.find_field(fields, prefix)
    return bool(colon) and not is_ours


def having(rows: Iterable[Any], kind: type[resources.Resource]) -> Iterator[Any]:
    """The servers, the first of which has the fields of extensions that were named."""
    names = [field.key for field in kind.fields[len(v2.servers.Server.fields + _NESTED) :]]
    rows, unknown = iter(rows), []
    for row in rows if names else ():
        if row._info.get('status') == 'UNKNOWN':
            unknown.append(row)
            continue
        missing = [name for name in names if name not in row._info]
        columns.check_columns(v2.servers.Server, missing)
        return itertools.chain(unknown, [row], rows)
    return itertools.chain(unknown, rows)
