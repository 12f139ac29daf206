"""Arguments of keys and values, as in metadata."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.declarations import arg

F = TypeVar('F', bound=Callable[..., Any])


def pairs(name: str, help: str, **options: object) -> Callable[[F], F]:
    """Declare an argument of keys and values, which is repeated where it is an option."""
    repeated = {'action': 'append'} if name.startswith('-') else {}
    defaults: dict[str, Any] = {'metavar': '<key=value>', 'type': types.key_value, **repeated}
    return arg(name, help=help, **{**defaults, **options})
