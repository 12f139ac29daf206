"""Checks requested columns, before any cloud is asked."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from novaclient_mv import errors, versions
from novaclient_mv.cli.reading import declarations
from novaclient_mv.cli.reading.declarations import Args

LEADING = ('cloud', 'region')
"""First columns of rows from several clouds."""

AGE = 'age'
"""A column that is asked for, of all that tell when they were created."""

REST = ('extra', 'unknown')
"""A column that is asked for, of all: what is unknown; the second where ``extra`` is the API's."""

NONE = '{} shows nothing that has columns.'
"""The refusal of columns for a command without any."""

if TYPE_CHECKING:
    from novaclient_mv.resources import Field, Resource


def resource_class(place: str) -> type[Resource]:
    """The class that ``@returns_resource`` names; another package's by its whole name."""
    import importlib.util

    module, _, name = place.partition(':')
    package = f'novaclient_mv.{module.partition(".")[0]}'
    if importlib.util.find_spec(package) is not None:
        module = f'novaclient_mv.{module}'
    resource: type[Resource] = getattr(importlib.import_module(module), name)
    return resource


def fields_of(func: Callable[..., Any], args: Args | None = None) -> Sequence[Field] | None:
    """The columns of what a command shows.

    :param args: its arguments, on which the columns may depend.
    :returns: nothing in it where only the answer tells them; ``None`` where it shows nothing that
        has columns.
    """
    by_arguments = declarations.declared(func, 'columns_by')
    named = by_arguments(args) if by_arguments is not None and args is not None else None
    if named is not None:
        return fields_named(named)
    table = declarations.declared(func, 'resource')
    if table:
        return resource_class(table[0]).fields
    named = declarations.declared(func, 'columns')
    if named is not None:
        return fields_named(named)
    if by_arguments is not None and args is None:
        return ()
    # A command of another package may say what it shows by showing it.
    return None if _is_ours(func) or shows_nothing(func) else ()


def fields_named(columns: Iterable[str | tuple[str, str]]) -> tuple[Field, ...]:
    """Fields of rows that are not resources, by keys, or by keys with titles."""
    from novaclient_mv.resources import Field

    return tuple(Field(name) if isinstance(name, str) else Field(*name) for name in columns)


def shows_nothing(func: Callable[..., Any]) -> bool:
    """Whether no variant of a command returns anything to show."""
    variants = versions.variants_of(func)
    return all(variant.func.__annotations__.get('return') == 'None' for variant in variants)


def _is_ours(func: Callable[..., Any]) -> bool:
    return func.__module__.partition('.')[0] == __name__.partition('.')[0]


def find_field(fields: Sequence[Field], name: str) -> Field | None:
    """The field of a key, title or name of the API."""
    lower_name = name.lower()
    for field in fields:
        if name == field.key or name in field.uses:
            return field
    for field in fields:
        if lower_name in (field.key.lower(), field.title.lower()):
            return field
    from novaclient_mv.cli.reading import titles

    # As a terminal shows them.
    titled = (field for field in fields if lower_name == titles.for_people(field.title).lower())
    return next(titled, None)


def creation_field(fields: Iterable[Field]) -> Field | None:
    """The field that tells when something was created."""
    return next((field for field in fields if field.key in ('created', 'created_at')), None)


def made_of(fields: Sequence[Field], name: str) -> str | None:
    """The key of a computed column of this name."""
    name = name.lower()
    if name == AGE:
        return AGE if creation_field(fields) is not None else None
    from novaclient_mv.resources import known_keys

    rest = known_keys.rest_key([field.key for field in fields])
    return rest if name == rest else None


def wants_made(names: Iterable[str]) -> bool:
    """Whether a computed column is, or may be, among the requested ones."""
    return any(not {AGE, *REST}.isdisjoint(text.lower().split(',')) for text in names)


def behind_leading(own: Sequence[Field], names: Iterable[str]) -> tuple[str, ...]:
    """The requested columns but the leading ones, which rows of several clouds have anyway."""
    titles = [*itertools.chain.from_iterable(text.split(',') for text in names)]
    rest = [name for name in titles if name.lower() not in LEADING or find_field(own, name)]
    if titles and not rest:
        raise errors.CommandError(
            f'Rows of several clouds begin with {" and ".join(LEADING)} anyway: name a column '
            'besides.'
        )
    return tuple(rest)


def check_columns(resource: type[Resource], names: Iterable[str]) -> list[str]:
    """The keys of the columns of a resource that were asked for."""
    return check_names(resource.fields, names)


def check_fields(func: Callable[..., Any], args: Args) -> None:
    """Refuse to ask the cloud for fields that the resource lacks."""
    resource = resource_class(declarations.declared(func, 'resource')[0])
    known = [field.key for field in resource.fields]
    for name in declarations.declared(func, 'columns_by')(args) or ():
        if name not in known and name not in resource.link_keys:
            from novaclient_mv.values import likeness

            close = likeness.closest(name, known)
            raise errors.UnknownName(
                'field', name, close, ending=f' There are: {", ".join(known)}.'
            )


def check_names(fields: Sequence[Field], names: Iterable[str]) -> list[str]:
    """The keys of the columns that were asked for, each once."""
    keys = []
    for name in itertools.chain.from_iterable(text.split(',') for text in names):
        field = find_field(fields, name)
        key = made_of(fields, name) if field is None else field.key
        if key is None:
            field_keys = [field.key for field in fields]
            from novaclient_mv.values import likeness

            close = likeness.closest(name, field_keys)
            ending = f' There are: {", ".join(field_keys)}.'
            raise errors.UnknownName('column', name, close, ending=ending)
        if key not in keys:
            keys.append(key)
    return keys
