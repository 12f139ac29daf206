"""Values as texts and the other way round, as programs and extensions write them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from novaclient_mv import errors

VALID_KEY_REGEX = re.compile(r'[\w.\- :]+')
"""The names of extra specs."""


def is_integer_like(val: Any) -> bool:
    """Whether a value is a whole number, or the text of one."""
    try:
        int(val)
    except (TypeError, ValueError):
        return False
    return True


def safe_issubclass(*args: Any) -> bool:
    """Return ``issubclass`` of classes, and ``False`` for anything else."""
    try:
        return issubclass(*args)
    except TypeError:
        return False


def flatten_dict(data: Mapping[str, Any]) -> dict[str, Any]:
    """One mapping of nested ones: names are joined by underscores; empty mappings stay."""
    flat: dict[str, Any] = {}
    for name, value in data.items():
        if isinstance(value, Mapping) and value:
            flat |= {f'{name}_{inner}': item for inner, item in flatten_dict(value).items()}
        else:
            flat[name] = value
    return flat


def pretty_choice_list(values: Iterable[object]) -> str:
    """Values in quotes, with commas between."""
    return ', '.join(f"'{value}'" for value in values)


def pretty_choice_dict(values: Mapping[str, object]) -> str:
    """Names and values in quotes, in order of names, with commas between."""
    return pretty_choice_list(f'{name}={values[name]}' for name in sorted(values))


def format_servers_list_networks(server: Any) -> str:
    """The addresses of a server by network, in one text; networks without any are left out."""
    networks: Mapping[str, list[str]] = server.networks
    return '; '.join(f'{name}={", ".join(texts)}' for name, texts in networks.items() if texts)


def format_security_groups(groups: Iterable[Mapping[str, str]]) -> str:
    """The names of security groups, with commas between."""
    return ', '.join(group['name'] for group in groups)


def make_field_formatter(
    attr: str, filters: Mapping[str, Callable[[Any], Any]] | None = None
) -> tuple[str, Callable[[Any], Any]]:
    """The head of a column, and what gives its values.

    :param attr: the attribute that is shown; a resource without it shows an empty text.
    :param filters: attribute to what makes its values presentable.
    """
    change = (filters or {}).get(attr)

    def value_of(resource: Any) -> Any:
        value = getattr(resource, attr, '')
        return value if change is None or not value else change(value)

    extension, colon, name = attr.rpartition(':')
    words = name.replace('_', ' ')
    head = words.title() if name in (name.lower(), name.upper()) else words
    return f'{extension}{colon} {head}' if colon else head, value_of


def validate_flavor_metadata_keys(keys: Iterable[str]) -> None:
    """Check names of extra specs.

    :raises CommandError: one has other characters than letters, digits, spaces, underscores,
        periods, colons and hyphens.
    """
    for key in keys:
        if VALID_KEY_REGEX.fullmatch(key) is None:
            raise errors.CommandError(
                f'The key "{key}" has other characters than letters, digits, spaces, underscores, '
                'periods, colons and hyphens.'
            )
