"""Declarations of arguments and services, as functions of python-novaclient's extensions have them.

The command line does not read them: commands of other packages are declared with
:mod:`novaclient_mv.cli.arguments`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar, cast

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
