"""Arguments that narrow lists."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.baremetal import kinds
from novaclient_mv.sandbox.http.listing import Parameter, Test
from novaclient_mv.versions import VersionRange


def equals(value: Any, values: list[Any]) -> bool:
    """Whether a field equals the value."""
    return bool(value == values[-1])


def contains(value: Any, values: list[Any]) -> bool:
    """Whether a field is among the values; always, without values."""
    return not values[-1] or value in values[-1]


def narrows(
    name: str,
    read: kinds.Kind = kinds.text,
    test: Test | None = equals,
    field: str = '',
    since: int = 1,
) -> Parameter:
    """An argument that narrows a list, from a minor version on."""
    return Parameter(name, read, test, field, VersionRange(f'1.{since}'))
