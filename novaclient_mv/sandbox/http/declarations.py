"""Declarations of handlers by version: variants, schemas and statuses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from novaclient_mv import versions

F = TypeVar('F', bound=Callable[..., Any])

api_version = versions.wraps
"""Marks a handler as the variant of its name for a range of versions."""


class Declaration:
    """A handler's declaration for a range of versions."""

    __slots__ = ('range', 'value')

    def __init__(self, value: Any, start: str | None, end: str | None) -> None:
        self.value = value
        self.range = versions.VersionRange(start, end)


def _stacked(attribute: str, new: Declaration) -> Callable[[F], F]:
    """Put a declaration on a handler; its ranges must adjoin those of the same kind."""

    def decorate(func: F) -> F:
        stack: list[Declaration] = list(getattr(func, attribute, ()))
        if new.range.is_empty:
            raise TypeError(f'{func.__name__}: the range {new.range!r} is empty')
        if stack and not (_adjoin(new, stack[0]) or _adjoin(stack[-1], new)):
            spelled = ', '.join(repr(declaration.range) for declaration in stack)
            raise TypeError(f'{func.__name__}: {new.range!r} overlaps or leaves a gap to {spelled}')
        stack.insert(0 if not stack or _adjoin(new, stack[0]) else len(stack), new)
        setattr(func, attribute, tuple(stack))
        return func

    return decorate


def _adjoin(earlier: Declaration, later: Declaration) -> bool:
    if earlier.range.is_open:
        return False
    return versions.next_version(earlier.range.end) == later.range.start


Schema = dict[str, Any] | Callable[[versions.APIVersion], dict[str, Any]]
"""A schema, or a function that makes one for a version."""


def schema(body: Schema, start: str | None = None, end: str | None = None) -> Callable[[F], F]:
    """Check the body of a handler; several stand on it, the earliest at the top."""
    return _stacked('body_schemas', Declaration(body, start, end))


def query_schema(
    query: Schema, start: str | None = None, end: str | None = None
) -> Callable[[F], F]:
    """Check the query of a handler, as :func:`schema` does its body."""
    return _stacked('query_schemas', Declaration(query, start, end))


def success(*statuses: int, start: str | None = None, end: str | None = None) -> Callable[[F], F]:
    """The status of an answer where all went well, 200 by default; stacked as :func:`schema` is."""
    return _stacked('successes', Declaration(statuses, start, end))


def declared(func: Callable[..., Any], attribute: str, version: versions.APIVersion) -> Any:
    """Return a handler's declaration for a version, or ``None``."""
    for declaration in getattr(func, attribute, ()):
        if version in declaration.range:
            value = declaration.value
            return value(version) if callable(value) else value
    return None
