"""One resource by its id or name, as programs look for it."""

from __future__ import annotations

from typing import Any

from novaclient_mv import errors
from novaclient_mv.resources import ids


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
