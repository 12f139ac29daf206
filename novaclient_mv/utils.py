"""python-novaclient's name for what programs and extensions need beside the client.

What prints, as ``print_list`` does, is not here: only the command line writes to the output.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar, cast

from novaclient_mv import errors
from novaclient_mv.compat.query_strings import get_url_with_filter, prepare_query_string
from novaclient_mv.compat.recorded_times import record_time
from novaclient_mv.resources import ids

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


def find_resource(
    manager: Any, name_or_id: Any, wrap_exception: bool = True, **find_args: Any
) -> Any:
    """The resource of a manager with this id or name.

    :param manager: it has ``get``, ``find`` and ``resource_class``; where it says
        ``is_alphanum_id_allowed``, any text is tried as an id.
    :param name_or_id: an id, as text or number, or a name.
    :param wrap_exception: raise ``CommandError`` for what is missing or ambiguous.
    :param find_args: passed to ``find``, as ``all_tenants=True``.
    :raises CommandError: there is none, or there are several; with ``wrap_exception=False``
        ``NotFound`` or ``NoUniqueMatch``.
    """
    try:
        return _looked_up(manager, name_or_id, find_args)
    except errors.NoUniqueMatch as error:
        if not wrap_exception:
            raise
        raise errors.CommandError(str(error)) from error
    except errors.NotFound as error:
        kind = manager.resource_class.__name__.lower()
        message = f"No {kind} with a name or ID of '{name_or_id}' exists."
        if wrap_exception:
            raise errors.CommandError(message) from error
        raise errors.NotFound(404, message) from error


def _looked_up(manager: Any, name_or_id: Any, find_args: dict[str, Any]) -> Any:
    if ids.is_uuid(str(name_or_id)) or getattr(manager, 'is_alphanum_id_allowed', False):
        try:
            return manager.get(name_or_id)
        except errors.NotFound:
            pass
    kind = manager.resource_class
    attributes = [getattr(kind, 'NAME_ATTR', 'name')]
    if getattr(kind, 'HUMAN_ID', False):
        attributes.append('human_id')
    for attribute in attributes:
        try:
            return manager.find(**{attribute: name_or_id}, **find_args)
        except errors.NotFound as error:
            missing = error
    # A name of digits goes before such an id.
    text = str(name_or_id)
    if text.isascii() and text.isdigit():
        return manager.get(int(text))
    raise missing


F = TypeVar('F', bound=Callable[..., Any])


def env(*args: str, **kwargs: str) -> str:
    """The first of some environment variables that has a value.

    :param kwargs: ``default``, for when none has.
    """
    values = (os.environ.get(name) for name in args)
    return next(filter(None, values), kwargs.get('default', ''))


def add_arg(func: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
    """Declare an argument of a function, before those that it has; once only."""
    target = cast(Any, func)
    if not hasattr(func, 'arguments'):
        target.arguments = []
    if (args, kwargs) not in target.arguments:
        # Decorators run from the last to the first.
        target.arguments.insert(0, (args, kwargs))


def arg(*args: Any, **kwargs: Any) -> Callable[[F], F]:
    """Declare an argument of the function below, in the words of ``argparse``."""

    def declare(func: F) -> F:
        add_arg(func, *args, **kwargs)
        return func

    return declare


def unauthenticated(func: F) -> F:
    """Mark a function that needs no login."""
    cast(Any, func).unauthenticated = True
    return func


def isunauthenticated(func: Callable[..., Any]) -> bool:
    """Whether a function needs no login."""
    return bool(getattr(func, 'unauthenticated', False))


def service_type(stype: str) -> Callable[[F], F]:
    """Mark a function that works with a service of another type."""

    def mark(func: F) -> F:
        cast(Any, func).service_type = stype
        return func

    return mark


def get_service_type(f: Callable[..., Any]) -> str | None:
    """The type of service that a function is marked with."""
    marked: str | None = getattr(f, 'service_type', None)
    return marked


__all__ = [
    'VALID_KEY_REGEX',
    'add_arg',
    'arg',
    'env',
    'find_resource',
    'flatten_dict',
    'format_security_groups',
    'format_servers_list_networks',
    'get_service_type',
    'get_url_with_filter',
    'is_integer_like',
    'isunauthenticated',
    'make_field_formatter',
    'prepare_query_string',
    'pretty_choice_dict',
    'pretty_choice_list',
    'record_time',
    'safe_issubclass',
    'service_type',
    'unauthenticated',
    'validate_flavor_metadata_keys',
]
