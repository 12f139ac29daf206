"""The services that this client knows: ours, and those of other packages."""

from __future__ import annotations

from novaclient_mv.services import entry_points
from novaclient_mv.services.compute import COMPUTE
from novaclient_mv.services.service import Service

GROUP = 'novaclient_mv.services'
"""Entry points of this group name a :class:`Service` value each."""

SERVICES = (COMPUTE,)
"""The services of this package; the first one's commands have no prefix."""


def outside() -> tuple[Service, ...]:
    """The services of other packages; none takes a name, an option or a prefix that is ours."""
    found: list[Service] = []
    for _, service in sorted(entry_points.load(GROUP), key=lambda pair: pair[0]):
        taken = [*SERVICES, *found]
        if isinstance(service, Service) and not any(_clash(service, each) for each in taken):
            found.append(service)
    return tuple(found)


def _clash(new: Service, known: Service) -> bool:
    return (
        not new.prefix
        or new.prefix == known.prefix
        or new.name == known.name
        or new.version_option == known.version_option
    )


def every() -> tuple[Service, ...]:
    """All services, ours first."""
    return SERVICES + outside()
