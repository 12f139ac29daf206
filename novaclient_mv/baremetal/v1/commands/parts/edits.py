"""Changes of resources: options become values to set and paths to remove."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from novaclient_mv.baremetal.v1.commands.parts import key_values
from novaclient_mv.baremetal.v1.patches import Path
from novaclient_mv.cli.reading.declarations import Args, arg, refuses_without, set_arguments
from novaclient_mv.resources import Value

F = TypeVar('F', bound=Callable[..., Any])


def pairs_argument(flag: str, help: str, start_version: str | None = None) -> Callable[[F], F]:
    """Declare an option that takes ``key=value``, and may be given several times."""
    return arg(
        flag,
        metavar='<key=value>',
        action='append',
        type=key_values.key_json,
        help=f'{help}. Repeatable. The value may be JSON.',
        start_version=start_version,
    )


def keys_argument(flag: str, help: str, start_version: str | None = None) -> Callable[[F], F]:
    """Declare an option that takes a key, and may be given several times."""
    return arg(
        flag,
        metavar='<key>',
        action='append',
        help=f'{help}. Repeatable.',
        start_version=start_version,
    )


def flag_argument(flag: str, help: str, start_version: str | None = None) -> Callable[[F], F]:
    """Declare an option without a value that is ``None`` where it is not given."""
    return arg(flag, action='store_true', default=None, start_version=start_version, help=help)


set_extra = pairs_argument('--extra', 'Extra metadata')
unset_extra = keys_argument('--extra', 'Key of extra metadata to remove')


needs_a_change = refuses_without(sentence='Give an option that says what to change.')


def pairs(args: Args, *names: str, **renamed: str) -> dict[str, Any]:
    """Options of ``key=value`` as mappings, as keywords for a manager."""
    return {
        keyword: dict(value) for keyword, value in set_arguments(args, *names, **renamed).items()
    }


def set_by(
    values: dict[str, Value], pairs_by_field: dict[str, dict[str, Value]]
) -> dict[Path, Value]:
    """Values to set: of fields, and of keys below fields."""
    changed: dict[Path, Value] = dict(values.items())
    for field, below in pairs_by_field.items():
        changed |= {(field, key): value for key, value in below.items()}
    return changed


def unset_by(args: Args, *flags: str, **lists: str) -> list[Path]:
    """Paths to remove."""
    removed: list[Path] = [name for name in flags if getattr(args, name, None)]
    for field, name in lists.items():
        keys: Iterable[str] = getattr(args, name, None) or ()
        removed += [(field, key) for key in keys]
    return removed
