"""Columns and queries that were asked for, checked before any cloud is."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from novaclient_mv import errors
from novaclient_mv.values import likeness

LEADING = ('cloud', 'region')
"""What rows of several clouds begin with."""

if TYPE_CHECKING:
    from novaclient_mv.resources import Field, Resource


def resource_class(place: str) -> type[Resource]:
    """The class that ``@shows`` names, as in ``v2.keypairs:Keypair``; another package's by its
    whole name.
    """
    import importlib.util

    module, _, name = place.partition(':')
    package = f'novaclient_mv.{module.partition(".")[0]}'
    if importlib.util.find_spec(package) is not None:
        module = f'novaclient_mv.{module}'
    resource: type[Resource] = getattr(importlib.import_module(module), name)
    return resource


def find_field(fields: Sequence[Field], name: str) -> Field | None:
    """The field of a key, title or name of the API."""
    wanted = name.lower()
    for field in fields:
        if wanted in (field.key, field.title.lower()) or name in field.uses:
            return field
    return None


def behind_leading(place: str | None, names: Iterable[str]) -> tuple[str, ...]:
    """The columns that were asked for but the leading ones, which rows of several clouds have
    anyway.

    :param place: the class that ``@shows`` names, which may have columns of these names itself.
    :raises CommandError: there are no others.
    """
    own = resource_class(place).fields if place else ()
    asked = [*itertools.chain.from_iterable(text.split(',') for text in names)]
    rest = [name for name in asked if name.lower() not in LEADING or find_field(own, name)]
    if asked and not rest:
        raise errors.CommandError(
            f'Rows of several clouds begin with {" and ".join(LEADING)} anyway: name a column '
            'besides.'
        )
    return tuple(rest)


def check_columns(resource: type[Resource], names: Iterable[str]) -> list[str]:
    """The keys of the columns that were asked for.

    :raises UnknownName: there is no such column.
    """
    keys = []
    for name in itertools.chain.from_iterable(text.split(',') for text in names):
        field = find_field(resource.fields, name)
        if field is None:
            known = [field.key for field in resource.fields]
            close = likeness.closest(name, known)
            error = errors.UnknownName('column', name, close)
            error.args = (f'{error} There are: {", ".join(known)}.',)
            raise error
        if field.key not in keys:
            keys.append(field.key)
    return keys
