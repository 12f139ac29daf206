"""Filters of providers and of allocation candidates, as the API spells them in a query."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

Texts = Sequence[str]


def resources(amounts: Mapping[str, int] | None) -> str | None:
    """``VCPU:2,MEMORY_MB:512`` for amounts of resource classes."""
    if not amounts:
        return None
    return ','.join(f'{name}:{amount}' for name, amount in amounts.items())


def traits(
    required: Texts | None, forbidden: Texts | None, required_any: Iterable[Texts] | None = None
) -> list[str]:
    """The values of ``required``: traits to have, traits not to have, and sets of which one trait
    will do.
    """
    plain = [*(required or ()), *(f'!{name}' for name in forbidden or ())]
    values = [','.join(plain)] if plain else []
    return values + [f'in:{",".join(names)}' for names in required_any or ()]


def aggregates(
    member_of: Texts | None,
    member_of_all: Iterable[Texts] | None = None,
    not_member_of: Texts | None = None,
) -> list[str]:
    """The values of ``member_of``: sets of which one aggregate will do, and aggregates that a
    provider must not be in.
    """
    sets = [member_of] if member_of else []
    sets += list(member_of_all or ())
    values = [_any_of(aggregates) for aggregates in sets]
    return values + ([f'!{_any_of(not_member_of)}'] if not_member_of else [])


def _any_of(aggregates: Texts) -> str:
    names = [aggregates] if isinstance(aggregates, str) else list(aggregates)
    return names[0] if len(names) == 1 else f'in:{",".join(names)}'
