"""Options and columns of all lists of bare metal resources."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from novaclient_mv import errors
from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.declarations import (
    Args,
    all_of,
    arg,
    chooses_fields,
    returns_columns_by,
)
from novaclient_mv.cli.running import results
from novaclient_mv.resources import Resource

F = TypeVar('F', bound=Callable[..., Any])

SortKey = tuple[str, str]


def sort_keys(text: str) -> list[SortKey]:
    """``key[:asc|:desc][,key...]``; the direction is ``asc`` where none is given."""
    return types.sort_keys(text, default='asc')


def row_limit(text: str) -> int:
    """A number of rows; 0, or -1, for all of them."""
    return -1 if text == '0' else types.page_limit(text)


def fields_argument(since: str | None = None) -> Callable[[F], F]:
    """Declare the option that chooses fields."""
    option = arg(
        '--fields',
        metavar='<field>',
        nargs='+',
        action='append',
        type=types.comma_list,
        start_version=since,
        group='fields',
        help='Fetch and show these fields only.',
    )
    # Columns are chosen of what was asked for.
    return all_of(
        option, returns_columns_by(lambda args: chosen_fields(args) or None), chooses_fields
    )


def paging_arguments(one: str) -> Callable[[F], F]:
    """Declare the options for parts of a list."""
    return all_of(
        arg('--limit', type=row_limit, help='Show at most this many (default, and with 0: all).'),
        arg('--marker', metavar='<id>', help=f'Start after the {one} with this id.'),
        arg(
            '--sort',
            metavar='<key>[:<direction>]',
            type=sort_keys,
            help='Sort by field, asc (default) or desc; separate several with commas.',
        ),
    )


def list_arguments(one: str, fields_since: str | None = None) -> Callable[[F], F]:
    """Declare the options of a list: its parts, its order, and the fields that are shown."""
    return all_of(
        paging_arguments(one),
        arg('--long', action='store_true', group='fields', help='Show all fields.'),
        fields_argument(fields_since),
    )


def chosen_fields(args: Args) -> list[str]:
    """The fields that were chosen, each once."""
    groups = getattr(args, 'fields', None) or ()
    return list(dict.fromkeys(itertools.chain.from_iterable(itertools.chain(*groups))))


def fields_of(args: Args) -> dict[str, list[str]]:
    """The chosen fields as a keyword for a manager, where some were chosen."""
    fields = chosen_fields(args)
    return {'fields': fields} if fields else {}


def record(args: Args, resource: Resource) -> results.Record | results.Properties:
    """A resource, or the chosen fields of it alone."""
    fields = chosen_fields(args)
    if not fields:
        return results.Record(resource)
    return results.Properties({name: resource._info.get(name) for name in fields}, are_fields=True)


def table(
    args: Args,
    resource: type[Resource],
    iterate: Callable[..., Iterable[Resource]],
    columns: Sequence[str],
    has_detail: bool = True,
    keep: Callable[[Any], bool] | None = None,
    **filters: object,
) -> results.Table:
    """The rows that a command line asks for, with the columns that it chooses."""
    fields = chosen_fields(args)
    sort = args.sort or []
    # All fields, so that any column can be chosen of what is shown, and programs get all there is.
    detail = {'detail': True} if has_detail and not fields else {}
    part = _order_and_part(args, sort)
    if keep is not None:
        part.pop('limit', None)
    rows = iterate(**filters, **fields_of(args), **detail, **part)
    if keep is not None:
        rows = filter(keep, rows)
    if len(sort) > 1:
        rows = results.of_all_rows(rows, functools.partial(_sorted, sort=sort))
    # The API counts by itself, but neither what is sorted here nor what is left out.
    if 'limit' not in part and args.limit not in (None, -1):
        rows = itertools.islice(rows, args.limit)
    if args.long:
        columns = [field.key for field in resource.fields]
    return results.Table(resource, rows, fields or columns, is_explicit=bool(fields))


def _order_and_part(args: Args, sort: Sequence[SortKey]) -> dict[str, object]:
    query: dict[str, object] = {} if args.marker is None else {'marker': args.marker}
    if len(sort) == 1:
        query['sort_key'], query['sort_dir'] = sort[0]
    # The API sorts by one field. By several it is done here, which takes all rows.
    if len(sort) < 2 and args.limit not in (None, -1):
        query['limit'] = args.limit
    return query


def _sorted(rows: Iterable[Resource], sort: Sequence[SortKey]) -> list[Resource]:
    """Rows by several fields; rows without a value precede those with one."""
    ordered = list(rows)
    for key, direction in reversed(sort):
        if ordered and not any(key in row._info for row in ordered):
            raise errors.CommandError(f'--sort: unknown field {key}.')
        ordered.sort(key=lambda row: _rank(row._info.get(key)), reverse=direction == 'desc')
    return ordered


def _rank(value: object) -> tuple[int, float, str]:
    """A value for comparison with values of other types: nothing, numbers, texts."""
    if value is None:
        return 0, 0, ''
    if isinstance(value, int | float):
        return 1, value, ''
    return 2, 0, str(value)
