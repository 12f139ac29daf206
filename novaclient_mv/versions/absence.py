"""Errors for a method, or an argument, that a version lacks.

Methods say so by declarations: :func:`~novaclient_mv.versions.wraps` where no variant serves a
version, :func:`ended` where a later version refuses by itself, and
:func:`~novaclient_mv.versions.parameters` for arguments. Nothing else compares versions and raises.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar, cast

from novaclient_mv import errors
from novaclient_mv.versions.value import APIVersion, VersionRange

F = TypeVar('F', bound=Callable[..., Any])


def of_method(
    func: Callable[..., Any],
    version: APIVersion,
    ranges: Sequence[VersionRange],
    caller: object = None,
) -> errors.VersionNotFoundForAPIMethod:
    """The error for a method that no variant serves at a version."""
    error = errors.VersionNotFoundForAPIMethod(str(version), func.__qualname__, ranges)
    return error.update(offered=_offered_to(caller))


def of_argument(
    name: str, ranges: Sequence[VersionRange], caller: object = None
) -> errors.UnsupportedAttribute:
    """The error for an argument outside its versions."""
    error = errors.UnsupportedAttribute(name, *bounds(ranges), ranges=ranges)
    return error.update(offered=_offered_to(caller))


def _offered_to(caller: object) -> VersionRange | None:
    """Return the cloud's range, if the manager's client knows it."""
    offered: VersionRange | None = getattr(getattr(caller, 'manager', caller), '_offered', None)
    return offered


def ended(last_version: str, instead: str) -> Callable[[F], F]:
    """Declare a variant that only refuses: the API has given the method up.

    It is placed below ``wraps``, and its method has no body.

    :param last_version: the last version that had it.
    :param instead: a sentence on what does the same now.
    """
    before = VersionRange(None, last_version)

    def decorate(func: F) -> F:
        @functools.wraps(func)
        def refuse(self: Any, *args: Any, **kwargs: Any) -> Any:
            error = errors.MethodEnded(
                str(self.api_version), func.__qualname__, [before], instead=instead
            )
            raise error.update(offered=_offered_to(self))

        refuse.only_refuses = True  # type: ignore[attr-defined]
        return cast(F, refuse)

    return decorate


def bounds(ranges: Iterable[VersionRange]) -> tuple[str, str | None]:
    """First and last version of some ranges as texts; no last one when they have no end."""
    every = list(ranges)
    end = max(span.end for span in every)
    return str(min(span.start for span in every)), None if end.is_latest() else str(end)
