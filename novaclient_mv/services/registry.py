"""The services that this client knows: ours, and those of other packages."""

from __future__ import annotations

import re
from collections.abc import Iterable

from novaclient_mv.services import entry_points
from novaclient_mv.services.baremetal import BAREMETAL
from novaclient_mv.services.compute import COMPUTE
from novaclient_mv.services.placement import PLACEMENT
from novaclient_mv.services.service import Discovery, Service

GROUP = 'novaclient_mv.services'
"""Entry points of this group name a :class:`Service` value each."""

SERVICES = (COMPUTE, BAREMETAL, PLACEMENT)
"""The services of this package; the first one's commands have no prefix."""

_PREFIX = r'[a-z][a-z0-9]*(-[a-z0-9]+)*-'
_VERSION_OPTION = r'--os-[a-z0-9]+(-[a-z0-9]+)*-api-version'


def outside() -> tuple[Service, ...]:
    """The services of other packages; none takes a name, an option or a prefix that is ours."""
    accepted: list[Service] = []
    for name, service in entry_points.load(GROUP):
        reason = _fault(service)
        others = (*SERVICES, *accepted)
        if reason is None and any(_clash(service, other) for other in others):
            reason = 'its name, prefix, version option or version variable is taken'
        if reason is None:
            accepted.append(service)
        else:
            entry_points.warn(f'The service of the entry point {name} is left out: {reason}.')
    return tuple(accepted)


def _fault(service: object) -> str | None:
    """Return the error of a service that another package adds; ``None`` without one."""
    if not isinstance(service, Service):
        return 'it is not a Service'
    try:
        if {service.range.service, service.unversioned.service} != {service.name}:
            return f'its versions are not bound to {service.name}'
        if service.range.is_empty or service.range.is_open:
            return f'it speaks {service.range}'
        if re.fullmatch(_PREFIX, service.prefix, re.ASCII) is None:
            return f'{service.prefix!r} is not a prefix of names'
        # No other global option is spelt like this, so that none is taken.
        if re.fullmatch(_VERSION_OPTION, service.version_option, re.ASCII) is None:
            return f'{service.version_option!r} is not a version option'
        if service.learned_by not in tuple(Discovery):
            return f'{service.learned_by!r} is not a way to learn versions'
    except (AttributeError, TypeError) as error:
        return str(error)
    return None


def _clash(new: Service, other: Service) -> bool:
    return (
        new.prefix == other.prefix
        or new.name == other.name
        or new.version_option == other.version_option
        or new.version_variable == other.version_variable
    )


def every() -> tuple[Service, ...]:
    """All services, ours first."""
    return SERVICES + outside()


def named(name: str) -> Service | None:
    """The service of a name, or of a type that service catalogs have for it; others' are looked for
    only when the name is none of ours.
    """
    return _named(name, SERVICES) or _named(name, outside())


def _named(name: str, among: Iterable[Service]) -> Service | None:
    for service in among:
        if name in (service.name, service.service_type, *service.catalog_types):
            return service
    return None
