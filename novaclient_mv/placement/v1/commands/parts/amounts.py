"""Types of arguments that name resource classes with amounts, traits and aggregates."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError
from typing import NamedTuple

from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.types import numeric

_NUMBER = re.compile(r'[1-9][0-9]*', re.ASCII)
_NAME = re.compile(r'[a-zA-Z0-9_-]{1,64}', re.ASCII)

INVENTORY_FIELDS = (
    'total', 'reserved', 'min_unit', 'max_unit', 'step_size', 'allocation_ratio',
)  # fmt: skip


def amount(text: str) -> tuple[str, int]:
    """``class=amount``, with an amount from 1."""
    resource_class, value = types.filled_key_value(text)
    return resource_class, types.positive(value)


def name(text: str) -> tuple[str, ...]:
    """One name, as :func:`names` gives several."""
    if not text or ',' in text:
        raise ArgumentTypeError(f'{text!r} is not one name')
    return (text,)


def names(text: str) -> tuple[str, ...]:
    """Names between commas, none of them empty."""
    parts = tuple(text.split(','))
    if not all(parts):
        raise ArgumentTypeError(f'{text!r} has an empty name')
    return parts


def consumer_type(text: str) -> str:
    """The type of a consumer: capital letters, digits and underscores."""
    if re.fullmatch(r'[A-Z0-9_]+', text, re.ASCII) is None:
        raise ArgumentTypeError(f'{text!r} is not of capital letters, digits and underscores')
    return text


class InventoryValue(NamedTuple):
    """One value of an inventory."""

    resource_class: str
    field: str
    value: float


def inventory_value(text: str) -> InventoryValue:
    """``class=total``, or ``class:field=value``."""
    key, value = types.filled_key_value(text)
    name, colon, field = key.partition(':')
    field = field if colon else 'total'
    if not name or field not in INVENTORY_FIELDS:
        raise ArgumentTypeError(
            f'{text!r} is neither class=total nor class:field=value with a field of '
            f'{", ".join(INVENTORY_FIELDS)}'
        )
    read = numeric.factor if field == 'allocation_ratio' else numeric.count
    return InventoryValue(name, field, read(value))


class Share(NamedTuple):
    """The amounts of one provider."""

    provider: str
    amounts: dict[str, int]


def share(text: str) -> Share:
    """``rp=provider,class=amount[,class=amount...]``."""
    pairs = types.key_values(text)
    provider = pairs.pop('rp', None)
    if provider is None or not pairs:
        raise ArgumentTypeError(f'{text!r} is not of the form rp=provider,class=amount')
    return Share(provider, {name: types.positive(value) for name, value in pairs.items()})


class OfGroup(NamedTuple):
    """A value of one group of resources."""

    group: str
    value: str


class GroupValue:
    """Reads ``group:value``.

    :param are_numbers: groups have numbers, no names.
    """

    def __init__(self, are_numbers: bool) -> None:
        self.are_numbers = are_numbers

    def __call__(self, text: str) -> OfGroup:
        group, _, value = text.partition(':')
        kind, spelling = ('number', _NUMBER) if self.are_numbers else ('name', _NAME)
        if not value or spelling.fullmatch(group) is None:
            raise ArgumentTypeError(f'{text!r} is not the {kind} of a group, a colon and a value')
        self.check(value)
        return OfGroup(group, value)

    def check(self, value: str) -> None:
        """Refuse a malformed value; names may be anything."""
        names(value)


class GroupAmounts(GroupValue):
    """Reads ``group:class=amount[,class=amount...]``."""

    def check(self, value: str) -> None:
        amounts(value)


def amounts(text: str) -> dict[str, int]:
    """``class=amount[,class=amount...]``."""
    return {name: types.positive(value) for name, value in types.key_values(text).items()}
