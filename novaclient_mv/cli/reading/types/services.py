"""Types of arguments that are services."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from novaclient_mv.cli.reading.declarations import arg
from novaclient_mv.services import Service, registry

F = TypeVar('F', bound=Callable[..., Any])


def microversioned(text: str) -> Service:
    """A microversioned service by its name, or by a type that catalogs have for it."""
    service = registry.named(text)
    if service is None:
        from argparse import ArgumentTypeError

        names = ', '.join(service.name for service in registry.every())
        raise ArgumentTypeError(f'{text!r} is not one of the services {names}')
    return service


def service_option(help: str, default: Service | None = None) -> Callable[[F], F]:
    """The option ``--service`` of a command."""
    return arg('--service', type=microversioned, default=default, help=help)
