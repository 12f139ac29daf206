"""Types of arguments that are services."""

from __future__ import annotations

from novaclient_mv.services import Service, registry


def microversioned(text: str) -> Service:
    """A microversioned service by its name, or by a type that catalogs have for it."""
    service = registry.named(text)
    if service is None:
        from argparse import ArgumentTypeError

        names = ', '.join(service.name for service in registry.every())
        raise ArgumentTypeError(f'{text!r} is none of the services {names}')
    return service
